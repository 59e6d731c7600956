import cluster from 'node:cluster';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { newestBackup } from './backup';
import { composeServer } from './compose';
import { type Config, ConfigError, DEMO_PICTURES_DIR, loadConfig, readEnvironment } from './config';
import { checkSchema, SchemaError } from './db/check-schema';
import { type Database, openDatabase } from './db/client';
import { clockDifference } from './db/clock-difference';
import { migrateDatabase } from './db/migrate';
import { NoDatabaseError, retryUntilConnected } from './db/reach';
import { startMetrics } from './metrics';
import { builtSite, startingPage } from './pages';
import { hashPhone, PAYMENT_ADAPTERS } from './payments';
import { builtClient, developedClient } from './platform/client-files';
import {
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  startEmbeddedPostgres,
} from './platform/embedded-postgres';
import { createLogger, errorText, type Logger } from './platform/logger';
import {
  isFirstWorker,
  reportServing,
  Shutdown,
  startupBanner,
  superviseWorkers,
} from './platform/process';
import { createWebServer } from './platform/web-server';
import type { Sandbox } from './services';
import { LiveSettings } from './settings';

/** How long a stop waits for requests in flight, in ms. */
const DRAIN_MS = 10_000;

/**
 * An error with a message for the person at the terminal; any other error that aborts the start is
 * a bug.
 */
class StartError extends Error {}

async function start(shutdown: Shutdown): Promise<void> {
  const config = loadConfig(readEnvironment(), PAYMENT_ADAPTERS);
  const logger = createLogger(config.logLevel);
  if (config.workers > 1 && cluster.isPrimary) {
    const onReady = (port: number) =>
      process.stdout.write(startupBanner(config, config.firstSettings, port));
    superviseWorkers({ count: config.workers, logger, shutdown, onReady });
    // Several workers run only with a configured address.
    const databaseUrl = config.databaseUrl ?? '';
    await startMetrics(metricsParts({ config, databaseUrl, logger, serving: null }), shutdown);
  } else {
    await serve(config, logger, shutdown);
  }
}

async function serve(config: Config, logger: Logger, shutdown: Shutdown): Promise<void> {
  // Pages are served from the sources, without Content-Security-Policy.
  const isDevelopment = process.argv.includes('--hot') && !config.isProduction;

  const waiting = startingPage(config);
  const server = createWebServer(waiting, config.hsts);
  // First, so that a port in use is reported at once and early visitors are asked to wait.
  const isAhead = isFirstWorker();
  const port = isAhead ? await listen(server, config) : config.port;
  const databaseUrl = config.databaseUrl ?? (await startDatabase(config, shutdown)).url;
  shutdown.signal.throwIfAborted();
  const { close, ...database } = openDatabase(databaseUrl, {
    onConnectionError: (err) => logger.warn({ err }, 'an idle database connection broke'),
  });
  shutdown.onStop('database connections', close);
  const event = await retryUntilConnected(
    database,
    async () => {
      if (config.isProduction) await checkSchema(database.pool, config, logger);
      else await migrateDatabase(databaseUrl, config.databaseOwnerUrl ?? databaseUrl);
      if (config.databaseUrl === null) await seed(database.db, config);
      return LiveSettings.open(database.db, config.firstSettings);
    },
    { url: databaseUrl, print: terminal.warn, signal: shutdown.signal },
  );

  // Voting opens and closes by the database's clock; signatures and sign-ins expire by this
  // machine's.
  const askedAt = Date.now();
  const clock = clockDifference(event.now(), askedAt);
  if (clock.state !== 'well') {
    const seconds = Math.round(clock.ms / 1_000);
    logger.warn(
      { alarm: 'clock', seconds },
      'our clock and the database’s differ: synchronise both by NTP',
    );
  }

  const sandbox = config.isProduction ? null : await startSandbox(config, port, logger, shutdown);
  const lifecycle = { isDraining: false };
  const client = isDevelopment ? await developedClient() : builtClient();
  const site = isDevelopment ? null : await builtSite();
  const listenUrl = config.databaseListenUrl ?? databaseUrl;
  const parts = { config, ...database, event, listenUrl, logger, lifecycle, sandbox, client, site };
  const composed = composeServer(parts);
  const { app, deps } = composed;
  shutdown.onStop('background work', () => deps.payments.background.stop());
  composed.startWorkers((name, stop) => shutdown.onStop(name, stop));
  server.off('request', waiting).on('request', app);
  shutdown.onStop('requests', async (isUrgent) => {
    lifecycle.isDraining = true;
    deps.payments.heldPolls.stop();
    await closeServer(server, isUrgent ? 0 : DRAIN_MS);
  });
  const serving = { pool: database.pool, cache: deps.cache };
  await startMetrics(metricsParts({ config, databaseUrl, logger, serving }), shutdown);
  if (cluster.isWorker) reportServing(isAhead ? port : await listen(server, config));
  else process.stdout.write(startupBanner(config, event.current.settings, port));
}

type Measured = Parameters<typeof startMetrics>[0];

function metricsParts(
  known: Pick<Measured, 'databaseUrl' | 'logger' | 'serving'> & { config: Config },
): Measured {
  const { config } = known;
  const { card, mobileMoney } = PAYMENT_ADAPTERS;
  return {
    ...known,
    providers: [card, ...mobileMoney].map(({ name }) => name),
    sendsMail: config.mail.isOn,
    newestBackup: async () => (await newestBackup(config.backupDir))?.at ?? null,
  };
}

/** Plain sentences for the person who starts the server; later events go to the log. */
const terminal = {
  info: (line: string) => void process.stdout.write(`${line}\n`),
  warn: (line: string) => void process.stderr.write(`${line}\n`),
  error: (line: string) => void process.stderr.write(`${line}\n`),
};

function startDatabase(config: Config, shutdown: Shutdown): Promise<EmbeddedPostgres> {
  const starting = startEmbeddedPostgres({
    dataDir: config.dataDir,
    logger: terminal,
    signal: shutdown.signal,
  });
  // Registered before it runs, so that a stop during the start waits for its clean-up.
  shutdown.onStop('database', async (isUrgent) => {
    const database = await starting.catch(() => null);
    await database?.stop({ immediate: isUrgent });
  });
  return starting;
}

async function seed(db: Database, { dataDir, phoneHashKey }: Config): Promise<void> {
  const { seedDemo } = await import('#demo/seed');
  await seedDemo(db, {
    picturesDir: DEMO_PICTURES_DIR,
    uploadsDir: join(dataDir, 'uploads'),
    hashPhone: (phone) => hashPhone(phone, phoneHashKey),
    now: new Date(),
  });
}

async function startSandbox(
  config: Config,
  port: number,
  logger: Logger,
  shutdown: Shutdown,
): Promise<Sandbox> {
  const { createSandbox, sandboxConnection } = await import('#sandbox/index');
  const ourselves = `http://127.0.0.1:${port}`;
  const sandbox = createSandbox({
    appUrl: () => ourselves,
    stateDir: config.dataDir,
    signInOrigins: { client: () => config.publicUrl, issuer: () => config.publicUrl },
    logger,
    merchant: config.firstSettings.name,
  });
  shutdown.onStop('sandbox', () => sandbox.close());
  await sandbox.inbox.open();
  const { router, stripeApi, inbox } = sandbox;
  return {
    ...sandboxConnection({ origin: ourselves, issuer: config.publicUrl, app: ourselves }),
    smtp: { ...inbox.smtp, isSecure: false, credentials: null },
    mounted: { router, stripeApi },
  };
}

function listen(server: Server, { port, host }: Config): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new StartError(`Port ${port} is in use. Stop what listens there, or set PORT.`)
          : error,
      );
    });
    server.listen({ port, host }, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

async function closeServer(server: Server, drainMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearTimeout(timer);
}

const isForTheReader = (error: unknown): error is Error =>
  error instanceof StartError ||
  error instanceof ConfigError ||
  error instanceof SchemaError ||
  error instanceof NoDatabaseError ||
  error instanceof EmbeddedPostgresError;

/** Under npm, one Ctrl-C arrives twice, from the terminal and from npm itself. */
const SAME_KEY_PRESS_MS = 1_000;

const shutdown = new Shutdown((code) => process.exit(code));
let lastSignalAt = Number.NEGATIVE_INFINITY;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    const now = performance.now();
    if (now - lastSignalAt > SAME_KEY_PRESS_MS) shutdown.begin(0);
    lastSignalAt = now;
  });
}

start(shutdown).catch((error: unknown) => {
  if (shutdown.signal.aborted) return; // Stopped while starting
  process.stderr.write(`${isForTheReader(error) ? error.message : errorText(error)}\n`);
  shutdown.begin(1);
});
