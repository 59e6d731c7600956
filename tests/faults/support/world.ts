import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import {
  createSandbox,
  STRIPE_SANDBOX_PUBLISHABLE_KEY,
  STRIPE_SANDBOX_SECRET_KEY,
  STRIPE_SANDBOX_WEBHOOK_SECRET,
  sandboxEnvironment,
} from '#sandbox/index';
import { PROJECT_ROOT } from '#server/config/paths';
import { openDatabase } from '#server/db/client';
import { createLogger } from '#server/platform/logger';
import type { VoteLine } from '#shared/domain/votes';
import { settableClock } from '../../support/clock';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { givenIn } from '../../support/given';
import { ServerProcess } from '../../support/server-process';
import { CAMPAY, type Provider, walletsOfAll } from './mobile-money';
import { NetworkLink } from './network-link';
import { Watch } from './watch';

/** Preloaded by servers whose time can be set. */
const SHIFTED_DATE = path.join(PROJECT_ROOT, 'tests', 'support', 'shifted-date.mjs');

export type World = Awaited<ReturnType<typeof createWorld>>;

/**
 * Automatic reactions of numbers come soon, so that votes are in every state at any time. In ms.
 */
const QUICK = { approveAfterMs: 300, declineAfterMs: 300, lateSuccessAfterMs: 300 };

interface WorldOptions {
  servers?: number;
  /** For mobile money. */
  provider?: Provider;
  /** By default a clone of the test run's database. */
  database?: TestDatabase;
  /** The mobile money provider of each server; all of them can check the payments of all. */
  providers?: readonly Provider[];
  /** Mobile money providers of every server, which choose one for each payment. */
  together?: readonly Provider[];
  /** Settings of each server, as an operator sets them. */
  settings?: Record<string, string>;
}

/**
 * Real servers, the database and the providers they depend on, and the network between them. The
 * providers run in this process, so that they keep their data when a server dies.
 */
export async function createWorld({
  servers: count = 1,
  together,
  provider = together?.[0] ?? CAMPAY,
  database: given,
  providers,
  settings = {},
}: WorldOptions = {}) {
  const [database, directory] = await Promise.all([
    given ?? createTestDatabase(),
    mkdtemp(path.join(tmpdir(), 'awards-faults-')),
  ]);
  const clockFile = path.join(directory, 'clock');
  const clock = await settableClock(database.ownerUrl, clockFile);
  const servers: ServerProcess[] = [];
  const sandbox = createSandbox({
    // Connects like a load balancer: to a running server, if there is one.
    appUrl: () => (servers.find(({ isRunning }) => isRunning) ?? servers[0]!).url,
    stateDir: null,
    logger: createLogger('silent'),
    campayDelays: QUICK,
    fapshiDelays: QUICK,
    mtnMomoDelays: QUICK,
    pawapayDelays: QUICK,
  });
  const connected = together ?? providers ?? [provider];
  const requests: { provider: Provider; paymentId: string }[] = [];
  const providerServer = await listen(
    createServer(
      express()
        .use((req, res, next) => {
          // On close, the sandbox has parsed the body; with or without a response, the provider got
          // the request.
          for (const provider of connected) {
            if (!provider.requestsPayment.test(`${req.method} ${req.originalUrl} `)) continue;
            res.once('close', () => {
              // Cut before it was read: the provider did not get it.
              if (req.body === undefined) return;
              requests.push({ provider, paymentId: provider.paymentIdIn(req) });
            });
          }
          next();
        })
        .use('/sandbox', sandbox.router)
        .use('/v1', sandbox.stripeApi),
    ),
  );
  const watch = new Watch();
  const databaseUrl = new URL(database.url);
  const toDatabase = await NetworkLink.open(
    () => ({ host: databaseUrl.hostname, port: Number(databaseUrl.port || 5432) }),
    watch,
  );
  const toProvider = await NetworkLink.open(
    () => ({ host: '127.0.0.1', port: (providerServer.address() as AddressInfo).port }),
    watch,
  );

  const providerUrl = `http://127.0.0.1:${toProvider.port}`;
  const env = {
    DATABASE_URL: viaLink(toDatabase, database.url),
    // Servers migrate at startup, which is not one of the faults.
    DATABASE_OWNER_URL: database.ownerUrl,
    DATA_DIR: directory,
    ...Object.fromEntries(
      Object.entries(sandboxEnvironment(providerUrl)).filter(([name]) =>
        connected.some(({ variables }) => name.startsWith(variables)),
      ),
    ),
    STRIPE_API_BASE: providerUrl,
    STRIPE_SECRET_KEY: STRIPE_SANDBOX_SECRET_KEY,
    STRIPE_PUBLISHABLE_KEY: STRIPE_SANDBOX_PUBLISHABLE_KEY,
    STRIPE_WEBHOOK_SECRET: STRIPE_SANDBOX_WEBHOOK_SECRET,
    ...settings,
  };
  const clockEnv = { CLOCK_FILE: clockFile, NODE_OPTIONS: `--import=${SHIFTED_DATE}` };
  for (let i = 0; i < (providers?.length ?? count); i++) {
    const names = (together ?? [providers?.[i] ?? provider]).map(({ name }) => name);
    const chosen = { MOBILE_MONEY_PROVIDERS: names.join(',') };
    servers.push(
      await ServerProcess.create({ env: { ...env, ...clockEnv, ...chosen }, directory }),
    );
  }
  const ofFirst = {
    MOBILE_MONEY_PROVIDERS: (together ?? [provider]).map(({ name }) => name).join(','),
  };
  await Promise.all(servers.map((server) => server.start()));

  /** Bypasses the link: the test reads the database whatever the network does. */
  const handle = openDatabase(database.url);
  return {
    servers,
    server: servers[0]!,
    provider,
    wallets: walletsOfAll((together ?? [provider]).map((each) => each.walletsIn(sandbox))),
    sandbox,
    /** Advances time at once, for everything but the machine itself. */
    advance: (ms: number) => clock.advance(ms),
    /** Must be called before another database replaces the first one. */
    setClockIn: (url: string) => clock.setIn(url),
    /** Runs a command as the operator of the servers does, with their settings. */
    runCommand: (program: string, args: string[], changed: Record<string, string> = {}) =>
      runProgram(program, args, { ...env, ...clockEnv, ...ofFirst, ...changed }, directory),
    campay: sandbox.campay,
    stripe: sandbox.stripe,
    /** The vote lines of each voter, by the phone number or payment intent that pays for them. */
    chosenVotes: new Map<string, VoteLine[]>(),
    /** All payment requests that providers received, with or without a response. */
    requests,
    toDatabase,
    toProvider,
    /** Observes everything the servers send to the database and to the provider. */
    watch,
    db: handle.db,
    given: givenIn(handle.db),
    async close() {
      await Promise.all(servers.map((server) => server.stop()));
      await sandbox.close();
      await Promise.all([toDatabase.close(), toProvider.close(), handle.close(), clock.close()]);
      await stop(providerServer);
      await database.drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

interface ProgramResult {
  code: number;
  /** Both streams. */
  text: string;
}

const runProgram = (file: string, args: string[], env: Record<string, string>, cwd: string) =>
  new Promise<ProgramResult>((resolve) => {
    execFile(
      process.execPath,
      [file, ...args],
      { cwd, env: { PATH: process.env.PATH, NODE_ENV: 'test', ...env } },
      (failure, out, error) => resolve({ code: Number(failure?.code ?? 0), text: out + error }),
    );
  });

/** The same database through the link, which cannot read an encrypted connection. */
function viaLink(link: NetworkLink, url: string): string {
  const linked = new URL(url);
  linked.hostname = '127.0.0.1';
  linked.port = String(link.port);
  linked.searchParams.set('sslmode', 'disable');
  return linked.href;
}

async function listen(server: Server): Promise<Server> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

async function stop(server: Server): Promise<void> {
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
