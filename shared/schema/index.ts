export * from './catalog';
export * from './payments';
export * from './people';
