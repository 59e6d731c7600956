export * from './catalog';
export * from './emails';
export * from './payments';
export * from './people';
