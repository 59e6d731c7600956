export { proofOfReceipt } from './proofs';
export { openCountFiles, openCountRoutes } from './routes';
export { holdsCheckpoint, newestCheckpoint, newestNote } from './store';
export { timelineRoutes } from './timeline';
export { verifyOpenCount } from './verify';
export { Witnesses } from './witnesses';
export { enterAll, startSequencer } from './worker';
