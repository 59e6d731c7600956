import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createRelay, connect as dial } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Writable } from 'node:stream';
import { eq, sql } from 'drizzle-orm';
import express from 'express';
import request from 'supertest';
import {
  type CampayDelays,
  createSandbox,
  type FapshiDelays,
  type MtnMomoDelays,
  type PawapayDelays,
  type StripeDelays,
  sandboxConnection,
} from '#sandbox/index';
import { composeServer } from '#server/compose';
import { loadConfig } from '#server/config/index';
import { openDatabase } from '#server/db/client';
import { enterAll } from '#server/open-count/index';
import { PAYMENT_ADAPTERS } from '#server/payments/index';
import { createLogger } from '#server/platform/logger';
import { LiveSettings } from '#server/settings/index';
import type { EventSettings } from '#shared/contracts/event-settings';
import { editions } from '#shared/schema';
import { settableClock } from './clock';
import { createTestDatabase, type TestDatabase } from './database';
import { type Given, givenIn } from './given';

export interface TestAppOptions {
  /** By default a clone of the test run's database; dropped with the app. */
  database?: TestDatabase;
  env?: Record<string, string>;
  /** Timeout of the adapter for the provider, in ms. */
  timeoutMs?: number;
  /** Overrides the settings that point to the sandboxes. */
  mobileMoneyVariables?: Record<string, string>;
  /** How long the adapter does not call a provider that fails to respond, in ms. */
  probeAfterMs?: number;
  delays?: Partial<CampayDelays>;
  fapshiDelays?: Partial<FapshiDelays>;
  mtnMomoDelays?: Partial<MtnMomoDelays>;
  pawapayDelays?: Partial<PawapayDelays>;
  stripeDelays?: Partial<StripeDelays>;
  /** Delay of the connection to the database in each direction, in ms. */
  databaseDelayMs?: number;
  /** True to configure a captcha. */
  hasCaptcha?: boolean;
  /** Longest age of cached responses of the public catalogue, in ms. */
  catalogAgeMs?: number;
  /** True when time can be set, for the database and for everything in this process. */
  hasClock?: boolean;
  /** True to start the process of a rehearsal with it. */
  hasRehearsals?: boolean;
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>;

/** Automatic reactions come at once, so that no test waits for them. */
const QUICK: Partial<CampayDelays & FapshiDelays & MtnMomoDelays & PawapayDelays> = {
  approveAfterMs: 5,
  declineAfterMs: 5,
  lateSuccessAfterMs: 20,
};

/** A machine that stalls for ten seconds fails no test; tests of limits set their own. In ms. */
const PATIENT = { connectionTimeoutMs: 60_000, lockTimeoutMs: 60_000 };

/** Tests of several providers name them. */
const ONE_PROVIDER = { MOBILE_MONEY_PROVIDERS: 'campay' };

/** No retries: a test that needs a webhook again sends it again. */
const ONCE: Partial<StripeDelays> = { webhookRetriesMs: [], refundSettlesAfterMs: 5 };

/**
 * Starts the real application on its own port, with its own database and the provider's sandbox on
 * another port. No worker runs: tests call the reconciler when they need it.
 */
export async function startTestApp({
  database: ownDatabase,
  env = {},
  timeoutMs = 20_000,
  mobileMoneyVariables = {},
  probeAfterMs = 100,
  delays,
  fapshiDelays,
  mtnMomoDelays,
  pawapayDelays,
  stripeDelays,
  databaseDelayMs,
  hasCaptcha = false,
  catalogAgeMs = 0,
  hasClock = false,
  hasRehearsals = false,
}: TestAppOptions = {}) {
  const [database, dataDir] = await Promise.all([
    ownDatabase ?? createTestDatabase(),
    mkdtemp(path.join(tmpdir(), 'awards-app-')),
  ]);
  const clock = hasClock ? await settableClock(database.ownerUrl) : null;
  const slowLink = databaseDelayMs ? await slowDatabase(database.url, databaseDelayMs) : null;
  const handle = openDatabase(slowLink?.url ?? database.url, PATIENT);
  const logs: string[] = [];
  const logger = createLogger('debug', collect(logs));

  const appServer = createServer();
  const appUrl = await listen(appServer);
  const sandbox = createSandbox({
    appUrl: () => appUrl,
    stateDir: null,
    logger,
    campayDelays: { ...QUICK, ...delays },
    fapshiDelays: { ...QUICK, ...fapshiDelays },
    mtnMomoDelays: { ...QUICK, ...mtnMomoDelays },
    pawapayDelays: { ...QUICK, ...pawapayDelays },
    stripeDelays: { ...ONCE, ...stripeDelays },
    signInOrigins: { client: () => appUrl, issuer: () => providerUrl },
  });
  const provider = createServer(
    express().use('/sandbox', sandbox.router).use('/v1', sandbox.stripeApi),
  );
  const providerUrl = await listen(provider);

  const config = loadConfig(
    { NODE_ENV: 'test', DATA_DIR: dataDir, PUBLIC_URL: appUrl, ...ONE_PROVIDER, ...env },
    PAYMENT_ADAPTERS,
  );
  const connection = sandboxConnection({ origin: providerUrl, issuer: providerUrl, app: appUrl });
  const lifecycle = { isDraining: false };
  const { db, pool, answers } = handle;
  const event = await LiveSettings.open(db, config.firstSettings);
  const { app, deps, onSettings } = composeServer({
    config,
    event,
    db,
    pool,
    answers,
    logger,
    lifecycle,
    sandbox: {
      ...connection,
      captcha: hasCaptcha ? connection.captcha : null,
      variables: { ...connection.variables, ...mobileMoneyVariables },
      smtp: null,
      mounted: null,
    },
    client: null,
    site: null,
    listenUrl: hasRehearsals ? database.url : null,
    catalogAgeMs,
    checksAnswers: true,
    timeouts: { timeoutMs, probeAfterMs, listPauseMs: 0 },
  });
  const { payments: context } = deps;
  appServer.on('request', app);

  const given: Given = givenIn(db);
  return {
    url: appUrl,
    /** For tests that simulate another process. */
    databaseUrl: database.url,
    /** For statements that the application's own role may not execute. */
    ownerUrl: database.ownerUrl,
    http: request(appUrl),
    /** The application's dependencies, for another instance of it. */
    deps,
    db,
    config,
    /** Changes the organiser's settings, as another process would. */
    async setEvent(change: Partial<EventSettings>) {
      const settings = { ...event.current.settings, ...change };
      await db
        .update(editions)
        .set({ settings, version: sql`version + 1` })
        .where(eq(editions.state, 'current'));
      if (await event.reload()) onSettings();
      await context.background.idle();
    },
    context,
    lifecycle,
    given,
    /** The sandboxes of the providers. */
    campay: sandbox.campay,
    fapshi: sandbox.fapshi,
    mtnMomo: sandbox.mtnMomo,
    pawapay: sandbox.pawapay,
    stripe: sandbox.stripe,
    captcha: sandbox.captcha,
    /** A mail server; tests that need it open it. */
    inbox: sandbox.inbox,
    signIn: sandbox.signIn,
    witness: sandbox.witness,
    /** Address of Stripe's API, for tests that act as the browser. */
    stripeUrl: `${providerUrl}/v1`,
    /** Everything logged so far, a JSON text per line. */
    logs,
    /** Advances time at once. */
    async advance(ms: number) {
      if (!clock) throw new Error('an app without hasClock');
      await clock.advance(ms);
      // The application does this every few seconds.
      await event.reload();
    },
    /** Enters all counted votes into the open count, as the sequencer does every second. */
    entered: () => enterAll(deps.log),
    /** Asks the witnesses that are due, as the server does after each checkpoint. */
    witnessed: () => deps.witnesses.callAll(),
    /** Waits until all background work after the responses is done. */
    settled: () => context.background.idle(),
    async close() {
      await Promise.all([sandbox.close(), deps.rehearsalProcess.stop()]);
      await deps.drawer.stop();
      await Promise.all([stop(appServer), stop(provider)]);
      await context.background.stop();
      await handle.close();
      slowLink?.close();
      await clock?.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A relay that makes the database seem slow. */
async function slowDatabase(databaseUrl: string, delayMs: number) {
  const target = new URL(databaseUrl);
  const relay = createRelay((near) => {
    const upstream = dial(Number(target.port), target.hostname);
    for (const [from, to] of [
      [near, upstream],
      [upstream, near],
    ] as const) {
      from.on('data', (bytes) => void setTimeout(() => to.write(bytes), delayMs));
      from.on('close', () => void setTimeout(() => to.destroy(), delayMs));
      from.on('error', () => to.destroy());
    }
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.port = String((relay.address() as AddressInfo).port);
  return { url: url.href, close: () => void relay.close() };
}

const collect = (lines: string[]) =>
  new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve(`http://127.0.0.1:${port}`);
    });
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
