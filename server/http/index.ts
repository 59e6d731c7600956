export { errorHandler, unknownApiPath } from './error-handler';
export { imageBodyUpTo } from './image-body';
export { jsonBody, jsonBodyUpTo } from './json-body';
export { parse } from './parse';
export { requestLog } from './request-log';
export { sameOriginOnly } from './same-origin';
export { securityHeaders } from './security-headers';
