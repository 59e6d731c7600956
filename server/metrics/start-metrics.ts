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
  config: Pick<Config, 'metrics' | 'dataDir' | 'mobileMoneyProviders'>;
  databaseUrl: string;
  logger: Logger;
  /** Pool and cache of this process; null in a primary whose workers do the serving. */
  serving: { pool: Pool; cache: ReadCache } | null;
}

/**
 * Timeout in ms. Prometheus waits ten seconds, and needs the process metrics even if the database
 * is unreachable.
 */
const READ_TIMEOUT_MS = 4_000;

/**
 * Serves metrics to Prometheus on a separate port, if one is set. Also called by a worker of
 * `node:cluster`, which sends its metrics to the primary, where those of all workers are
 * aggregated. If the port is not available, the server starts all the same: votes are more
 * important than metrics.
 */
export async function startMetrics(parts: MetricsParts, shutdown: Shutdown): Promise<void> {
  const { config, serving, logger } = parts;
  if (config.metrics === null) return;
  collectDefaultMetrics({ register: registry });
  if (serving) watchProcess(serving);
  AggregatorRegistry.setRegistries(registry);
  // Creating it in a worker lets it respond to the primary.
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
          logger.error({ err }, 'metrics could not be served');
          res.writeHead(503).end();
        },
      );
  }, null);
  server.listen(config.metrics);
  try {
    await once(server, 'listening');
  } catch (err) {
    logger.error({ err }, 'metrics are not served: METRICS_PORT cannot be used');
    return;
  }
  shutdown.onStop('metrics', async () => {
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  });
}

/** Uses a dedicated connection: an exhausted pool is exactly what must be reported. */
function booksReader(
  { databaseUrl, logger }: MetricsParts,
  shutdown: Shutdown,
): () => Promise<Books | null> {
  const { db, close } = openDatabase(databaseUrl, {
    maxConnections: 1,
    statementTimeoutMs: READ_TIMEOUT_MS,
  });
  shutdown.onStop('database connection of the metrics', close);
  return () =>
    Promise.race([
      readBooks(db).catch((err: unknown) => {
        logger.warn({ err }, 'metrics could not be read from the database');
        return null;
      }),
      delay(READ_TIMEOUT_MS, null, { ref: false }),
    ]);
}
