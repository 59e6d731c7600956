import cluster from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { AggregatorRegistry, collectDefaultMetrics } from 'prom-client';
import type { Config } from '#server/config/index';
import { openDatabase } from '#server/db/client';
import { registry, watchProcess } from '#server/platform/instruments';
import type { Logger } from '#server/platform/logger';
import type { Shutdown } from '#server/platform/process/index';
import type { ReadCache } from '#server/platform/read-cache';
import { SingleFlight } from '#server/platform/single-flight';
import { createWebServer } from '#server/platform/web-server';
import { type Books, readBooks } from './books';
import { type SharedGaugesDeps, sharedGauges } from './shared-gauges';

interface MetricsParts extends Omit<SharedGaugesDeps, 'config' | 'readBooks'> {
  config: Pick<Config, 'metrics' | 'dataDir'>;
  databaseUrl: string;
  logger: Logger;
  /** What this process serves with; null in a primary that leaves that to its workers. */
  serving: { pool: Pool; cache: ReadCache } | null;
}

/** Prometheus waits ten seconds, and wants to hear of the processes also when the database is away. */
const LONGEST_READ_MS = 4_000;

/**
 * Tells Prometheus how the server does, on a port of its own; nothing where none is set. A worker of
 * `node:cluster` calls it too: it tells its primary, who adds up what all workers have counted.
 * Without the port the server starts all the same: votes are worth more than figures about them.
 */
export async function startMetrics(parts: MetricsParts, shutdown: Shutdown): Promise<void> {
  const { config, serving, logger } = parts;
  if (config.metrics === null) return;
  collectDefaultMetrics({ register: registry });
  if (serving) watchProcess(serving);
  AggregatorRegistry.setRegistries(registry);
  // Made in a worker, it answers the primary.
  const workers = new AggregatorRegistry();
  if (cluster.isWorker) return;

  const ofProcesses = () =>
    Object.keys(cluster.workers ?? {}).length > 0 ? workers.clusterMetrics() : registry.metrics();
  const ofAll = sharedGauges({ ...parts, readBooks: booksReader(parts, shutdown) });
  const scrapes = new SingleFlight<string>();
  const server = createWebServer((req, res) => {
    if (req.url !== '/metrics' || req.method !== 'GET') {
      res.writeHead(404).end();
      return;
    }
    scrapes
      .do('', async () => [await ofProcesses(), await ofAll()].join('\n'))
      .then(
        (text) => res.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
        (err: unknown) => {
          logger.error({ err }, 'metrics could not be told');
          res.writeHead(503).end();
        },
      );
  }, null);
  server.listen(config.metrics);
  try {
    await once(server, 'listening');
  } catch (err) {
    logger.error({ err }, 'nobody can ask for metrics: METRICS_PORT cannot be used');
    return;
  }
  shutdown.onStop('metrics', async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  });
}

/** On a connection of its own: a pool that is drained is just what must be told. */
function booksReader(
  { databaseUrl, logger }: MetricsParts,
  shutdown: Shutdown,
): () => Promise<Books | null> {
  const { db, close } = openDatabase(databaseUrl, {
    maxConnections: 1,
    statementTimeoutMs: LONGEST_READ_MS,
  });
  shutdown.onStop('database connection of the metrics', close);
  return () =>
    Promise.race([
      readBooks(db).catch((err: unknown) => {
        logger.warn({ err }, 'metrics could not be read from the database');
        return null;
      }),
      delay(LONGEST_READ_MS, null, { ref: false }),
    ]);
}
