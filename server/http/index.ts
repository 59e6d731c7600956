export { Api, SHARED_CACHE_HEADERS } from './api';
export { imageBodyUpTo, jsonBody, jsonBodyUpTo, tableBodyUpTo } from './bodies';
export { type Caller, Devices } from './caller';
export { watchProxy } from './client-address';
export { errorHandler, logFailure } from './error-handler';
export { healthRoutes, type Lifecycle } from './health';
export { acceptedLanguage, sharedKey, sharedKeyOf } from './language';
export {
  Budget,
  CARD_DECLINES,
  CARD_SESSIONS,
  LookUps,
  networkOf,
  type OpenWindow,
  openWindows,
  PAYMENT_STARTS,
  PROMPTED_NUMBERS,
  RateLimiter,
  RECEIPTS_AGAIN,
  RECEIPTS_AGAIN_FROM,
  REJECTED_PROMPTS,
  type Share,
  SIGN_INS,
  sharesOf,
  WEBHOOKS_REFUSED,
  type WindowKeys,
} from './limits';
export { cookieIn, ownCookie } from './own-cookie';
export { pathWithoutPersonalData, requestLog, sharedResponseLog } from './request-log';
export { isCrossSite, sameOriginForAllMethods, sameOriginOnly } from './same-origin';
export { headersAddedBy, securityHeaders } from './security-headers';
export { SecurityLog } from './security-log';
export { securityText } from './security-text';
export { unknownApiPath } from './unknown-path';
