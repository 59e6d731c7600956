export * from './catalog';
export * from './emails';
export * from './payment-counts';
export * from './payments';
export * from './people';
