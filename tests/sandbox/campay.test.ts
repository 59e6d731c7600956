import { randomUUID } from 'node:crypto';
import { jwtVerify } from 'jose';
import { describe, expect, test } from 'vitest';
import {
  CAMPAY_SANDBOX_PASSWORD,
  CAMPAY_SANDBOX_PATH,
  CAMPAY_SANDBOX_PERMANENT_TOKEN,
  CAMPAY_SANDBOX_USERNAME,
  CAMPAY_SANDBOX_WEBHOOK_KEY,
  type CampayDelays,
} from '#sandbox/index';
import { type CallOptions, callProvider, eventually, sandboxWorld } from './support/world';
import { describeWallet } from './wallet-contract';

const QUICK: Partial<CampayDelays> = {
  approveAfterMs: 20,
  declineAfterMs: 20,
  lateSuccessAfterMs: 60,
  webhookTimeoutMs: 2_000,
};
const WEBHOOK_KEY = new TextEncoder().encode(CAMPAY_SANDBOX_WEBHOOK_KEY);

const world = sandboxWorld({ campayDelays: QUICK });
const authorization = `Token ${CAMPAY_SANDBOX_PERMANENT_TOKEN}`;
const campay = () => world.sandbox.campay;
const received = () =>
  world.received.map((webhook) => ({
    ...webhook,
    fields: webhook.fields as Record<string, string>,
  }));

const call = (method: string, path: string, { headers, ...options }: CallOptions = {}) =>
  callProvider(method, `${world.url}${CAMPAY_SANDBOX_PATH}${path}`, {
    headers: { authorization, ...headers },
    ...options,
  });

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

async function startCollection(changes: Record<string, unknown> = {}): Promise<string> {
  const { body } = await collect(changes);
  return body.reference;
}

const statusOf = async (reference: string) => (await transactionRecord(reference)).status;
const transactionRecord = async (reference: string) =>
  (await call('GET', `/transaction/${reference}/`)).body;

describeWallet(world, {
  name: 'campay',
  walletIn: (sandbox) => sandbox.campay,
  delays: (delays) => ({ campayDelays: { ...QUICK, ...delays } }),
  endpoints: { request: 'collect', status: 'transaction' },
  request: (from, signal) =>
    call('POST', '/collect/', { body: anOrder({ from }), ...(signal ? { signal } : {}) }),
  accepted: 200,
  fetchStatus: (reference) => call('GET', `/transaction/${reference}/`),
  open: ['PENDING'],
  amount: '100.00',
  noReason: 'None',
  numbers: [
    ['237677123456', 'MTN'],
    ['237699123456', 'Orange'],
  ],
  unanswered: { reason: 'EXPIRED', isReported: false },
  webhookModes: [
    ['none', []],
    ['once', ['SUCCESSFUL']],
    ['twice', ['SUCCESSFUL', 'SUCCESSFUL']],
    ['forged', ['SUCCESSFUL']],
    ['tampered', ['FAILED']],
  ],
  useWebhookMode: (webhook) => campay().configure({ webhook: webhook as 'once' }),
  changedWebhook: { changes: { method: 'GET' }, arrives: { method: 'GET' } },
  webhookReference: 'reference',
  callAnything: () => call('GET', '/balance/'),
});

describe('credentials', () => {
  test('a token is issued for the right username and password, and gives access', async () => {
    const credentials = { username: CAMPAY_SANDBOX_USERNAME, password: CAMPAY_SANDBOX_PASSWORD };
    const { status, body } = await call('POST', '/token/', { body: credentials });
    expect(status).toBe(200);
    expect(body).toEqual({ token: expect.any(String), expires_in: 3600 });
    const headers = { authorization: `Token ${body.token}` };
    expect((await call('GET', '/balance/', { headers })).status).toBe(200);

    campay().expireTokens();
    const refused = await call('GET', '/balance/', { headers });
    expect(refused).toEqual({ status: 401, body: { detail: expect.any(String) } });
    expect((await call('GET', '/balance/')).status).toBe(200);
  });

  test('wrong credentials get a 400 with a text', async () => {
    const body = { username: CAMPAY_SANDBOX_USERNAME, password: 'wrong' };
    expect(await call('POST', '/token/', { body })).toEqual({
      status: 400,
      body: { non_field_errors: [expect.stringContaining('credentials')] },
    });
  });

  test.each([
    ['Bearer', `Bearer ${CAMPAY_SANDBOX_PERMANENT_TOKEN}`],
    ['no scheme', CAMPAY_SANDBOX_PERMANENT_TOKEN],
    ['an unknown token', 'Token unknown'],
  ])('%s in the header gets a 401 and changes nothing', async (_name, header) => {
    const answer = await call('POST', '/collect/', {
      body: anOrder(),
      headers: { authorization: header },
    });
    expect(answer).toEqual({ status: 401, body: { detail: expect.any(String) } });
    expect(campay().transactions()).toEqual([]);
  });
});

describe('collect', () => {
  test.each([
    ['237677123456', 'MTN', '*126#'],
    ['237699123456', 'Orange', '#150*50#'],
  ])('responds %s with exactly three fields', async (from, operator, code) => {
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
  ])('rejects %s', async (_name, changes, code) => {
    expect(await collect(changes)).toEqual({
      status: 400,
      body: { message: expect.any(String), error_code: code },
    });
    expect(campay().transactions()).toEqual([]);
  });

  test('accepts the amount as a number too, and ignores unknown fields', async () => {
    const reference = await startCollection({ amount: 100, callback_url: 'https://example.org' });
    expect(await transactionRecord(reference)).toMatchObject({ amount: '100.00' });
  });

  test('gives the first response to a repeated external_reference, without a second prompt', async () => {
    const order = { external_reference: randomUUID() };
    const first = await collect(order);
    expect(await collect(order)).toEqual(first);
    expect(campay().prompts()).toHaveLength(1);
  });

  test('can reject a repeated external_reference instead', async () => {
    campay().configure({ repeatedReference: 'refused' });
    const order = { external_reference: randomUUID() };
    await collect(order);
    expect((await collect(order)).status).toBe(400);
  });

  test('can limit a number to one prompt a minute', async () => {
    campay().configure({ numberLimitStatus: 429 });
    await collect();
    expect(await collect()).toEqual({
      status: 429,
      body: { message: 'Rate limit per Phone number exceeded. Try again in a minute.' },
    });
    expect((await collect({ from: '237677123457' })).status).toBe(200);
  });

  test('can apply the maximum of the demo host', async () => {
    campay().configure({ maximumAmount: 25 });
    expect((await collect()).body).toMatchObject({ error_code: 'ER201' });
    expect((await collect({ amount: '25' })).status).toBe(200);
  });
});

describe('paths', () => {
  test('end with a slash; only the status path is served without it', async () => {
    const reference = await startCollection();
    expect((await call('POST', '/collect', { body: anOrder() })).status).toBe(404);
    expect((await call('GET', '/balance')).status).toBe(404);
    expect((await call('GET', `/transaction/${reference}`)).status).toBe(200);
    expect((await call('GET', '/collect/')).status).toBe(405);
  });

  test('an unknown transaction gets a 404', async () => {
    expect((await call('GET', `/transaction/${randomUUID()}/`)).status).toBe(404);
  });

  test('broken JSON gets a 400', async () => {
    expect((await call('POST', '/collect/', { body: '{' })).status).toBe(400);
  });
});

describe('the status call', () => {
  test('reports a pending payment as the provider does', async () => {
    const order = anOrder({ external_user: undefined });
    const { body: accepted } = await call('POST', '/collect/', { body: order });
    expect(await transactionRecord(accepted.reference)).toEqual({
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

  test('contains the operator’s own reference once the money is taken', async () => {
    const mtn = await startCollection();
    const orange = await startCollection({ from: '237699123456' });
    await campay().approve(mtn);
    await campay().approve(orange);
    expect((await transactionRecord(mtn)).operator_reference).toMatch(/^\d{11}$/);
    expect((await transactionRecord(orange)).operator_reference).toMatch(
      /^MP\d{6}\.\d{4}\.C\d{5}$/,
    );
  });

  test('can report a wrong amount, write it as a number and leave absent values out', async () => {
    const reference = await startCollection({ external_user: undefined });
    campay().configure({
      reportAmount: 50,
      reportsAmountsAsNumbers: true,
      absentValues: 'missing',
      reportFields: { currency: 'EUR' },
    });
    const report = await transactionRecord(reference);
    expect(report).toMatchObject({ amount: 50, currency: 'EUR' });
    expect(report).not.toHaveProperty('external_user');
    expect(campay().transactions()).toMatchObject([{ amount: 100 }]);
  });
});

describe('the provider’s test numbers', () => {
  test.each([
    ['MTN pays', '237677777777', 'SUCCESSFUL', 'None'],
    ['MTN fails', '237677777770', 'FAILED', 'PAYEE_NOT_FOUND'],
    ['Orange pays', '237699999999', 'SUCCESSFUL', 'None'],
    ['Orange fails', '237699999990', 'FAILED', 'Initiatee not found'],
  ])('%s and the webhook says so', async (_name, from, status, reason) => {
    const reference = await startCollection({ from });
    await eventually(() => received().map(({ fields }) => fields.status)).toEqual([status]);
    expect(await transactionRecord(reference)).toMatchObject({ status, reason, amount: '100.00' });
  });
});

describe('webhooks', () => {
  test('carry a token that is signed with the webhook key and contains nothing about the payment', async () => {
    const reference = await startCollection();
    await campay().approve(reference);
    const [webhook] = received();
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

  test('are sent by GET with everything as text when the dashboard says so', async () => {
    campay().configure({ webhookMethod: 'GET', reportsAmountsAsNumbers: true });
    const reference = await startCollection();
    await campay().approve(reference);
    expect(received()).toMatchObject([
      { method: 'GET', path: '/api/webhooks/campay', fields: { reference, amount: '100' } },
    ]);
    await jwtVerify(received()[0]!.fields.signature!, WEBHOOK_KEY);
  });

  test.each(['once', 'twice', 'tampered'] as const)(
    'are signed when sent as %s',
    async (webhook) => {
      campay().configure({ webhook });
      await campay().approve(await startCollection());
      expect(received()).not.toEqual([]);
      for (const { fields } of received()) await jwtVerify(fields.signature!, WEBHOOK_KEY);
    },
  );

  test('can be forged', async () => {
    campay().configure({ webhook: 'forged' });
    await campay().approve(await startCollection());
    const [webhook] = received();
    await expect(jwtVerify(webhook!.fields.signature!, WEBHOOK_KEY)).rejects.toThrow('signature');
  });

  test.each([
    ['expired', 'exp'],
    ['unsigned', 'HS256'],
    ['missing', 'JWS'],
  ] as const)('can be falsified one by one: %s', async (signature, complaint) => {
    const reference = await startCollection();
    await campay().sendWebhook(reference, { signature, fields: { status: 'SUCCESSFUL' } });
    const [webhook] = received();
    expect(webhook?.fields).toMatchObject({ reference, status: 'SUCCESSFUL' });
    const verification = jwtVerify(webhook?.fields.signature ?? '', WEBHOOK_KEY, {
      algorithms: ['HS256'],
    });
    await expect(verification).rejects.toThrow(complaint === 'HS256' ? /alg/i : complaint);
    expect(await statusOf(reference)).toBe('PENDING');
  });
});

test('a collect whose response is lost is reported with our own id', async () => {
  campay().failNext('collect', { kind: 'cut', takesEffect: true });
  await expect(collect({ external_user: 'lost' })).rejects.toThrow();
  const [taken] = campay().transactions();
  expect(taken).toMatchObject({ externalUser: 'lost', status: 'PENDING' });
  await campay().approve(taken!.reference);
  expect(received()).toMatchObject([{ fields: { external_user: 'lost', status: 'SUCCESSFUL' } }]);
});

describe('the account', () => {
  test('the history lists finished payments only, with our payment id', async () => {
    const today = () => new Date().toISOString().slice(0, 10);
    const start_date = today();
    const paid = await startCollection({ external_user: 'payment-paid' });
    const failed = await startCollection({ external_user: 'payment-failed' });
    await startCollection({ external_user: 'payment-open' });
    await campay().approve(paid);
    await campay().decline(failed);

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

  test('the history can omit, repeat, delay and misreport transactions on request', async () => {
    const range = { start_date: '2020-01-01', end_date: '2099-12-31' };
    const taken: string[] = [];
    for (const name of ['missing', 'doubled', 'late', 'wrong']) {
      taken.push(await startCollection({ external_user: name }));
    }
    for (const reference of taken) await campay().approve(reference);
    const [missing = '', doubled = '', late = '', wrong = ''] = taken;
    const history = async () => (await call('POST', '/history/', { body: range })).body.data;
    const truth = await history();
    campay().configure({
      listFaults: {
        missing: [missing],
        doubled: [doubled],
        late: { [late]: 60_000 },
        wrongAmounts: { [wrong]: 999 },
      },
    });
    const listed = await history();
    expect(listed.map(({ reference_uuid }: { reference_uuid: string }) => reference_uuid)).toEqual([
      doubled,
      doubled,
      late,
      wrong,
    ]);
    expect(Date.parse(listed[2].datetime) - Date.parse(truth[2].datetime)).toBe(60_000);
    expect(listed[3]).toMatchObject({ amount: 999 });
    // Queried one by one, they are reported correctly.
    expect((await call('GET', `/transaction/${missing}/`)).status).toBe(200);
  });

  test('the balance is what was taken, less the fee', async () => {
    await campay().approve(await startCollection());
    await campay().approve(await startCollection({ from: '237699123456', amount: '200' }));
    expect((await call('GET', '/balance/')).body).toMatchObject({
      total_balance: 294,
      mtn_balance: 98,
      orange_balance: 196,
      currency: 'XAF',
    });
  });
});
