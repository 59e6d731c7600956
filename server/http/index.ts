export { Api } from './api';
export { csvBodyUpTo, imageBodyUpTo, jsonBody, jsonBodyUpTo } from './bodies';
export { clientAddress } from './client-address';
export { errorHandler } from './error-handler';
export { healthRoutes, type Lifecycle } from './health';
export {
  CARD_SESSIONS,
  LOOK_UPS,
  PAYMENT_STARTS,
  PHONE_LOOK_UPS,
  RateLimiter,
} from './limits';
export { requestLog } from './request-log';
export { sameOriginOnly } from './same-origin';
export { securityHeaders } from './security-headers';
export { unknownApiPath } from './unknown-path';
