export { proofOfReceipt } from './proofs';
export { openCountFiles, openCountRoutes } from './routes';
export { verifyOpenCount } from './verify';
export { enterAll, startSequencer } from './worker';
