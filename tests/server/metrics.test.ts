import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PROJECT_ROOT } from '#server/config/paths';
import { startMetrics } from '#server/metrics/index';
import { freePort } from '#server/platform/free-port';
import { registry } from '#server/platform/instruments';
import { Shutdown } from '#server/platform/process/index';
import { nominationTotals, payments, providerRoutes } from '#shared/schema';
import { anAdministrator } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';
import { aCardVoter } from '../support/card-voter';
import { finishAllWork } from '../support/finish-all-work';
import { aVoteFor, freshPhone } from '../support/given';

const BACKUP_AT = new Date('2025-11-28T03:00:00Z');

let app: TestApp;
let address: string;
let resolveStopped = () => {};
const stopped = new Promise<void>((resolve) => {
  resolveStopped = resolve;
});
const shutdown = new Shutdown(() => resolveStopped());
beforeAll(async () => {
  // Other tests in this process have counted too.
  registry.resetMetrics();
  app = await startTestApp({
    // In ms; long enough for a slow machine.
    catalogAgeMs: 10 * 60_000,
    timeoutMs: 5_000,
  });
  const { databaseUrl, deps } = app;
  // Right before it is used: another listener on any free port might get it.
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  await startMetrics(
    {
      config: { ...app.config, metrics: { port, host: '127.0.0.1' } },
      databaseUrl,
      logger: deps.logger,
      providers: ['stripe', 'campay'],
      sendsMail: true,
      newestBackup: async () => BACKUP_AT,
      serving: { pool: deps.pool, cache: deps.cache },
    },
    shutdown,
  );
});
afterAll(async () => {
  shutdown.begin(0);
  await stopped;
  await app.close();
});

interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** Parses every line of the exposition format, or throws. */
function parse(text: string): Sample[] {
  const lines = text.split('\n').filter((line) => line !== '' && !/^# (HELP|TYPE) /.test(line));
  return lines.map((line) => {
    const [, name, inBraces = '', value] =
      /^([a-z_0-9]+)(?:\{(.*)\})? (-?[\d.e+-]+|NaN|[+-]Inf)$/i.exec(line) ?? [];
    if (name === undefined) throw new Error(`invalid line: ${line}`);
    const labels = [...inBraces.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, word]) => [key, word]);
    return { name, labels: Object.fromEntries(labels), value: Number(value) };
  });
}

async function scrape() {
  const response = await fetch(`${address}/metrics`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  return response.text();
}

/** The one sample with these labels; 0 when there is none yet. */
async function sampleOf(name: string, labels: Record<string, string> = {}): Promise<number> {
  const found = parse(await scrape()).filter(
    (sample) =>
      sample.name === name &&
      Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  );
  expect(found.length).toBeLessThanOrEqual(1);
  return found[0]?.value ?? 0;
}

const requests = (route: string, status: string, method = 'GET') =>
  sampleOf('awards_http_request_duration_seconds_count', { method, route, status });

async function payByPhone(each: number) {
  const { nominations } = await app.given.artist();
  const phoneNumber = freshPhone();
  const body = aVoteFor(nominations, { each, phoneNumber });
  const { paymentId } = (await app.http.post('/api/campay-payment').send(body).expect(201)).body;
  const transaction = app.campay
    .transactions()
    .find((candidate) => candidate.externalReference === paymentId);
  await app.campay.approve(transaction!.reference);
  await expect
    .poll(
      async () => {
        await app.given.dueNow(paymentId);
        return (await app.http.get(`/api/payment/${paymentId}/status`)).body.status;
      },
      { timeout: 60_000 },
    )
    .toBe('completed');
  await finishAllWork(app);
  return { paymentId, phoneNumber, payment: await app.given.payment(paymentId), nominations };
}

test('payments are counted by outcome, independent of the check’s trigger', async () => {
  const before = await sampleOf('awards_database_votes');
  await payByPhone(3);
  const { nominations } = await app.given.artist();
  await aCardVoter(app).pay(nominations, { each: 2 });
  await finishAllWork(app);
  for (const provider of ['campay', 'stripe']) {
    const labels = { provider, state: 'completed', reason: 'none' };
    expect(await sampleOf('awards_payment_transitions_total', labels)).toBe(1);
    const calls = { provider, outcome: 'ok' };
    expect(await sampleOf('awards_provider_call_duration_seconds_count', calls)).toBeGreaterThan(0);
  }
  expect(await sampleOf('awards_database_votes')).toBe(before + 5);
  const completed = { method: 'card', state: 'completed', attempted: 'yes' };
  expect(await sampleOf('awards_database_payments', completed)).toBe(1);
  expect(await requests('/api/campay-payment', '2xx', 'POST')).toBe(1);
  expect(await requests('/api/payment/:paymentId/status', '2xx')).toBeGreaterThan(0);
});

test('labels contain no personal data, and nothing that a client sent', async () => {
  const { paymentId, phoneNumber, payment, nominations } = await payByPhone(1);
  const admin = await anAdministrator(app);
  await app.http.get('/api/marie@vote.example/237699000000').expect(404);
  await app.http.get(`/api/receipts/${payment.receiptCode}`);
  await fetch(`${app.url}/api/categories`, { method: 'PROPFIND' });
  const text = await scrape();
  const personal = [
    paymentId,
    phoneNumber,
    phoneNumber.slice(3),
    payment.receiptCode!,
    nominations[0]!.id,
    admin.id,
    'marie',
    'example',
    '127.0.0.1',
    'PROPFIND',
    '@',
  ];
  expect(personal.filter((value) => text.includes(value))).toEqual([]);
  const words = parse(text).flatMap(({ labels }) => Object.entries(labels));
  const isOurs = /^(?:[a-z0-9_.-]+|\/api\/[a-z:/-]+|\d?[1-5]xx|[A-Z]+|[+]Inf|v\d+\.\d+\.\d+)$/i;
  expect(words.filter(([, word]) => !isOurs.test(word))).toEqual([]);
  expect(await sampleOf('awards_security_events_total', { event: 'signed-in' })).toBe(1);
});

test('cached responses are counted as requests of their route', async () => {
  const { id } = await app.given.artist();
  for (let i = 0; i < 3; i++) await app.http.get(`/api/artists/${id}`).expect(200);
  expect(await requests('/api/artists/:id', '2xx')).toBe(3);
  expect(await sampleOf('awards_cache_answers_total')).toBe(2);
});

test('rejected requests name the limit, and rejected webhooks their provider', async () => {
  const forged = () => app.http.post('/api/webhooks/stripe').send({ id: 'evt_forged' });
  for (let i = 0; i < 60; i++) await forged().expect(400);
  await forged().expect(429);
  expect(await sampleOf('awards_webhooks_total', { provider: 'stripe', outcome: 'refused' })).toBe(
    60,
  );
  const limit = 'webhooks-leading-nowhere';
  expect(await sampleOf('awards_limit_refusals_total', { limit })).toBe(1);
});

test('overdue work is reported with its age', async () => {
  const { nominations } = await app.given.artist();
  const { id } = await app.given.pendingPayment(nominations);
  const hoursAgo = (hours: number) => sql`now() - ${hours} * interval '1 hour'`;
  await app.db
    .update(payments)
    .set({ createdAt: hoursAgo(3), attemptedAt: hoursAgo(3), nextCheckAt: hoursAgo(2) })
    .where(sql`id = ${id}`);
  const method = 'mobile-money';
  const oldest = await sampleOf('awards_database_oldest_open_payment_seconds', { method });
  expect(oldest).toBeGreaterThanOrEqual(3 * 3_600);
  const lag = await sampleOf('awards_database_check_lag_seconds', { provider: 'campay' });
  expect(lag).toBeGreaterThanOrEqual(2 * 3_600);
  expect(await sampleOf('awards_database_checks_due', { provider: 'campay' })).toBe(1);
  expect(await sampleOf('awards_database_checks_due', { provider: 'stripe' })).toBe(0);
  expect(await sampleOf('awards_newest_backup_timestamp_seconds')).toBe(BACKUP_AT.getTime() / 1e3);
  expect(await sampleOf('awards_disk_free_bytes')).toBeGreaterThan(0);
});

test('the state of each provider is reported by operator, if payments may go there', async () => {
  const route = (provider: string, state: string) =>
    sampleOf('awards_database_provider_route', { provider, operator: 'orange', state });
  const down = { operator: 'orange', state: 'down', reason: 'no-response' } as const;
  await app.db
    .insert(providerRoutes)
    .values([
      { ...down, provider: 'campay' },
      { ...down, provider: 'fapshi' },
    ])
    .onConflictDoUpdate({
      target: [providerRoutes.provider, providerRoutes.operator],
      set: { state: 'down', reason: 'no-response' },
    });
  expect(await route('campay', 'down')).toBe(1);
  expect(await route('campay', 'well')).toBe(0);
  // Not configured here.
  expect(await route('fapshi', 'down')).toBe(0);
  await app.db.update(providerRoutes).set({ state: 'well', reason: null });
  expect(await route('campay', 'well')).toBe(1);
  expect(await route('campay', 'down')).toBe(0);
});

test('money and votes match until the books are falsified', async () => {
  await payByPhone(2);
  const differences = async () => [
    await sampleOf('awards_database_money_minus_votes', { currency: 'XAF' }),
    await sampleOf('awards_database_money_minus_votes', { currency: 'USD' }),
    await sampleOf('awards_database_votes_minus_totals'),
  ];
  expect(await differences()).toEqual([0, 0, 0]);
  const { id, nominations } = await createPaidVotes();
  await app.db.update(payments).set({ amount: 900 }).where(sql`id = ${id}`);
  await app.db
    .update(nominationTotals)
    .set({ votes: sql`votes + 7` })
    .where(sql`nomination_id = ${nominations[0]!.id}`);
  expect(await differences()).toEqual([500, 0, -7]);
});

/** Creates a payment of 400 XAF for four votes. */
async function createPaidVotes() {
  const { nominations } = await app.given.artist();
  const { id } = await app.given.completedPayment(nominations, { each: 4, amount: 400 });
  return { id, nominations };
}

test('alerts and dashboard query existing metrics', async () => {
  const text = await scrape();
  const existing = [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name, type]) =>
    type === 'histogram' ? [`${name}_count`, `${name}_bucket`, `${name}_sum`] : [name],
  );
  const files = ['prometheus/alerts.yml', 'prometheus/alerts.test.yml', 'grafana/dashboard.json'];
  for (const file of files) {
    const source = await readFile(path.join(PROJECT_ROOT, 'ops', file), 'utf8');
    const queried = source.match(/\b(awards|nodejs|process)_\w+[a-z](?![\w-])/g) ?? [];
    expect(queried.length).toBeGreaterThan(20);
    expect(
      queried.filter((name) => !existing.includes(name) && name !== 'awards_database_'),
    ).toEqual([]);
  }
});

describe('the port of the metrics', () => {
  test('is closed by default, and never the public one', async () => {
    const port = await freePort();
    await startMetrics(
      {
        config: { ...app.config, metrics: null },
        databaseUrl: app.databaseUrl,
        logger: app.deps.logger,
        providers: [],
        sendsMail: true,
        newestBackup: async () => null,
        serving: null,
      },
      shutdown,
    );
    await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow();
    await app.http.get('/metrics').expect(404);
    await app.http.get('/api/metrics').expect(404);
  });

  test('serves nothing else', async () => {
    expect((await fetch(`${address}/`)).status).toBe(404);
    expect((await fetch(`${address}/metrics`, { method: 'POST' })).status).toBe(404);
  });
});

test('a primary adds up what its workers have counted', async () => {
  const program = path.join(import.meta.dirname, '../support/metrics-cluster.ts');
  const primary = fork(program, [app.databaseUrl, app.config.dataDir], {
    execArgv: ['--import', 'tsx'],
  });
  const exited = once(primary, 'exit');
  const [port] = await once(primary, 'message');
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  primary.send('stop');
  await exited;
  const sampled = parse(text);
  const of = (name: string) => sampled.filter((sample) => sample.name === name);
  expect(of('awards_limit_refusals_total').map(({ value }) => value)).toEqual([2 * 3]);
  // Queried once, whatever the number of workers.
  expect(of('awards_database_votes_minus_totals')).toHaveLength(1);
});
