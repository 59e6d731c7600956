export * from './books';
export * from './catalog';
export * from './emails';
export * from './event-settings';
export * from './limits';
export * from './payment-counts';
export * from './payments';
export * from './people';
