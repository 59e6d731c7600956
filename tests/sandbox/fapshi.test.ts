import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { describe, expect, test } from 'vitest';
import {
  FAPSHI_SANDBOX_API_KEY,
  FAPSHI_SANDBOX_API_USER,
  FAPSHI_SANDBOX_PATH,
  FAPSHI_SANDBOX_WEBHOOK_SECRET,
  type FapshiDelays,
} from '#sandbox/index';
import { type CallOptions, callProvider, eventually, sandboxWorld } from './support/world';
import { describeWallet } from './wallet-contract';

const QUICK: Partial<FapshiDelays> = {
  approveAfterMs: 20,
  declineAfterMs: 20,
  lateSuccessAfterMs: 60,
  webhookTimeoutMs: 2_000,
  statusWindowMs: 0,
};
const UNKNOWN_TRANS_ID = 'zzzzzzzz';

const world = sandboxWorld({ fapshiDelays: QUICK });
const credentials = { apiuser: FAPSHI_SANDBOX_API_USER, apikey: FAPSHI_SANDBOX_API_KEY };
const fapshi = () => world.sandbox.fapshi;
const restart = (delays: Partial<FapshiDelays>) =>
  world.restart({ fapshiDelays: { ...QUICK, ...delays } });
const received = () =>
  world.received.map(({ method, path, headers, fields }) => {
    return { method, path, secret: headers['x-wh-secret'], body: fields };
  });

const call = (method: string, path: string, options: CallOptions = {}) =>
  callProvider(method, `${world.url}${FAPSHI_SANDBOX_PATH}${path}`, {
    headers: credentials,
    ...options,
  });

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

async function startPayment(changes: Record<string, unknown> = {}): Promise<string> {
  const { body } = await directPay(changes);
  return body.transId;
}

const lookUp = (transId: string) => call('GET', `/payment-status/${transId}`);
const paymentRecord = async (transId: string) => (await lookUp(transId)).body;
const statusOf = async (transId: string) => (await paymentRecord(transId)).status;
const refusal = (status: number, message: unknown = expect.any(String)) => ({
  status,
  body: { message },
});

describeWallet(world, {
  name: 'fapshi',
  walletIn: (sandbox) => sandbox.fapshi,
  delays: (delays) => ({ fapshiDelays: { ...QUICK, ...delays } }),
  endpoints: { request: 'direct-pay', status: 'payment-status' },
  request: (number, signal) =>
    call('POST', '/direct-pay', {
      body: anOrder({ phone: number.slice(3) }),
      ...(signal ? { signal } : {}),
    }),
  accepted: 200,
  fetchStatus: (transId) => lookUp(transId),
  open: ['CREATED', 'PENDING'],
  amount: 100,
  noReason: undefined,
  numbers: [
    ['237677123456', 'MTN'],
    ['237699123456', 'Orange'],
  ],
  unanswered: { reason: 'EXPIRED', isReported: true },
  webhookModes: [
    ['none', []],
    ['once', ['SUCCESSFUL']],
    ['twice', ['SUCCESSFUL', 'SUCCESSFUL']],
    ['forged', ['SUCCESSFUL']],
    ['secretless', ['SUCCESSFUL']],
    ['tampered', ['FAILED']],
  ],
  useWebhookMode: (webhook) => fapshi().configure({ webhook: webhook as 'once' }),
  changedWebhook: {
    changes: { secret: 'guessed' },
    arrives: { headers: { 'x-wh-secret': 'guessed' }, fields: { userId: 'payment-1' } },
  },
  webhookReference: 'transId',
  callAnything: () => call('GET', '/balance'),
});

describe('credentials', () => {
  test('every call requires two headers', async () => {
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
  ])('%s gets a 403 everywhere and changes nothing', async (_name, headers) => {
    const wrong = refusal(403, 'Invalid API credentials');
    expect(await call('POST', '/direct-pay', { body: anOrder(), headers })).toEqual(wrong);
    for (const path of [`/payment-status/${UNKNOWN_TRANS_ID}`, '/transaction/payment-1']) {
      expect(await call('GET', path, { headers })).toEqual(wrong);
    }
    expect(fapshi().transactions()).toEqual([]);
  });

  test('can be revoked', async () => {
    fapshi().configure({ areCredentialsRevoked: true });
    expect(await directPay()).toEqual(refusal(403));
  });

  test('belong to a service that collects and cannot pay out', async () => {
    expect(await call('POST', '/payout', { body: anOrder() })).toEqual(refusal(403));
  });
});

describe('direct pay', () => {
  test('responds with exactly three fields, none of them a status', async () => {
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
  ])('rejects %s', async (_name, changes, message) => {
    expect(await directPay(changes)).toEqual(refusal(400, message));
    expect(fapshi().transactions()).toEqual([]);
  });

  test('rejects a body that is no JSON object', async () => {
    for (const body of ['{', '[]', '"text"']) {
      expect(await call('POST', '/direct-pay', { body })).toEqual(refusal(400));
    }
    expect(await call('POST', '/direct-pay')).toEqual(refusal(400, 'amount required'));
  });

  test('accepts an id of a hundred characters, a UUID, and unknown fields', async () => {
    const externalId = 'a-Z_9'.repeat(20);
    const userId = '3b241101-e2bb-4255-8caf-4136c566a962';
    const transId = await startPayment({ externalId, userId, callbackUrl: 'https://example.org' });
    expect(await paymentRecord(transId)).toMatchObject({ externalId, userId });
  });

  test.each([
    ['677123456', undefined, 'mobile money'],
    ['699123456', undefined, 'orange money'],
    ['677123456', 'orange money', 'orange money'],
    ['661234567', 'mobile money', 'mobile money'],
  ])('%s with medium %s is charged through %s', async (phone, medium, charged) => {
    const transId = await startPayment({ phone, ...(medium === undefined ? {} : { medium }) });
    expect(await paymentRecord(transId)).toMatchObject({ medium: charged });
  });

  test('is not idempotent: a repeated externalId makes a second prompt', async () => {
    const first = await startPayment();
    expect(await startPayment()).not.toBe(first);
    expect(fapshi().prompts()).toHaveLength(2);
  });

  test.each(['not-enabled', 'address-not-allowed'] as const)('can be %s', async (state) => {
    fapshi().configure({ directPay: state });
    expect(await directPay()).toEqual(refusal(403));
    expect((await call('GET', '/balance')).status).toBe(200);
    expect(fapshi().transactions()).toEqual([]);
  });
});

describe('paths', () => {
  test.each(['short', 'waytoolong123', 'with-dash'])('%s is no valid transId', async (transId) => {
    expect(await lookUp(transId)).toEqual(refusal(400, 'Invalid request URL'));
  });

  test('an unknown transaction gets a 404', async () => {
    expect(await lookUp(UNKNOWN_TRANS_ID)).toEqual(refusal(404, 'Resource not found'));
  });

  test.each([
    ['GET', '/direct-pay'],
    ['POST', '/payment-status/abcd1234'],
    ['GET', '/transaction/no.dots'],
    ['GET', '/balance/'],
    ['GET', '/transaction/%E0%A4%A'],
  ])('%s %s is rejected', async (method, path) => {
    expect(await call(method, path)).toEqual(refusal(400));
  });

  test('a GET with a body is rejected, one with only a content type is not', async () => {
    const transId = await startPayment();
    const get = async (body: string) => {
      const path = `${FAPSHI_SANDBOX_PATH}/payment-status/${transId}`;
      const headers = { ...credentials, 'content-type': 'application/json' };
      const length = body === '' ? {} : { 'content-length': body.length };
      const sent = httpRequest(`${world.url}${path}`, {
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
  test('reports CREATED first, then PENDING, then the outcome', async () => {
    const transId = await startPayment();
    expect(await statusOf(transId)).toBe('CREATED');
    expect(await statusOf(transId)).toBe('PENDING');
    await fapshi().approve(transId);
    expect(await statusOf(transId)).toBe('SUCCESSFUL');
  });

  test('returns the record as far as it is known, without a currency', async () => {
    const transId = await startPayment({ amount: 1000, name: 'Ngo Bassa', email: 'n@example.org' });
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
    expect(await paymentRecord(transId)).toEqual(open);
    await fapshi().approve(transId);
    expect(await paymentRecord(transId)).toEqual({
      ...open,
      status: 'SUCCESSFUL',
      financialTransId: expect.stringMatching(/^\d{11}$/),
      dateConfirmed: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
  });

  test('may give a reason for a failure, or none', async () => {
    const transId = await startPayment();
    await fapshi().decline(transId, 'LIMIT_REACHED');
    expect(await paymentRecord(transId)).toMatchObject({
      status: 'FAILED',
      reason: 'LIMIT_REACHED',
    });
    fapshi().configure({ reportsReasons: false });
    expect(await paymentRecord(transId)).not.toHaveProperty('reason');
  });

  test('can return an array, report wrong values and write absent values differently', async () => {
    const transId = await startPayment();
    fapshi().configure({ statusIsArray: true, absentValues: 'empty-text' });
    expect(await paymentRecord(transId)).toMatchObject([
      { transId, status: 'CREATED', redirectUrl: '' },
    ]);

    fapshi().configure({ statusIsArray: false, absentValues: 'null', reportAmount: 50 });
    expect(await paymentRecord(transId)).toMatchObject({ amount: 50, dateConfirmed: null });

    fapshi().configure({ reportFields: { status: 'REVERSED', transType: 'Payout' } });
    expect(await paymentRecord(transId)).toMatchObject({ status: 'REVERSED', transType: 'Payout' });
    expect(fapshi().transactions()).toMatchObject([{ amount: 100, status: 'PENDING' }]);
  });

  test('is limited to six requests a minute per transaction, over all callers', async () => {
    await restart({ statusWindowMs: 60_000 });
    const [first, second] = [await startPayment(), await startPayment()];
    const answers = await Promise.all(Array.from({ length: 6 }, () => lookUp(first)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await lookUp(first)).toEqual(refusal(429, 'Too many requests'));
    expect((await lookUp(second)).status).toBe(200);
    expect((await call('GET', '/transaction/payment-1')).status).toBe(200);
  });

  test('works again when the minute is over', async () => {
    await restart({ statusWindowMs: 1_500 });
    const transId = await startPayment();
    await Promise.all(Array.from({ length: 6 }, () => lookUp(transId)));
    await eventually(async () => (await lookUp(transId)).status).toBe(200);
  });
});

describe('the provider’s test numbers', () => {
  test.each([
    ['670000002', 'FAILED', 'SUCCESSFUL'],
    ['656000000', 'SUCCESSFUL', 'SUCCESSFUL'],
    ['690000003', 'CREATED', 'FAILED'],
  ])('%s is %s by its ending, and %s in the real sandbox', async (phone, ours, theirs) => {
    await restart({ expireAfterMs: 60_000 });
    const byEnding = await startPayment({ phone });
    await eventually(() => fapshi().transactions()[0]?.status).toBe(
      ours === 'CREATED' ? 'PENDING' : ours,
    );
    expect(await statusOf(byEnding)).toBe(ours);

    fapshi().configure({ honoursTestNumbers: true });
    const official = await startPayment({ phone });
    await eventually(() => statusOf(official)).toBe(theirs);
  });

  test('the phone page lists them while they take precedence', async () => {
    const page = async (language: string) =>
      (await fetch(`${world.url}/sandbox/phone?lang=${language}`)).text();
    expect(await page('en')).not.toContain('670000003');
    fapshi().configure({ honoursTestNumbers: true });
    expect(await page('en')).toMatch(/test numbers override these endings.*670000003.*Fails/s);
    expect(await page('fr')).toMatch(/numéros de test du prestataire.*670000003.*Échoue/s);
  });
});

describe('webhooks', () => {
  test('carry the record and the secret in plain text, and come once', async () => {
    const transId = await startPayment();
    await fapshi().approve(transId);
    expect(received()).toEqual([
      {
        method: 'POST',
        path: '/api/webhooks/fapshi',
        secret: FAPSHI_SANDBOX_WEBHOOK_SECRET,
        body: await paymentRecord(transId),
      },
    ]);
    expect(fapshi().deliveries()).toMatchObject([{ reference: transId, httpStatus: 200 }]);
  });

  test.each([
    ['once', FAPSHI_SANDBOX_WEBHOOK_SECRET],
    ['twice', FAPSHI_SANDBOX_WEBHOOK_SECRET],
    ['tampered', FAPSHI_SANDBOX_WEBHOOK_SECRET],
    ['forged', 'not-the-secret'],
    ['secretless', undefined],
  ] as const)('carry this secret when sent as %s: %s', async (webhook, secret) => {
    fapshi().configure({ webhook });
    await fapshi().approve(await startPayment());
    expect(received()).not.toEqual([]);
    for (const sent of received()) expect(sent.secret).toBe(secret);
  });

  test('can report a payment that has not ended, with the right secret', async () => {
    const transId = await startPayment();
    await fapshi().sendWebhook(transId, { fields: { status: 'SUCCESSFUL' } });
    expect(received()).toMatchObject([
      { secret: FAPSHI_SANDBOX_WEBHOOK_SECRET, body: { transId, status: 'SUCCESSFUL' } },
    ]);
  });

  test('can carry an array', async () => {
    fapshi().configure({ webhookIsArray: true });
    const transId = await startPayment();
    await fapshi().approve(transId);
    expect(received()).toMatchObject([{ body: [{ transId, status: 'SUCCESSFUL' }] }]);
  });
});

test('a direct pay can be accepted and its response lost; the userId finds it', async () => {
  fapshi().failNext('direct-pay', { kind: 'cut', takesEffect: true });
  await expect(directPay({ userId: 'lost' })).rejects.toThrow();
  const { body } = await call('GET', '/transaction/lost');
  expect(body).toMatchObject([{ userId: 'lost', status: 'CREATED' }]);
  await fapshi().approve(body[0].transId);
  expect(received()).toMatchObject([{ body: { userId: 'lost', status: 'SUCCESSFUL' } }]);
});

test('a truncated response still has the status code of a success', async () => {
  fapshi().failNext('direct-pay', { kind: 'half-body' });
  const response = await fetch(`${world.url}${FAPSHI_SANDBOX_PATH}/direct-pay`, {
    method: 'POST',
    headers: { ...credentials, 'content-type': 'application/json' },
    body: JSON.stringify(anOrder()),
  });
  expect(response.status).toBe(200);
  await expect(response.text()).rejects.toThrow();
  expect(fapshi().prompts()).toHaveLength(1);
});

describe('lists', () => {
  const list = async (path: string) => (await call('GET', path)).body;

  test('a userId lists its own transactions and does not count as a request', async () => {
    const transId = await startPayment({ userId: 'mine' });
    await directPay({ userId: 'theirs' });
    for (const _ of [1, 2]) {
      expect(await list('/transaction/mine')).toMatchObject([{ transId, status: 'CREATED' }]);
    }
  });

  test('a userId without transactions has an empty list, or none', async () => {
    expect(await call('GET', '/transaction/nobody')).toEqual({ status: 200, body: [] });
    fapshi().configure({ unknownUserId: 'not-found' });
    expect(await call('GET', '/transaction/nobody')).toEqual(refusal(404));
  });

  test('can leave out unfinished transactions', async () => {
    fapshi().configure({ listsUnfinished: false });
    const transId = await startPayment();
    expect(await list('/transaction/payment-1')).toEqual([]);
    await fapshi().approve(transId);
    expect(await list('/transaction/payment-1')).toMatchObject([{ transId }]);
  });

  test('the search filters, sorts and limits, and ignores unknown parameters', async () => {
    const paid = await startPayment({ amount: 300 });
    const failed = await startPayment({ phone: '699123456' });
    const open = await startPayment();
    await fapshi().approve(paid);
    await fapshi().decline(failed);
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

  test('the search can omit, repeat, delay and misreport transactions on request', async () => {
    const [missing = '', doubled = '', late = '', wrong = ''] = [
      await startPayment(),
      await startPayment(),
      await startPayment(),
      await startPayment(),
    ];
    fapshi().configure({
      listFaults: {
        missing: [missing],
        doubled: [doubled],
        late: { [late]: 86_400_000 },
        wrongAmounts: { [wrong]: 999 },
      },
    });
    const today = new Date().toISOString().slice(0, 10);
    const listed = await list(`/search?sort=asc&end=${today}`);
    expect(listed).toMatchObject([
      { transId: doubled },
      { transId: doubled },
      { transId: wrong, amount: 999 },
    ]);
    expect(await paymentRecord(missing)).toMatchObject({ amount: 100 });
  });

  test('the search returns ten by default', async () => {
    await Promise.all(Array.from({ length: 11 }, () => directPay()));
    expect(await list('/search')).toHaveLength(10);
    expect(await list('/search?limit=100')).toHaveLength(11);
  });
});

describe('expiring', () => {
  test('is for payment links: a direct pay cannot be cancelled', async () => {
    const expire = (body: unknown) => call('POST', '/expire-pay', { body });
    const transId = await startPayment();
    expect(await expire({ transId })).toEqual(refusal(400));
    expect(await statusOf(transId)).toBe('CREATED');
    expect(await expire({ transId: UNKNOWN_TRANS_ID })).toEqual(refusal(404));
    expect(await expire({ transId: 'no' })).toEqual(refusal(400));
    expect(await expire({})).toEqual(refusal(400));
  });
});
