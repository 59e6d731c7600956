import pg from 'pg';
import type { Logger } from '#server/platform/logger';
import { startWorker, type Worker } from '#server/platform/worker';
import { TCP_KEEP_ALIVE } from './client';

/** Notified by the database with every commit that changes categories, artists or nominations. */
export const CATALOG_CHANGED = 'catalog_changed';
/** Notified with every commit that changes the event's settings. */
export const SETTINGS_CHANGED = 'settings_changed';
/** Notified after every commit that changes a payment's state, with the payment's id. */
export const PAYMENT_MOVED = 'payment_moved';

/** Notified with every commit that changes the state of a mobile money provider. */
export const PROVIDER_ROUTES_CHANGED = 'provider_routes_changed';

const RECONNECT_MS = 1_000;

interface Listening {
  /**
   * Must not lead through a pooler in transaction mode, which shares connections and would break
   * LISTEN.
   */
  url: string;
  /**
   * Handlers by channel, called with the payload. All are called with null after every new
   * connection, because notifications may have been missed.
   */
  onNotice: Readonly<Record<string, (payload: string | null) => void>>;
  logger: Logger;
}

/**
 * Listens to notifications from other processes through the database, on a dedicated connection.
 */
export function listen({ url, onNotice, logger }: Listening): Worker {
  return startWorker({
    round: async (stopping) => {
      const client = new pg.Client({
        connectionString: url,
        ...TCP_KEEP_ALIVE,
        application_name: 'festival-awards-listener',
      });
      const hangUp = () => void client.end().catch(() => undefined);
      const ended = new Promise<void>((resolve) => client.once('end', resolve));
      client.on('error', (err) => logger.warn({ err }, 'the listening connection broke'));
      client.on('notification', ({ channel, payload = '' }) => onNotice[channel]?.(payload));
      try {
        await client.connect();
        for (const [channel, notify] of Object.entries(onNotice)) {
          await client.query(`listen ${client.escapeIdentifier(channel)}`);
          notify(null);
        }
        stopping.addEventListener('abort', hangUp, { once: true });
        if (stopping.aborted) hangUp();
        await ended;
      } finally {
        stopping.removeEventListener('abort', hangUp);
        hangUp();
      }
    },
    pauseMs: () => RECONNECT_MS,
    onError: (err) => logger.warn({ err }, 'cannot listen to the database'),
  });
}
