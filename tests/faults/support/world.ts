import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import { openDatabase } from '../../../server/db/client';
import { createLogger } from '../../../server/logger';
import {
  CAMPAY_SANDBOX_PASSWORD,
  CAMPAY_SANDBOX_PATH,
  CAMPAY_SANDBOX_USERNAME,
  CAMPAY_SANDBOX_WEBHOOK_KEY,
  createSandbox,
  STRIPE_SANDBOX_PUBLISHABLE_KEY,
  STRIPE_SANDBOX_SECRET_KEY,
  STRIPE_SANDBOX_WEBHOOK_SECRET,
} from '../../../server/sandbox';
import type { NominationVotes } from '../../../shared/domain/votes';
import { createTestDatabase, type TestDatabase } from '../../support/database';
import { givenIn } from '../../support/given';
import { ServerProcess } from '../../support/server-process';
import { NetworkLink } from './network-link';
import { Watch } from './watch';

export type World = Awaited<ReturnType<typeof createWorld>>;

/** What a number does by itself comes soon, so that votes are in every state at any time. */
const QUICK = { approveAfterMs: 300, declineAfterMs: 300, lateSuccessAfterMs: 300 };

interface WorldOptions {
  servers?: number;
  /** By default a clone of the test run's database. */
  database?: TestDatabase;
}

/**
 * Real servers, the database and the providers they depend on, and the network between them. The
 * providers live in this process, so that they remember what they took when a server dies.
 */
export async function createWorld({ servers: count = 1, database: given }: WorldOptions = {}) {
  const [database, directory] = await Promise.all([
    given ?? createTestDatabase(),
    mkdtemp(path.join(tmpdir(), 'awards-faults-')),
  ]);
  const servers: ServerProcess[] = [];
  const sandbox = createSandbox({
    // As a load balancer would: to a server that lives, if any does.
    appUrl: () => (servers.find(({ isRunning }) => isRunning) ?? servers[0]!).url,
    stateFile: null,
    logger: createLogger('silent'),
    campayDelays: QUICK,
  });
  const collectCalls: CollectCall[] = [];
  const provider = await listen(
    createServer(
      express()
        .use(`${CAMPAY_SANDBOX_PATH}/collect/`, (req, res, next) => {
          // The stand-in parses it; whatever becomes of the call, it reached the provider.
          res.once('close', () => collectCalls.push(req.body));
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
    () => ({ host: '127.0.0.1', port: (provider.address() as AddressInfo).port }),
    watch,
  );

  const providerUrl = `http://127.0.0.1:${toProvider.port}`;
  const env = {
    DATABASE_URL: through(toDatabase, database.url),
    DATA_DIR: directory,
    CAMPAY_BASE_URL: `${providerUrl}${CAMPAY_SANDBOX_PATH}`,
    CAMPAY_USERNAME: CAMPAY_SANDBOX_USERNAME,
    CAMPAY_PASSWORD: CAMPAY_SANDBOX_PASSWORD,
    CAMPAY_WEBHOOK_KEY: CAMPAY_SANDBOX_WEBHOOK_KEY,
    STRIPE_API_BASE: providerUrl,
    STRIPE_SECRET_KEY: STRIPE_SANDBOX_SECRET_KEY,
    STRIPE_PUBLISHABLE_KEY: STRIPE_SANDBOX_PUBLISHABLE_KEY,
    STRIPE_WEBHOOK_SECRET: STRIPE_SANDBOX_WEBHOOK_SECRET,
  };
  for (let i = 0; i < count; i++) servers.push(await ServerProcess.create({ env, directory }));
  await Promise.all(servers.map((server) => server.start()));

  /** Past the link: the judge sees the truth whatever the network does. */
  const handle = openDatabase(database.url);
  return {
    servers,
    server: servers[0]!,
    campay: sandbox.campay,
    stripe: sandbox.stripe,
    /** What each voter chose, by the phone number or payment intent that pays for it. */
    ballots: new Map<string, NominationVotes[]>(),
    /** What the provider heard of payments to start, answered or not. */
    collectCalls,
    toDatabase,
    toProvider,
    /** Over everything the servers say to the database and to the provider. */
    watch,
    db: handle.db,
    given: givenIn(handle.db),
    async close() {
      await Promise.all(servers.map((server) => server.stop()));
      await sandbox.close();
      await Promise.all([toDatabase.close(), toProvider.close(), handle.close()]);
      await stop(provider);
      await database.drop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

interface CollectCall {
  from: string;
  external_reference: string;
}

/** The same database by way of the link, which cannot look into an encrypted connection. */
function through(link: NetworkLink, url: string): string {
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
