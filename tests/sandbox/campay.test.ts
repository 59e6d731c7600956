import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import express from 'express';
import { jwtVerify } from 'jose';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  CAMPAY_SANDBOX_PASSWORD,
  CAMPAY_SANDBOX_PERMANENT_TOKEN,
  CAMPAY_SANDBOX_USERNAME,
  CAMPAY_SANDBOX_WEBHOOK_KEY,
  type CampayDelays,
  createSandbox,
  type Sandbox,
} from '#sandbox/index';

/** What the application's webhook route was sent. */
interface ReceivedWebhook {
  method: string;
  path: string;
  fields: Record<string, string>;
}

const QUICK: Partial<CampayDelays> = {
  approveAfterMs: 20,
  declineAfterMs: 20,
  lateSuccessAfterMs: 60,
  webhookTimeoutMs: 2_000,
};
const WEBHOOK_KEY = new TextEncoder().encode(CAMPAY_SANDBOX_WEBHOOK_KEY);
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
    const url = new URL(req.url ?? '', 'http://application');
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const fields = req.method === 'GET' ? Object.fromEntries(url.searchParams) : JSON.parse(text);
    received.push({ method: req.method ?? '', path: url.pathname, fields });
    duringWebhook();
    res.end();
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
    campayDelays: delays,
  });
  server = express().use('/sandbox', sandbox.router).listen(0, '127.0.0.1');
  await once(server, 'listening');
}

async function stop(): Promise<void> {
  await sandbox.close();
  server.close();
  server.closeAllConnections();
}

/** Waits for a state, however slow the machine is. */
const eventually = <T>(look: () => T) => expect.poll(look, { timeout: 15_000 });
const addressOf = (one: Server) => `http://127.0.0.1:${(one.address() as AddressInfo).port}`;
const authorization = `Token ${CAMPAY_SANDBOX_PERMANENT_TOKEN}`;

interface CallOptions {
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

async function call(method: string, path: string, options: CallOptions = {}) {
  const response = await fetch(`${addressOf(server)}/sandbox/campay/api${path}`, {
    method,
    headers: { authorization, 'content-type': 'application/json', ...options.headers },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, body: isJson ? JSON.parse(text) : text };
}

const anOrder = (changes: Record<string, unknown> = {}) => ({
  amount: '100',
  currency: 'XAF',
  from: '237677123456',
  description: 'Votes',
  external_reference: randomUUID(),
  external_user: 'payment-1',
  ...changes,
});

const collect = (changes: Record<string, unknown> = {}) =>
  call('POST', '/collect/', { body: anOrder(changes) });

async function collected(changes: Record<string, unknown> = {}): Promise<string> {
  const { body } = await collect(changes);
  return body.reference;
}

const statusOf = async (reference: string) => (await record(reference)).status;
const record = async (reference: string) => (await call('GET', `/transaction/${reference}/`)).body;

describe('credentials', () => {
  test('a token is issued for the right username and password, and opens the door', async () => {
    const credentials = { username: CAMPAY_SANDBOX_USERNAME, password: CAMPAY_SANDBOX_PASSWORD };
    const { status, body } = await call('POST', '/token/', { body: credentials });
    expect(status).toBe(200);
    expect(body).toEqual({ token: expect.any(String), expires_in: 3600 });
    const headers = { authorization: `Token ${body.token}` };
    expect((await call('GET', '/balance/', { headers })).status).toBe(200);

    sandbox.campay.expireTokens();
    const refused = await call('GET', '/balance/', { headers });
    expect(refused).toEqual({ status: 401, body: { detail: expect.any(String) } });
    expect((await call('GET', '/balance/')).status).toBe(200);
  });

  test('wrong credentials are a 400 with a text', async () => {
    const body = { username: CAMPAY_SANDBOX_USERNAME, password: 'wrong' };
    expect(await call('POST', '/token/', { body })).toEqual({
      status: 400,
      body: { non_field_errors: [expect.stringContaining('credentials')] },
    });
  });

  test.each([
    ['Bearer', `Bearer ${CAMPAY_SANDBOX_PERMANENT_TOKEN}`],
    ['no word', CAMPAY_SANDBOX_PERMANENT_TOKEN],
    ['an unknown token', 'Token unknown'],
  ])('%s in the header is a 401 and moves nothing', async (_name, header) => {
    const answer = await call('POST', '/collect/', {
      body: anOrder(),
      headers: { authorization: header },
    });
    expect(answer).toEqual({ status: 401, body: { detail: expect.any(String) } });
    expect(sandbox.campay.transactions()).toEqual([]);
  });
});

describe('collect', () => {
  test.each([
    ['237677123456', 'MTN', '*126#'],
    ['237699123456', 'Orange', '#150*50#'],
  ])('answers %s with exactly three fields', async (from, operator, code) => {
    expect(await collect({ from })).toEqual({
      status: 200,
      body: {
        reference: expect.stringMatching(/^[\da-f-]{36}$/),
        ussd_code: code,
        operator,
      },
    });
  });

  test.each([
    ['a number without country code', { from: '677123456' }, 'ER101'],
    ['a number with a plus', { from: '+237677123456' }, 'ER101'],
    ['a missing number', { from: undefined }, 'ER101'],
    ['a Nexttel number', { from: '237661234567' }, 'ER102'],
    ['a Camtel number', { from: '237620123456' }, 'ER102'],
    ['decimals', { amount: '100.00' }, 'ER201'],
    ['half a franc', { amount: 99.5 }, 'ER201'],
    ['no amount', { amount: undefined }, 'ER201'],
    ['less than the minimum', { amount: '9', from: '237699123456' }, 'ER201'],
  ])('refuses %s', async (_name, changes, code) => {
    expect(await collect(changes)).toEqual({
      status: 400,
      body: { message: expect.any(String), error_code: code },
    });
    expect(sandbox.campay.transactions()).toEqual([]);
  });

  test('takes the amount as a number too, and ignores fields it does not know', async () => {
    const reference = await collected({ amount: 100, callback_url: 'https://example.org' });
    expect(await record(reference)).toMatchObject({ amount: '100.00' });
  });

  test('gives the first answer to a repeated external_reference, without a second prompt', async () => {
    const order = { external_reference: randomUUID() };
    const first = await collect(order);
    expect(await collect(order)).toEqual(first);
    expect(sandbox.campay.prompts()).toHaveLength(1);
  });

  test('can refuse a repeated external_reference instead', async () => {
    sandbox.campay.configure({ repeatedReference: 'refused' });
    const order = { external_reference: randomUUID() };
    await collect(order);
    expect((await collect(order)).status).toBe(400);
  });

  test('can limit a number to one prompt a minute', async () => {
    sandbox.campay.configure({ numberLimitStatus: 429 });
    await collect();
    expect(await collect()).toEqual({
      status: 429,
      body: { message: 'Rate limit per Phone number exceeded. Try again in a minute.' },
    });
    expect((await collect({ from: '237677123457' })).status).toBe(200);
  });

  test('can have the maximum of the demo host', async () => {
    sandbox.campay.configure({ maximumAmount: 25 });
    expect((await collect()).body).toMatchObject({ error_code: 'ER201' });
    expect((await collect({ amount: '25' })).status).toBe(200);
  });
});

describe('paths', () => {
  test('end with a slash; only the status path is served without it', async () => {
    const reference = await collected();
    expect((await call('POST', '/collect', { body: anOrder() })).status).toBe(404);
    expect((await call('GET', '/balance')).status).toBe(404);
    expect((await call('GET', `/transaction/${reference}`)).status).toBe(200);
    expect((await call('GET', '/collect/')).status).toBe(405);
  });

  test('an unknown transaction is a 404', async () => {
    expect((await call('GET', `/transaction/${randomUUID()}/`)).status).toBe(404);
  });

  test('broken JSON is a 400', async () => {
    const response = await fetch(`${addressOf(server)}/sandbox/campay/api/collect/`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: '{',
    });
    expect(response.status).toBe(400);
  });
});

describe('the status call', () => {
  test('reports a pending payment as the provider does', async () => {
    const order = anOrder({ external_user: undefined });
    const { body: accepted } = await call('POST', '/collect/', { body: order });
    expect(await record(accepted.reference)).toEqual({
      reference: accepted.reference,
      external_reference: order.external_reference,
      external_user: '',
      status: 'PENDING',
      amount: '100.00',
      app_amount: '98.00',
      currency: 'XAF',
      operator: 'MTN',
      code: expect.stringMatching(/^D\d{6}D\d{4}[A-Z]{2}$/),
      operator_reference: '',
      endpoint: 'collect',
      phone_number: '237677123456',
      description: 'Votes',
      reason: 'None',
      signature: expect.any(String),
      extra_first_name: '',
      extra_last_name: '',
      extra_email: '',
      redirect_url: '',
      failure_redirect_url: '',
    });
  });

  test('has the operator’s own reference once the money is taken', async () => {
    const mtn = await collected();
    const orange = await collected({ from: '237699123456' });
    await sandbox.campay.approve(mtn);
    await sandbox.campay.approve(orange);
    expect((await record(mtn)).operator_reference).toMatch(/^\d{11}$/);
    expect((await record(orange)).operator_reference).toMatch(/^MP\d{6}\.\d{4}\.C\d{5}$/);
  });

  test('can lie about the amount, write it as a number and leave absent values out', async () => {
    const reference = await collected({ external_user: undefined });
    sandbox.campay.configure({
      reportAmount: 50,
      reportsAmountsAsNumbers: true,
      absentValues: 'missing',
      reportFields: { currency: 'EUR' },
    });
    const report = await record(reference);
    expect(report).toMatchObject({ amount: 50, currency: 'EUR' });
    expect(report).not.toHaveProperty('external_user');
    expect(sandbox.campay.transactions()).toMatchObject([{ amount: 100 }]);
  });
});

describe('numbers that act by themselves', () => {
  const webhooksOf = (reference: string) =>
    received.filter(({ fields }) => fields.reference === reference).map((one) => one.fields.status);

  test.each([
    ['00 approves', '237677123400', 'SUCCESSFUL', 'None'],
    ['01 declines', '237677123401', 'FAILED', 'APPROVAL_REJECTED'],
    ['02 lacks the money', '237677123402', 'FAILED', 'NOT_ENOUGH_FUNDS'],
    ['the provider’s MTN test number pays', '237677777777', 'SUCCESSFUL', 'None'],
    ['the provider’s MTN test number fails', '237677777770', 'FAILED', 'PAYEE_NOT_FOUND'],
    ['the provider’s Orange test number pays', '237699999999', 'SUCCESSFUL', 'None'],
    ['the provider’s Orange test number fails', '237699999990', 'FAILED', 'Initiatee not found'],
  ])('%s and the webhook says so', async (_name, from, status, reason) => {
    const reference = await collected({ from });
    await eventually(() => webhooksOf(reference)).toEqual([status]);
    expect(await record(reference)).toMatchObject({ status, reason, amount: '100.00' });
  });

  test('03 never answers and shows no prompt', async () => {
    const reference = await collected({ from: '237677123403' });
    expect(sandbox.campay.prompts()).toEqual([]);
    expect(await statusOf(reference)).toBe('PENDING');
  });

  test('what nobody answered becomes a failure in the end, silently', async () => {
    await stop();
    await start(null, { ...QUICK, expireAfterMs: 40 });
    const reference = await collected({ from: '237677123403' });
    await eventually(() => statusOf(reference)).toBe('FAILED');
    expect(sandbox.campay.deliveries()).toEqual([]);
  });

  test('04 approves and sends no webhook', async () => {
    const reference = await collected({ from: '237677123404' });
    await eventually(() => statusOf(reference)).toBe('SUCCESSFUL');
    expect(sandbox.campay.deliveries()).toEqual([]);
  });

  test('05 fails and later turns out to have paid', async () => {
    const reference = await collected({ from: '237677123405' });
    await eventually(() => webhooksOf(reference)).toEqual(['FAILED', 'SUCCESSFUL']);
    expect(await record(reference)).toMatchObject({ status: 'SUCCESSFUL', reason: 'None' });
  });

  test('06 sends its webhook before the collect call is answered', async () => {
    let isAnswered = false;
    let wasAnsweredFirst: boolean | undefined;
    duringWebhook = () => {
      wasAnsweredFirst = isAnswered;
    };
    const { body } = await collect({ from: '237677123406' });
    isAnswered = true;
    expect(wasAnsweredFirst).toBe(false);
    expect(webhooksOf(body.reference)).toEqual(['SUCCESSFUL']);
    expect(await statusOf(body.reference)).toBe('SUCCESSFUL');
  });

  test('every other number waits for somebody', async () => {
    const reference = await collected();
    expect(sandbox.campay.prompts()).toMatchObject([
      { reference, number: '237677123456', operator: 'MTN', amount: 100, currency: 'XAF' },
    ]);
    expect(await statusOf(reference)).toBe('PENDING');
    await sandbox.campay.decline(reference);
    expect(sandbox.campay.prompts()).toEqual([]);
    expect(webhooksOf(reference)).toEqual(['FAILED']);
    await expect(sandbox.campay.approve(reference)).rejects.toThrow('FAILED');

    await sandbox.campay.payLate(reference);
    expect(webhooksOf(reference)).toEqual(['FAILED', 'SUCCESSFUL']);
  });

  test('a prompt leaves the phone after its time, and the payment stays pending', async () => {
    await stop();
    await start(null, { ...QUICK, promptTimeoutMs: 50 });
    const reference = await collected();
    await eventually(() => sandbox.campay.prompts()).toEqual([]);
    expect(await statusOf(reference)).toBe('PENDING');
  });
});

describe('webhooks', () => {
  test('carry a token that is signed with the webhook key and says nothing of the payment', async () => {
    const reference = await collected();
    await sandbox.campay.approve(reference);
    const [webhook] = received;
    expect(webhook).toMatchObject({
      method: 'POST',
      path: '/api/webhooks/campay',
      fields: { reference, status: 'SUCCESSFUL', amount: '100.00', external_user: 'payment-1' },
    });
    const { payload, protectedHeader } = await jwtVerify(webhook!.fields.signature!, WEBHOOK_KEY, {
      algorithms: ['HS256'],
    });
    expect(protectedHeader).toEqual({ alg: 'HS256', typ: 'JWT', app: 'Festival Awards' });
    const { iat } = payload;
    expect(payload).toEqual({ iat, nbf: iat, exp: iat! + 3600, source: 'CamPay' });
  });

  test('go by GET with everything as text when the dashboard says so', async () => {
    sandbox.campay.configure({ webhookMethod: 'GET', reportsAmountsAsNumbers: true });
    const reference = await collected();
    await sandbox.campay.approve(reference);
    expect(received).toMatchObject([
      { method: 'GET', path: '/api/webhooks/campay', fields: { reference, amount: '100' } },
    ]);
    await jwtVerify(received[0]!.fields.signature!, WEBHOOK_KEY);
  });

  test.each([
    ['none', []],
    ['once', ['SUCCESSFUL']],
    ['twice', ['SUCCESSFUL', 'SUCCESSFUL']],
    ['tampered', ['FAILED']],
  ] as const)('can be sent as %s', async (webhook, statuses) => {
    sandbox.campay.configure({ webhook });
    const reference = await collected();
    await sandbox.campay.approve(reference);
    expect(received.map(({ fields }) => fields.status)).toEqual(statuses);
    for (const { fields } of received) await jwtVerify(fields.signature!, WEBHOOK_KEY);
    expect(await statusOf(reference)).toBe('SUCCESSFUL');
  });

  test('can come before the answer for any number, and without one for those that are silent', async () => {
    sandbox.campay.configure({ webhook: 'before-answer' });
    await collect();
    expect(received).toMatchObject([{ fields: { status: 'SUCCESSFUL' } }]);
    const silent = await collected({ from: '237677123403' });
    expect(await statusOf(silent)).toBe('PENDING');
  });

  test('can be forged', async () => {
    sandbox.campay.configure({ webhook: 'forged' });
    await sandbox.campay.approve(await collected());
    const [webhook] = received;
    await expect(jwtVerify(webhook!.fields.signature!, WEBHOOK_KEY)).rejects.toThrow('signature');
  });

  test.each([
    ['expired', 'exp'],
    ['unsigned', 'HS256'],
    ['missing', 'JWS'],
  ] as const)('can be bent one by one: %s', async (signature, complaint) => {
    const reference = await collected();
    await sandbox.campay.sendWebhook(reference, { signature, fields: { status: 'SUCCESSFUL' } });
    const [webhook] = received;
    expect(webhook?.fields).toMatchObject({ reference, status: 'SUCCESSFUL' });
    const verification = jwtVerify(webhook?.fields.signature ?? '', WEBHOOK_KEY, {
      algorithms: ['HS256'],
    });
    await expect(verification).rejects.toThrow(complaint === 'HS256' ? /alg/i : complaint);
    expect(await statusOf(reference)).toBe('PENDING');
  });

  test('can be handed to a test that sends them its own way', async () => {
    const reference = await collected();
    const { url, init } = await sandbox.campay.webhookFor(reference, { method: 'GET' });
    await fetch(url, init);
    expect(received).toMatchObject([{ method: 'GET', fields: { reference, status: 'PENDING' } }]);
    expect(sandbox.campay.deliveries()).toEqual([]);
  });

  test('are not repeated when nobody answers, and nothing breaks', async () => {
    application.close();
    application.closeAllConnections();
    const reference = await collected();
    await sandbox.campay.approve(reference);
    expect(sandbox.campay.deliveries()).toMatchObject([{ reference, httpStatus: null }]);
    expect(await statusOf(reference)).toBe('SUCCESSFUL');
  });
});

describe('faults', () => {
  test('a spoilt call has no effect, and only that call is spoilt', async () => {
    sandbox.campay.failNext('collect', { kind: 'answer', status: 503, body: { detail: 'busy' } });
    expect(await collect()).toEqual({ status: 503, body: { detail: 'busy' } });
    expect(sandbox.campay.transactions()).toEqual([]);
    expect((await collect()).status).toBe(200);
    expect(sandbox.campay.callCount('collect')).toBe(2);
  });

  test('a gateway’s page can stand where JSON should', async () => {
    sandbox.campay.failNext('transaction', { kind: 'html', status: 502 }, 2);
    const reference = await collected();
    for (const _ of [1, 2]) {
      const answer = await call('GET', `/transaction/${reference}/`);
      expect(answer).toEqual({ status: 502, body: expect.stringContaining('<html>') });
    }
    expect(await statusOf(reference)).toBe('PENDING');
  });

  test('a collect can be accepted and its answer lost', async () => {
    sandbox.campay.failNext('collect', { kind: 'cut', takesEffect: true });
    await expect(collect({ external_user: 'lost' })).rejects.toThrow();
    const [taken] = sandbox.campay.transactions();
    expect(taken).toMatchObject({ externalUser: 'lost', status: 'PENDING' });
    await sandbox.campay.approve(taken!.reference);
    expect(received).toMatchObject([{ fields: { external_user: 'lost', status: 'SUCCESSFUL' } }]);
  });

  test('a call can hang until the caller gives up', async () => {
    sandbox.campay.failNext('collect', { kind: 'hang', takesEffect: true });
    const caller = new AbortController();
    const hanging = call('POST', '/collect/', { body: anOrder(), signal: caller.signal });
    const givenUp = expect(hanging).rejects.toThrow('aborted');
    await eventually(() => sandbox.campay.prompts()).toHaveLength(1);
    caller.abort();
    await givenUp;
  });

  test('an answer can be late', async () => {
    sandbox.campay.failNext('collect', { kind: 'delay', ms: 60 });
    const answer = collect();
    await eventually(() => sandbox.campay.prompts()).toHaveLength(1);
    expect((await answer).status).toBe(200);
  });

  test('the provider can be unreachable', async () => {
    sandbox.campay.configure({ isUnreachable: true });
    await expect(call('GET', '/balance/')).rejects.toThrow();
    sandbox.campay.reset();
    expect((await call('GET', '/balance/')).status).toBe(200);
  });
});

describe('the account', () => {
  test('the history lists finished payments only, with our payment id', async () => {
    const today = () => new Date().toISOString().slice(0, 10);
    const start_date = today();
    const paid = await collected({ external_user: 'payment-paid' });
    const failed = await collected({ external_user: 'payment-failed' });
    await collected({ external_user: 'payment-open' });
    await sandbox.campay.approve(paid);
    await sandbox.campay.decline(failed);

    const range = { start_date, end_date: today() };
    const { body } = await call('POST', '/history/', { body: range });
    expect(body.data).toMatchObject([
      { reference_uuid: paid, external_user: 'payment-paid', status: 'SUCCESSFUL', amount: 100 },
      { reference_uuid: failed, external_user: 'payment-failed', status: 'FAILED', credit: 0 },
    ]);
    expect(body.data[0]).not.toHaveProperty('external_reference');

    const past = { start_date: '2020-01-01', end_date: '2020-01-31' };
    expect((await call('POST', '/history/', { body: past })).body).toEqual({ data: [] });
    expect((await call('POST', '/history/', { body: {} })).status).toBe(400);
  });

  test('the balance is what was taken, less the fee', async () => {
    await sandbox.campay.approve(await collected());
    await sandbox.campay.approve(await collected({ from: '237699123456', amount: '200' }));
    expect((await call('GET', '/balance/')).body).toMatchObject({
      total_balance: 294,
      mtn_balance: 98,
      orange_balance: 196,
      currency: 'XAF',
    });
  });
});

describe('a restart', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'campay-sandbox-'));
  });
  afterEach(async () => {
    await stop(); // it may be writing
    await rm(folder, { recursive: true, force: true });
  });

  test('keeps the money and the open prompts, and does what fell due meanwhile', async () => {
    const stateFile = join(folder, 'state', 'sandbox-campay.json');
    await stop();
    await start(stateFile, { ...QUICK, approveAfterMs: 60_000 });
    const paid = await collected();
    await sandbox.campay.approve(paid);
    const open = await collected({ from: '237699123456' });
    const planned = await collected({ from: '237677123400' });
    await stop();
    await writeFile(stateFile, (await readFile(stateFile, 'utf8')).replace(/"at":\d+/, '"at":1'));

    await start(stateFile);
    expect(await statusOf(paid)).toBe('SUCCESSFUL');
    expect(sandbox.campay.prompts()).toMatchObject([{ reference: open }]);
    await eventually(() => statusOf(planned)).toBe('SUCCESSFUL');
    await sandbox.campay.approve(open);
    expect(await statusOf(open)).toBe('SUCCESSFUL');
  });

  test('sets an unreadable file aside and starts empty', async () => {
    const stateFile = join(folder, 'sandbox-campay.json');
    await writeFile(stateFile, '{"not": "a list"}');
    await stop();
    await start(stateFile);
    expect(sandbox.campay.transactions()).toEqual([]);
    expect(await readFile(`${stateFile}.unreadable`, 'utf8')).toContain('not');
  });
});

describe('the phone page', () => {
  const phone = (path: string, init?: RequestInit) =>
    fetch(`${addressOf(server)}/sandbox/phone${path}`, init);
  const answer = (id: string, body: unknown) =>
    phone(`/prompts/${id}/answer`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });

  test.each([
    ['?lang=fr', 'en', 'fr'],
    ['?lang=en', 'fr', 'en'],
    ['', 'fr-CM,fr;q=0.9,en;q=0.8', 'fr'],
    ['?lang=de', 'de', 'en'],
  ])('%s with Accept-Language %s is drawn in %s', async (query, accepted, language) => {
    const page = await phone(query, { headers: { 'accept-language': accepted } });
    expect(await page.text()).toContain(`<html lang="${language}">`);
  });

  test('loads nothing inline and nothing from elsewhere', async () => {
    const page = await phone('');
    const policy = page.headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
    for (const [path, type] of [
      ['/phone.js', 'javascript'],
      ['/phone.css', 'css'],
    ] as const) {
      expect(await page.clone().text()).toContain(`/sandbox/phone${path}"`);
      expect((await phone(path)).headers.get('content-type')).toContain(type);
    }
  });

  test('shows the prompts, of all numbers or of one, and approves with a PIN', async () => {
    const reference = await collected();
    await collected({ from: '237699123456' });
    const all = await (await phone('/prompts')).json();
    expect(all.prompts).toHaveLength(2);
    const mine = await (await phone('/prompts?number=237677123456')).json();
    expect(mine.prompts).toMatchObject([
      { merchant: 'Festival Awards', amount: 100, operator: 'MTN', number: '237677123456' },
    ]);

    const { id } = mine.prompts[0];
    expect((await answer(id, { answer: 'approve', pin: '12' })).status).toBe(400);
    expect(await statusOf(reference)).toBe('PENDING');
    expect((await answer(id, { answer: 'approve', pin: '1234' })).status).toBe(204);
    expect(await statusOf(reference)).toBe('SUCCESSFUL');
    expect((await answer(id, { answer: 'decline' })).status).toBe(404);

    const after = await (await phone('/prompts?number=237677123456')).json();
    expect(after.prompts).toEqual([]);
    expect(after.messages).toMatchObject([{ kind: 'paid', amount: 100, currency: 'XAF' }]);
  });

  test('declines without a PIN', async () => {
    const reference = await collected();
    const [prompt] = sandbox.campay.prompts();
    expect((await answer(prompt!.id, { answer: 'decline' })).status).toBe(204);
    expect(await statusOf(reference)).toBe('FAILED');
  });
});
