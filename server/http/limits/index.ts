export { RateLimiter } from './rate-limiter';
export * from './rules';
