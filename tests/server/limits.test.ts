import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/app';
import { type DatabaseHandle, openDatabase } from '#server/db/client';
import { hashPhone } from '#server/payments/index';
import type { Msisdn } from '#shared/domain/phone';
import { rateLimits } from '#shared/schema';
import { startTestApp, type TestApp } from '../support/app';
import { aCardVoteFor, aVoteFor, freshPhone } from '../support/given';

let app: TestApp;
/** Another process on the same database: nothing but the database is common to the two. */
let other: { http: ReturnType<typeof request>; server: Server; database: DatabaseHandle };

beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: '1' } });
  const { config, context, lifecycle } = app;
  const database = openDatabase(app.databaseUrl);
  const { db, pool } = database;
  const server = createServer(
    createApp({
      config,
      db,
      pool,
      logger: context.logger,
      lifecycle,
      payments: { ...context, db },
      signIn: app.deps.signIn,
      cardForm: null,
      sandbox: null,
      client: null,
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  other = { http: request(`http://127.0.0.1:${port}`), server, database };
});
afterAll(async () => {
  await new Promise((resolve) => other.server.close(resolve));
  await app.settled();
  await other.database.close();
  await app.close();
});

let addresses = 0;
const freshAddress = () => `203.0.113.${++addresses}`;

type Http = TestApp['http'];
const lookUp = (http: Http, from: string) =>
  http
    .post('/api/receipts/lookup')
    .set('X-Forwarded-For', from)
    .send({ email: 'nobody@example.cm' });
/** Refused by 400 once it was counted: nobody stands in that nomination. */
const forNobody = () => aVoteFor([{ id: randomUUID() }]);
const start = (http: Http, from: string, body: object = forNobody()) =>
  http.post('/api/campay-payment').set('X-Forwarded-For', from).send(body);

/** As if that many requests had come in every window that is open, but for the next one. */
const asked = (limit: string, hits: number) =>
  app.db.update(rateLimits).set({ hits }).where(eq(rateLimits.limit, limit));
const passed = (interval: string) =>
  app.db.update(rateLimits).set({ endsAt: sql`ends_at - ${interval}::interval` });
const forgotten = () => app.db.delete(rateLimits);

const secondsOf = (answer: request.Response) => Number(answer.headers['retry-after']);

describe('an address', () => {
  test('looks up 120 times a minute, whichever process it reaches', async () => {
    const from = freshAddress();
    await lookUp(app.http, from).expect(200);
    await asked('look-up', 118);
    await lookUp(other.http, from).expect(200);
    await lookUp(app.http, from).expect(200);

    const refused = await lookUp(other.http, from).expect(429);
    expect(refused.body).toEqual({
      code: 'too-many-requests',
      message: 'Too many requests, please try again later',
    });
    expect(secondsOf(refused)).toBeGreaterThan(0);
    expect(secondsOf(refused)).toBeLessThanOrEqual(60);
    await lookUp(app.http, from).expect(429);
    await lookUp(app.http, freshAddress()).expect(200);
  });

  test('asks for help and for receipts within one limit', async () => {
    const from = freshAddress();
    await lookUp(app.http, from).expect(200);
    await asked('look-up', 120);
    await app.http
      .post('/api/payment-help')
      .set('X-Forwarded-For', from)
      .send({ reference: 'ZZZZZZZZZZ' })
      .expect(429);
  });

  test('is let through again when the time it was told has passed', async () => {
    const from = freshAddress();
    await forgotten();
    await lookUp(app.http, from).expect(200);
    await asked('look-up', 120);
    const seconds = secondsOf(await lookUp(app.http, from).expect(429));
    await passed(`${seconds - 30} seconds`);
    await lookUp(app.http, from).expect(429);
    await passed('31 seconds');
    await lookUp(app.http, from).expect(200);
  });

  test('starts 300 payments a minute and 3,000 an hour', async () => {
    const from = freshAddress();
    await forgotten();
    await start(app.http, from).expect(400);
    await asked('payment-start', 299);
    await start(other.http, from).expect(400);
    const inAMinute = await start(app.http, from).expect(429);
    expect(secondsOf(inAMinute)).toBeLessThanOrEqual(60);

    await passed('1 minute');
    await start(app.http, from).expect(400);
    await asked('payment-start', 2_999);
    await passed('1 minute');
    await start(app.http, from).expect(400);
    const inAnHour = await start(app.http, from).expect(429);
    expect(secondsOf(inAnHour)).toBeGreaterThan(57 * 60);
    expect(secondsOf(inAnHour)).toBeLessThanOrEqual(58 * 60);
  });

  test('is told the longest wait, and does not lengthen it by insisting', async () => {
    const from = freshAddress();
    await forgotten();
    await start(app.http, from).expect(400);
    await asked('payment-start', 3_000);
    for (let again = 0; again < 3; again++) {
      const refused = await start(app.http, from).expect(429);
      expect(secondsOf(refused)).toBeGreaterThan(3_500);
    }
    const counted = await app.db
      .select({ hits: rateLimits.hits })
      .from(rateLimits)
      .where(eq(rateLimits.windowSeconds, 3_600));
    expect(counted).toEqual([{ hits: 3_000 }]);
  });

  test('may be shared: different numbers behind it are not refused', async () => {
    const from = freshAddress();
    const { nominations } = await app.given.artist();
    const phones = Array.from({ length: 12 }, freshPhone);
    const answers = await Promise.all(
      phones.map((phoneNumber, index) =>
        start([app, other][index % 2]!.http, from, aVoteFor(nominations, { phoneNumber })),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(phones.map(() => 201));
  });

  test('repeats a request with the same key as often as it likes', async () => {
    const from = freshAddress();
    await forgotten();
    const { nominations } = await app.given.artist();
    const body = aVoteFor(nominations);
    const send = (http: Http) => start(http, from, body).set('Idempotency-Key', 'one-and-the-same');
    const first = await send(app.http).expect(201);
    await asked('payment-start', 300);
    for (const http of [app.http, other.http]) {
      const repeat = await send(http).expect(201);
      expect(repeat.body.paymentId).toBe(first.body.paymentId);
    }
    await start(app.http, from, body).set('Idempotency-Key', 'a-new-request').expect(429);
  });

  test('sets up card payments within limits, and gets no session beyond them', async () => {
    const from = freshAddress();
    const { nominations } = await app.given.artist();
    const setUp = () =>
      app.http
        .post('/api/create-payment-intent-multi')
        .set('X-Forwarded-For', from)
        .send(aCardVoteFor(nominations));
    await setUp().expect(200);
    await asked('card-session', 600);
    const refused = await setUp().expect(429);
    expect(refused.headers['set-cookie']).toBeUndefined();
  });

  test('of IPv6 is its network: another address in it changes nothing', async () => {
    await lookUp(app.http, '2001:db8:1:2::1').expect(200);
    await asked('look-up', 120);
    await lookUp(app.http, '2001:db8:1:2:ffff::9').expect(429);
    await lookUp(app.http, '2001:db8:1:3::1').expect(200);
  });

  test('is not charged with what cannot be read', async () => {
    const from = freshAddress();
    await forgotten();
    await start(app.http, from, {}).expect(400);
    await app.http.post('/api/receipts/lookup').set('X-Forwarded-For', from).send({}).expect(400);
    expect(await app.db.select().from(rateLimits)).toEqual([]);
  });

  test('reads everything else as often as it likes', async () => {
    const from = freshAddress();
    const { nominations } = await app.given.artist();
    const { id } = await app.given.completedPayment(nominations);
    await forgotten();
    for (const path of [`/api/payment/${id}/status`, '/api/categories', '/api/config']) {
      await app.http.get(path).set('X-Forwarded-For', from).expect(200);
    }
    expect(await app.db.select().from(rateLimits)).toEqual([]);
  });

  test('stands nowhere in the clear, neither in the database nor in the log', async () => {
    const from = freshAddress();
    await lookUp(app.http, from).expect(200);
    await asked('look-up', 120);
    await lookUp(app.http, from).expect(429);
    expect(JSON.stringify(await app.db.select().from(rateLimits))).not.toContain(from);
    expect(app.logs.join('')).not.toContain(from);
    expect(app.logs.some((line) => line.includes('a limit is reached'))).toBe(true);
  });
});

describe('a phone', () => {
  const prompted = async (phone: Msisdn, ago: string[], values = {}) => {
    const { nominations } = await app.given.artist();
    for (const interval of ago) {
      const { id } = await app.given.pendingPayment(nominations, {
        phoneHash: hashPhone(phone, app.config.phoneHashKey),
        status: 'failed',
        failureReason: 'declined',
        settledAt: new Date(),
        attemptedAt: new Date(),
        ...values,
      });
      await app.given.aged(id, interval);
    }
    const body = aVoteFor(nominations, { phoneNumber: phone });
    return (http: Http = app.http) => start(http, freshAddress(), body);
  };
  const times = (count: number, interval: string) => Array<string>(count).fill(interval);

  test('gets five prompts in ten minutes, whichever process sends them', async () => {
    const phone = freshPhone();
    const pay = await prompted(phone, ['1 minute', '2 minutes', '3 minutes', '4 minutes']);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => pay([app, other][index % 2]!.http)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.every(({ status }) => [201, 409, 429].includes(status))).toBe(true);
  });

  test('is told when the next may go out, and that is true', async () => {
    const pay = await prompted(freshPhone(), ['9 minutes', ...times(4, '1 minute')]);
    const refused = await pay().expect(429);
    expect(refused.body).toEqual({
      code: 'phone-limit',
      message: 'This phone had too many payment requests, please try again later',
    });
    const seconds = secondsOf(refused);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    for (const { id } of await app.given.payments()) {
      await app.given.aged(id, `${seconds} seconds`);
    }
    await pay().expect(201);
  });

  test('gets twenty prompts a day', async () => {
    const pay = await prompted(freshPhone(), ['23 hours', ...times(19, '2 hours')]);
    const refused = await pay(other.http).expect(429);
    expect(secondsOf(refused)).toBeGreaterThan(3_500);
    expect(secondsOf(refused)).toBeLessThanOrEqual(3_600);
  });

  test('waits for the later of the two limits', async () => {
    const pay = await prompted(freshPhone(), [...times(15, '20 hours'), ...times(5, '1 minute')]);
    expect(secondsOf(await pay().expect(429))).toBeGreaterThan(3 * 3_600);
  });

  test('is not charged with what the provider refused at once, nor with yesterday', async () => {
    const phone = freshPhone();
    await prompted(phone, times(30, '25 hours'));
    const pay = await prompted(phone, times(6, '1 minute'), { attemptedAt: null });
    await pay().expect(201);
  });

  test('is charged with a prompt that was perhaps sent before our process died', async () => {
    const phone = freshPhone();
    await prompted(phone, times(4, '1 minute'));
    const pay = await prompted(phone, ['6 minutes'], {
      status: 'pending',
      failureReason: null,
      settledAt: null,
      attemptedAt: null,
    });
    await pay().expect(429);
  });

  test('does not stand in the way of another one', async () => {
    await (await prompted(freshPhone(), times(5, '1 minute')))().expect(429);
    await (await prompted(freshPhone(), []))().expect(201);
  });

  test('whose request is only repeated gets the first answer, not a refusal', async () => {
    const phone = freshPhone();
    const { nominations } = await app.given.artist();
    const body = aVoteFor(nominations, { phoneNumber: phone });
    const send = () =>
      start(app.http, freshAddress(), body).set('Idempotency-Key', `key-of-${phone}`);
    const first = await send().expect(201);
    await prompted(phone, times(5, '1 minute'));
    expect((await send().expect(201)).body.paymentId).toBe(first.body.paymentId);
  });
});

test('windows that are over are removed by themselves', async () => {
  await lookUp(app.http, freshAddress()).expect(200);
  await passed('2 hours');
  await app.db.insert(rateLimits).values({
    limit: 'look-up',
    windowSeconds: 60,
    subject: 'still open',
    hits: 1,
    endsAt: new Date(Date.now() + 60_000),
  });
  const { RateLimiter, LOOK_UPS } = await import('#server/http/index');
  const { db, context, config } = app;
  const limiter = new RateLimiter({
    db,
    hashKey: config.phoneHashKey,
    logger: context.logger,
    background: context.background,
    sweepEveryMs: 0,
  });
  await limiter.count(LOOK_UPS, 'anybody');
  await app.settled();
  const left = await db.select({ subject: rateLimits.subject }).from(rateLimits);
  expect(left).toHaveLength(2);
  expect(left).toContainEqual({ subject: 'still open' });
});
