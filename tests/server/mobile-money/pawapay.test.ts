import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkPayment } from '#server/payments/checks/check-payment';
import { operatorWords, payments } from '#shared/schema';
import { startTestApp, type TestApp } from '../../support/app';
import { aVoteFor } from '../../support/given';
import { describeContract, type ProviderFacts } from './contract';

const failureReason = (failureCode: string) => ({
  failureReason: { failureCode, failureMessage: 'The request failed.' },
});
const rejected = (failureCode: string) => ({ status: 'REJECTED', ...failureReason(failureCode) });

/** From its documentation: all technical failures of deposits, and all failures of transactions. */
const pawapay: ProviderFacts = {
  name: 'pawapay',
  operators: ['mtn', 'orange'],
  sandbox: (app) => app.pawapay,
  // The reference is ours from the start.
  referenceOf: (app, paymentId) =>
    app.pawapay.transactions().find(({ reference }) => reference === paymentId)?.reference,
  endpoints: { request: 'deposits', status: 'status' },
  tokens: {
    none: 'a permanent token with every call',
    revoke: (app) => app.pawapay.configure({ isTokenRevoked: true }),
  },
  forgedWebhook: 'refused',
  reasons: [
    ['PAYMENT_NOT_APPROVED', 'declined'],
    ['INSUFFICIENT_BALANCE', 'insufficient-funds'],
    ['PAYMENT_IN_PROGRESS', 'unavailable'],
    ['PAYER_NOT_FOUND', 'no-wallet'],
    ['PAYER_LIMIT_REACHED', 'limit-reached'],
    ['WALLET_LIMIT_REACHED', 'limit-reached'],
    ['TRANSACTION_ALREADY_IN_PROCESS', 'unavailable'],
    ['MANUALLY_CANCELLED', 'unavailable'],
    ['UNSPECIFIED_FAILURE', 'unknown'],
    ['UNKNOWN_ERROR', 'unknown'],
  ],
  wrongPin: {
    notReportedBecause: 'pawaPay has no such reason, the payer did not approve',
    text: 'PAYMENT_NOT_APPROVED',
    reportedAs: 'declined',
  },
  refusals: [
    ['no token', 401, failureReason('NO_AUTHENTICATION'), 'unavailable'],
    ['a wrong token', 403, failureReason('AUTHENTICATION_ERROR'), 'unavailable'],
    ['a token without this right', 403, failureReason('AUTHORISATION_ERROR'), 'unavailable'],
    ['signatures required', 403, failureReason('HTTP_SIGNATURE_ERROR'), 'unavailable'],
    ['deposits not enabled', 403, failureReason('DEPOSITS_NOT_ALLOWED'), 'unavailable'],
    ['unreadable', 400, failureReason('INVALID_INPUT'), 'unavailable'],
    ['something missing', 400, failureReason('MISSING_PARAMETER'), 'unavailable'],
    ['something unknown', 400, failureReason('UNSUPPORTED_PARAMETER'), 'unavailable'],
    ['something invalid', 400, failureReason('INVALID_PARAMETER'), 'unavailable'],
    ['metadata twice', 400, failureReason('DUPLICATE_METADATA_FIELD'), 'unavailable'],
    ['the amount', 200, rejected('AMOUNT_OUT_OF_BOUNDS'), 'limit-reached'],
    ['decimals', 200, rejected('INVALID_AMOUNT'), 'unavailable'],
    ['the number', 200, rejected('INVALID_PHONE_NUMBER'), 'unsupported-operator'],
    ['the currency', 200, rejected('INVALID_CURRENCY'), 'unavailable'],
    ['the provider', 200, rejected('INVALID_PROVIDER'), 'unavailable'],
    ['an outage', 200, rejected('PROVIDER_TEMPORARILY_UNAVAILABLE'), 'unavailable'],
  ],
  repeatsRequest: true,
};

describeContract(pawapay);

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { MOBILE_MONEY_PROVIDERS: 'pawapay' } });
});
afterAll(() => app.close());
beforeEach(() => app.pawapay.reset());

async function start(phoneNumber?: string) {
  const { nominations } = await app.given.artist();
  const body = aVoteFor(nominations, phoneNumber ? { phoneNumber } : {});
  const answer = await app.http.post('/api/pawapay-payment').send(body).expect(201);
  const paymentId: string = answer.body.paymentId;
  return { paymentId, nomination: nominations[0]! };
}

async function check(paymentId: string) {
  await app.settled();
  await app.given.dueNow(paymentId);
  await checkPayment(app.context, paymentId, 'reconcile');
  return app.given.payment(paymentId);
}

const provider = () => app.context.mobileMoney[0]!;

test('the payment’s own id is the deposit’s, and the texts contain nothing that is refused', async () => {
  await app.setEvent({ name: "L'Étoile « d’Or » n° 1" });
  const { paymentId } = await start();
  await app.setEvent({ name: app.config.firstSettings.name });
  expect(app.pawapay.transactions()).toMatchObject([
    {
      reference: paymentId,
      clientReferenceId: paymentId,
      // As many whole words as fit.
      customerMessage: 'L Etoile d Or n 1 2',
      metadata: { votes: expect.stringMatching(/^[EF][0-9A-Z]+$/) },
    },
  ]);
});

test.each([
  ['a name that is too long to fit', 'Palmaresdesartistesducameroun', 'Palmaresdesartistesduc'],
  ['a name without a letter that is accepted', '★★★', '2 votes Artist'],
])('the text for the payer is valid for %s', async (_what, name, message) => {
  await app.setEvent({ name });
  await start();
  await app.setEvent({ name: app.config.firstSettings.name });
  const [transaction] = app.pawapay.transactions();
  expect(transaction?.customerMessage).toContain(message);
});

describe('the wallets', () => {
  test.each([
    ['237677450150', 'MTN'],
    ['237699450150', 'Orange'],
  ])('of %s are those of %s, without a question', async (number, operator) => {
    await start(number);
    expect(app.pawapay.transactions()).toMatchObject([{ number, operator }]);
    expect(app.pawapay.callCount('predict-provider')).toBe(0);
  });

  let serial = 0;
  /** A new number of a range on which published tables disagree. */
  const unknownNumber = () => `23768445${String(++serial).padStart(2, '0')}50`;

  test('of a number with an unknown prefix are predicted by pawaPay', async () => {
    const number = unknownNumber();
    await start(number);
    expect(app.pawapay.callCount('predict-provider')).toBe(1);
    expect(app.pawapay.transactions()).toMatchObject([{ number, operator: 'MTN' }]);
  });

  const refusedFor = async (phoneNumber: string) => {
    const { nominations } = await app.given.artist();
    const body = aVoteFor(nominations, { phoneNumber });
    const answer = await app.http.post('/api/pawapay-payment').send(body).expect(422);
    expect(app.pawapay.callCount('deposits')).toBe(0);
    return answer.body.code;
  };

  test.each([
    ['pawaPay knows none', null],
    [
      'they are not in Cameroon',
      { status: 200, body: { country: 'ZMB', provider: 'MTN_MOMO_ZMB', phoneNumber: '2607' } },
    ],
  ])('are unsupported when %s', async (_what, answer) => {
    if (answer) app.pawapay.failNext('predict-provider', { kind: 'answer', ...answer });
    expect(await refusedFor('237620450150')).toBe('unsupported-operator');
  });

  test.each([
    ['there is no response', { kind: 'cut' }],
    ['the response is useless', { kind: 'html', status: 200 }],
    ['pawaPay fails', { kind: 'answer', status: 500, body: {} }],
  ] as const)('are unavailable, for certain, when %s', async (_what, fault) => {
    app.pawapay.failNext('predict-provider', fault, 2);
    expect(await refusedFor(unknownNumber())).toBe('unavailable');
  });

  test('that are not those of the number’s prefix make the payment fail', async () => {
    const phoneNumber = unknownNumber();
    app.pawapay.failNext('predict-provider', {
      kind: 'answer',
      status: 200,
      body: { country: 'CMR', provider: 'ORANGE_CMR', phoneNumber },
    });
    const { paymentId } = await start(phoneNumber);
    await expect.poll(async () => (await check(paymentId)).failureReason).toBe('no-wallet');
  });
});

test('a refusal that no rule knows is counted with its code, once', async () => {
  const { nominations } = await app.given.artist();
  for (const code of ['WALLET_UNDER_REVIEW', 'INVALID_AMOUNT']) {
    app.pawapay.failNext('deposits', { kind: 'answer', status: 200, body: rejected(code) });
    const { body } = await app.http
      .post('/api/pawapay-payment')
      .send(aVoteFor(nominations))
      .expect(422);
    expect(body.code).toBe('unavailable');
  }
  expect(await app.db.select().from(operatorWords)).toMatchObject([
    { provider: 'pawapay', words: 'WALLET_UNDER_…', payments: 1 },
  ]);
});

describe('availability', () => {
  test.each([
    ['OPERATIONAL', 'well'],
    ['DELAYED', 'slow'],
    ['CLOSED', 'down'],
  ] as const)('%s means %s', async (state, meaning) => {
    app.pawapay.configure({ operators: { MTN: state, Orange: 'OPERATIONAL' } });
    expect(await provider().availability?.()).toEqual({ mtn: meaning, orange: 'well' });
  });

  const withStates = (...operationTypes: object[]) => [
    { country: 'CMR', providers: [{ provider: 'MTN_MOMO_CMR', operationTypes }] },
  ];
  test.each([
    ['an error', { kind: 'answer', status: 500, body: {} }, null],
    ['a page', { kind: 'html', status: 200 }, null],
    ['no response', { kind: 'cut' }, null],
    ['another shape', { kind: 'answer', status: 200, body: { MTN_MOMO_CMR: 'CLOSED' } }, null],
    ['an empty list', { kind: 'answer', status: 200, body: [] }, null],
    [
      'an unknown state',
      {
        kind: 'answer',
        status: 200,
        body: withStates({ operationType: 'DEPOSIT', status: 'RESTING' }),
      },
      null,
    ],
    [
      'more than deposits',
      {
        kind: 'answer',
        status: 200,
        body: withStates(
          { operationType: 'PAYOUT', status: 'CLOSED' },
          { operationType: 'DEPOSIT', status: 'DELAYED' },
        ),
      },
      { mtn: 'slow' },
    ],
  ] as const)('from %s', async (_what, fault, expected) => {
    app.pawapay.failNext('availability', fault, 2);
    expect(await provider().availability?.()).toEqual(expected);
  });
});

test('a token that is accepted is told from one that is not', async () => {
  expect(await provider().probe()).toMatchObject({ outcome: 'accepted', clock: expect.any(Date) });
  app.pawapay.configure({ isTokenRevoked: true });
  expect(await provider().probe()).toMatchObject({ outcome: 'refused', reason: 'HTTP 403' });
  expect(app.pawapay.callCount('deposits')).toBe(0);
});

test.each([
  ['INVALID_CURRENCY', 'raises an alarm', true],
  ['INVALID_PROVIDER', 'raises an alarm', true],
  ['INVALID_PHONE_NUMBER', 'only concerns the payer', false],
  ['PROVIDER_TEMPORARILY_UNAVAILABLE', 'is an outage', false],
])('a rejection because of %s %s', async (code, _what, isOurs) => {
  app.pawapay.failNext('deposits', { kind: 'answer', status: 200, body: rejected(code) });
  const { nominations } = await app.given.artist();
  const logged = app.logs.length;
  await app.http.post('/api/pawapay-payment').send(aVoteFor(nominations)).expect(422);
  expect(app.logs.slice(logged).join().includes('provider-configuration')).toBe(isOurs);
});

describe('a response to the request', () => {
  const answers: [string, number, object][] = [
    ['about another deposit', 200, { depositId: crypto.randomUUID(), status: 'ACCEPTED' }],
    ['without an id', 200, { status: 'ACCEPTED' }],
    ['that rejects without a reason', 200, { status: 'REJECTED' }],
    ['of an unknown status', 200, { status: 'QUEUED' }],
    ['that is an unknown error', 500, failureReason('UNKNOWN_ERROR')],
  ];
  test.each(answers)('%s settles nothing', async (_what, status, body) => {
    app.pawapay.failNext('deposits', { kind: 'answer', status, body, takesEffect: true });
    const { paymentId, nomination } = await start();
    expect(await app.given.payment(paymentId)).toMatchObject({
      status: 'pending',
      providerRef: null,
    });
    await app.pawapay.approve(paymentId);
    expect((await check(paymentId)).status).toBe('completed');
    expect(await app.given.votesOf(nomination)).toBe(2);
  });

  test('that was lost is found by the repeat: a duplicate is an accepted deposit', async () => {
    app.pawapay.failNext('deposits', { kind: 'cut', takesEffect: true });
    const { paymentId } = await start();
    expect(app.pawapay.callCount('deposits')).toBe(2);
    expect(await app.given.payment(paymentId)).toMatchObject({ providerRef: paymentId });
    expect(app.pawapay.transactions()).toHaveLength(1);
  });

  test('that was lost is not rejected by the repeat', async () => {
    app.pawapay.failNext('deposits', { kind: 'cut', takesEffect: true });
    app.pawapay.failNext('deposits', {
      kind: 'answer',
      status: 200,
      body: rejected('PROVIDER_TEMPORARILY_UNAVAILABLE'),
    });
    const { paymentId } = await start();
    expect((await app.given.payment(paymentId)).status).toBe('pending');
  });
});

test.each(['ACCEPTED', 'PROCESSING', 'IN_RECONCILIATION'] as const)(
  'a deposit that is %s is pending',
  async (openStatus) => {
    app.pawapay.configure({ openStatus });
    const { paymentId } = await start();
    expect((await check(paymentId)).status).toBe('pending');
  },
);

test.each([
  ['another currency', { currency: 'XOF' }],
  ['a fraction', { amount: '200.50' }],
  ['another deposit', { depositId: crypto.randomUUID() }],
  ['another payment', { clientReferenceId: 'another' }],
])('a response about %s counts nothing', async (_what, reportFields) => {
  const { paymentId, nomination } = await start();
  app.pawapay.configure({ reportFields });
  await app.pawapay.approve(paymentId);
  await app.settled();
  expect((await check(paymentId)).status).toBe('pending');
  expect(await app.given.votesOf(nomination)).toBe(0);
});

test('a deposit without the merchant’s reference is named by its own id', async () => {
  const { paymentId, nomination } = await start();
  app.pawapay.configure({ reportFields: { clientReferenceId: null } });
  await app.pawapay.approve(paymentId);
  expect((await check(paymentId)).status).toBe('completed');
  expect(await app.given.votesOf(nomination)).toBe(2);
});

describe('a deposit that pawaPay does not find', () => {
  test('may not have arrived yet', async () => {
    app.pawapay.configure({ webhook: 'none', hidesDeposits: true });
    const { paymentId, nomination } = await start();
    await app.db.update(payments).set({ providerRef: null }).where(eq(payments.id, paymentId));
    await app.pawapay.approve(paymentId);
    await app.given.aged(paymentId, '14 minutes');
    expect((await check(paymentId)).status).toBe('pending');
    app.pawapay.configure({ hidesDeposits: false });
    expect((await check(paymentId)).status).toBe('completed');
    expect(await app.given.votesOf(nomination)).toBe(2);
  });

  test('after a quarter of an hour counts as never requested, unless it was accepted', async () => {
    app.pawapay.configure({ hidesDeposits: true });
    const unaccepted = await start();
    const accepted = await start();
    await app.db
      .update(payments)
      .set({ providerRef: null })
      .where(eq(payments.id, unaccepted.paymentId));
    for (const { paymentId } of [unaccepted, accepted]) {
      await app.given.aged(paymentId, '16 minutes');
    }
    expect(await check(unaccepted.paymentId)).toMatchObject({
      status: 'failed',
      failureReason: 'unavailable',
    });
    expect((await check(accepted.paymentId)).status).toBe('pending');
  });
});

describe('a callback', () => {
  const HOUR = 60 * 60_000;

  async function statusOf(changes: object, changeHeaders: Record<string, string> = {}) {
    const { paymentId } = await start();
    const { url, init } = await app.pawapay.webhookFor(paymentId, changes);
    const headers = { ...init.headers, ...changeHeaders };
    return (await fetch(url, { ...init, headers })).status;
  }

  test.each(['der', 'ieee-p1363'] as const)(
    'with a signature encoded as %s is accepted',
    async (signatureEncoding) => {
      app.pawapay.configure({ signatureEncoding });
      expect(await statusOf({})).toBe(200);
    },
  );

  test.each(['forged', 'tampered', 'unsigned'] as const)(
    'that is %s is refused, and the payment is settled without it',
    async (webhook) => {
      app.pawapay.configure({ webhook });
      const { paymentId } = await start();
      await app.pawapay.approve(paymentId);
      expect(app.pawapay.deliveries()).toMatchObject([{ httpStatus: 401 }]);
      expect((await check(paymentId)).status).toBe('completed');
    },
  );

  test.each([
    ['for another merchant', () => ({ signedFor: 'https://shop.example/api/webhooks/pawapay' })],
    ['for another path', () => ({ signedFor: `${app.url}/api/webhooks/campay` })],
    ['an hour ago', () => ({ signedAt: Date.now() - HOUR })],
    ['in the future', () => ({ signedAt: Date.now() + HOUR })],
  ])('that was signed %s is refused', async (_what, changes) => {
    expect(await statusOf(changes())).toBe(401);
  });

  test('that is delivered late is accepted: delivery is tried for a quarter of an hour', async () => {
    expect(await statusOf({ signedAt: Date.now() - 15 * 60_000 })).toBe(200);
  });

  test.each([
    ['no digest', { 'content-digest': '' }],
    ['the digest of another body', { 'content-digest': `sha-256=:${'A'.repeat(43)}=:` }],
    ['a digest of an unknown kind', { 'content-digest': 'md5=:AAAA:' }],
    ['an unreadable signature', { signature: 'what' }],
    ['a signature of nothing', { signature: '', 'signature-input': '' }],
    ['an unknown key', { 'signature-input': 'sig-pp=("@method");keyid="x";created=1' }],
  ])('with %s is refused', async (_what, headers) => {
    expect(await statusOf({}, headers)).toBe(401);
  });

  test('about something else is ignored', async () => {
    const before = app.pawapay.callCount('status');
    expect(await statusOf({ fields: { depositId: null, payoutId: crypto.randomUUID() } })).toBe(
      200,
    );
    await app.settled();
    expect(app.pawapay.callCount('status')).toBe(before);
  });

  test('with an unreadable status is a reason to ask, too', async () => {
    app.pawapay.configure({ webhook: 'none' });
    const { paymentId, nomination } = await start();
    await app.pawapay.approve(paymentId);
    await app.pawapay.sendWebhook(paymentId, { fields: { status: 7 } });
    await app.settled();
    expect(await app.given.votesOf(nomination)).toBe(2);
  });

  test('about a deposit unknown to us and to pawaPay triggers one check', async () => {
    const { paymentId } = await start();
    const { url, init } = await app.pawapay.webhookFor(paymentId, {
      fields: { depositId: crypto.randomUUID() },
    });
    const before = app.pawapay.callCount('status');
    for (let times = 0; times < 3; times += 1) {
      expect((await fetch(url, init)).status).toBe(200);
      await app.settled();
    }
    expect(app.pawapay.callCount('status')).toBe(before + 1);
  });

  test('may be unsigned on an account without signed callbacks', async () => {
    const unsigned = await startTestApp({
      env: { MOBILE_MONEY_PROVIDERS: 'pawapay' },
      mobileMoneyVariables: { PAWAPAY_SIGNED_CALLBACKS: '0' },
    });
    try {
      unsigned.pawapay.configure({ signsCallbacks: false });
      const { nominations } = await unsigned.given.artist();
      const body = aVoteFor(nominations);
      const answer = await unsigned.http.post('/api/pawapay-payment').send(body).expect(201);
      await unsigned.pawapay.approve(answer.body.paymentId);
      await unsigned.settled();
      expect(unsigned.pawapay.deliveries()).toMatchObject([{ httpStatus: 200 }]);
      expect(await unsigned.given.votesOf(nominations[0]!)).toBe(2);
      expect(unsigned.pawapay.callCount('public-key')).toBe(0);
    } finally {
      await unsigned.close();
    }
  });

  test('is a hint that is not signed while the keys cannot be read', async () => {
    const keyless = await startTestApp({ env: { MOBILE_MONEY_PROVIDERS: 'pawapay' } });
    try {
      keyless.pawapay.failNext('public-key', { kind: 'answer', status: 500, body: {} }, 2);
      const { nominations } = await keyless.given.artist();
      const body = aVoteFor(nominations);
      const answer = await keyless.http.post('/api/pawapay-payment').send(body).expect(201);
      await keyless.pawapay.approve(answer.body.paymentId);
      await keyless.settled();
      expect(keyless.pawapay.deliveries()).toMatchObject([{ httpStatus: 200 }]);
      expect(await keyless.given.votesOf(nominations[0]!)).toBe(2);
    } finally {
      await keyless.close();
    }
  });

  test('is verified with keys that are read once', async () => {
    const before = app.pawapay.callCount('public-key');
    for (let times = 0; times < 3; times += 1) expect(await statusOf({})).toBe(200);
    expect(app.pawapay.callCount('public-key')).toBe(before);
  });
});
