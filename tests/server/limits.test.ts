import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { and, eq } from 'drizzle-orm';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '#server/app';
import { type DatabaseHandle, openDatabase } from '#server/db/client';
import { reconcileDue } from '#server/payments/checks/reconciler';
import { hashPhone } from '#server/payments/index';
import type { Msisdn } from '#shared/domain/phone';
import { rateLimits } from '#shared/schema';
import { startTestApp, type TestApp } from '../support/app';
import { aCardVoteFor, aVoteFor, freshPhone } from '../support/given';

let app: TestApp;
/** Another process on the same database: the two share nothing else. */
let other: { http: ReturnType<typeof request>; server: Server; database: DatabaseHandle };

beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: '1' }, hasClock: true });
  const { context } = app;
  const database = openDatabase(app.databaseUrl);
  const { db, pool, answers } = database;
  const server = createServer(
    createApp({
      ...app.deps,
      db,
      pool,
      answers,
      payments: { ...context, db },
      cardForm: null,
      sandbox: null,
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
let people = 0;
const lookUp = (
  http: Http,
  from: string,
  whom: object = { email: `nobody${++people}@example.cm` },
) => http.post('/api/receipts/lookup').set('X-Forwarded-For', from).send(whom);
/** A vote for a nomination that does not exist. */
const forNobody = () => aVoteFor([{ id: randomUUID() }]);
const start = (http: Http, from: string, body: object, cookie: string[] = []) =>
  http.post('/api/campay-payment').set('X-Forwarded-For', from).set('Cookie', cookie).send(body);

/** A browser that has had our cookie for as long as a voter takes to choose. */
async function aBrowser(from = freshAddress()): Promise<string[]> {
  const { headers } = await app.http.get('/api/config').set('X-Forwarded-For', from).expect(200);
  await app.advance(MINUTE);
  return cookiesOf(headers);
}
const cookiesOf = (headers: Record<string, unknown>): string[] =>
  [headers['set-cookie'] ?? []].flat().map((cookie) => String(cookie).split(';')[0]!);

/** Fills every current window of a limit with that many requests, but not the next one. */
const asked = (limit: string, hits: number) =>
  app.db.update(rateLimits).set({ hits }).where(eq(rateLimits.limit, limit));
const clearLimits = () => app.db.delete(rateLimits);

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const secondsOf = (answer: request.Response) => Number(answer.headers['retry-after']);

describe('an address', () => {
  test('can make 120 look-ups a minute, over all processes', async () => {
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

  test('has one limit for payment help and receipts', async () => {
    const from = freshAddress();
    await lookUp(app.http, from).expect(200);
    await asked('look-up', 120);
    await app.http
      .post('/api/payment-help')
      .set('X-Forwarded-For', from)
      .send({ reference: 'ZZZZZZZZZZ' })
      .expect(429);
  });

  test('is allowed again after the wait that the response named', async () => {
    const from = freshAddress();
    await clearLimits();
    await lookUp(app.http, from).expect(200);
    await asked('look-up', 120);
    const seconds = secondsOf(await lookUp(app.http, from).expect(429));
    await app.advance((seconds - 30) * SECOND);
    await lookUp(app.http, from).expect(429);
    await app.advance(31 * SECOND);
    await lookUp(app.http, from).expect(200);
  });

  test('can start 300 payments a minute and 3,000 an hour', async () => {
    const from = freshAddress();
    const { nominations } = await app.given.artist();
    const vote = () => aVoteFor(nominations);
    await clearLimits();
    await start(app.http, from, vote()).expect(201);
    await asked('payment-start', 299);
    await start(other.http, from, vote()).expect(201);
    const inAMinute = await start(app.http, from, vote()).expect(429);
    expect(secondsOf(inAMinute)).toBeLessThanOrEqual(60);

    await app.advance(MINUTE);
    await start(app.http, from, vote()).expect(201);
    await asked('payment-start', 2_999);
    await app.advance(MINUTE);
    await start(app.http, from, vote()).expect(201);
    const inAnHour = await start(app.http, from, vote()).expect(429);
    expect(secondsOf(inAnHour)).toBeGreaterThan(57 * 60);
    expect(secondsOf(inAnHour)).toBeLessThanOrEqual(58 * 60);
  });

  test('gets the longest wait, which further attempts do not extend', async () => {
    const from = freshAddress();
    const { nominations } = await app.given.artist();
    await clearLimits();
    await start(app.http, from, aVoteFor(nominations)).expect(201);
    await asked('payment-start', 3_000);
    for (let attempt = 0; attempt < 3; attempt++) {
      const refused = await start(app.http, from, aVoteFor(nominations)).expect(429);
      expect(secondsOf(refused)).toBeGreaterThan(3_500);
      await app.advance(2 * SECOND);
    }
    const counted = await app.db
      .select({ hits: rateLimits.hits })
      .from(rateLimits)
      .where(and(eq(rateLimits.limit, 'payment-start'), eq(rateLimits.windowSeconds, 3_600)));
    expect(counted).toEqual([{ hits: 3_000 }]);
  });

  test('at its limit still allows known payers: an older browser, a number that has paid', async () => {
    const from = freshAddress();
    const { nominations } = await app.given.artist();
    const cookie = await aBrowser();
    const phone = freshPhone();
    await app.given.completedPayment(nominations, {
      phoneHash: hashPhone(phone, app.config.phoneHashKey),
    });
    await clearLimits();
    await start(app.http, from, aVoteFor(nominations)).expect(201);
    await asked('payment-start', 300);
    await start(app.http, from, aVoteFor(nominations)).expect(429);
    await start(app.http, from, aVoteFor(nominations), cookie).expect(201);
    await start(app.http, from, aVoteFor(nominations, { phoneNumber: phone })).expect(201);
  });

  test('a new, forged or truncated cookie makes no one known', async () => {
    const from = freshAddress();
    const { nominations } = await app.given.artist();
    const { headers } = await app.http.get('/api/config').expect(200);
    const [fresh] = cookiesOf(headers);
    const [older] = await aBrowser();
    await clearLimits();
    await start(app.http, from, aVoteFor(nominations)).expect(201);
    await asked('payment-start', 300);
    const { headers: later } = await app.http.get('/api/config').expect(200);
    const stamp = /\.([0-9a-z]+)\./;
    const early = (1).toString(36);
    for (const cookie of [
      cookiesOf(later)[0]!,
      fresh!.replace(stamp, `.${early}.`),
      older!.slice(0, -1),
      older!.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      'device=x.y.z',
    ]) {
      await start(app.http, from, aVoteFor(nominations), [cookie]).expect(429);
    }
  });

  test('counts only what reaches the provider', async () => {
    const from = freshAddress();
    const { nominations } = await app.given.artist();
    await clearLimits();
    for (let attempt = 0; attempt < 3; attempt++) {
      await start(app.http, from, forNobody()).expect(400);
    }
    const phoneNumber = freshPhone();
    await start(app.http, from, aVoteFor(nominations, { phoneNumber })).expect(201);
    await start(app.http, from, aVoteFor(nominations, { phoneNumber })).expect(409);
    const [counted] = await app.db
      .select({ hits: rateLimits.hits })
      .from(rateLimits)
      .where(and(eq(rateLimits.limit, 'payment-start'), eq(rateLimits.windowSeconds, 60)));
    expect(counted).toEqual({ hits: 1 });
  });

  test('may be shared: different numbers behind it are not rejected', async () => {
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

  test('can repeat a request with the same key without limit', async () => {
    const from = freshAddress();
    await clearLimits();
    const { nominations } = await app.given.artist();
    const body = aVoteFor(nominations);
    const send = (http: Http) => start(http, from, body).set('Idempotency-Key', 'one-and-the-same');
    const first = await send(app.http).expect(201);
    await asked('payment-start', 300);
    for (const http of [app.http, other.http]) {
      const repeat = await send(http).expect(201);
      expect(repeat.body.paymentId).toBe(first.body.paymentId);
    }
    await start(app.http, from, aVoteFor(nominations))
      .set('Idempotency-Key', 'a-new-request')
      .expect(429);
  });

  test('can set up card payments within limits, and gets no session beyond them', async () => {
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

  test('of IPv6 counts as its network: another address in it makes no difference', async () => {
    await lookUp(app.http, '2001:db8:1:2::1').expect(200);
    await asked('look-up', 120);
    await lookUp(app.http, '2001:db8:1:2:ffff::9').expect(429);
    await lookUp(app.http, '2001:db8:1:3::1').expect(200);
  });

  test('of IPv6 counts in larger networks too, which some providers assign to one customer', async () => {
    await clearLimits();
    const from = (index: number) => `2001:db8:2:${index.toString(16)}::1`;
    await lookUp(app.http, from(0)).expect(200);
    expect(await app.db.$count(rateLimits, eq(rateLimits.limit, 'look-up'))).toBe(3);
    // Another /64 of the same /56 and /48.
    await asked('look-up', 4 * 120);
    await lookUp(app.http, from(1)).expect(429);
    // Another /56 of the same /48.
    await lookUp(app.http, from(0x100)).expect(200);
    await asked('look-up', 16 * 120);
    await lookUp(app.http, from(0x200)).expect(429);
    await lookUp(app.http, '2001:db8:3::1').expect(200);
  });

  test('is not charged for malformed requests', async () => {
    const from = freshAddress();
    await clearLimits();
    await start(app.http, from, {}).expect(400);
    await app.http.post('/api/receipts/lookup').set('X-Forwarded-For', from).send({}).expect(400);
    expect(await app.db.select().from(rateLimits)).toEqual([]);
  });

  test('can read everything else without limit', async () => {
    const from = freshAddress();
    const { nominations } = await app.given.artist();
    const { id } = await app.given.completedPayment(nominations);
    await clearLimits();
    for (const path of [`/api/payment/${id}/status`, '/api/categories', '/api/config']) {
      await app.http.get(path).set('X-Forwarded-For', from).expect(200);
    }
    expect(await app.db.select().from(rateLimits)).toEqual([]);
  });

  test('is never stored in plain text, in the database or in the log', async () => {
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

  test('gets five prompts in ten minutes, over all processes', async () => {
    const phone = freshPhone();
    const pay = await prompted(phone, ['1 minute', '2 minutes', '3 minutes', '4 minutes']);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => pay([app, other][index % 2]!.http)),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.every(({ status }) => [201, 409, 429].includes(status))).toBe(true);
  });

  test('gets the correct time of the next allowed prompt', async () => {
    const pay = await prompted(freshPhone(), ['9 minutes', ...times(4, '1 minute')]);
    const refused = await pay().expect(429);
    expect(refused.body).toEqual({
      code: 'phone-limit',
      message: 'This phone had too many payment requests, please try again later',
    });
    const seconds = secondsOf(refused);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    await app.advance(seconds * SECOND);
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

  test('is not charged for prompts that the provider rejected at once, or for yesterday’s', async () => {
    const phone = freshPhone();
    await prompted(phone, times(30, '25 hours'));
    const pay = await prompted(phone, times(6, '1 minute'), { attemptedAt: null });
    await pay().expect(201);
  });

  test('is charged for a prompt that was possibly sent before our process died', async () => {
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

  test('is not blocked by prompts that its owner declined, for a known browser', async () => {
    const phone = freshPhone();
    const cookie = await aBrowser();
    await prompted(phone, times(20, '2 hours'));
    const { nominations } = await app.given.artist();
    const body = aVoteFor(nominations, { phoneNumber: phone });
    await start(app.http, freshAddress(), body).expect(429);
    await start(app.http, freshAddress(), body, cookie).expect(201);
  });

  test('that other devices send prompts to can be paid with from a device that has done so before', async () => {
    const phone = freshPhone();
    const from = freshAddress();
    const cookie = await aBrowser(from);
    const { nominations } = await app.given.artist();
    const body = () => aVoteFor(nominations, { phoneNumber: phone });
    const first = await start(app.http, from, body(), cookie).expect(201);
    const { providerRef } = await app.given.payment(first.body.paymentId);
    await app.campay.approve(providerRef!);
    await expect
      .poll(async () => (await app.given.payment(first.body.paymentId)).status)
      .toBe('completed');
    await prompted(phone, times(5, '1 minute'));
    await start(app.http, from, body(), await aBrowser()).expect(429);
    await start(app.http, from, body(), cookie).expect(201);
  });

  test('does not affect another one', async () => {
    await (await prompted(freshPhone(), times(5, '1 minute')))().expect(429);
    await (await prompted(freshPhone(), []))().expect(201);
  });

  test('whose request is repeated gets the first response, not a rejection', async () => {
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

describe('the subject of a look-up', () => {
  test.each([
    ['a number', { phoneNumber: '677 12 34 56' }, { phoneNumber: '+237677123456' }],
    ['an e-mail', { email: 'fan@example.cm' }, { email: 'FAN@example.cm' }],
  ])(
    '%s can be looked up twenty times in ten minutes, from all addresses together',
    async (_what, one, other) => {
      await clearLimits();
      for (let index = 0; index < 20; index++) {
        await lookUp(app.http, `2001:db8:5:${index.toString(16)}::1`, one).expect(200);
      }
      const refused = await lookUp(app.http, freshAddress(), other).expect(429);
      expect(secondsOf(refused)).toBeGreaterThan(500);
      await lookUp(app.http, freshAddress()).expect(200);
    },
  );

  test('a number has one limit for receipts and for payment help', async () => {
    await clearLimits();
    await lookUp(app.http, freshAddress(), { phoneNumber: '677123457' }).expect(200);
    await asked('identity-look-up', 20);
    await app.http.post('/api/payment-help').send({ phoneNumber: '677123457' }).expect(429);
  });

  test('too many unknown numbers raise an alarm, and only unknown devices have to wait', async () => {
    const cookie = await aBrowser();
    await clearLimits();
    await lookUp(app.http, freshAddress()).expect(200);
    await asked('look-up-misses', 999);
    await lookUp(app.http, freshAddress()).expect(200);
    await lookUp(app.http, freshAddress()).expect(429);
    await lookUp(app.http, freshAddress()).set('Cookie', cookie).expect(200);
    expect(app.logs.join('')).toContain('"alarm":"look-up-misses"');
    await app.advance(10 * MINUTE);
    await lookUp(app.http, freshAddress()).expect(200);
  });

  test('unknown receipt codes can be tried sixty times a minute from one address', async () => {
    const from = freshAddress();
    const cookie = await aBrowser();
    const { nominations } = await app.given.artist();
    const { receiptCode } = await app.given.completedPayment(nominations);
    const read = (code: string) =>
      app.http.get(`/api/payment/receipt/${code}`).set('X-Forwarded-For', from);
    const unknown = (index: number) => `ZZZZZZZZ${String(index).padStart(2, '0')}`;
    for (let index = 0; index < 60; index++) {
      await read(receiptCode!).expect(200);
      await read(unknown(index)).expect(404);
    }
    await read(receiptCode!).expect(429);
    await read(receiptCode!).set('Cookie', cookie).expect(200);
  });
});

describe('a device', () => {
  const pay = async (
    cookie: string[],
    phoneNumber: Msisdn = freshPhone(),
    from = freshAddress(),
  ) => {
    const { nominations } = await app.given.artist();
    return start(app.http, from, aVoteFor(nominations, { phoneNumber }), cookie);
  };

  test('can have prompts sent to ten different numbers an hour, at any address', async () => {
    const cookie = await aBrowser();
    const numbers = Array.from({ length: 10 }, freshPhone);
    for (const number of numbers) expect((await pay(cookie, number)).status).toBe(201);
    const refused = await pay(cookie);
    expect(refused.status).toBe(429);
    expect(secondsOf(refused)).toBeGreaterThan(3_500);
    expect(await app.given.payments()).not.toContainEqual(
      expect.objectContaining({ phoneNumber: refused.body.phoneNumber }),
    );
    // To one of those numbers again, once its prompt is over.
    await app.advance(6 * MINUTE);
    expect((await pay(cookie, numbers[0])).status).toBe(201);
    await app.advance(60 * MINUTE);
    expect((await pay(cookie)).status).toBe(201);
  });

  test('that is unknown shares three hundred numbers an hour with others like it', async () => {
    const from = freshAddress();
    expect((await pay([], freshPhone(), from)).status).toBe(201);
    await asked('numbers-of-strangers', 300);
    expect((await pay([], freshPhone(), from)).status).toBe(429);
    expect((await pay(await aBrowser(), freshPhone(), from)).status).toBe(201);
  });

  test('is charged for declined prompts, without effect on others at its address', async () => {
    const cookie = await aBrowser();
    const from = freshAddress();
    const phone = freshPhone();
    const asks = await pay(cookie, phone, from);
    await app.campay.decline((await app.given.payment(asks.body.paymentId)).providerRef!);
    await expect
      .poll(async () => (await app.given.payment(asks.body.paymentId)).failureReason)
      .toBe('declined');
    await app.settled();
    await asked('unwanted-of-device', 10);
    const refused = await pay(cookie, freshPhone(), from);
    expect(refused.status).toBe(429);
    expect(refused.body.code).toBe('too-many-requests');
    expect((await pay(await aBrowser(), phone, from)).status).toBe(201);
    expect((await pay([], freshPhone(), from)).status).toBe(201);
  });

  test.each([
    ['is charged for a prompt that lapsed', new Date(), 1],
    ['is not charged for a prompt that was never sent', null, 0],
  ])('%s', async (_what, attemptedAt, charged) => {
    const { nominations } = await app.given.artist();
    const phoneHash = hashPhone(freshPhone(), app.config.phoneHashKey);
    const asked = { phoneHash, deviceHash: randomUUID(), attemptedAt };
    const { id } = await app.given.pendingPayment(nominations, asked);
    await app.given.aged(id, '25 hours');
    await app.given.dueNow(id);
    await clearLimits();
    await reconcileDue(app.context);
    await app.settled();
    expect(await app.given.payment(id)).toMatchObject({ failureReason: 'expired' });
    const unwanted = eq(rateLimits.limit, 'unwanted-of-device');
    expect(await app.db.$count(rateLimits, unwanted)).toBe(charged);
  });
});

test('expired windows are removed automatically', async () => {
  await lookUp(app.http, freshAddress()).expect(200);
  await app.advance(120 * MINUTE);
  await app.db.insert(rateLimits).values({
    limit: 'look-up',
    windowSeconds: 60,
    subject: 'still open',
    hits: 1,
    endsAt: new Date(Date.now() + 60_000),
  });
  const { RateLimiter, CARD_SESSIONS } = await import('#server/http/index');
  const { db, context, config } = app;
  const limiter = new RateLimiter({
    db,
    hashKey: config.phoneHashKey,
    logger: context.logger,
    background: context.background,
    sweepEveryMs: 0,
  });
  await limiter.count({ limit: CARD_SESSIONS.anybody, subject: 'anybody' });
  await app.settled();
  const left = await db.select({ subject: rateLimits.subject }).from(rateLimits);
  expect(left).toHaveLength(3); // And both windows of the last request.
  expect(left).toContainEqual({ subject: 'still open' });
});
