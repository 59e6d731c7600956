import pg from 'pg';
import type { Logger } from '../platform/logger';
import { startWorker, type Worker } from '../platform/worker';
import { NOTICING } from './client';

/** Told by the database with every commit that changes categories, artists or nominations. */
export const CATALOG_CHANGED = 'catalog_changed';
/** Told with every commit that changes the event's settings. */
export const SETTINGS_CHANGED = 'settings_changed';
/** Told after every commit that moves a payment, by the payment's id. */
export const PAYMENT_MOVED = 'payment_moved';

const RECONNECT_MS = 1_000;

interface Listening {
  /** Not through a pooler that shares connections between transactions: it would listen for others. */
  url: string;
  /**
   * By channel, with what was told. All are called after every new connection, with null: nobody
   * knows what was said meanwhile.
   */
  onNotice: Readonly<Record<string, (told: string | null) => void>>;
  logger: Logger;
}

/** Hears what other processes tell through the database, on a connection of its own. */
export function listen({ url, onNotice, logger }: Listening): Worker {
  return startWorker({
    round: async (stopping) => {
      const client = new pg.Client({
        connectionString: url,
        ...NOTICING,
        application_name: 'festival-awards-listener',
      });
      const hangUp = () => void client.end().catch(() => undefined);
      const ended = new Promise<void>((resolve) => client.once('end', resolve));
      client.on('error', (err) => logger.warn({ err }, 'the listening connection broke'));
      client.on('notification', ({ channel, payload = '' }) => onNotice[channel]?.(payload));
      try {
        await client.connect();
        for (const [channel, tell] of Object.entries(onNotice)) {
          await client.query(`listen ${client.escapeIdentifier(channel)}`);
          tell(null);
        }
        stopping.addEventListener('abort', hangUp, { once: true });
        if (stopping.aborted) hangUp();
        await ended;
      } finally {
        stopping.removeEventListener('abort', hangUp);
        hangUp();
      }
    },
    restMs: () => RECONNECT_MS,
    onError: (err) => logger.warn({ err }, 'cannot listen to the database'),
  });
}
