import type { Database } from '../db/client';
import type { Logger } from '../platform/logger';
import { startWorker, type Worker } from '../platform/worker';
import { foldPaymentCounts } from './rollup';

const EVERY_MS = 30_000;

/** Folds changes in every process, so that they never become many to read. */
export const keepPaymentCounts = (db: Database, logger: Logger): Worker =>
  startWorker({
    round: () => foldPaymentCounts(db),
    restMs: () => EVERY_MS,
    onError: (err) => logger.error({ err }, 'payment counts could not be folded'),
  });
