import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkPayment } from '#server/payments/checks/check-payment';
import { reconcileDue } from '#server/payments/checks/reconciler';
import { payments } from '#shared/schema';
import { startTestApp, type TestApp } from '../../support/app';
import { aVoteFor } from '../../support/given';
import { describeContract, type ProviderFacts } from './contract';

const failed = (code: string) => ({ code, message: 'The request failed.' });

/** From its documentation; the reasons are the whole published list, and those observed besides. */
const mtnMomo: ProviderFacts = {
  name: 'mtn-momo',
  operators: ['mtn'],
  sandbox: (app) => app.mtnMomo,
  // The reference is ours from the start.
  referenceOf: (app, paymentId) =>
    app.mtnMomo.transactions().find(({ reference }) => reference === paymentId)?.reference,
  endpoints: { request: 'requesttopay', status: 'status' },
  tokens: { endpoint: 'token', expireAll: (app) => app.mtnMomo.expireTokens() },
  forgedWebhook: { unsigned: 'MTN signs nothing, so a callback is only a reason to ask' },
  reasons: [
    ['PAYEE_NOT_FOUND', 'unavailable'],
    ['PAYER_NOT_FOUND', 'no-wallet'],
    ['NOT_ALLOWED', 'unavailable'],
    ['NOT_ALLOWED_TARGET_ENVIRONMENT', 'unavailable'],
    ['INVALID_CALLBACK_URL_HOST', 'unavailable'],
    ['INVALID_CURRENCY', 'unavailable'],
    ['SERVICE_UNAVAILABLE', 'unavailable'],
    ['INTERNAL_PROCESSING_ERROR', 'unknown'],
    ['NOT_ENOUGH_FUNDS', 'insufficient-funds'],
    ['PAYER_LIMIT_REACHED', 'limit-reached'],
    ['PAYEE_NOT_ALLOWED_TO_RECEIVE', 'unavailable'],
    ['PAYMENT_NOT_APPROVED', 'declined'],
    ['RESOURCE_NOT_FOUND', 'unknown'],
    ['APPROVAL_REJECTED', 'declined'],
    ['EXPIRED', 'expired'],
    ['TRANSACTION_CANCELED', 'declined'],
    ['RESOURCE_ALREADY_EXIST', 'unknown'],
    ['COULD_NOT_PERFORM_TRANSACTION', 'expired'],
    ['PAYER_DELAYED', 'expired'],
    ['UnspecifiedError', 'unknown'],
  ],
  wrongPin: {
    notReportedBecause: 'MTN has no such reason, the prompt just runs out',
    text: 'COULD_NOT_PERFORM_TRANSACTION',
    reportedAs: 'expired',
  },
  refusals: [
    ['malformed', 400, '', 'unavailable'],
    ['an address that is not allowed', 403, '', 'unavailable'],
    ['not allowed', 500, failed('NOT_ALLOWED'), 'unavailable'],
    ['another environment', 500, failed('NOT_ALLOWED_TARGET_ENVIRONMENT'), 'unavailable'],
    ['a callback elsewhere', 500, failed('INVALID_CALLBACK_URL_HOST'), 'unavailable'],
    ['another currency', 500, failed('INVALID_CURRENCY'), 'unavailable'],
  ],
  repeatsRequest: true,
};

describeContract(mtnMomo);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { MOBILE_MONEY_PROVIDERS: 'mtn-momo' } });
});
afterAll(() => app.close());
beforeEach(() => app.mtnMomo.reset());

async function start(phoneNumber?: string) {
  const { nominations } = await app.given.artist();
  const body = aVoteFor(nominations, phoneNumber ? { phoneNumber } : {});
  const answer = await app.http.post('/api/mtn-momo-payment').send(body).expect(201);
  const paymentId: string = answer.body.paymentId;
  return { paymentId, nomination: nominations[0]! };
}

async function check(paymentId: string) {
  await app.settled();
  await app.given.dueNow(paymentId);
  await checkPayment(app.context, paymentId, 'reconcile');
  return app.given.payment(paymentId);
}

test('the payment’s own id is the reference, and the texts contain nothing that MTN would reject', async () => {
  await app.setEvent({ name: "L'Étoile « d’Or » n° 1" });
  const { paymentId } = await start();
  await app.setEvent({ name: app.config.firstSettings.name });
  expect(app.mtnMomo.transactions()).toMatchObject([
    {
      reference: paymentId,
      externalId: paymentId,
      payerMessage: expect.stringMatching(/^L Etoile d Or n 1 2 votes Artist \w+$/),
      payeeNote: expect.stringMatching(/^Votes [EF][0-9A-Z]+$/),
      callbackUrl: `${app.url}/api/webhooks/mtn-momo/${paymentId}`,
    },
  ]);
});

test('a number without an MTN wallet fails for that reason', async () => {
  const { paymentId } = await start('237655120150');
  await expect.poll(async () => (await check(paymentId)).failureReason).toBe('no-wallet');
});

test.each([
  ['PAYEE_NOT_ALLOWED_TO_RECEIVE', 'raises an alarm', true],
  ['INVALID_CURRENCY', 'raises an alarm', true],
  ['PAYER_NOT_FOUND', 'only concerns the payer', false],
])('a failure because of %s %s', async (reason, _what, isOurs) => {
  const { paymentId } = await start();
  const logged = app.logs.length;
  await app.mtnMomo.decline(paymentId, reason);
  expect((await check(paymentId)).status).toBe('failed');
  expect(app.logs.slice(logged).join().includes('provider-configuration')).toBe(isOurs);
});

test('a reason may be an object', async () => {
  app.mtnMomo.configure({ reasonShape: 'object' });
  const { paymentId } = await start();
  await app.mtnMomo.decline(paymentId, 'PAYER_LIMIT_REACHED');
  expect(await check(paymentId)).toMatchObject({ failureReason: 'limit-reached' });
});

test('amounts may be numbers', async () => {
  app.mtnMomo.configure({ reportsAmountsAsNumbers: true });
  const { paymentId } = await start();
  await app.mtnMomo.approve(paymentId);
  expect((await check(paymentId)).status).toBe('completed');
});

test.each([
  ['another currency', { currency: 'EUR' }],
  ['a fraction', { amount: '200.50' }],
  ['another payment', { externalId: 'another' }],
])('a response about %s counts nothing', async (_what, reportFields) => {
  const { paymentId, nomination } = await start();
  app.mtnMomo.configure({ reportFields });
  await app.mtnMomo.approve(paymentId);
  await app.settled();
  expect((await check(paymentId)).status).toBe('pending');
  expect(await app.given.votesOf(nomination)).toBe(0);
});

describe('a payment that MTN does not find', () => {
  test('may not exist yet', async () => {
    app.mtnMomo.configure({ webhook: 'none', hidesPayments: true });
    const { paymentId, nomination } = await start();
    await app.db.update(payments).set({ providerRef: null }).where(eq(payments.id, paymentId));
    await app.mtnMomo.approve(paymentId);
    expect((await check(paymentId)).status).toBe('pending');
    app.mtnMomo.configure({ hidesPayments: false });
    expect((await check(paymentId)).status).toBe('completed');
    expect(await app.given.votesOf(nomination)).toBe(2);
  });

  test('after ten minutes counts as never requested, unless MTN had accepted it', async () => {
    app.mtnMomo.configure({ hidesPayments: true });
    const unaccepted = await start();
    const accepted = await start();
    await app.db
      .update(payments)
      .set({ providerRef: null })
      .where(eq(payments.id, unaccepted.paymentId));
    for (const { paymentId } of [unaccepted, accepted])
      await app.given.aged(paymentId, '11 minutes');
    expect(await check(unaccepted.paymentId)).toMatchObject({
      status: 'failed',
      failureReason: 'unavailable',
    });
    expect((await check(accepted.paymentId)).status).toBe('pending');
  });
});

describe('a callback', () => {
  const send = (path: string, body: string, method = 'PUT') =>
    fetch(`${app.url}/api/webhooks/mtn-momo${path}`, { method, body });

  test.each(['PUT', 'POST', 'GET'])('by %s triggers a check', async (method) => {
    app.mtnMomo.configure({ webhook: 'none' });
    const { paymentId, nomination } = await start();
    await app.mtnMomo.approve(paymentId);
    const request = { method, ...(method === 'GET' ? {} : { body: '{}' }) };
    const answer = await fetch(`${app.url}/api/webhooks/mtn-momo/${paymentId}`, request);
    expect(answer.status).toBe(200);
    await app.settled();
    expect(await app.given.votesOf(nomination)).toBe(2);
  });

  test('without our path is identified by our id in its body', async () => {
    app.mtnMomo.configure({ webhook: 'none' });
    const { paymentId, nomination } = await start();
    await app.mtnMomo.approve(paymentId);
    const answer = await send('', JSON.stringify({ externalId: paymentId, status: 'SUCCESSFUL' }));
    expect(answer.status).toBe(200);
    await app.settled();
    expect(await app.given.votesOf(nomination)).toBe(2);
  });

  test('with an unexpected body is identified by its path', async () => {
    app.mtnMomo.configure({ webhook: 'strange' });
    const { paymentId, nomination } = await start();
    await app.mtnMomo.approve(paymentId);
    await app.settled();
    expect(app.mtnMomo.deliveries()).toMatchObject([{ httpStatus: 200 }]);
    expect(await app.given.votesOf(nomination)).toBe(2);
    const events = await app.given.events(paymentId);
    expect(events.find(({ source }) => source === 'webhook')?.detail.claim).toBe(':unreadable');
  });

  test.each([
    ['no payment', '', '{}'],
    ['a number', '/237677450150', 'not json'],
  ])('about %s is answered 200 and triggers no check', async (_what, path, body) => {
    const before = app.mtnMomo.callCount('status');
    expect((await send(path, body)).status).toBe(200);
    await app.settled();
    expect(app.mtnMomo.callCount('status')).toBe(before);
  });
});

test('a callback about a payment unknown to us and to MTN gets a 200 and triggers one check', async () => {
  await start(); // Leaves the adapter with a valid token.
  const path = `/api/webhooks/mtn-momo/${crypto.randomUUID()}`;
  const before = app.mtnMomo.callCount('status');
  for (let times = 0; times < 3; times += 1) {
    const answer = await fetch(`${app.url}${path}`, { method: 'PUT', body: '{}' });
    expect(answer.status).toBe(200);
    await app.settled();
  }
  expect(app.mtnMomo.callCount('status')).toBe(before + 1);
});

test('MTN’s test system gets requests in euros, which stand for our francs', async () => {
  const sandbox = await startTestApp({
    env: { MOBILE_MONEY_PROVIDERS: 'mtn-momo' },
    mobileMoneyVariables: { MTN_MOMO_TARGET_ENVIRONMENT: 'sandbox' },
  });
  try {
    sandbox.mtnMomo.configure({ targetEnvironment: 'sandbox' });
    const { nominations } = await sandbox.given.artist();
    await sandbox.http.post('/api/mtn-momo-payment').send(aVoteFor(nominations)).expect(201);
    expect(sandbox.mtnMomo.transactions()).toMatchObject([{ amount: 200, currency: 'EUR' }]);
    await expect
      .poll(async () => {
        const [payment] = await sandbox.given.payments();
        await sandbox.given.dueNow(payment!.id);
        await reconcileDue(sandbox.context);
        return sandbox.given.votesOf(nominations[0]!);
      })
      .toBe(2);
  } finally {
    await sandbox.close();
  }
});
