import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm, symlink } from 'node:fs/promises';
import { createServer } from 'node:http';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { composeServer } from './compose';
import { type Config, loadConfig } from './config';
import { expectSchema, openDatabase, searchPath } from './db/client';
import { REHEARSAL_SCHEMA } from './db/rehearsal';
import { builtSite } from './pages';
import { PAYMENT_ADAPTERS } from './payments';
import { builtClient } from './platform/client-files';
import { createLogger, errorText } from './platform/logger';
import { Shutdown } from './platform/process';
import {
  CALLER_HEADER,
  callersOf,
  findRun,
  folderOf,
  isFromServer,
  keyOf,
  PROCESS_LOCK,
  type Run,
  reachOnly,
  type StartedMessage,
  type StartMessage,
  shiftDate,
} from './rehearsal';
import type { Sandbox } from './services';
import { LiveSettings } from './settings';

/**
 * Program of the process in which a draft is rehearsed: the whole product on the schema of
 * rehearsals, with the sandboxes' money. It starts with a message of the server, and ends with its
 * rehearsal.
 */

const HOST = '127.0.0.1';
/** How often the process looks for a new time and for the end of the rehearsal, in ms. */
const LOOK_EVERY_MS = 500;

/** A problem with a message for the operator. */
class StartProblem extends Error {}

/** Another process of the rehearsal runs, or is starting. */
class TakenError extends StartProblem {}

const shutdown = new Shutdown((code) => process.exit(code));

async function serve(message: StartMessage): Promise<void> {
  const { databaseUrl } = message;
  reachOnly(databaseUrl);
  await holdLock(databaseUrl);
  const { close, ...database } = openDatabase(databaseUrl, { schema: REHEARSAL_SCHEMA });
  shutdown.onStop('database connections', close);
  const { db } = database;
  const run = await findRun(db);
  if (run?.id !== message.runId || run.isEnding) throw new StartProblem('the rehearsal has ended');
  shiftDate(run.shiftMs);

  const dataDir = folderOf(run);
  let isOver = false;
  shutdown.onStop('folder', async () => {
    if (isOver) await rm(dataDir, { recursive: true, force: true });
  });
  await prepareFolder(dataDir, message.uploadsDir);
  const config = configOf(message, run, dataDir);
  // What fails in a rehearsal alerts nobody.
  const silent = { serializers: { alarm: () => undefined } };
  const logger = createLogger(config.logLevel).child({ rehearsal: run.year }, silent);
  const event = await LiveSettings.open(db, config.firstSettings);

  const secret = randomBytes(32).toString('base64url');
  let shiftMs = run.shiftMs;
  const server = createServer();
  const port = await new Promise<number>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port: 0, host: HOST }, () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  const sandbox = await startSandbox(`http://${HOST}:${port}`, dataDir, {
    merchant: event.current.settings.name,
    logger,
  });
  const composed = composeServer({
    config,
    ...database,
    event,
    logger,
    lifecycle: { isDraining: false },
    sandbox,
    client: builtClient(),
    site: await builtSite(),
    identity: callersOf(db, () => shiftMs),
  });
  const { app, deps } = composed;
  server.on('request', (req, res) => {
    if (!isFromServer(req, secret)) {
      if (!OWN_CALLS.test(req.url ?? '')) return void res.writeHead(404).end();
      delete req.headers[CALLER_HEADER];
      req.headers['x-forwarded-for'] = HOST;
    }
    app(req, res);
  });
  shutdown.onStop('background work', () => deps.payments.background.stop());
  composed.startWorkers((name, stop) => shutdown.onStop(name, stop));
  shutdown.onStop('requests', async () => {
    deps.payments.heldPolls.stop();
    server.close();
    server.closeAllConnections();
  });
  await db.execute(sql`
    update run set host = ${hostname()}, port = ${port}, secret = ${secret} where id = ${run.id}`);
  report({ isReady: true });

  for (;;) {
    await delay(LOOK_EVERY_MS);
    const now = await findRun(db).catch(() => run);
    if (now?.id !== run.id || now.isEnding) {
      isOver = true;
      return shutdown.begin(0);
    }
    if (now.shiftMs === shiftMs) continue;
    shiftMs = now.shiftMs;
    shiftDate(shiftMs);
    await event.reload();
    composed.onSettings();
    deps.cache.clear();
  }
}

/** What the simulated providers and this process call at its own address. */
const OWN_CALLS = /^\/(sandbox\/(campay|fapshi|mtn-momo|pawapay)\/|v1\/|api\/webhooks\/)/;

/**
 * Takes the lock of this process on a connection of its own, and ends with it.
 * @throws TakenError when another process has it; StartProblem when the connection refuses a search
 *   path
 */
async function holdLock(databaseUrl: string): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'festival-awards-rehearsal',
    options: searchPath(REHEARSAL_SCHEMA),
    keepAlive: true,
  });
  client.on('error', () => undefined);
  client.once('end', () => shutdown.begin(1));
  try {
    await client.connect();
    await expectSchema(client, REHEARSAL_SCHEMA);
  } catch (cause) {
    throw new StartProblem(
      'The database connection takes no search path, as behind PgBouncer in transaction mode: ' +
        `set DATABASE_LISTEN_URL to the direct address of the database. (${String(cause)})`,
      { cause },
    );
  }
  shutdown.onStop('lock', async () => {
    client.removeAllListeners('end');
    await client.end();
  });
  const { rows } = await client.query<{ isOurs: boolean }>(
    'select pg_try_advisory_lock($1) as "isOurs"',
    [PROCESS_LOCK],
  );
  if (!rows[0]?.isOurs) {
    throw new TakenError('another process of the rehearsal does not respond');
  }
}

/** The folder has links to the uploaded pictures: what is stored here leaves those unchanged. */
async function prepareFolder(dataDir: string, uploadsDir: string): Promise<void> {
  const uploads = join(dataDir, 'uploads');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  await mkdir(uploads, { recursive: true });
  for (const name of await readdir(uploadsDir).catch(() => [])) {
    await symlink(join(uploadsDir, name), join(uploads, name)).catch((error) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

/** Nothing of the server's configuration but its address, log level and choice of providers. */
function configOf(message: StartMessage, run: Run, dataDir: string): Config {
  const { publicUrl, hsts, mobileMoneyProviders, logLevel, databaseUrl } = message;
  const config = loadConfig(
    {
      DEMO: '1',
      PUBLIC_URL: publicUrl,
      DATA_DIR: dataDir,
      SESSION_SECRET: keyOf(run, 'sessions'),
      PHONE_HASH_KEY: keyOf(run, 'phones'),
      MOBILE_MONEY_PROVIDERS: mobileMoneyProviders.join(','),
      TRUST_PROXY: '1',
      LOG_LEVEL: logLevel,
    },
    PAYMENT_ADAPTERS,
  );
  return { ...config, databaseUrl, hsts, isRehearsal: true, moneyNotice: 'test-money' };
}

async function startSandbox(
  origin: string,
  stateDir: string,
  options: { merchant: string; logger: ReturnType<typeof createLogger> },
): Promise<Sandbox> {
  const { createSandbox, sandboxConnection } = await import('#sandbox/index');
  const sandbox = createSandbox({ appUrl: () => origin, stateDir, ...options });
  shutdown.onStop('sandbox', () => sandbox.close());
  await sandbox.inbox.open();
  const { router, stripeApi, inbox } = sandbox;
  return {
    ...sandboxConnection({ origin, issuer: origin, app: origin }),
    captcha: null,
    witnesses: [],
    smtp: { ...inbox.smtp, isSecure: false, credentials: null },
    mounted: { router, stripeApi },
  };
}

const report = (answer: StartedMessage): void => void process.send?.(answer);

process.once('message', (message: StartMessage) => {
  serve(message).catch((error: unknown) => {
    if (shutdown.signal.aborted) return;
    const reason = error instanceof StartProblem ? error.message : errorText(error);
    report({ isReady: false, reason, isTaken: error instanceof TakenError });
    shutdown.begin(1);
  });
});
process.once('disconnect', () => shutdown.begin(0));
process.on('SIGTERM', () => shutdown.begin(0));
// The terminal sends it to all processes; the server stops this one.
process.on('SIGINT', () => undefined);
