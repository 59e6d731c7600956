export { proofOfReceipt } from './proofs';
export { openCountFiles, openCountRoutes } from './routes';
export { enterAll, startSequencer } from './worker';
