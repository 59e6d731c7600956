import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  anOrder,
  askForToken,
  bearerToken,
  call,
  createPayment,
  failure,
  lookUp,
  MTN_NUMBER,
  momo,
  payerNumber,
  paymentRecord,
  QUICK,
  requestToPay,
  restart,
  session,
  statusOf,
  webhookUrl,
  world,
} from './support/mtn-momo';
import { eventually } from './support/world';
import { describeWallet } from './wallet-contract';

describeWallet(world, {
  name: 'mtn-momo',
  walletIn: (sandbox) => sandbox.mtnMomo,
  delays: (delays) => ({ mtnMomoDelays: { ...QUICK, ...delays } }),
  endpoints: { request: 'requesttopay', status: 'status' },
  request: (number, signal) => requestToPay(payerNumber(number), signal ? { signal } : {}),
  accepted: 202,
  fetchStatus: (reference) => lookUp(reference),
  open: ['PENDING'],
  amount: '100',
  noReason: undefined,
  numbers: [[MTN_NUMBER, 'MTN']],
  unanswered: { reason: 'COULD_NOT_PERFORM_TRANSACTION', isReported: true },
  webhookModes: [
    ['none', []],
    ['once', ['SUCCESSFUL']],
    ['twice', ['SUCCESSFUL', 'SUCCESSFUL']],
    ['forged', ['FAILED']],
    ['strange', [undefined]],
  ],
  useWebhookMode: (webhook) => momo().configure({ webhook: webhook as 'once' }),
  changedWebhook: { changes: {}, arrives: { method: 'PUT' } },
  webhookReference: null,
  async callAnything() {
    session.authorization = await bearerToken();
    return call('GET', '/collection/v1_0/account/balance');
  },
});

describe('a request to pay', () => {
  test('gets a 202 without a body, and the prompt is sent', async () => {
    expect(await requestToPay()).toEqual({ status: 202, body: '' });
    expect(momo().prompts()).toMatchObject([
      { number: MTN_NUMBER, operator: 'MTN', amount: 100, currency: 'XAF' },
    ]);
  });

  test.each([
    ['missing', null],
    ['not a UUID', 'payment-1'],
    ['a UUID of another version', 'c232ab00-9414-11ec-b3c8-9f6bdeced846'],
  ])('is rejected when its reference is %s', async (_name, reference) => {
    const answer = await requestToPay({}, { headers: { 'x-reference-id': reference } });
    expect(answer.status).toBe(400);
    expect(momo().transactions()).toEqual([]);
  });

  test.each([
    ['truncated JSON', '{"amount": "100"'],
    ['no object', '"100"'],
    ['no body', ''],
  ])('is rejected when it is %s', async (_name, body) => {
    expect((await requestToPay({}, { body })).status).toBe(400);
  });

  test('is rejected without a JSON content type', async () => {
    const headers = { 'content-type': 'text/plain' };
    expect((await requestToPay({}, { headers })).status).toBe(400);
  });

  test.each([
    ['an amount as a number', { amount: 100 }],
    ['decimals', { amount: '100.00' }],
    ['an amount of zero', { amount: '0' }],
    ['a negative amount', { amount: '-100' }],
    ['no amount', { amount: undefined }],
    ['no currency', { currency: undefined }],
    ['no payer', { payer: undefined }],
    ['a payer of an unknown kind', { payer: { partyIdType: 'PHONE', partyId: MTN_NUMBER } }],
    ['a number with a plus', payerNumber(`+${MTN_NUMBER}`)],
    ['a number with spaces', payerNumber('237 677 12 34 56')],
    ['an apostrophe in the message', { payerMessage: "Votes for N'Djomo" }],
    ['an accent in the note', { payeeNote: 'Payé' }],
    ['161 characters', { payerMessage: 'v'.repeat(161) }],
    ['an externalId that is not a string', { externalId: 7 }],
  ])('is rejected as malformed: %s', async (_name, changes) => {
    expect((await requestToPay(changes)).status).toBe(400);
    expect(momo().transactions()).toEqual([]);
  });

  test.each([
    ['payerMessage', ''],
    ['payerMessage', undefined],
    ['payeeNote', ''],
    ['payeeNote', undefined],
  ])('fails when %s is %j', async (field, value) => {
    const answer = await requestToPay({ [field]: value });
    expect(answer).toEqual(failure(500, 'INTERNAL_PROCESSING_ERROR'));
    expect(momo().transactions()).toEqual([]);
  });

  test('accepts texts of up to 160 characters, and unknown fields', async () => {
    await createPayment({ payerMessage: 'v'.repeat(160), language: 'fr' });
  });

  test.each([
    ['mtncameroon', 'EUR', 'XAF'],
    ['sandbox', 'XAF', 'EUR'],
  ] as const)('in %s is rejected in %s and accepted in %s', async (environment, wrong, right) => {
    momo().configure({ targetEnvironment: environment });
    const refused = await requestToPay({ currency: wrong });
    expect(refused).toEqual(failure(500, 'INVALID_CURRENCY'));
    expect(momo().transactions()).toEqual([]);
    const reference = await createPayment({ currency: right });
    expect(await paymentRecord(reference)).toMatchObject({ currency: right });
  });

  test('gets a 409 when its reference was used, without another prompt', async () => {
    const reference = await createPayment();
    const repeated = await requestToPay({}, { reference });
    expect(repeated).toEqual(failure(409, 'RESOURCE_ALREADY_EXIST'));
    expect(momo().prompts()).toHaveLength(1);

    await momo().decline(reference);
    expect((await requestToPay({ amount: '200' }, { reference })).status).toBe(409);
    expect(momo().transactions()).toMatchObject([{ reference, amount: 100 }]);
  });

  test('with a new reference is a second payment, even with the same externalId', async () => {
    await createPayment();
    await createPayment();
    expect(momo().prompts()).toHaveLength(2);
  });

  test.each([
    ['', 400],
    ['null', 400],
    ['/api/webhooks/mtn-momo', 400],
    ['ftp://127.0.0.1/', 400],
  ])('is rejected when the callback address is %j', async (url, status) => {
    expect((await requestToPay({}, { headers: { 'x-callback-url': url } })).status).toBe(status);
  });

  test('is rejected when the callback address is not on the registered host', async () => {
    const headers = { 'x-callback-url': 'https://example.org/api/webhooks/mtn-momo' };
    const refused = await requestToPay({}, { headers });
    expect(refused).toEqual(failure(500, 'INVALID_CALLBACK_URL_HOST'));
    expect(momo().transactions()).toEqual([]);

    momo().configure({ callbackHost: 'example.org' });
    expect((await requestToPay({}, { headers })).status).toBe(202);
    expect((await requestToPay()).status).toBe(500);
  });

  test('may name this machine as 127.0.0.1 or as localhost', async () => {
    const headers = { 'x-callback-url': webhookUrl().replace('127.0.0.1', 'localhost') };
    expect((await requestToPay({}, { headers })).status).toBe(202);
  });
});

describe('the status call', () => {
  test('reports a pending payment without a reason, a transaction number or our reference', async () => {
    const order = anOrder({ externalId: 'payment-7' });
    const reference = await createPayment(order);
    expect(await lookUp(reference)).toEqual({
      status: 200,
      body: { ...order, status: 'PENDING' },
    });
  });

  test('has the provider’s transaction number once the money is taken', async () => {
    const reference = await createPayment();
    await momo().approve(reference);
    expect(await paymentRecord(reference)).toEqual({
      ...anOrder(),
      financialTransactionId: expect.stringMatching(/^\d+$/),
      status: 'SUCCESSFUL',
    });
  });

  test('returns 200 for a failed payment, with the reason as text', async () => {
    const reference = await createPayment();
    await momo().decline(reference);
    expect(await lookUp(reference)).toEqual({
      status: 200,
      body: { ...anOrder(), status: 'FAILED', reason: 'APPROVAL_REJECTED' },
    });
  });

  test('can have the reason as an object', async () => {
    momo().configure({ reasonShape: 'object' });
    const reference = await createPayment();
    await momo().decline(reference, 'PAYER_LIMIT_REACHED');
    expect((await paymentRecord(reference)).reason).toEqual({
      code: 'PAYER_LIMIT_REACHED',
      message: expect.any(String),
    });
  });

  test('can report a wrong amount, write it as a number and report an unknown status', async () => {
    const reference = await createPayment();
    momo().configure({
      reportAmount: 50,
      reportsAmountsAsNumbers: true,
      reportFields: { status: 'CREATED', currency: 'EUR' },
    });
    expect(await paymentRecord(reference)).toMatchObject({
      amount: 50,
      currency: 'EUR',
      status: 'CREATED',
    });
    expect(momo().transactions()).toMatchObject([{ amount: 100, status: 'PENDING' }]);
  });

  test('returns 404 for a reference that was never used, and rejects an invalid one', async () => {
    expect(await lookUp(randomUUID())).toEqual(failure(404, 'RESOURCE_NOT_FOUND'));
    expect((await lookUp('payment-1')).status).toBe(400);
  });

  test('can miss a payment that was just made', async () => {
    momo().configure({ hidesPayments: true });
    const reference = await createPayment();
    expect(await lookUp(reference)).toEqual(failure(404, 'RESOURCE_NOT_FOUND'));
    momo().configure({ hidesPayments: false });
    expect(await statusOf(reference)).toBe('PENDING');
  });
});

describe('numbers that are not MTN’s', () => {
  test.each([
    ['an Orange number has no wallet here', '237699123456'],
    ['a number without country code has none', '677123456'],
  ])('%s and the webhook says so', async (_name, number) => {
    const reference = await createPayment(payerNumber(number));
    await eventually(() => world.received.map(({ fields }) => fields.status)).toEqual(['FAILED']);
    expect(momo().prompts()).toEqual([]);
    const failed = { status: 'FAILED', amount: '100', reason: 'PAYER_NOT_FOUND' };
    expect(await paymentRecord(reference)).toMatchObject(failed);
  });

  test('a payer who is no phone number has no wallet here', async () => {
    const payer = { partyIdType: 'EMAIL', partyId: 'payer@example.org' };
    const reference = await createPayment({ payer });
    await eventually(() => statusOf(reference)).toBe('FAILED');
    expect(await paymentRecord(reference)).toMatchObject({ payer, reason: 'PAYER_NOT_FOUND' });
  });
});

describe('webhooks', () => {
  test('carry the final state of the payment, unsigned and without our reference', async () => {
    const path = '/api/webhooks/mtn-momo/a-path-of-its-own';
    const reference = await createPayment({}, { headers: { 'x-callback-url': webhookUrl(path) } });
    await momo().approve(reference);
    expect(world.received).toMatchObject([
      { method: 'PUT', path, fields: await paymentRecord(reference) },
    ]);
    expect(world.received[0]!.text).not.toContain(reference);
  });

  test('can be sent by POST too', async () => {
    momo().configure({ webhookMethod: 'POST' });
    await momo().approve(await createPayment());
    expect(world.received).toMatchObject([{ method: 'POST', fields: { status: 'SUCCESSFUL' } }]);
  });

  test('are not sent for a payment that named no address', async () => {
    const reference = await createPayment({}, { headers: { 'x-callback-url': null } });
    await momo().approve(reference);
    expect(momo().deliveries()).toEqual([]);
    expect(() => momo().webhookFor(reference)).toThrow('X-Callback-Url');
    await momo().sendWebhook(reference, { url: webhookUrl() });
    expect(world.received).toMatchObject([{ fields: { status: 'SUCCESSFUL' } }]);
  });

  test('can be forged one by one, whatever the payment’s state', async () => {
    const reference = await createPayment();
    const { httpStatus } = await momo().sendWebhook(reference, {
      fields: { status: 'SUCCESSFUL', amount: 100 },
      method: 'POST',
    });
    expect(httpStatus).toBe(200);
    await momo().sendWebhook(reference, { body: '"anything"' });
    expect(world.received).toMatchObject([
      { method: 'POST', fields: { status: 'SUCCESSFUL', amount: 100 } },
      { method: 'PUT', text: '"anything"' },
    ]);
    expect(await statusOf(reference)).toBe('PENDING');
  });
});

describe('faults', () => {
  test.each([
    ['token', () => askForToken()],
    ['status', () => lookUp(randomUUID())],
    ['accountholder', () => call('GET', `/collection/v1_0/accountholder/msisdn/1/active`)],
    ['balance', () => call('GET', '/collection/v1_0/account/balance')],
    ['apiuser', () => call('POST', '/v1_0/apiuser')],
  ] as const)('can be set on each route: %s', async (endpoint, make) => {
    momo().failNext(endpoint, { kind: 'answer', status: 429, body: '' }, 2);
    expect((await make()).status).toBe(429);
    expect((await make()).status).toBe(429);
    expect((await make()).status).not.toBe(429);
  });

  test('a payment can be accepted and the response lost; a status call, or a repeat, finds it', async () => {
    const reference = randomUUID();
    momo().failNext('requesttopay', { kind: 'cut', takesEffect: true });
    await expect(requestToPay({}, { reference })).rejects.toThrow();
    expect(await statusOf(reference)).toBe('PENDING');
    expect((await requestToPay({}, { reference })).status).toBe(409);
    expect(momo().prompts()).toHaveLength(1);
  });
});

describe('a restart of the provider', () => {
  test('invalidates the tokens', async () => {
    const before = session.authorization;
    await restart({});
    session.authorization = before;
    expect((await requestToPay()).status).toBe(401);
  });

  test('keeps the references that were used', async () => {
    const stateDir = await mkdtemp(join(tmpdir(), 'mtn-momo-references-'));
    try {
      await world.restart({ mtnMomoDelays: QUICK }, stateDir);
      const reference = await createPayment();
      await world.restart({ mtnMomoDelays: QUICK }, stateDir);
      expect((await requestToPay({}, { reference })).status).toBe(409);
    } finally {
      await world.restart();
      await rm(stateDir, { recursive: true, force: true });
    }
  });
});

test('the phone shows the amount in the currency it was taken in', async () => {
  momo().configure({ targetEnvironment: 'sandbox' });
  const reference = await createPayment({ currency: 'EUR' });
  await eventually(() => statusOf(reference)).toBe('SUCCESSFUL');
  const { messages } = await (await fetch(`${world.url}/sandbox/phone/prompts`)).json();
  expect(messages).toMatchObject([{ amount: 100, currency: 'EUR' }]);
});
