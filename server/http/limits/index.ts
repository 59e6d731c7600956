export { Budget } from './budget';
export { LookUps } from './look-ups';
export { networkOf } from './networks-of';
export {
  type OpenWindow,
  openWindows,
  RateLimiter,
  type Share,
  sharesOf,
  type WindowKeys,
} from './rate-limiter';
export * from './rules';
export { clientHash } from './subject-hash';
