import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import express from 'express';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createSandbox,
  FAPSHI_SANDBOX_API_KEY,
  FAPSHI_SANDBOX_API_USER,
  FAPSHI_SANDBOX_PATH,
  FAPSHI_SANDBOX_WEBHOOK_SECRET,
  type FapshiDelays,
  type Sandbox,
} from '#sandbox/index';

/** What the application's webhook route was sent. */
interface ReceivedWebhook {
  method: string;
  path: string;
  secret: string | undefined;
  body: unknown;
}

const QUICK: Partial<FapshiDelays> = {
  approveAfterMs: 20,
  declineAfterMs: 20,
  lateSuccessAfterMs: 60,
  webhookTimeoutMs: 2_000,
  statusWindowMs: 0,
};
const UNKNOWN_TRANS_ID = 'zzzzzzzz';
const quiet = { info() {}, warn() {} };

let application: Server;
let received: ReceivedWebhook[];
let sandbox: Sandbox;
let server: Server;
/** What the sandbox is asked while it waits for the answer to a webhook. */
let duringWebhook: () => void;

beforeEach(async () => {
  received = [];
  duringWebhook = () => {};
  application = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    const secret = req.headers['x-wh-secret'];
    received.push({
      method: req.method ?? '',
      path: req.url ?? '',
      secret: Array.isArray(secret) ? secret.join() : secret,
      body: JSON.parse(Buffer.concat(chunks).toString()),
    });
    duringWebhook();
    res.end();
  });
  application.listen(0, '127.0.0.1');
  await once(application, 'listening');
  await start();
});

afterEach(async () => {
  await stop();
  application.close();
  application.closeAllConnections();
});

async function start(delays: Partial<FapshiDelays> = {}, stateFile: string | null = null) {
  const { port } = application.address() as AddressInfo;
  sandbox = createSandbox({
    appUrl: () => `http://127.0.0.1:${port}`,
    stateDir: stateFile === null ? null : dirname(stateFile),
    logger: quiet,
    fapshiDelays: { ...QUICK, ...delays },
  });
  server = express().use('/sandbox', sandbox.router).listen(0, '127.0.0.1');
  await once(server, 'listening');
}

async function stop(): Promise<void> {
  await sandbox.close();
  server.close();
  server.closeAllConnections();
}

async function restart(delays: Partial<FapshiDelays>, stateFile: string | null = null) {
  await stop();
  await start(delays, stateFile);
}

/** Waits for a state, however slow the machine is. */
const eventually = <T>(look: () => T) => expect.poll(look, { timeout: 15_000 });
const addressOf = (one: Server) => `http://127.0.0.1:${(one.address() as AddressInfo).port}`;
const credentials = { apiuser: FAPSHI_SANDBOX_API_USER, apikey: FAPSHI_SANDBOX_API_KEY };

interface CallOptions {
  /** Sent as JSON; text is sent as it is. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

async function call(method: string, path: string, options: CallOptions = {}) {
  const { body, headers = credentials, signal } = options;
  const response = await fetch(`${addressOf(server)}${FAPSHI_SANDBOX_PATH}${path}`, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, body: isJson ? JSON.parse(text) : text };
}

const anOrder = (changes: Record<string, unknown> = {}) => ({
  amount: 100,
  phone: '677123456',
  externalId: 'payment-1',
  userId: 'payment-1',
  message: 'Votes',
  ...changes,
});

const directPay = (changes: Record<string, unknown> = {}, headers = credentials) =>
  call('POST', '/direct-pay', { body: anOrder(changes), headers });

async function initiated(changes: Record<string, unknown> = {}): Promise<string> {
  const { body } = await directPay(changes);
  return body.transId;
}

const ask = (transId: string) => call('GET', `/payment-status/${transId}`);
const record = async (transId: string) => (await ask(transId)).body;
const statusOf = async (transId: string) => (await record(transId)).status;
const refusal = (status: number, message: unknown = expect.any(String)) => ({
  status,
  body: { message },
});

describe('credentials', () => {
  test('two headers open every call', async () => {
    expect(await call('GET', '/balance')).toEqual({
      status: 200,
      body: { service: 'Festival Awards', balance: expect.any(Number), currency: 'XAF' },
    });
  });

  test.each([
    ['no headers', {}],
    ['no user', { apikey: FAPSHI_SANDBOX_API_KEY }],
    ['a wrong key', { ...credentials, apikey: 'FAK_TEST_other' }],
    ['a bearer token', { authorization: `Bearer ${FAPSHI_SANDBOX_API_KEY}` }],
  ])('%s is a 403 everywhere and moves nothing', async (_name, headers) => {
    const wrong = refusal(403, 'Invalid API credentials');
    expect(await call('POST', '/direct-pay', { body: anOrder(), headers })).toEqual(wrong);
    for (const path of [`/payment-status/${UNKNOWN_TRANS_ID}`, '/transaction/payment-1']) {
      expect(await call('GET', path, { headers })).toEqual(wrong);
    }
    expect(sandbox.fapshi.transactions()).toEqual([]);
  });

  test('can be revoked', async () => {
    sandbox.fapshi.configure({ areCredentialsRevoked: true });
    expect(await directPay()).toEqual(refusal(403));
  });

  test('belong to a service that collects and cannot pay out', async () => {
    expect(await call('POST', '/payout', { body: anOrder() })).toEqual(refusal(403));
  });
});

describe('direct pay', () => {
  test('answers with exactly three fields, none of them a status', async () => {
    expect(await directPay()).toEqual({
      status: 200,
      body: {
        message: expect.any(String),
        transId: expect.stringMatching(/^[a-zA-Z0-9]{8}$/),
        dateInitiated: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      },
    });
  });

  test.each([
    ['no amount', { amount: undefined }, 'amount required'],
    ['an amount as text', { amount: '100' }, 'amount must be of type integer'],
    ['half a franc', { amount: 100.5 }, 'amount must be of type integer'],
    ['less than one vote', { amount: 99 }, 'amount cannot be less than 100 XAF'],
    ['no number', { phone: undefined }, 'phone number required'],
    ['a number as a number', { phone: 677123456 }, 'phone must be of type string'],
    ['a country code', { phone: '237677123456' }, 'invalid phone number'],
    ['a plus', { phone: '+237677123456' }, 'invalid phone number'],
    ['spaces', { phone: '677 12 34 56' }, 'invalid phone number'],
    ['a fixed line', { phone: '222123456' }, 'invalid phone number'],
    ['an operator it cannot detect', { phone: '661234567' }, 'invalid phone number'],
    ['an unknown medium', { medium: 'MTN' }, 'invalid medium'],
    ['an externalId with a dot', { externalId: 'a.b' }, expect.stringContaining('externalId')],
    ['an empty userId', { userId: '' }, expect.stringContaining('userId')],
    ['a userId that is too long', { userId: 'u'.repeat(101) }, expect.stringContaining('userId')],
    ['a number as externalId', { externalId: 7 }, 'externalId must be of type string'],
    ['a name that is no text', { name: null }, 'name must be of type string'],
  ])('refuses %s', async (_name, changes, message) => {
    expect(await directPay(changes)).toEqual(refusal(400, message));
    expect(sandbox.fapshi.transactions()).toEqual([]);
  });

  test('refuses a body that is no JSON object', async () => {
    for (const body of ['{', '[]', '"text"']) {
      expect(await call('POST', '/direct-pay', { body })).toEqual(refusal(400));
    }
    expect(await call('POST', '/direct-pay')).toEqual(refusal(400, 'amount required'));
  });

  test('takes an id of a hundred characters, a UUID, and fields it does not know', async () => {
    const externalId = 'a-Z_9'.repeat(20);
    const userId = '3b241101-e2bb-4255-8caf-4136c566a962';
    const transId = await initiated({ externalId, userId, callbackUrl: 'https://example.org' });
    expect(await record(transId)).toMatchObject({ externalId, userId });
  });

  test.each([
    ['677123456', undefined, 'mobile money'],
    ['699123456', undefined, 'orange money'],
    ['677123456', 'orange money', 'orange money'],
    ['661234567', 'mobile money', 'mobile money'],
  ])('%s with medium %s is charged through %s', async (phone, medium, charged) => {
    const transId = await initiated({ phone, ...(medium === undefined ? {} : { medium }) });
    expect(await record(transId)).toMatchObject({ medium: charged });
  });

  test('knows no idempotency: a repeated externalId is a second prompt', async () => {
    const first = await initiated();
    expect(await initiated()).not.toBe(first);
    expect(sandbox.fapshi.prompts()).toHaveLength(2);
  });

  test.each(['not-enabled', 'address-not-allowed'] as const)('can be %s', async (state) => {
    sandbox.fapshi.configure({ directPay: state });
    expect(await directPay()).toEqual(refusal(403));
    expect((await call('GET', '/balance')).status).toBe(200);
    expect(sandbox.fapshi.transactions()).toEqual([]);
  });
});

describe('paths', () => {
  test.each(['short', 'waytoolong123', 'with-dash'])('%s is no transId', async (transId) => {
    expect(await ask(transId)).toEqual(refusal(400, 'Invalid request URL'));
  });

  test('an unknown transaction is a 404', async () => {
    expect(await ask(UNKNOWN_TRANS_ID)).toEqual(refusal(404, 'Resource not found'));
  });

  test.each([
    ['GET', '/direct-pay'],
    ['POST', '/payment-status/abcd1234'],
    ['GET', '/transaction/no.dots'],
    ['GET', '/balance/'],
    ['GET', '/transaction/%E0%A4%A'],
  ])('%s %s is refused', async (method, path) => {
    expect(await call(method, path)).toEqual(refusal(400));
  });

  test('a GET with a body is refused, with a content type alone it is not', async () => {
    const transId = await initiated();
    const get = async (body: string) => {
      const path = `${FAPSHI_SANDBOX_PATH}/payment-status/${transId}`;
      const headers = { ...credentials, 'content-type': 'application/json' };
      const length = body === '' ? {} : { 'content-length': body.length };
      const sent = httpRequest(`${addressOf(server)}${path}`, {
        headers: { ...headers, ...length },
      });
      sent.end(body);
      const [response] = await once(sent, 'response');
      response.resume();
      return response.statusCode;
    };
    expect(await get('{}')).toBe(400);
    expect(await get('')).toBe(200);
  });
});

describe('the status call', () => {
  test('says CREATED first, then PENDING, then the end', async () => {
    const transId = await initiated();
    expect(await statusOf(transId)).toBe('CREATED');
    expect(await statusOf(transId)).toBe('PENDING');
    await sandbox.fapshi.approve(transId);
    expect(await statusOf(transId)).toBe('SUCCESSFUL');
  });

  test('answers the record as far as it is known, without a currency', async () => {
    const transId = await initiated({ amount: 1000, name: 'Ngo Bassa', email: 'n@example.org' });
    const open = {
      transId,
      status: 'CREATED',
      medium: 'mobile money',
      serviceName: 'Festival Awards',
      transType: 'Collection',
      amount: 1000,
      revenue: 970,
      payerName: 'Ngo Bassa',
      email: 'n@example.org',
      externalId: 'payment-1',
      userId: 'payment-1',
      webhook: expect.stringMatching(/\/api\/webhooks\/fapshi$/),
      dateInitiated: expect.any(String),
    };
    expect(await record(transId)).toEqual(open);
    await sandbox.fapshi.approve(transId);
    expect(await record(transId)).toEqual({
      ...open,
      status: 'SUCCESSFUL',
      financialTransId: expect.stringMatching(/^\d{11}$/),
      dateConfirmed: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
  });

  test('may give a reason for a failure, or none', async () => {
    const transId = await initiated();
    await sandbox.fapshi.decline(transId, 'LIMIT_REACHED');
    expect(await record(transId)).toMatchObject({ status: 'FAILED', reason: 'LIMIT_REACHED' });
    sandbox.fapshi.configure({ reportsReasons: false });
    expect(await record(transId)).not.toHaveProperty('reason');
  });

  test('can answer an array, lie, and write absent values differently', async () => {
    const transId = await initiated();
    sandbox.fapshi.configure({ statusIsArray: true, absentValues: 'empty-text' });
    expect(await record(transId)).toMatchObject([{ transId, status: 'CREATED', redirectUrl: '' }]);

    sandbox.fapshi.configure({ statusIsArray: false, absentValues: 'null', reportAmount: 50 });
    expect(await record(transId)).toMatchObject({ amount: 50, dateConfirmed: null });

    sandbox.fapshi.configure({ reportFields: { status: 'REVERSED', transType: 'Payout' } });
    expect(await record(transId)).toMatchObject({ status: 'REVERSED', transType: 'Payout' });
    expect(sandbox.fapshi.transactions()).toMatchObject([{ amount: 100, status: 'PENDING' }]);
  });

  test('is limited to six questions a minute and transaction, over all callers', async () => {
    await restart({ statusWindowMs: 60_000 });
    const [first, second] = [await initiated(), await initiated()];
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(first)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await ask(first)).toEqual(refusal(429, 'Too many requests'));
    expect((await ask(second)).status).toBe(200);
    expect((await call('GET', '/transaction/payment-1')).status).toBe(200);
  });

  test('is answered again when the minute is over', async () => {
    await restart({ statusWindowMs: 1_500 });
    const transId = await initiated();
    await Promise.all(Array.from({ length: 6 }, () => ask(transId)));
    await eventually(async () => (await ask(transId)).status).toBe(200);
  });
});

describe('numbers that act by themselves', () => {
  const webhooksOf = (transId: string) =>
    received.map(({ body }) => Object(body)).filter((fields) => fields.transId === transId);
  const announced = (transId: string) => webhooksOf(transId).map(({ status }) => status);

  test.each([
    ['00 approves', '677123400', 'SUCCESSFUL', undefined],
    ['01 declines', '677123401', 'FAILED', 'APPROVAL_REJECTED'],
    ['02 lacks the money', '677123402', 'FAILED', 'NOT_ENOUGH_FUNDS'],
  ])('%s and the webhook says so', async (_name, phone, status, reason) => {
    const transId = await initiated({ phone });
    await eventually(() => announced(transId)).toEqual([status]);
    const { reason: reported, ...rest } = await record(transId);
    expect(rest).toMatchObject({ status, amount: 100 });
    expect(reported).toBe(reason);
  });

  test('03 never answers and shows no prompt', async () => {
    const transId = await initiated({ phone: '677123403' });
    expect(sandbox.fapshi.prompts()).toEqual([]);
    await statusOf(transId);
    expect(await statusOf(transId)).toBe('PENDING');
  });

  test('what nobody answered fails in the end, and never expires', async () => {
    await restart({ expireAfterMs: 40 });
    const transId = await initiated();
    await eventually(() => announced(transId)).toEqual(['FAILED']);
    expect(await record(transId)).toMatchObject({ status: 'FAILED', reason: 'EXPIRED' });
    expect(sandbox.fapshi.prompts()).toEqual([]);
  });

  test('04 approves and sends no webhook', async () => {
    const transId = await initiated({ phone: '677123404' });
    await eventually(() => statusOf(transId)).toBe('SUCCESSFUL');
    expect(sandbox.fapshi.deliveries()).toEqual([]);
  });

  test('05 fails and later turns out to have paid', async () => {
    const transId = await initiated({ phone: '677123405' });
    await eventually(() => announced(transId)).toEqual(['FAILED', 'SUCCESSFUL']);
    expect(await record(transId)).not.toHaveProperty('reason');
    expect(sandbox.fapshi.moneyTaken()).toBe(100);
  });

  test('06 sends its webhook before the direct-pay call is answered', async () => {
    let isAnswered = false;
    let wasAnsweredFirst: boolean | undefined;
    duringWebhook = () => {
      wasAnsweredFirst = isAnswered;
    };
    const transId = await initiated({ phone: '677123406' });
    isAnswered = true;
    expect(wasAnsweredFirst).toBe(false);
    expect(webhooksOf(transId)).toMatchObject([{ status: 'SUCCESSFUL', externalId: 'payment-1' }]);
  });

  test('every other number waits for its owner, who may decline or not care', async () => {
    const declined = await initiated();
    const ignored = await initiated({ phone: '699123456' });
    expect(sandbox.fapshi.prompts()).toMatchObject([
      { reference: ignored, number: '237699123456', operator: 'Orange' },
      { reference: declined, number: '237677123456', amount: 100, currency: 'XAF' },
    ]);
    await sandbox.fapshi.decline(declined);
    sandbox.fapshi.ignore(ignored);
    expect(sandbox.fapshi.prompts()).toEqual([]);
    expect(await statusOf(declined)).toBe('FAILED');
    expect(await statusOf(ignored)).toBe('CREATED');
    await expect(sandbox.fapshi.approve(declined)).rejects.toThrow('FAILED');

    await sandbox.fapshi.payLate(declined);
    expect(announced(declined)).toEqual(['FAILED', 'SUCCESSFUL']);
    await sandbox.fapshi.approve(ignored);
    expect(sandbox.fapshi.moneyTaken()).toBe(200);
  });

  test('a prompt leaves the phone after its time, and the payment stays open', async () => {
    await restart({ promptTimeoutMs: 50 });
    const transId = await initiated();
    await eventually(() => sandbox.fapshi.prompts()).toEqual([]);
    expect(await statusOf(transId)).toBe('CREATED');
  });

  test.each([
    ['670000002', 'FAILED', 'SUCCESSFUL'],
    ['656000000', 'SUCCESSFUL', 'SUCCESSFUL'],
    ['690000003', 'CREATED', 'FAILED'],
  ])('%s is %s by its ending, and %s as the real sandbox has it', async (phone, ours, theirs) => {
    await restart({ expireAfterMs: 60_000 });
    const byEnding = await initiated({ phone });
    await eventually(() => sandbox.fapshi.transactions()[0]?.status).toBe(
      ours === 'CREATED' ? 'PENDING' : ours,
    );
    expect(await statusOf(byEnding)).toBe(ours);

    sandbox.fapshi.configure({ honoursTestNumbers: true });
    const official = await initiated({ phone });
    await eventually(() => statusOf(official)).toBe(theirs);
  });

  test('the phone page lists the test numbers while they come first', async () => {
    const page = async (language: string) =>
      (await fetch(`${addressOf(server)}/sandbox/phone?lang=${language}`)).text();
    expect(await page('en')).not.toContain('670000003');
    sandbox.fapshi.configure({ honoursTestNumbers: true });
    expect(await page('en')).toMatch(/test numbers come before the endings.*670000003.*Fails/s);
    expect(await page('fr')).toMatch(/numéros de test du prestataire.*670000003.*Échoue/s);
  });
});

describe('webhooks', () => {
  test('carry the record and the plain secret, and come once', async () => {
    const transId = await initiated();
    await sandbox.fapshi.approve(transId);
    expect(received).toEqual([
      {
        method: 'POST',
        path: '/api/webhooks/fapshi',
        secret: FAPSHI_SANDBOX_WEBHOOK_SECRET,
        body: await record(transId),
      },
    ]);
    expect(sandbox.fapshi.deliveries()).toMatchObject([{ reference: transId, httpStatus: 200 }]);
  });

  test.each([
    ['none', []],
    ['once', [{ status: 'SUCCESSFUL', secret: FAPSHI_SANDBOX_WEBHOOK_SECRET }]],
    [
      'twice',
      [
        { status: 'SUCCESSFUL', secret: FAPSHI_SANDBOX_WEBHOOK_SECRET },
        { status: 'SUCCESSFUL', secret: FAPSHI_SANDBOX_WEBHOOK_SECRET },
      ],
    ],
    ['forged', [{ status: 'SUCCESSFUL', secret: 'not-the-secret' }]],
    ['secretless', [{ status: 'SUCCESSFUL', secret: undefined }]],
    ['tampered', [{ status: 'FAILED', secret: FAPSHI_SANDBOX_WEBHOOK_SECRET }]],
  ] as const)('can be sent as %s', async (webhook, expected) => {
    sandbox.fapshi.configure({ webhook });
    const transId = await initiated();
    await sandbox.fapshi.approve(transId);
    const seen = received.map(({ body, secret }) => ({ ...Object(body), secret }));
    expect(seen).toMatchObject(expected);
    expect(seen).toHaveLength(expected.length);
    expect(await statusOf(transId)).toBe('SUCCESSFUL');
  });

  test('can come before the answer for any number, and not for those that are silent', async () => {
    sandbox.fapshi.configure({ webhook: 'before-answer' });
    await directPay();
    expect(received).toMatchObject([{ body: { status: 'SUCCESSFUL' } }]);
    const silent = await initiated({ phone: '677123403' });
    expect(await statusOf(silent)).toBe('CREATED');
  });

  test('can tell of a payment that has not ended', async () => {
    const transId = await initiated();
    await sandbox.fapshi.sendWebhook(transId, { fields: { status: 'SUCCESSFUL' } });
    expect(received).toMatchObject([
      { secret: FAPSHI_SANDBOX_WEBHOOK_SECRET, body: { transId, status: 'SUCCESSFUL' } },
    ]);
    expect(await statusOf(transId)).toBe('CREATED');
    expect(sandbox.fapshi.moneyTaken()).toBe(0);
  });

  test('can carry an array', async () => {
    sandbox.fapshi.configure({ webhookIsArray: true });
    const transId = await initiated();
    await sandbox.fapshi.approve(transId);
    expect(received).toMatchObject([{ body: [{ transId, status: 'SUCCESSFUL' }] }]);
  });

  test('can be handed to a test that sends them its own way', async () => {
    const transId = await initiated();
    const { url, init } = sandbox.fapshi.webhookFor(transId, { secret: 'guessed' });
    await fetch(url, init);
    expect(received).toMatchObject([{ secret: 'guessed', body: { transId } }]);
    expect(sandbox.fapshi.deliveries()).toEqual([]);
  });

  test('are not repeated when nobody answers, and nothing breaks', async () => {
    application.close();
    application.closeAllConnections();
    const transId = await initiated();
    await sandbox.fapshi.approve(transId);
    expect(sandbox.fapshi.deliveries()).toMatchObject([{ reference: transId, httpStatus: null }]);
    expect(await statusOf(transId)).toBe('SUCCESSFUL');
  });
});

describe('faults', () => {
  test.each([
    [401, { message: 'Unauthorized' }],
    [429, { message: 'Too many requests' }],
    [503, { message: 'busy' }],
  ])('a call can be answered with %s and have no effect', async (status, body) => {
    sandbox.fapshi.failNext('direct-pay', { kind: 'answer', status, body });
    expect(await directPay()).toEqual({ status, body });
    expect(sandbox.fapshi.transactions()).toEqual([]);
    expect((await directPay()).status).toBe(200);
    expect(sandbox.fapshi.callCount('direct-pay')).toBe(2);
  });

  test('a gateway’s page can stand where JSON should', async () => {
    const transId = await initiated();
    sandbox.fapshi.failNext('payment-status', { kind: 'html', status: 502 });
    expect(await ask(transId)).toEqual({ status: 502, body: expect.stringContaining('<html>') });
    expect(await statusOf(transId)).toBe('CREATED');
  });

  test('an answer can be cut in half, after the prompt went out', async () => {
    sandbox.fapshi.failNext('direct-pay', { kind: 'half-body' });
    const path = `${addressOf(server)}${FAPSHI_SANDBOX_PATH}/direct-pay`;
    const headers = { ...credentials, 'content-type': 'application/json' };
    const body = JSON.stringify(anOrder());
    const response = await fetch(path, { method: 'POST', headers, body });
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow();
    expect(sandbox.fapshi.prompts()).toHaveLength(1);
  });

  test('a direct pay can be accepted and its answer lost; the userId finds it', async () => {
    sandbox.fapshi.failNext('direct-pay', { kind: 'cut', takesEffect: true });
    await expect(directPay({ userId: 'lost' })).rejects.toThrow();
    const { body } = await call('GET', '/transaction/lost');
    expect(body).toMatchObject([{ userId: 'lost', status: 'CREATED' }]);
    await sandbox.fapshi.approve(body[0].transId);
    expect(received).toMatchObject([{ body: { userId: 'lost', status: 'SUCCESSFUL' } }]);
  });

  test('a call can hang until the caller gives up', async () => {
    sandbox.fapshi.failNext('direct-pay', { kind: 'hang', takesEffect: true });
    const caller = new AbortController();
    const hanging = call('POST', '/direct-pay', { body: anOrder(), signal: caller.signal });
    const givenUp = expect(hanging).rejects.toThrow('aborted');
    await eventually(() => sandbox.fapshi.prompts()).toHaveLength(1);
    caller.abort();
    await givenUp;
  });

  test('the provider can be unreachable, and a reset makes everything new', async () => {
    await directPay();
    sandbox.fapshi.configure({ isUnreachable: true });
    await expect(call('GET', '/balance')).rejects.toThrow();
    sandbox.fapshi.reset();
    expect((await call('GET', '/balance')).status).toBe(200);
    expect(sandbox.fapshi.transactions()).toEqual([]);
    expect(sandbox.fapshi.prompts()).toEqual([]);
  });
});

describe('lists', () => {
  const list = async (path: string) => (await call('GET', path)).body;

  test('a userId lists its own transactions and does not count as asking', async () => {
    const transId = await initiated({ userId: 'mine' });
    await directPay({ userId: 'theirs' });
    for (const _ of [1, 2]) {
      expect(await list('/transaction/mine')).toMatchObject([{ transId, status: 'CREATED' }]);
    }
  });

  test('a userId without transactions has an empty list, or none', async () => {
    expect(await call('GET', '/transaction/nobody')).toEqual({ status: 200, body: [] });
    sandbox.fapshi.configure({ unknownUserId: 'not-found' });
    expect(await call('GET', '/transaction/nobody')).toEqual(refusal(404));
  });

  test('can leave out what is not finished', async () => {
    sandbox.fapshi.configure({ listsUnfinished: false });
    const transId = await initiated();
    expect(await list('/transaction/payment-1')).toEqual([]);
    await sandbox.fapshi.approve(transId);
    expect(await list('/transaction/payment-1')).toMatchObject([{ transId }]);
  });

  test('the search filters, sorts and limits, and ignores what it does not understand', async () => {
    const paid = await initiated({ amount: 300 });
    const failed = await initiated({ phone: '699123456' });
    const open = await initiated();
    await sandbox.fapshi.approve(paid);
    await sandbox.fapshi.decline(failed);
    const found = async (query: string) =>
      (await list(`/search?${query}`)).map(({ transId }: { transId: string }) => transId);

    expect(await found('')).toEqual([open, failed, paid]);
    expect(await found('sort=asc&limit=2')).toEqual([paid, failed]);
    expect(await found('status=successful')).toEqual([paid]);
    expect(await found('status=created')).toEqual([open]);
    expect(await found('status=expired')).toEqual([]);
    expect(await found('medium=orange+money')).toEqual([failed]);
    expect(await found('amt=300')).toEqual([paid]);
    expect(await found('end=2020-01-31')).toEqual([]);
    expect(await found('start=2020-01-01')).toHaveLength(3);
    expect(await found('status=PAID&limit=1000&start=yesterday&sort=up')).toHaveLength(3);
  });

  test('the search shows ten unless told otherwise', async () => {
    await Promise.all(Array.from({ length: 11 }, () => directPay()));
    expect(await list('/search')).toHaveLength(10);
    expect(await list('/search?limit=100')).toHaveLength(11);
  });
});

describe('expiring', () => {
  test('is for payment links: a direct pay cannot be called off', async () => {
    const expire = (body: unknown) => call('POST', '/expire-pay', { body });
    const transId = await initiated();
    expect(await expire({ transId })).toEqual(refusal(400));
    expect(await statusOf(transId)).toBe('CREATED');
    expect(await expire({ transId: UNKNOWN_TRANS_ID })).toEqual(refusal(404));
    expect(await expire({ transId: 'no' })).toEqual(refusal(400));
    expect(await expire({})).toEqual(refusal(400));
  });
});

describe('a restart', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fapshi-sandbox-'));
  });
  afterEach(async () => {
    await stop(); // it may be writing
    await rm(folder, { recursive: true, force: true });
  });

  test('keeps the money and the open prompts, and does what fell due meanwhile', async () => {
    const stateFile = join(folder, 'state', 'sandbox-fapshi.json');
    await restart({ approveAfterMs: 60_000 }, stateFile);
    const paid = await initiated();
    await sandbox.fapshi.approve(paid);
    const open = await initiated({ phone: '699123456' });
    expect(await statusOf(open)).toBe('CREATED');
    const planned = await initiated({ phone: '677123400' });
    await stop();
    await writeFile(stateFile, (await readFile(stateFile, 'utf8')).replace(/"at":\d+/, '"at":1'));

    await start({}, stateFile);
    expect(await statusOf(paid)).toBe('SUCCESSFUL');
    expect(await statusOf(open)).toBe('PENDING');
    expect(sandbox.fapshi.prompts()).toMatchObject([{ reference: open }]);
    await eventually(() => statusOf(planned)).toBe('SUCCESSFUL');
    expect(sandbox.fapshi.moneyTaken()).toBe(200);
    await sandbox.fapshi.approve(open);
    expect(await statusOf(open)).toBe('SUCCESSFUL');
  });

  test('sets an unreadable file aside and starts empty', async () => {
    const stateFile = join(folder, 'sandbox-fapshi.json');
    await writeFile(stateFile, '[{"transId": 1}]');
    await restart({}, stateFile);
    expect(sandbox.fapshi.transactions()).toEqual([]);
    expect(await readFile(`${stateFile}.unreadable`, 'utf8')).toContain('transId');
  });
});

test('a prompt is answered on the phone page like any other', async () => {
  const transId = await initiated();
  const phone = `${addressOf(server)}/sandbox/phone/prompts`;
  const { prompts } = await (await fetch(`${phone}?number=237677123456`)).json();
  expect(prompts).toMatchObject([{ provider: 'fapshi', reference: transId, amount: 100 }]);
  const answered = await fetch(`${phone}/${prompts[0].id}/answer`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ answer: 'approve', pin: '1234' }),
  });
  expect(answered.status).toBe(204);
  expect(await statusOf(transId)).toBe('SUCCESSFUL');
});
