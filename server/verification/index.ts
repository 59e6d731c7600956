export { type CountState, keepRecount, readCountState } from './results';
export { COMPARED, verifyEverything } from './verify-everything';
export { startVerification } from './worker';
