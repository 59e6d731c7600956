import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../db/client';
import type { Logger } from '../platform/logger';
import { foldPaymentCounts } from './rollup';

const EVERY_MS = 30_000;

/** Folds changes in every node for as long as it lives, so that they never become many to read. */
export function keepPaymentCounts(db: Database, logger: Logger): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const loop = async () => {
    while (!stopping.signal.aborted) {
      try {
        await foldPaymentCounts(db);
      } catch (error) {
        logger.error({ err: error }, 'payment counts could not be folded');
      }
      await delay(EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = loop();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
