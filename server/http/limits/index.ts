export { Budget } from './budget';
export { RateLimiter, type Share, sharesOf } from './rate-limiter';
export * from './rules';
