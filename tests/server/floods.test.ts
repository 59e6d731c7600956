import { createHmac, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { admitPrompt, loadRequester } from '#server/payments/mobile-money/prompt-limit';
import { PaymentRequestLimiter } from '#server/payments/payment-request-limiter';
import { startTestApp, type TestApp } from '../support/app';
import { aCardVoter, intentOf } from '../support/card-voter';
import { aVoteFor, freshPhone } from '../support/given';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    env: { TRUST_PROXY: '1' },
    hasClock: true,
    timeoutMs: 60_000,
    stripeDelays: { webhookTimeoutMs: 60_000 },
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.stripe.webhooksSettled();
  await app.settled();
  app.stripe.reset();
  await app.advance(2 * 3_600_000);
});

let addresses = 0;
const freshAddress = () => `198.51.100.${++addresses}`;
const repeat = <T>(times: number, one: (index: number) => T): T[] =>
  Array.from({ length: times }, (_, index) => one(index));
const statusesOf = async (answers: PromiseLike<{ status: number }>[]) =>
  (await Promise.all(answers)).map(({ status }) => status);
const tally = (statuses: number[]) =>
  Object.fromEntries(
    [...new Set(statuses)]
      .sort()
      .map((status) => [status, statuses.filter((s) => s === status).length]),
  );

/** Calls `during` while a lock is held: the flood waits for the lock, other requests do not. */
async function whileHeld<T>(lock: string, during: () => Promise<T>): Promise<T> {
  const client = await app.deps.pool.connect();
  try {
    await client.query('begin');
    await client.query(lock);
    return await during();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const countQueries = async (work: () => Promise<unknown>): Promise<number> => {
  let count = 0;
  const { pool } = app.deps;
  const counted = () => {
    count += 1;
  };
  pool.on('acquire', counted);
  await work();
  pool.off('acquire', counted);
  return count;
};

describe('made-up votes', () => {
  test('do not block real ones from the same address', async () => {
    const from = freshAddress();
    const { nominations } = await app.given.artist();
    const send = (voted: { id: string }[]) =>
      app.http.post('/api/campay-payment').set('X-Forwarded-For', from).send(aVoteFor(voted));
    const refused = await statusesOf(repeat(300, () => send([{ id: randomUUID() }])));
    expect(tally(refused)).toEqual({ 400: 60, 429: 240 });
    await send(nominations).expect(201);
  });

  test('do not include those for an artist nominated a moment ago', async () => {
    const requestLimiter = new PaymentRequestLimiter(app.db);
    const caller = { device: null, ip: freshAddress() };
    const admit = (nominationId: string) =>
      requestLimiter.admit(caller, [{ nominationId, voteCount: 1 }]);
    // The list of nominations has just been cached.
    await admit(randomUUID());
    const { nominations } = await app.given.artist();
    await Promise.all(repeat(80, () => admit(nominations[0]!.id)));
  });

  test('cost no query after too many of them', async () => {
    const from = freshAddress();
    const send = () =>
      app.http
        .post('/api/create-payment-intent-multi')
        .set('X-Forwarded-For', from)
        .send({ ...aVoteFor([{ id: randomUUID() }]), phoneNumber: undefined });
    await statusesOf(repeat(60, send));
    const cost = await countQueries(() => statusesOf(repeat(100, send)));
    // At most the list of nominations.
    expect(cost).toBeLessThanOrEqual(2);
  });
});

describe('500 repeats of one request', () => {
  test('wait together, on one connection, and all get its response', async () => {
    const { nominations } = await app.given.artist();
    const body = aVoteFor(nominations);
    const key = randomUUID();
    const send = () => app.http.post('/api/campay-payment').set('Idempotency-Key', key).send(body);
    const lock = `select pg_advisory_xact_lock(hashtextextended('${hashOf(body.phoneNumber)}', 0))`;
    const [repeats] = await whileHeld(lock, async () => {
      const flood = statusesOf(repeat(500, send));
      await app.http.get('/api/categories').expect(200);
      await app.http.get('/api/health/ready').expect(200);
      return [flood] as const;
    });
    const statuses = tally(await repeats);
    // When the lock is held for longer than its timeout, the first of them gives up, and the client
    // is asked to retry.
    expect(Object.keys(statuses).every((status) => ['201', '503'].includes(status))).toBe(true);
    await send().expect(201);
    const payments = await app.db.execute(
      sql`select 1 from payments where idempotency_key = ${key}`,
    );
    expect(payments.rowCount).toBe(1);
  });
});

const hashOf = (phone: string) =>
  createHmac('sha256', app.config.phoneHashKey).update(`+${phone}`).digest('hex');

describe('unsigned webhooks', () => {
  test('about one payment are processed a few times a minute', async () => {
    const { nominations } = await app.given.artist();
    const { id } = await app.given.pendingPayment(nominations, { provider: 'mtn-momo' });
    const call = () => app.http.post(`/api/webhooks/mtn-momo/${id}`).send({});
    const statuses = tally(await statusesOf(repeat(100, call)));
    expect(statuses).toEqual({ 200: 30, 429: 70 });
    await app.http.get('/api/categories').expect(200);
  });

  test('about unknown payments are limited for their address, and for no other', async () => {
    const from = freshAddress();
    const call = (address: string) =>
      app.http
        .post(`/api/webhooks/mtn-momo/${randomUUID()}`)
        .set('X-Forwarded-For', address)
        .send({});
    await statusesOf(repeat(60, () => call(from)));
    expect(await countQueries(() => statusesOf(repeat(50, () => call(from))))).toBe(0);
    await call(from).expect(429);
    await call(freshAddress()).expect(200);
  });

  test('that are forged do not fill the log', async () => {
    const before = app.logs.length;
    await statusesOf(
      repeat(50, () =>
        app.http
          .post('/api/webhooks/stripe')
          .set('X-Forwarded-For', freshAddress())
          .send({ forged: true }),
      ),
    );
    const alarms = app.logs
      .slice(before)
      .filter((line) => line.includes('"alarm":"webhook-refused"'));
    expect(alarms).toHaveLength(1);
  });
});

describe('confirmations of one payment', () => {
  test('without its secret cause no request to the provider', async () => {
    const { nominations } = await app.given.artist();
    const session = await aCardVoter(app).start(nominations);
    const asked = app.stripe.callCount('paymentIntents.retrieve');
    const confirm = (clientSecret: string) =>
      app.http
        .post('/api/confirm-payment')
        .send({ paymentIntentId: intentOf(session), clientSecret });
    const statuses = await statusesOf(repeat(100, () => confirm('x')));
    expect(tally(statuses)).toEqual({ 404: 100 });
    expect(app.stripe.callCount('paymentIntents.retrieve')).toBe(asked);
    // From another browser than the one that pays, with the secret.
    await confirm(session.clientSecret).expect(409);
  });

  test('in large numbers share one check', async () => {
    app.stripe.configure({ webhooks: 'lost' });
    const { nominations } = await app.given.artist();
    const voter = aCardVoter(app);
    const session = await voter.charge(nominations);
    app.stripe.failNext('paymentIntents.retrieve', { kind: 'delay', ms: 300 });
    const cost = await countQueries(async () => {
      const statuses = await statusesOf(repeat(200, () => voter.confirm(session)));
      expect(tally(statuses)).toEqual({ 200: 200 });
    });
    // One look-up for each (the session and the payment), and a handful for the check they share.
    expect(cost).toBeLessThan(200 * 5);
    expect(app.stripe.callCount('paymentIntents.retrieve')).toBeLessThanOrEqual(2);
  });
});

test('a process whose connection pool is exhausted stays ready', async () => {
  const { pool } = app.deps;
  const connections = await Promise.all(repeat(10, () => pool.connect()));
  try {
    await app.http.get('/api/health/ready').expect(200);
  } finally {
    for (const client of connections) client.release();
  }
});

/**
 * An hour of a finals night behind one carrier's address: 5,000 voters pay once each, and one
 * hostile device does all it can, with other people's numbers and as many new cookies as it likes.
 */
test('behind one address a hostile device prevents next to no honest voter from paying', async () => {
  const { db, context } = app;
  const { limiter } = context;
  const ip = freshAddress();
  const admits = async (device: string | null) => {
    const phoneHash = hashOf(freshPhone());
    const requester = await loadRequester(context, { ip, device }, phoneHash);
    return db
      .transaction((tx) => admitPrompt(limiter, tx, requester))
      .then(
        () => true,
        () => false,
      );
  };
  let started = 0;
  const MINUTES = 60;
  const VOTERS = 5_000;
  // A sample of the hour: every tenth of its minutes.
  for (let minute = 0; minute < MINUTES; minute += 10) {
    const voters = Math.round(VOTERS / MINUTES);
    // First in each minute, the hostile device: as a new device, then with a cookie that is old
    // enough.
    await Promise.all(repeat(320, () => admits(null)));
    await Promise.all(repeat(40, (index) => admits(`hostile-${minute}-${index % 2}`)));
    const honest = await Promise.all(repeat(voters, (index) => admits(`${minute}-${index}`)));
    started += honest.filter(Boolean).length;
    await app.advance(10 * 60_000);
  }
  const sampled = Math.round(VOTERS / MINUTES) * 6;
  expect(started / sampled).toBeGreaterThanOrEqual(0.99);
});
