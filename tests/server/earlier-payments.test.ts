import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newDeviceCookie } from '#server/http/caller';
import { startTestApp, type TestApp } from '../support/app';
import { aCardVoter } from '../support/card-voter';
import { aVoteFor, freshPhone } from '../support/given';

/** How long a prompt stays open, in ms. */
const OPEN_MS = 5 * 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ timeoutMs: 5_000 });
});
afterAll(() => app.close());
beforeEach(() => app.campay.reset());

/** The cookie of a browser that is old enough to be known. */
const deviceCookie = (): string =>
  `device=${newDeviceCookie(app.config.sessionSecrets[0] ?? '', Date.now() - 10 * 60_000)}`;
const aKey = (): string => randomBytes(16).toString('hex');

const pay = (body: object, { device = '', key }: { device?: string; key?: string } = {}) => {
  const request = app.http.post('/api/campay-payment').send(body);
  if (device !== '') void request.set('Cookie', device);
  if (key !== undefined) void request.set('Idempotency-Key', key);
  return request;
};

/** Starts a payment for two votes, whose prompt waits for an answer. */
async function startPayment(options: { device?: string; key?: string } = {}) {
  const { nominations } = await app.given.artist();
  const body = aVoteFor(nominations, { phoneNumber: freshPhone() });
  const { paymentId }: { paymentId: string } = (await pay(body, options).expect(201)).body;
  return { body, paymentId, nominations };
}

const referenceOf = (paymentId: string) =>
  app.campay.transactions().find((transaction) => transaction.externalReference === paymentId)!
    .reference;

/** Approves the payment at the provider, without a webhook. */
async function approveWithoutWebhook(paymentId: string) {
  app.campay.configure({ webhook: 'none' });
  await app.campay.approve(referenceOf(paymentId));
  await app.given.dueNow(paymentId);
}

const stateOf = async (paymentId: string) =>
  (await app.http.get(`/api/payment/${paymentId}/status`).expect(200)).body;

describe('a look-up by key', () => {
  const lookUp = (idempotencyKey: string) =>
    app.http.post('/api/payment-lookup').send({ idempotencyKey });

  test('finds the payment that was started with it, and sends no prompt', async () => {
    const key = aKey();
    const { paymentId } = await startPayment({ key });
    const found = await lookUp(key).expect(200);
    expect(found.body).toEqual({ payment: { paymentId, status: 'pending' } });
    expect(found.headers['cache-control']).toBe('no-store');
    expect(app.campay.prompts()).toHaveLength(1);
  });

  test('says that no request arrived, and starts no payment', async () => {
    const key = aKey();
    expect((await lookUp(key).expect(200)).body).toEqual({ payment: null });
    expect(app.campay.transactions()).toEqual([]);
    // The key can still be used.
    await startPayment({ key });
  });

  test('finds a payment that the provider has rejected, as failed', async () => {
    const body = { message: 'No', error_code: 'ER101' };
    app.campay.failNext('collect', { kind: 'answer', status: 400, body });
    const { nominations } = await app.given.artist();
    const key = aKey();
    await pay(aVoteFor(nominations), { key }).expect(422);
    const { payment } = (await lookUp(key).expect(200)).body;
    expect(payment).toEqual({ paymentId: expect.any(String), status: 'failed' });
    expect(await stateOf(payment.paymentId)).toMatchObject({ failureReason: 'no-wallet' });
  });

  test.each(['', 'order-1', 'x'.repeat(32), 'a'.repeat(31), 'A'.repeat(32)])(
    'accepts no key that can be guessed: %j',
    async (key) => {
      await lookUp(key).expect(400);
    },
  );
});

describe('how long a second prompt is rejected', () => {
  test('is reported with the state of a pending payment, by PostgreSQL’s clock', async () => {
    const { paymentId } = await startPayment();
    const { promptLapsesInMs: fresh } = await stateOf(paymentId);
    expect(fresh).toBeGreaterThan(OPEN_MS - 60_000);
    expect(fresh).toBeLessThanOrEqual(OPEN_MS);
    await app.given.aged(paymentId, '4 minutes');
    const { promptLapsesInMs: later } = await stateOf(paymentId);
    expect(later).toBeLessThanOrEqual(fresh - 4 * 60_000);
    expect(later).toBeGreaterThan(0);
    await app.given.aged(paymentId, '1 minute');
    expect(await stateOf(paymentId)).toMatchObject({ status: 'pending', promptLapsesInMs: 0 });
    await app.campay.decline(referenceOf(paymentId));
    await app.given.dueNow(paymentId);
    await expect.poll(async () => (await stateOf(paymentId)).status).toBe('failed');
    expect(await stateOf(paymentId)).not.toHaveProperty('promptLapsesInMs');
  });

  test('is reported with the rejection, and accurate', async () => {
    const { body, paymentId } = await startPayment();
    await app.given.aged(paymentId, '4 minutes');
    const refusal = await pay(body).expect(409);
    expect(refusal.body).toMatchObject({ code: 'prompt-open' });
    expect(refusal.body.promptLapsesInMs).toBeGreaterThan(0);
    expect(refusal.body.promptLapsesInMs).toBeLessThanOrEqual(60_000);
    await app.given.aged(paymentId, '1 minute');
    await pay(body).expect(201);
  });

  test('does not concern a card', async () => {
    const { nominations } = await app.given.artist();
    const { paymentId } = await aCardVoter(app).start(nominations);
    expect(await stateOf(paymentId)).toEqual({
      status: 'pending',
      failureReason: null,
      receiptCode: null,
    });
  });
});

describe('the rejection of a second prompt', () => {
  test('names the open payment to the browser that started it', async () => {
    const device = deviceCookie();
    const { body, paymentId } = await startPayment({ device });
    expect((await pay(body, { device }).expect(409)).body).toMatchObject({ paymentId });
  });

  test('names it to a browser that has its id, even if it was unknown before', async () => {
    const { body, paymentId } = await startPayment();
    const refusal = await pay({ ...body, openPayments: [paymentId] }).expect(409);
    expect(refusal.body).toMatchObject({ code: 'prompt-open', paymentId });
  });

  test('does not name it to others with the same number', async () => {
    const { body } = await startPayment({ device: deviceCookie() });
    const stranger = { ...body, openPayments: [(await startPayment()).paymentId] };
    for (const device of [deviceCookie(), '']) {
      const { body: refusal } = await pay(stranger, { device }).expect(409);
      expect(Object.keys(refusal).sort()).toEqual(['code', 'message', 'promptLapsesInMs']);
    }
  });

  test('does not name the payment of an unknown client to another unknown client', async () => {
    const { body } = await startPayment();
    expect((await pay(body).expect(409)).body).not.toHaveProperty('paymentId');
  });
});

describe('a browser that does not know the outcome of an earlier payment', () => {
  test('gets the response that it is paid, and no second prompt is sent, to that number or another', async () => {
    const { body, paymentId, nominations } = await startPayment();
    await approveWithoutWebhook(paymentId);
    const openPayments = [paymentId];
    for (const repeatedBody of [body, aVoteFor(nominations, { phoneNumber: freshPhone() })]) {
      const { body: refusal } = await pay({ ...repeatedBody, openPayments }).expect(409);
      expect(refusal).toMatchObject({ code: 'earlier-paid', paymentId });
      await app.given.aged(paymentId, '10 minutes');
    }
    expect(app.campay.prompts()).toEqual([]);
    expect(app.campay.transactions()).toHaveLength(1);
    // The payment's page has shown the receipt meanwhile.
    await pay(body).expect(201);
  });

  test('gets the same response while the provider must not be queried', async () => {
    const { body, paymentId } = await startPayment();
    await app.given.dueNow(paymentId);
    expect(await stateOf(paymentId)).toMatchObject({ status: 'pending' });
    app.campay.configure({ webhook: 'none' });
    await app.campay.approve(referenceOf(paymentId));
    const repeatedBody = { ...body, phoneNumber: freshPhone(), openPayments: [paymentId] };
    expect((await pay(repeatedBody).expect(409)).body).toMatchObject({
      code: 'earlier-paid',
      paymentId,
    });
    expect(app.campay.transactions()).toHaveLength(1);
  });

  test('may pay again once it is over, and by another number while it is not', async () => {
    const declined = await startPayment();
    app.campay.configure({ webhook: 'none' });
    await app.campay.decline(referenceOf(declined.paymentId));
    await app.given.dueNow(declined.paymentId);
    await pay({ ...declined.body, openPayments: [declined.paymentId] }).expect(201);
    const open = await startPayment();
    const other = { ...open.body, phoneNumber: freshPhone(), openPayments: [open.paymentId] };
    await pay(other).expect(201);
  });

  test('gets the first response again for the same key, whatever the outcome', async () => {
    const key = aKey();
    const { body, paymentId } = await startPayment({ key });
    await approveWithoutWebhook(paymentId);
    const repeated = await pay({ ...body, openPayments: [paymentId] }, { key }).expect(201);
    expect(repeated.body.paymentId).toBe(paymentId);
  });

  test('cannot pay by card either', async () => {
    const { paymentId, nominations } = await startPayment();
    await approveWithoutWebhook(paymentId);
    const voter = aCardVoter(app);
    const session = await voter.start(nominations);
    const attempt = (openPayments: string[]) =>
      voter.http
        .patch(`/api/payment/${session.paymentId}/attempt`)
        .send({ revision: session.revision, openPayments });
    const { body: refusal } = await attempt([session.paymentId, paymentId]).expect(409);
    expect(refusal).toMatchObject({ code: 'earlier-paid', paymentId });
    expect((await app.given.payment(session.paymentId)).attemptedAt).toBeNull();
    await attempt([session.paymentId]).expect(200);
  });

  test('can name only a few payments, with valid ids', async () => {
    const { nominations } = await app.given.artist();
    const body = aVoteFor(nominations);
    const many = Array.from({ length: 9 }, () => crypto.randomUUID());
    await pay({ ...body, openPayments: many }).expect(400);
    await pay({ ...body, openPayments: ['../../admin'] }).expect(400);
    await pay({ ...body, openPayments: many.slice(1) }).expect(201);
  });
});
