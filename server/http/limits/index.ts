export { Budget } from './budget';
export { LookUps } from './look-ups';
export { networkOf } from './networks-of';
export { type OpenWindow, openWindows, RateLimiter, type Share, sharesOf } from './rate-limiter';
export * from './rules';
export { clientHash } from './subject-hash';
