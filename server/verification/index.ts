export { type CountState, keepRecount, readCountState } from './results';
export { COMPARED, verifyEverything } from './verify-everything';
export { registerVerification } from './worker';
