import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../support/app';
import { aVoteFor } from '../../support/given';
import { describeContract, type ProviderFacts } from './contract';

/** From its documentation and SDK. */
const fapshi: ProviderFacts = {
  name: 'fapshi',
  operators: ['mtn', 'orange'],
  // Tests send requests more often than allowed; the limit has its own test below.
  options: { fapshiDelays: { statusWindowMs: 0 } },
  sandbox: (app) => app.fapshi,
  referenceOf: (app, paymentId) =>
    app.fapshi.transactions().find(({ externalId }) => externalId === paymentId)?.reference,
  endpoints: { request: 'direct-pay', status: 'payment-status' },
  tokens: {
    none: 'two headers with every call',
    revoke: (app) => app.fapshi.configure({ areCredentialsRevoked: true }),
  },
  forgedWebhook: 'refused',
  reasons: [
    // None are documented for collections: the operator's texts, if any.
    ['APPROVAL_REJECTED', 'declined'],
    ['NOT_ENOUGH_FUNDS', 'insufficient-funds'],
    ['PAYER_LIMIT_REACHED', 'limit-reached'],
    ['EXPIRED', 'expired'],
    ['PAYER_NOT_FOUND', 'no-wallet'],
    ['INTERNAL_PROCESSING_ERROR', 'unknown'],
    ['Insufficient balance', 'insufficient-funds'],
    ['Subscriber not registered', 'no-wallet'],
  ],
  wrongPin: { text: 'Incorrect PIN' },
  refusals: [
    ['direct pay not enabled', 403, { message: 'Direct pay is not enabled' }, 'unavailable'],
    ['the same as 400', 400, { message: 'Direct pay is not enabled' }, 'unavailable'],
    ['wrong credentials', 403, { message: 'Invalid API credentials' }, 'unavailable'],
    ['an invalid number', 400, { message: 'invalid phone number' }, 'unsupported-operator'],
    [
      'an amount that is too small',
      400,
      { message: 'amount cannot be less than 100 XAF' },
      'unavailable',
    ],
    ['an unknown path', 404, { message: 'Resource not found' }, 'unavailable'],
  ],
  repeatsRequest: false,
};

describeContract(fapshi);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { MOBILE_MONEY_PROVIDERS: 'fapshi' } });
});
afterAll(() => app.close());
beforeEach(() => app.fapshi.reset());

async function start(phoneNumber?: string) {
  const { nominations } = await app.given.artist();
  const body = aVoteFor(nominations, phoneNumber ? { phoneNumber } : {});
  const answer = await app.http.post('/api/fapshi-payment').send(body).expect(201);
  const paymentId: string = answer.body.paymentId;
  const [transaction] = app.fapshi.transactions().slice(-1);
  return { paymentId, nomination: nominations[0]!, transId: transaction!.reference };
}

test('our payment id is sent in two fields, so that the payment is found by it', async () => {
  const { paymentId } = await start();
  expect(app.fapshi.transactions()).toMatchObject([{ userId: paymentId, externalId: paymentId }]);
});

test('a payment is checked at most once in ten seconds, whatever the trigger', async () => {
  const { paymentId } = await start();
  for (let round = 0; round < 10; round++) {
    await app.http.get(`/api/payment/${paymentId}/status`).expect(200);
    await app.settled();
  }
  expect(app.fapshi.callCount('payment-status')).toBe(1);
  const { nextCheckAt } = await app.given.payment(paymentId);
  expect(nextCheckAt).not.toBeNull();
});

test.each([
  ['an object', {}],
  ['an array of one', { statusIsArray: true, webhookIsArray: true }],
] as const)('records as %s are read', async (_what, shape) => {
  app.fapshi.configure(shape);
  const { transId, nomination } = await start();
  await app.fapshi.approve(transId);
  await app.settled();
  expect(await app.given.votesOf(nomination)).toBe(2);
});

test.each(['missing', 'empty-text', 'null'] as const)(
  'a failure without a reason (%s) is unknown',
  async (absentValues) => {
    app.fapshi.configure({ reportsReasons: false, absentValues });
    const { paymentId, transId } = await start();
    await app.fapshi.decline(transId);
    await app.settled();
    expect(await app.given.payment(paymentId)).toMatchObject({
      status: 'failed',
      failureReason: 'unknown',
    });
  },
);

test.each([400, 403])('direct pay that is not enabled yet (%i) raises an alarm', async (status) => {
  const body = { message: 'Direct pay is not enabled for this service' };
  app.fapshi.failNext('direct-pay', { kind: 'answer', status, body });
  const { nominations } = await app.given.artist();
  const logged = app.logs.length;
  const answer = await app.http.post('/api/fapshi-payment').send(aVoteFor(nominations)).expect(422);
  expect(answer.body.code).toBe('unavailable');
  expect(app.logs.slice(logged).join()).toContain('provider-configuration');
});

test('an expired payment has failed', async () => {
  const { paymentId, transId } = await start();
  app.fapshi.configure({ reportFields: { status: 'EXPIRED' } });
  await app.fapshi.decline(transId);
  await app.settled();
  expect(await app.given.payment(paymentId)).toMatchObject({ failureReason: 'expired' });
});

test.each([
  ['about a payout', { transType: 'Payout' }],
  ['about another payment', { externalId: 'another', userId: 'another' }],
])('a record %s counts nothing', async (_what, reportFields) => {
  const { paymentId, transId, nomination } = await start();
  app.fapshi.configure({ reportFields });
  await app.fapshi.approve(transId);
  await app.settled();
  expect((await app.given.payment(paymentId)).status).toBe('pending');
  expect(await app.given.votesOf(nomination)).toBe(0);
});

test.each(['secretless', 'forged'] as const)(
  'a webhook that is %s is rejected',
  async (webhook) => {
    app.fapshi.configure({ webhook });
    const { transId } = await start();
    await app.fapshi.approve(transId);
    expect(app.fapshi.deliveries()).toMatchObject([{ httpStatus: 401 }]);
  },
);

test('a false status with the right secret is not trusted', async () => {
  app.fapshi.configure({ webhook: 'tampered' });
  const { paymentId, transId, nomination } = await start();
  await app.fapshi.decline(transId);
  await app.settled();
  expect((await app.given.payment(paymentId)).status).toBe('failed');
  expect(await app.given.votesOf(nomination)).toBe(0);
});

test.each(['GET', 'PUT', 'POST'])('a webhook by %s is verified in the same way', async (method) => {
  const { transId } = await start();
  const { url, init } = app.fapshi.webhookFor(transId);
  const body = method === 'GET' ? null : init.body;
  const answer = await fetch(url, { ...init, method, body });
  // A GET is empty and is ignored: Fapshi sends a body.
  expect(answer.status).toBe(200);
});
