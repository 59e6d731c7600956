import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import express from 'express';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createSandbox,
  MTN_MOMO_SANDBOX_API_KEY,
  MTN_MOMO_SANDBOX_API_USER,
  MTN_MOMO_SANDBOX_PATH,
  MTN_MOMO_SANDBOX_SUBSCRIPTION_KEY,
  MTN_MOMO_SANDBOX_TARGET_ENVIRONMENT,
  type MtnMomoDelays,
  type Sandbox,
} from '#sandbox/index';

/** What the application's webhook route was sent. */
interface ReceivedWebhook {
  method: string;
  path: string;
  text: string;
  fields: Record<string, unknown>;
}

const QUICK: Partial<MtnMomoDelays> = {
  approveAfterMs: 20,
  declineAfterMs: 20,
  lateSuccessAfterMs: 60,
  ongoingAfterMs: 40,
  webhookTimeoutMs: 2_000,
};
const quiet = { info() {}, warn() {} };
const MTN_NUMBER = '237677123456';

let application: Server;
let received: ReceivedWebhook[];
let sandbox: Sandbox;
let server: Server;
/** What the sandbox is asked while it waits for the answer to a webhook. */
let duringWebhook: () => void;
/** What the application answers to a webhook. */
let webhookStatus: number;

beforeEach(async () => {
  received = [];
  duringWebhook = () => {};
  webhookStatus = 200;
  application = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    received.push({
      method: req.method ?? '',
      path: req.url ?? '',
      text,
      fields: JSON.parse(text),
    });
    duringWebhook();
    res.writeHead(webhookStatus).end();
  });
  application.listen(0, '127.0.0.1');
  await once(application, 'listening');
  await start(null);
});

afterEach(async () => {
  await stop();
  application.close();
  application.closeAllConnections();
});

async function start(stateFile: string | null, delays = QUICK): Promise<void> {
  sandbox = createSandbox({
    appUrl: () => addressOf(application),
    stateDir: stateFile === null ? null : dirname(stateFile),
    logger: quiet,
    mtnMomoDelays: delays,
  });
  server = express().use('/sandbox', sandbox.router).listen(0, '127.0.0.1');
  await once(server, 'listening');
  authorization = await signedIn();
}

async function stop(): Promise<void> {
  await sandbox.close();
  server.close();
  server.closeAllConnections();
}

/** Waits for a state, however slow the machine is. */
const eventually = <T>(look: () => T) => expect.poll(look, { timeout: 15_000 });
const addressOf = (one: Server) => `http://127.0.0.1:${(one.address() as AddressInfo).port}`;
const webhookUrl = (path = '/api/webhooks/mtn-momo') => `${addressOf(application)}${path}`;

let authorization: string;

interface CallOptions {
  /** Sent as JSON; text is sent as it is. */
  body?: unknown;
  /** Null leaves a header out that is otherwise sent. */
  headers?: Record<string, string | null>;
  signal?: AbortSignal;
}

/** A call with everything that the provider asks for, unless told otherwise. */
async function call(method: string, path: string, options: CallOptions = {}) {
  const { body, signal } = options;
  const all: Record<string, string | null> = {
    authorization,
    'ocp-apim-subscription-key': MTN_MOMO_SANDBOX_SUBSCRIPTION_KEY,
    'x-target-environment': sandbox.mtnMomo.switches.targetEnvironment,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...options.headers,
  };
  const headers = Object.entries(all).flatMap(([name, value]): [string, string][] =>
    value === null ? [] : [[name, value]],
  );
  const response = await fetch(`${addressOf(server)}${MTN_MOMO_SANDBOX_PATH}${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, body: isJson ? JSON.parse(text) : text };
}

const basic = (user: string, key: string) =>
  `Basic ${Buffer.from(`${user}:${key}`).toString('base64')}`;

const RIGHT_CREDENTIALS = basic(MTN_MOMO_SANDBOX_API_USER, MTN_MOMO_SANDBOX_API_KEY);

const askForToken = (credentials: string | null = RIGHT_CREDENTIALS, body?: unknown) =>
  call('POST', '/collection/token/', { headers: { authorization: credentials }, body });

const signedIn = async (credentials?: string) =>
  `Bearer ${(await askForToken(credentials)).body.access_token}`;

const anOrder = (changes: Record<string, unknown> = {}) => ({
  amount: '100',
  currency: 'XAF',
  externalId: 'payment-1',
  payer: { partyIdType: 'MSISDN', partyId: MTN_NUMBER },
  payerMessage: 'Votes',
  payeeNote: 'Votes',
  ...changes,
});

const from = (partyId: string) => ({ payer: { partyIdType: 'MSISDN', partyId } });

interface PayOptions {
  reference?: string;
  headers?: Record<string, string | null>;
  body?: unknown;
  signal?: AbortSignal;
}

function requestToPay(changes: Record<string, unknown> = {}, options: PayOptions = {}) {
  const { reference = randomUUID(), headers, body = anOrder(changes), ...rest } = options;
  return call('POST', '/collection/v1_0/requesttopay', {
    body,
    headers: { 'x-reference-id': reference, 'x-callback-url': webhookUrl(), ...headers },
    ...rest,
  });
}

/** A payment that was accepted. */
async function requested(changes: Record<string, unknown> = {}, options: PayOptions = {}) {
  const reference = randomUUID();
  expect(await requestToPay(changes, { ...options, reference })).toEqual({ status: 202, body: '' });
  return reference;
}

const lookUp = (reference: string) => call('GET', `/collection/v1_0/requesttopay/${reference}`);
const record = async (reference: string) => (await lookUp(reference)).body;
const statusOf = async (reference: string) => (await record(reference)).status;

const failure = (status: number, code: string) => ({
  status,
  body: { code, message: expect.any(String) },
});

describe('tokens', () => {
  test('are issued for the API user and key, and open the door until they expire', async () => {
    const { status, body } = await askForToken();
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: expect.any(String),
      expires_in: 3600,
    });
    authorization = `Bearer ${body.access_token}`;
    expect((await call('GET', '/collection/v1_0/account/balance')).status).toBe(200);

    sandbox.mtnMomo.expireTokens();
    expect((await call('GET', '/collection/v1_0/account/balance')).status).toBe(401);
    expect((await requestToPay()).status).toBe(401);
    expect(sandbox.mtnMomo.transactions()).toEqual([]);
    authorization = await signedIn();
    expect((await requestToPay()).status).toBe(202);
  });

  test('end by themselves', async () => {
    await stop();
    await start(null, { ...QUICK, tokenLifetimeMs: 1 });
    await eventually(async () => {
      return (await call('GET', '/collection/v1_0/account/balance')).status;
    }).toBe(401);
  });

  test.each([
    ['a wrong key', basic(MTN_MOMO_SANDBOX_API_USER, 'wrong')],
    ['an unknown user', basic(randomUUID(), MTN_MOMO_SANDBOX_API_KEY)],
    ['another scheme', RIGHT_CREDENTIALS.replace('Basic', 'Bearer')],
    ['no credentials', null],
  ])('are refused for %s', async (_name, credentials) => {
    expect((await askForToken(credentials)).status).toBe(401);
  });

  test('are asked for without a body, at a path with a slash', async () => {
    expect((await askForToken(RIGHT_CREDENTIALS, {})).status).toBe(400);
    const headers = { authorization: RIGHT_CREDENTIALS };
    expect((await call('POST', '/collection/token', { headers })).status).toBe(404);
  });
});

describe('every call', () => {
  const calls: [string, string, string][] = [
    ['a request to pay', 'POST', '/collection/v1_0/requesttopay'],
    ['a status call', 'GET', `/collection/v1_0/requesttopay/${randomUUID()}`],
    ['the account holder', 'GET', `/collection/v1_0/accountholder/msisdn/${MTN_NUMBER}/active`],
    ['the balance', 'GET', '/collection/v1_0/account/balance'],
  ];

  test.each([
    ...calls,
    ['the token', 'POST', '/collection/token/'],
    ['an API user', 'POST', '/v1_0/apiuser'],
  ])('needs a subscription key: %s', async (_name, method, path) => {
    for (const key of [null, 'wrong']) {
      const headers = { 'ocp-apim-subscription-key': key };
      expect((await call(method, path, { headers })).status).toBe(401);
    }
  });

  test.each(calls)('needs a token: %s', async (_name, method, path) => {
    for (const header of [null, 'Bearer unknown', authorization.replace('Bearer', 'Token')]) {
      expect((await call(method, path, { headers: { authorization: header } })).status).toBe(401);
    }
  });

  test.each(calls)('needs the target environment: %s', async (_name, method, path) => {
    for (const environment of [null, 'sandbox', 'mtnuganda']) {
      const answer = await call(method, path, { headers: { 'x-target-environment': environment } });
      expect(answer).toEqual(failure(500, 'NOT_ALLOWED_TARGET_ENVIRONMENT'));
    }
  });

  test.each([400, 403] as const)('can be refused for its address: %i', async (addressRefusal) => {
    sandbox.mtnMomo.configure({ addressRefusal });
    expect(await requestToPay()).toEqual({ status: addressRefusal, body: '' });
    expect(sandbox.mtnMomo.transactions()).toEqual([]);
  });
});

describe('a request to pay', () => {
  test('is answered 202 without a body, and the prompt goes out', async () => {
    expect(await requestToPay()).toEqual({ status: 202, body: '' });
    expect(sandbox.mtnMomo.prompts()).toMatchObject([
      { number: MTN_NUMBER, operator: 'MTN', amount: 100, currency: 'XAF' },
    ]);
  });

  test.each([
    ['missing', null],
    ['not a UUID', 'payment-1'],
    ['a UUID of another version', 'c232ab00-9414-11ec-b3c8-9f6bdeced846'],
  ])('is refused when its reference is %s', async (_name, reference) => {
    const answer = await requestToPay({}, { headers: { 'x-reference-id': reference } });
    expect(answer.status).toBe(400);
    expect(sandbox.mtnMomo.transactions()).toEqual([]);
  });

  test.each([
    ['JSON that breaks off', '{"amount": "100"'],
    ['no object', '"100"'],
    ['no body', ''],
  ])('is refused when it is %s', async (_name, body) => {
    expect((await requestToPay({}, { body })).status).toBe(400);
  });

  test('is refused when it is not called JSON', async () => {
    const headers = { 'content-type': 'text/plain' };
    expect((await requestToPay({}, { headers })).status).toBe(400);
  });

  test.each([
    ['an amount as a number', { amount: 100 }],
    ['decimals', { amount: '100.00' }],
    ['an amount of nothing', { amount: '0' }],
    ['a negative amount', { amount: '-100' }],
    ['no amount', { amount: undefined }],
    ['no currency', { currency: undefined }],
    ['no payer', { payer: undefined }],
    ['a payer of an unknown kind', { payer: { partyIdType: 'PHONE', partyId: MTN_NUMBER } }],
    ['a number with a plus', from(`+${MTN_NUMBER}`)],
    ['a number with spaces', from('237 677 12 34 56')],
    ['an apostrophe in the message', { payerMessage: "Votes for N'Djomo" }],
    ['an accent in the note', { payeeNote: 'Payé' }],
    ['161 characters', { payerMessage: 'v'.repeat(161) }],
    ['an externalId that is no text', { externalId: 7 }],
  ])('is refused as malformed: %s', async (_name, changes) => {
    expect((await requestToPay(changes)).status).toBe(400);
    expect(sandbox.mtnMomo.transactions()).toEqual([]);
  });

  test.each([
    ['payerMessage', ''],
    ['payerMessage', undefined],
    ['payeeNote', ''],
    ['payeeNote', undefined],
  ])('breaks when %s is %j', async (field, value) => {
    const answer = await requestToPay({ [field]: value });
    expect(answer).toEqual(failure(500, 'INTERNAL_PROCESSING_ERROR'));
    expect(sandbox.mtnMomo.transactions()).toEqual([]);
  });

  test('takes texts of up to 160 characters, and fields it does not know', async () => {
    await requested({ payerMessage: 'v'.repeat(160), language: 'fr' });
  });

  test.each([
    ['mtncameroon', 'EUR', 'XAF'],
    ['sandbox', 'XAF', 'EUR'],
  ] as const)('in %s is refused in %s and taken in %s', async (environment, wrong, right) => {
    sandbox.mtnMomo.configure({ targetEnvironment: environment });
    const refused = await requestToPay({ currency: wrong });
    expect(refused).toEqual(failure(500, 'INVALID_CURRENCY'));
    expect(sandbox.mtnMomo.transactions()).toEqual([]);
    const reference = await requested({ currency: right });
    expect(await record(reference)).toMatchObject({ currency: right });
  });

  test('is answered 409 when its reference was used, and prompts nobody again', async () => {
    const reference = await requested();
    const repeated = await requestToPay({}, { reference });
    expect(repeated).toEqual(failure(409, 'RESOURCE_ALREADY_EXIST'));
    expect(sandbox.mtnMomo.prompts()).toHaveLength(1);

    await sandbox.mtnMomo.decline(reference);
    expect((await requestToPay({ amount: '200' }, { reference })).status).toBe(409);
    expect(sandbox.mtnMomo.transactions()).toMatchObject([{ reference, amount: 100 }]);
  });

  test('with a new reference is a second payment, even with the same externalId', async () => {
    await requested();
    await requested();
    expect(sandbox.mtnMomo.prompts()).toHaveLength(2);
  });

  test.each([
    ['', 400],
    ['null', 400],
    ['/api/webhooks/mtn-momo', 400],
    ['ftp://127.0.0.1/', 400],
  ])('is refused when the callback address is %j', async (url, status) => {
    expect((await requestToPay({}, { headers: { 'x-callback-url': url } })).status).toBe(status);
  });

  test('is refused when the callback address is not on the registered host', async () => {
    const headers = { 'x-callback-url': 'https://example.org/api/webhooks/mtn-momo' };
    const refused = await requestToPay({}, { headers });
    expect(refused).toEqual(failure(500, 'INVALID_CALLBACK_URL_HOST'));
    expect(sandbox.mtnMomo.transactions()).toEqual([]);

    sandbox.mtnMomo.configure({ callbackHost: 'example.org' });
    expect((await requestToPay({}, { headers })).status).toBe(202);
    expect((await requestToPay()).status).toBe(500);
  });

  test('may name this machine either way', async () => {
    const headers = { 'x-callback-url': webhookUrl().replace('127.0.0.1', 'localhost') };
    expect((await requestToPay({}, { headers })).status).toBe(202);
  });
});

describe('the status call', () => {
  test('reports a pending payment without a reason, a transaction number or our reference', async () => {
    const order = anOrder({ externalId: 'payment-7' });
    const reference = await requested(order);
    expect(await lookUp(reference)).toEqual({
      status: 200,
      body: { ...order, status: 'PENDING' },
    });
  });

  test('has the provider’s transaction number once the money is taken', async () => {
    const reference = await requested();
    await sandbox.mtnMomo.approve(reference);
    expect(await record(reference)).toEqual({
      ...anOrder(),
      financialTransactionId: expect.stringMatching(/^\d+$/),
      status: 'SUCCESSFUL',
    });
  });

  test('answers 200 for a failed payment, with the reason as text', async () => {
    const reference = await requested();
    await sandbox.mtnMomo.decline(reference);
    expect(await lookUp(reference)).toEqual({
      status: 200,
      body: { ...anOrder(), status: 'FAILED', reason: 'APPROVAL_REJECTED' },
    });
  });

  test('can have the reason as an object', async () => {
    sandbox.mtnMomo.configure({ reasonShape: 'object' });
    const reference = await requested();
    await sandbox.mtnMomo.decline(reference, 'PAYER_LIMIT_REACHED');
    expect((await record(reference)).reason).toEqual({
      code: 'PAYER_LIMIT_REACHED',
      message: expect.any(String),
    });
  });

  test('can lie about the amount, write it as a number and tell an unknown status', async () => {
    const reference = await requested();
    sandbox.mtnMomo.configure({
      reportAmount: 50,
      reportsAmountsAsNumbers: true,
      reportFields: { status: 'CREATED', currency: 'EUR' },
    });
    expect(await record(reference)).toMatchObject({
      amount: 50,
      currency: 'EUR',
      status: 'CREATED',
    });
    expect(sandbox.mtnMomo.transactions()).toMatchObject([{ amount: 100, status: 'PENDING' }]);
  });

  test('does not know a reference that was never used, and refuses one that is none', async () => {
    expect(await lookUp(randomUUID())).toEqual(failure(404, 'RESOURCE_NOT_FOUND'));
    expect((await lookUp('payment-1')).status).toBe(400);
  });

  test('can fail to know a payment that was just made', async () => {
    sandbox.mtnMomo.configure({ hidesPayments: true });
    const reference = await requested();
    expect(await lookUp(reference)).toEqual(failure(404, 'RESOURCE_NOT_FOUND'));
    sandbox.mtnMomo.configure({ hidesPayments: false });
    expect(await statusOf(reference)).toBe('PENDING');
  });
});

describe('numbers that act by themselves', () => {
  const webhooksOf = (externalId: string) =>
    received
      .filter(({ fields }) => fields.externalId === externalId)
      .map(({ fields }) => fields.status);

  test.each([
    ['00 approves', '237677123400', 'SUCCESSFUL', undefined],
    ['01 declines', '237677123401', 'FAILED', 'APPROVAL_REJECTED'],
    ['02 lacks the money', '237677123402', 'FAILED', 'NOT_ENOUGH_FUNDS'],
    ['an Orange number has no wallet here', '237699123456', 'FAILED', 'PAYER_NOT_FOUND'],
    ['a number without country code has none', '677123456', 'FAILED', 'PAYER_NOT_FOUND'],
  ])('%s and the webhook says so', async (_name, number, status, reason) => {
    const reference = await requested(from(number));
    await eventually(() => webhooksOf('payment-1')).toEqual([status]);
    expect(sandbox.mtnMomo.prompts()).toEqual([]);
    const payment = await record(reference);
    expect(payment).toMatchObject({ status, amount: '100' });
    expect(payment.reason).toBe(reason);
  });

  test('a payer who is no phone number has no wallet here', async () => {
    const payer = { partyIdType: 'EMAIL', partyId: 'payer@example.org' };
    const reference = await requested({ payer });
    await eventually(() => statusOf(reference)).toBe('FAILED');
    expect(await record(reference)).toMatchObject({ payer, reason: 'PAYER_NOT_FOUND' });
  });

  test('03 never answers and shows no prompt', async () => {
    const reference = await requested(from('237677123403'));
    expect(sandbox.mtnMomo.prompts()).toEqual([]);
    expect(await statusOf(reference)).toBe('PENDING');
  });

  test('04 approves and sends no webhook', async () => {
    const reference = await requested(from('237677123404'));
    await eventually(() => statusOf(reference)).toBe('SUCCESSFUL');
    expect(sandbox.mtnMomo.deliveries()).toEqual([]);
  });

  test('05 fails and later turns out to have paid', async () => {
    const reference = await requested(from('237677123405'));
    await eventually(() => webhooksOf('payment-1')).toEqual(['FAILED', 'SUCCESSFUL']);
    const payment = await record(reference);
    expect(payment.status).toBe('SUCCESSFUL');
    expect(payment).not.toHaveProperty('reason');
    expect(sandbox.mtnMomo.moneyTaken()).toBe(100);
  });

  test('06 sends its webhook before the request to pay is answered', async () => {
    let isAnswered = false;
    let wasAnsweredFirst: boolean | undefined;
    duringWebhook = () => {
      wasAnsweredFirst = isAnswered;
    };
    const reference = await requested(from('237677123406'));
    isAnswered = true;
    expect(wasAnsweredFirst).toBe(false);
    expect(webhooksOf('payment-1')).toEqual(['SUCCESSFUL']);
    expect(await statusOf(reference)).toBe('SUCCESSFUL');
  });

  test('every other number waits for somebody', async () => {
    const reference = await requested();
    expect(sandbox.mtnMomo.prompts()).toMatchObject([{ reference, provider: 'mtn-momo' }]);
    expect(await statusOf(reference)).toBe('PENDING');
    await sandbox.mtnMomo.decline(reference);
    expect(sandbox.mtnMomo.prompts()).toEqual([]);
    await expect(sandbox.mtnMomo.approve(reference)).rejects.toThrow('FAILED');
    expect(sandbox.mtnMomo.moneyTaken()).toBe(0);

    await sandbox.mtnMomo.payLate(reference);
    expect(webhooksOf('payment-1')).toEqual(['FAILED', 'SUCCESSFUL']);
    expect(sandbox.mtnMomo.moneyTaken()).toBe(100);
  });

  test('a prompt that is not answered in time is gone, the payment failed, and that is told', async () => {
    await stop();
    await start(null, { ...QUICK, promptTimeoutMs: 50, expireAfterMs: 50 });
    const reference = await requested();
    await eventually(() => sandbox.mtnMomo.prompts()).toEqual([]);
    await eventually(() => webhooksOf('payment-1')).toEqual(['FAILED']);
    expect(await record(reference)).toMatchObject({
      status: 'FAILED',
      reason: 'COULD_NOT_PERFORM_TRANSACTION',
    });
  });

  test('a prompt can be ignored: it is gone, and the payment waits for its end', async () => {
    const reference = await requested();
    sandbox.mtnMomo.ignore(reference);
    expect(sandbox.mtnMomo.prompts()).toEqual([]);
    expect(await statusOf(reference)).toBe('PENDING');
  });
});

describe('the test environment', () => {
  beforeEach(() => sandbox.mtnMomo.configure({ targetEnvironment: 'sandbox' }));

  test.each([
    ['46733123450', 'INTERNAL_PROCESSING_ERROR'],
    ['46733123451', 'APPROVAL_REJECTED'],
    ['46733123452', 'EXPIRED'],
    ['46733123454', 'PAYER_DELAYED'],
    ['46733123455', 'PAYER_NOT_FOUND'],
    ['46733123456', 'PAYEE_NOT_ALLOWED_TO_RECEIVE'],
    ['46733123457', 'NOT_ALLOWED'],
    ['46733123458', 'NOT_ALLOWED_TARGET_ENVIRONMENT'],
    ['46733123459', 'INVALID_CALLBACK_URL_HOST'],
    ['46733123460', 'INVALID_CURRENCY'],
    ['46733123461', 'INTERNAL_PROCESSING_ERROR'],
    ['46733123462', 'SERVICE_UNAVAILABLE'],
    ['46733123463', 'COULD_NOT_PERFORM_TRANSACTION'],
  ])('%s fails: %s', async (number, reason) => {
    const reference = await requested({ currency: 'EUR', ...from(number) });
    await eventually(() => statusOf(reference)).toBe('FAILED');
    expect((await record(reference)).reason).toBe(reason);
  });

  test('46733123453 is pending for a while and then pays', async () => {
    const reference = await requested({ currency: 'EUR', ...from('46733123453') });
    expect(await statusOf(reference)).toBe('PENDING');
    await eventually(() => statusOf(reference)).toBe('SUCCESSFUL');
  });

  test.each(['46733123499', MTN_NUMBER, '237699123456'])(
    '%s pays, and no phone rings',
    async (number) => {
      const reference = await requested({ currency: 'EUR', ...from(number) });
      expect(sandbox.mtnMomo.prompts()).toEqual([]);
      await eventually(() => statusOf(reference)).toBe('SUCCESSFUL');
    },
  );

  test('its numbers have no wallet in Cameroon', async () => {
    sandbox.mtnMomo.configure({ targetEnvironment: 'mtncameroon' });
    const reference = await requested(from('46733123453'));
    await eventually(() => statusOf(reference)).toBe('FAILED');
    expect((await record(reference)).reason).toBe('PAYER_NOT_FOUND');
  });

  describe('makes API users', () => {
    const create = (id: string, body: unknown) =>
      call('POST', '/v1_0/apiuser', { headers: { 'x-reference-id': id }, body });
    const host = { providerCallbackHost: 'example.com' };

    test('with a key that opens the door, until the next one is made', async () => {
      const id = randomUUID();
      expect(await create(id, host)).toEqual({ status: 201, body: '' });
      expect(await call('GET', `/v1_0/apiuser/${id}`)).toEqual({
        status: 200,
        body: { ...host, targetEnvironment: 'sandbox' },
      });
      const first = await call('POST', `/v1_0/apiuser/${id}/apikey`);
      expect(first).toEqual({ status: 201, body: { apiKey: expect.any(String) } });
      expect((await askForToken(basic(id, first.body.apiKey))).status).toBe(200);

      const second = await call('POST', `/v1_0/apiuser/${id}/apikey`);
      expect((await askForToken(basic(id, first.body.apiKey))).status).toBe(401);
      expect((await askForToken(basic(id, second.body.apiKey))).status).toBe(200);
    });

    test('whose payments call their own host back and no other', async () => {
      const id = randomUUID();
      await create(id, host);
      const { body } = await call('POST', `/v1_0/apiuser/${id}/apikey`);
      authorization = await signedIn(basic(id, body.apiKey));
      const order = { currency: 'EUR' };
      expect(await requestToPay(order)).toEqual(failure(500, 'INVALID_CALLBACK_URL_HOST'));
      const headers = { 'x-callback-url': 'https://example.com/callback' };
      expect((await requestToPay(order, { headers })).status).toBe(202);
    });

    test('once, with a UUID and a bare host', async () => {
      const id = randomUUID();
      expect((await create('user-1', host)).status).toBe(400);
      expect((await create(id, {})).status).toBe(400);
      expect((await create(id, { providerCallbackHost: 'https://example.com' })).status).toBe(400);
      expect((await create(id, { providerCallbackHost: 'example.com/path' })).status).toBe(400);
      expect((await create(id, host)).status).toBe(201);
      expect(await create(id, host)).toEqual(failure(409, 'RESOURCE_ALREADY_EXIST'));
    });

    test('who have no key until one is made; others are unknown', async () => {
      const id = randomUUID();
      await create(id, host);
      expect((await askForToken(basic(id, ''))).status).toBe(401);
      expect((await askForToken(basic(id, 'null'))).status).toBe(401);
      const unknown = `/v1_0/apiuser/${randomUUID()}`;
      expect(await call('GET', unknown)).toEqual(failure(404, 'RESOURCE_NOT_FOUND'));
      const noKey = await call('POST', `${unknown}/apikey`);
      expect(noKey).toEqual(failure(404, 'RESOURCE_NOT_FOUND'));
    });

    test('and the live one does not', async () => {
      sandbox.mtnMomo.configure({ targetEnvironment: 'mtncameroon' });
      expect((await create(randomUUID(), host)).status).toBe(404);
    });
  });
});

describe('webhooks', () => {
  test('carry the payment as it ended, unsigned and without our reference', async () => {
    const path = '/api/webhooks/mtn-momo/a-path-of-its-own';
    const reference = await requested({}, { headers: { 'x-callback-url': webhookUrl(path) } });
    await sandbox.mtnMomo.approve(reference);
    expect(received).toMatchObject([{ method: 'PUT', path, fields: await record(reference) }]);
    expect(received[0]!.text).not.toContain(reference);
  });

  test('go by POST too', async () => {
    sandbox.mtnMomo.configure({ webhookMethod: 'POST' });
    await sandbox.mtnMomo.approve(await requested());
    expect(received).toMatchObject([{ method: 'POST', fields: { status: 'SUCCESSFUL' } }]);
  });

  test('are not sent for a payment that named no address', async () => {
    const reference = await requested({}, { headers: { 'x-callback-url': null } });
    await sandbox.mtnMomo.approve(reference);
    expect(sandbox.mtnMomo.deliveries()).toEqual([]);
    expect(() => sandbox.mtnMomo.webhookFor(reference)).toThrow('X-Callback-Url');
    await sandbox.mtnMomo.sendWebhook(reference, { url: webhookUrl() });
    expect(received).toMatchObject([{ fields: { status: 'SUCCESSFUL' } }]);
  });

  test.each([
    ['none', []],
    ['once', ['SUCCESSFUL']],
    ['twice', ['SUCCESSFUL', 'SUCCESSFUL']],
    ['forged', ['FAILED']],
    ['strange', [undefined]],
  ] as const)('can be sent as %s', async (webhook, statuses) => {
    sandbox.mtnMomo.configure({ webhook });
    const reference = await requested();
    await sandbox.mtnMomo.approve(reference);
    expect(received.map(({ fields }) => fields.status)).toEqual(statuses);
    expect(await statusOf(reference)).toBe('SUCCESSFUL');
  });

  test('can come before the answer for any number, and without one for those that are silent', async () => {
    sandbox.mtnMomo.configure({ webhook: 'before-answer' });
    await requested();
    expect(received).toMatchObject([{ fields: { status: 'SUCCESSFUL' } }]);
    const silent = await requested(from('237677123403'));
    expect(await statusOf(silent)).toBe('PENDING');
  });

  test('can be forged one by one, whatever the payment’s state', async () => {
    const reference = await requested();
    const { httpStatus } = await sandbox.mtnMomo.sendWebhook(reference, {
      fields: { status: 'SUCCESSFUL', amount: 100 },
      method: 'POST',
    });
    expect(httpStatus).toBe(200);
    await sandbox.mtnMomo.sendWebhook(reference, { body: '"anything"' });
    expect(received).toMatchObject([
      { method: 'POST', fields: { status: 'SUCCESSFUL', amount: 100 } },
      { method: 'PUT', text: '"anything"' },
    ]);
    expect(await statusOf(reference)).toBe('PENDING');
  });

  test('can be handed to a test that sends them its own way', async () => {
    const reference = await requested();
    const { url, init } = sandbox.mtnMomo.webhookFor(reference);
    await fetch(url, init);
    expect(received).toMatchObject([{ method: 'PUT', fields: { status: 'PENDING' } }]);
    expect(sandbox.mtnMomo.deliveries()).toEqual([]);
  });

  test('come once, whatever they are answered', async () => {
    webhookStatus = 503;
    const reference = await requested();
    await sandbox.mtnMomo.approve(reference);
    expect(sandbox.mtnMomo.deliveries()).toMatchObject([{ reference, httpStatus: 503 }]);
    expect(received).toHaveLength(1);
  });

  test('are lost when nobody answers, and nothing breaks', async () => {
    const reference = await requested();
    application.close();
    application.closeAllConnections();
    await sandbox.mtnMomo.approve(reference);
    expect(sandbox.mtnMomo.deliveries()).toMatchObject([{ reference, httpStatus: null }]);
    expect(await statusOf(reference)).toBe('SUCCESSFUL');
  });
});

describe('faults', () => {
  test('a spoilt call has no effect, and only that call is spoilt', async () => {
    const body = { code: 'SERVICE_UNAVAILABLE', message: 'busy' };
    sandbox.mtnMomo.failNext('requesttopay', { kind: 'answer', status: 503, body });
    expect(await requestToPay()).toEqual({ status: 503, body });
    expect(sandbox.mtnMomo.transactions()).toEqual([]);
    expect((await requestToPay()).status).toBe(202);
    expect(sandbox.mtnMomo.callCount('requesttopay')).toBe(2);
  });

  test.each([
    ['token', () => askForToken()],
    ['status', () => lookUp(randomUUID())],
    ['accountholder', () => call('GET', `/collection/v1_0/accountholder/msisdn/1/active`)],
    ['balance', () => call('GET', '/collection/v1_0/account/balance')],
    ['apiuser', () => call('POST', '/v1_0/apiuser')],
  ] as const)('can be set on each route: %s', async (endpoint, make) => {
    sandbox.mtnMomo.failNext(endpoint, { kind: 'answer', status: 429, body: '' }, 2);
    expect((await make()).status).toBe(429);
    expect((await make()).status).toBe(429);
    expect((await make()).status).not.toBe(429);
  });

  test('a gateway’s page can stand where JSON should', async () => {
    const reference = await requested();
    sandbox.mtnMomo.failNext('status', { kind: 'html', status: 502 });
    const answer = await lookUp(reference);
    expect(answer).toEqual({ status: 502, body: expect.stringContaining('<html>') });
    expect(await statusOf(reference)).toBe('PENDING');
  });

  test('a payment can be accepted and the answer lost; asking, or repeating, tells', async () => {
    const reference = randomUUID();
    sandbox.mtnMomo.failNext('requesttopay', { kind: 'cut', takesEffect: true });
    await expect(requestToPay({}, { reference })).rejects.toThrow();
    expect(await statusOf(reference)).toBe('PENDING');
    expect((await requestToPay({}, { reference })).status).toBe(409);
    expect(sandbox.mtnMomo.prompts()).toHaveLength(1);
  });

  test('a payment can be accepted and answered 500', async () => {
    const reference = randomUUID();
    const fault = { kind: 'answer', status: 500, body: '', takesEffect: true } as const;
    sandbox.mtnMomo.failNext('requesttopay', fault);
    expect((await requestToPay({}, { reference })).status).toBe(500);
    expect(await statusOf(reference)).toBe('PENDING');
  });

  test('a call can hang until the caller gives up', async () => {
    sandbox.mtnMomo.failNext('requesttopay', { kind: 'hang', takesEffect: true });
    const caller = new AbortController();
    const hanging = requestToPay({}, { signal: caller.signal });
    const givenUp = expect(hanging).rejects.toThrow('aborted');
    await eventually(() => sandbox.mtnMomo.prompts()).toHaveLength(1);
    caller.abort();
    await givenUp;
  });

  test('an answer can be late', async () => {
    sandbox.mtnMomo.failNext('requesttopay', { kind: 'delay', ms: 60 });
    const answer = requestToPay();
    await eventually(() => sandbox.mtnMomo.prompts()).toHaveLength(1);
    expect((await answer).status).toBe(202);
  });

  test('an answer can break off in the middle', async () => {
    const reference = await requested();
    sandbox.mtnMomo.failNext('status', { kind: 'half-body' });
    await expect(lookUp(reference)).rejects.toThrow();
    sandbox.mtnMomo.failNext('requesttopay', { kind: 'half-body' });
    await expect(requestToPay()).rejects.toThrow();
    expect(sandbox.mtnMomo.transactions()).toHaveLength(2);
  });

  test('the provider can be unreachable, and comes back as new', async () => {
    await requested();
    sandbox.mtnMomo.configure({ isUnreachable: true });
    await expect(requestToPay()).rejects.toThrow();
    sandbox.mtnMomo.reset();
    expect(sandbox.mtnMomo.transactions()).toEqual([]);
    expect(sandbox.mtnMomo.callCount('requesttopay')).toBe(0);
    authorization = await signedIn();
    expect((await requestToPay()).status).toBe(202);
  });
});

describe('the account', () => {
  const isActive = (number: string) =>
    call('GET', `/collection/v1_0/accountholder/msisdn/${number}/active`);

  test('a number of MTN has a wallet, another has none', async () => {
    expect(await isActive(MTN_NUMBER)).toEqual({ status: 200, body: { result: true } });
    expect(await isActive('237699123456')).toEqual({ status: 200, body: { result: false } });
    expect((await isActive('+237677123456')).status).toBe(400);
  });

  test('in the test environment every number has one but that of PAYER_NOT_FOUND', async () => {
    sandbox.mtnMomo.configure({ targetEnvironment: 'sandbox' });
    expect((await isActive('46733123499')).body).toEqual({ result: true });
    expect((await isActive('46733123455')).body).toEqual({ result: false });
  });

  test('the balance is what was taken, in the currency of the environment', async () => {
    await sandbox.mtnMomo.approve(await requested());
    await sandbox.mtnMomo.approve(await requested({ amount: '200' }));
    await sandbox.mtnMomo.decline(await requested());
    const balance = () => call('GET', '/collection/v1_0/account/balance');
    expect((await balance()).body).toEqual({ availableBalance: '300', currency: 'XAF' });
    sandbox.mtnMomo.configure({ targetEnvironment: 'sandbox' });
    expect((await balance()).body).toEqual({ availableBalance: '0', currency: 'EUR' });
  });

  test('the constants open the door as they stand', async () => {
    const environment = MTN_MOMO_SANDBOX_TARGET_ENVIRONMENT;
    expect(
      (await requestToPay({}, { headers: { 'x-target-environment': environment } })).status,
    ).toBe(202);
  });
});

describe('a restart', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mtn-momo-sandbox-'));
  });
  afterEach(async () => {
    await stop(); // it may be writing
    await rm(folder, { recursive: true, force: true });
  });

  test('keeps the money and the open prompts, and does what fell due meanwhile', async () => {
    const stateFile = join(folder, 'state', 'sandbox-mtn-momo.json');
    await stop();
    await start(stateFile, { ...QUICK, approveAfterMs: 60_000 });
    const paid = await requested();
    await sandbox.mtnMomo.approve(paid);
    const open = await requested();
    const planned = await requested(from('237677123400'));
    await stop();
    await writeFile(stateFile, (await readFile(stateFile, 'utf8')).replace(/"at":\d+/, '"at":1'));

    await start(stateFile);
    expect(await statusOf(paid)).toBe('SUCCESSFUL');
    expect(sandbox.mtnMomo.prompts()).toMatchObject([{ reference: open }]);
    expect((await requestToPay({}, { reference: open })).status).toBe(409);
    await eventually(() => statusOf(planned)).toBe('SUCCESSFUL');
    received = [];
    await sandbox.mtnMomo.approve(open);
    expect(received).toMatchObject([{ fields: { status: 'SUCCESSFUL' } }]);
    expect(sandbox.mtnMomo.moneyTaken()).toBe(300);
  });

  test('ends the tokens', async () => {
    const before = authorization;
    await stop();
    await start(null);
    authorization = before;
    expect((await requestToPay()).status).toBe(401);
  });
});

describe('the phone page', () => {
  const phone = (path: string, init?: RequestInit) =>
    fetch(`${addressOf(server)}/sandbox/phone${path}`, init);

  test('shows the prompt, approves it with a PIN and tells how it went', async () => {
    const reference = await requested();
    const { prompts } = await (await phone(`/prompts?number=${MTN_NUMBER}`)).json();
    expect(prompts).toMatchObject([{ amount: 100, currency: 'XAF', operator: 'MTN' }]);
    const answer = await phone(`/prompts/${prompts[0].id}/answer`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ answer: 'approve', pin: '1234' }),
    });
    expect(answer.status).toBe(204);
    expect(await statusOf(reference)).toBe('SUCCESSFUL');
    const { messages } = await (await phone('/prompts')).json();
    expect(messages).toMatchObject([{ kind: 'paid', amount: 100, currency: 'XAF' }]);
  });

  test('tells the amount in the currency it was taken in', async () => {
    sandbox.mtnMomo.configure({ targetEnvironment: 'sandbox' });
    const reference = await requested({ currency: 'EUR' });
    await eventually(() => statusOf(reference)).toBe('SUCCESSFUL');
    const { messages } = await (await phone('/prompts')).json();
    expect(messages).toMatchObject([{ amount: 100, currency: 'EUR' }]);
  });
});
