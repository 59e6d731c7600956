import type { RequestListener, Server } from 'node:http';
import { join } from 'node:path';
import type { ErrorBody } from '#shared/contracts/primitives';
import { createApp } from './app';
import { type Config, ConfigError, loadConfig } from './config/config';
import { readEnvironment } from './config/environment';
import type { MailSettings } from './config/mail-settings';
import { type SignInStandIn, signInSettings } from './config/sign-in-settings';
import { type Database, openDatabase } from './db/client';
import { migrateDatabase } from './db/migrate';
import { createMailer, startReceiptMailing } from './emails';
import { keepPaymentCounts } from './payment-counts';
import { type PaymentContext, startReconciler } from './payments';
import { cardProvider, type StripeStandIn } from './payments/card/card-provider';
import {
  type MobileMoneyStandIns,
  mobileMoneyProviders,
} from './payments/mobile-money/mobile-money-provider';
import { BackgroundTasks } from './platform/background';
import { builtClient, developedClient } from './platform/client-files';
import {
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  startEmbeddedPostgres,
} from './platform/embedded-postgres';
import { createLogger, type Logger } from './platform/logger';
import { Shutdown } from './platform/shutdown';
import { welcome } from './platform/startup-banner';
import { createWebServer } from './platform/web-server';

/** How long a stop waits for requests under way. */
const DRAIN_MS = 10_000;

/** A sentence for the person at the terminal; everything else that ends the start is a bug. */
class StartError extends Error {}

async function start(shutdown: Shutdown): Promise<void> {
  const config = loadConfig(readEnvironment());
  const logger = createLogger(config.logLevel);
  const isDevelopment = process.argv.includes('--hot');

  // First of all, so that a busy port is told at once and early visitors are asked to wait.
  const server = createWebServer(askToWait);
  const port = await listen(server, config.port);
  const databaseUrl = config.databaseUrl ?? (await startDatabase(config, shutdown)).url;
  if (!config.isProduction) await migrateDatabase(databaseUrl);
  shutdown.signal.throwIfAborted();
  const { db, pool, close } = openDatabase(databaseUrl, {
    onConnectionError: (err) => logger.warn({ err }, 'an idle database connection broke'),
  });
  shutdown.onStop('database connections', close);
  if (config.databaseUrl === null) await seed(db, config);
  shutdown.signal.throwIfAborted();

  const lifecycle = { isDraining: false };
  const background = new BackgroundTasks(logger);
  shutdown.onStop('background work', () => background.idle());

  const sandbox = config.isProduction ? null : await startSandbox(config, port, logger, shutdown);
  const cards = cardProvider(config, sandbox?.stripe ?? null);
  const payments: PaymentContext = {
    db,
    ...mobileMoneyProviders(config, sandbox?.mobileMoney ?? null, { logger }),
    cards: cards?.provider ?? null,
    phoneHashKey: config.phoneHashKey,
    eventName: config.event.name,
    voting: config.voting,
    logger,
    background,
  };
  const reconciler = startReconciler(payments);
  shutdown.onStop('reconciler', () => reconciler.stop());
  const smtp = config.mail.smtp ?? sandbox?.smtp;
  if (smtp) {
    const { publicUrl, event } = config;
    const mailer = createMailer({ smtp, from: config.mail.from });
    const mailing = startReceiptMailing({ db, mailer, site: { publicUrl, event }, logger });
    shutdown.onStop('receipts by e-mail', (isUrgent) => mailing.stop(isUrgent));
  }
  const counts = keepPaymentCounts(db, logger);
  shutdown.onStop('payment counts', () => counts.stop());

  const client = isDevelopment ? await developedClient() : builtClient();
  const app = createApp({
    config,
    db,
    pool,
    logger,
    lifecycle,
    payments,
    cardForm: cards?.form ?? null,
    signIn: signInSettings(config, sandbox?.signIn ?? null),
    sandbox,
    client,
  });
  server.off('request', askToWait).on('request', app);
  shutdown.onStop('requests', async (isUrgent) => {
    lifecycle.isDraining = true;
    await closeServer(server, isUrgent ? 0 : DRAIN_MS);
  });
  process.stdout.write(welcome(config, port));
}

/** Plain sentences for the person who started us; what happens later goes to the log. */
const terminal = {
  info: (line: string) => void process.stdout.write(`${line}\n`),
  warn: (line: string) => void process.stderr.write(`${line}\n`),
  error: (line: string) => void process.stderr.write(`${line}\n`),
};

const askToWait: RequestListener = (_req, res) => {
  const body: ErrorBody = { message: 'Starting, please try again', code: 'starting' };
  res.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': '5' });
  res.end(JSON.stringify(body));
};

function startDatabase(config: Config, shutdown: Shutdown): Promise<EmbeddedPostgres> {
  const starting = startEmbeddedPostgres({
    dataDir: config.dataDir,
    logger: terminal,
    signal: shutdown.signal,
  });
  // Registered before it runs, so that a stop in the middle of the start waits for its clean-up.
  shutdown.onStop('database', async (isUrgent) => {
    const database = await starting.catch(() => null);
    await database?.stop({ immediate: isUrgent });
  });
  return starting;
}

async function seed(db: Database, config: Config): Promise<void> {
  const { seedDemo } = await import('#demo/seed');
  await seedDemo(db, {
    uploadsDir: join(config.dataDir, 'uploads'),
    phoneHashKey: config.phoneHashKey,
    now: new Date(),
    onStart: () => terminal.info('Drawing the photographs of the demo, only this once.'),
  });
}

async function startSandbox(config: Config, port: number, logger: Logger, shutdown: Shutdown) {
  const standIns = await import('#sandbox/index');
  const ourselves = `http://127.0.0.1:${port}`;
  const sandbox = standIns.createSandbox({
    appUrl: () => ourselves,
    stateFile: join(config.dataDir, 'sandbox-campay.json'),
    fapshiStateFile: join(config.dataDir, 'sandbox-fapshi.json'),
    mtnMomoStateFile: join(config.dataDir, 'sandbox-mtn-momo.json'),
    stripeStateFile: join(config.dataDir, 'sandbox-stripe.jsonl'),
    signInStateFile: join(config.dataDir, 'sandbox-oidc.json'),
    signInOrigins: { client: () => config.publicUrl, issuer: () => config.publicUrl },
    logger,
    merchant: config.event.name,
  });
  shutdown.onStop('stand-ins', () => sandbox.close());
  const mobileMoney: MobileMoneyStandIns = {
    variables: standIns.sandboxEnvironment(ourselves),
    callbackOrigin: ourselves,
  };
  const stripe: StripeStandIn = {
    settings: {
      secretKey: standIns.STRIPE_SANDBOX_SECRET_KEY,
      publishableKey: standIns.STRIPE_SANDBOX_PUBLISHABLE_KEY,
      webhookSecret: standIns.STRIPE_SANDBOX_WEBHOOK_SECRET,
      apiBase: ourselves,
    },
    scriptUrl: standIns.STRIPE_SANDBOX_SCRIPT_PATH,
  };
  await sandbox.inbox.open();
  const smtp: MailSettings['smtp'] = { ...sandbox.inbox.smtp, isSecure: false, credentials: null };
  const signIn: SignInStandIn = {
    settings: {
      issuerUrl: `${config.publicUrl}${standIns.SIGN_IN_SANDBOX_PATH}`,
      clientId: standIns.SIGN_IN_SANDBOX_CLIENT_ID,
      clientSecret: standIns.SIGN_IN_SANDBOX_CLIENT_SECRET,
    },
    backchannelOrigin: ourselves,
    adminEmails: [standIns.SIGN_IN_SANDBOX_ADMIN_EMAIL],
  };
  const { router, stripeApi } = sandbox;
  return { router, stripeApi, mobileMoney, stripe, smtp, signIn };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(
        error.code === 'EADDRINUSE'
          ? new StartError(`Port ${port} is in use. Stop what listens there, or set PORT.`)
          : error,
      );
    });
    server.listen(port, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}

async function closeServer(server: Server, drainMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const late = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearTimeout(late);
}

const isForTheReader = (error: unknown): error is Error =>
  error instanceof StartError ||
  error instanceof ConfigError ||
  error instanceof EmbeddedPostgresError;

/** One Ctrl-C reaches us twice under npm, from the terminal and from npm itself. */
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
  if (shutdown.signal.aborted) return; // stopped while it was starting
  process.stderr.write(`${isForTheReader(error) ? error.message : errorText(error)}\n`);
  shutdown.begin(1);
});

const errorText = (error: unknown) =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
