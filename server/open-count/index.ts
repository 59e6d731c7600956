export { proofOfReceipt } from './proofs';
export { openCountFiles, openCountRoutes } from './routes';
export { holdsCheckpoint, newestNote } from './store';
export { verifyOpenCount } from './verify';
export { Witnesses } from './witnesses';
export { enterAll, startSequencer } from './worker';
