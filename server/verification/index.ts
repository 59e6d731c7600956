export { type CountState, readCountState, saveRecount } from './results';
export { COMPARED, verifyEverything } from './verify-everything';
export { registerVerification } from './worker';
