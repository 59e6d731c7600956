import { createPublicKey, randomUUID } from 'node:crypto';
import { httpbis } from 'http-message-signatures';
import { describe, expect, test } from 'vitest';
import {
  anOrder,
  call,
  createDeposit,
  deposit,
  failure,
  lookUp,
  MTN_NUMBER,
  ORANGE_NUMBER,
  pawapay,
  payer,
  QUICK,
  recordOf,
  rejection,
  world,
} from './support/pawapay';
import { eventually } from './support/world';
import { describeWallet } from './wallet-contract';

describeWallet(world, {
  name: 'pawapay',
  walletIn: (sandbox) => sandbox.pawapay,
  delays: (delays) => ({ pawapayDelays: { ...QUICK, ...delays } }),
  endpoints: { request: 'deposits', status: 'status' },
  request: (number, signal) => deposit(payer(number), signal ? { signal } : {}),
  accepted: 200,
  async fetchStatus(reference) {
    const answer = await lookUp(reference);
    const record = answer.body.data;
    return record
      ? { ...answer, body: { ...record, reason: record.failureReason?.failureCode } }
      : answer;
  },
  open: ['PROCESSING'],
  paid: 'COMPLETED',
  reasons: { declined: 'PAYMENT_NOT_APPROVED', lacksFunds: 'INSUFFICIENT_BALANCE' },
  amount: '100.00',
  noReason: undefined,
  numbers: [
    [MTN_NUMBER, 'MTN'],
    [ORANGE_NUMBER, 'Orange'],
  ],
  unanswered: { reason: 'PAYMENT_NOT_APPROVED', isReported: true },
  webhookModes: [
    ['none', []],
    ['once', ['COMPLETED']],
    ['twice', ['COMPLETED', 'COMPLETED']],
    ['forged', ['FAILED']],
    ['tampered', ['FAILED']],
    ['unsigned', ['COMPLETED']],
  ],
  useWebhookMode: (webhook) => pawapay().configure({ webhook: webhook as 'once' }),
  changedWebhook: { changes: {}, arrives: { method: 'POST', path: '/api/webhooks/pawapay' } },
  webhookReference: 'depositId',
  callAnything: () => call('GET', '/v2/active-conf'),
});

describe('the token', () => {
  test.each([
    ['missing', null, 401, 'NO_AUTHENTICATION'],
    ['of another scheme', 'Basic abc', 401, 'NO_AUTHENTICATION'],
    ['wrong', 'Bearer another', 403, 'AUTHENTICATION_ERROR'],
  ])('that is %s is refused by every call', async (_name, authorization, status, code) => {
    const headers = { authorization };
    const calls = [
      deposit({}, { headers }),
      call('GET', `/v2/deposits/${randomUUID()}`, { headers }),
      call('GET', '/v2/active-conf', { headers }),
      call('GET', '/v2/public-key/http', { headers }),
    ];
    for (const answer of await Promise.all(calls)) expect(answer).toEqual(failure(status, code));
    expect(pawapay().transactions()).toEqual([]);
  });

  test('can be revoked', async () => {
    pawapay().configure({ isTokenRevoked: true });
    expect(await deposit()).toEqual(failure(403, 'AUTHENTICATION_ERROR'));
  });
});

describe('a deposit', () => {
  test('is accepted, and the prompt is sent', async () => {
    const order = anOrder();
    const answer = await call('POST', '/v2/deposits', { body: order });
    expect(answer).toEqual({
      status: 200,
      body: {
        depositId: order.depositId,
        status: 'ACCEPTED',
        nextStep: 'FINAL_STATUS',
        created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      },
    });
    expect(pawapay().prompts()).toMatchObject([
      { number: MTN_NUMBER, operator: 'MTN', amount: 100, currency: 'XAF' },
    ]);
  });

  test.each([
    ['truncated JSON', '{"amount": "100"'],
    ['no object', '"100"'],
    ['no body', ''],
  ])('is refused when it is %s', async (_name, body) => {
    expect(await deposit({}, { body })).toEqual(failure(400, 'INVALID_INPUT'));
  });

  test.each([
    ['no id', { depositId: undefined }, 'MISSING_PARAMETER'],
    ['no amount', { amount: undefined }, 'MISSING_PARAMETER'],
    ['no payer', { payer: undefined }, 'MISSING_PARAMETER'],
    ['no number', { payer: { type: 'MMO', accountDetails: {} } }, 'MISSING_PARAMETER'],
    ['an id that is no UUID', { depositId: 'payment-1' }, 'INVALID_PARAMETER'],
    ['an amount as a number', { amount: 100 }, 'INVALID_PARAMETER'],
    ['a leading zero', { amount: '0100' }, 'INVALID_PARAMETER'],
    ['a negative amount', { amount: '-100' }, 'INVALID_PARAMETER'],
    ['a currency in small letters', { currency: 'xaf' }, 'INVALID_PARAMETER'],
    ['a message of 3 characters', { customerMessage: 'abc' }, 'INVALID_PARAMETER'],
    ['a message of 23 characters', { customerMessage: 'a'.repeat(23) }, 'INVALID_PARAMETER'],
    ['an accent in the message', { customerMessage: 'Payé' }, 'INVALID_PARAMETER'],
    ['a colon in the message', { customerMessage: 'Awards: 2' }, 'INVALID_PARAMETER'],
    ['37 characters of reference', { clientReferenceId: 'a'.repeat(37) }, 'INVALID_PARAMETER'],
    ['metadata as an object', { metadata: { votes: 'E' } }, 'INVALID_PARAMETER'],
    ['two keys in one entry', { metadata: [{ a: '1', b: '2' }] }, 'INVALID_PARAMETER'],
    [
      'eleven entries',
      { metadata: Array.from({ length: 11 }, (_, at) => ({ [`key${at}`]: 'x' })) },
      'INVALID_PARAMETER',
    ],
    ['the same key twice', { metadata: [{ a: '1' }, { a: '2' }] }, 'DUPLICATE_METADATA_FIELD'],
    ['an unknown field', { correspondent: 'MTN_MOMO_CMR' }, 'UNSUPPORTED_PARAMETER'],
  ])('is refused as malformed: %s', async (_name, changes, code) => {
    expect(await deposit(changes)).toEqual(failure(400, code));
    expect(pawapay().transactions()).toEqual([]);
  });

  test.each([
    ['an unknown provider', payer(MTN_NUMBER, 'MTN_MOMO_ZMB'), 'INVALID_PROVIDER'],
    ['another currency', { currency: 'XOF' }, 'INVALID_CURRENCY'],
    ['decimals', { amount: '100.5' }, 'INVALID_AMOUNT'],
    ['an amount below the minimum', { amount: '99' }, 'AMOUNT_OUT_OF_BOUNDS'],
    ['an amount above the maximum', { amount: '500001' }, 'AMOUNT_OUT_OF_BOUNDS'],
    ['a number without country code', payer('677123456', 'MTN_MOMO_CMR'), 'INVALID_PHONE_NUMBER'],
    ['a number with a plus', payer(`+${MTN_NUMBER}`), 'INVALID_PHONE_NUMBER'],
  ])('is rejected with %s', async (_name, changes, code) => {
    expect(await deposit(changes)).toEqual(rejection(code));
    expect(pawapay().transactions()).toEqual([]);
  });

  test('is refused on an account without deposits', async () => {
    pawapay().configure({ allowsDeposits: false });
    expect(await deposit()).toMatchObject({
      status: 403,
      body: { failureReason: { failureCode: 'DEPOSITS_NOT_ALLOWED' } },
    });
  });

  test('is rejected while its operator is closed, and accepted while it is delayed', async () => {
    pawapay().configure({ operators: { MTN: 'CLOSED', Orange: 'DELAYED' } });
    expect(await deposit()).toEqual(rejection('PROVIDER_TEMPORARILY_UNAVAILABLE'));
    await createDeposit(payer(ORANGE_NUMBER));
    expect(pawapay().transactions()).toHaveLength(1);
  });

  test('is ignored when its id was used, whatever else it contains', async () => {
    const order = anOrder();
    await call('POST', '/v2/deposits', { body: order });
    const repeat = () => call('POST', '/v2/deposits', { body: { ...order, amount: '200' } });
    const ignored = { depositId: order.depositId, status: 'DUPLICATE_IGNORED' };
    expect(await repeat()).toMatchObject({ status: 200, body: ignored });
    await pawapay().decline(order.depositId);
    expect(await repeat()).toMatchObject({ status: 200, body: ignored });
    expect(pawapay().transactions()).toMatchObject([{ amount: 100 }]);
  });

  test('that was rejected did not use its id', async () => {
    const depositId = randomUUID();
    expect(await deposit({ depositId, amount: '1' })).toEqual(rejection('AMOUNT_OUT_OF_BOUNDS'));
    expect(await createDeposit({ depositId })).toBe(depositId);
  });

  test('from a number of another operator fails: it has no such wallet', async () => {
    const id = await createDeposit(payer(ORANGE_NUMBER, 'MTN_MOMO_CMR'));
    await eventually(async () => (await recordOf(id)).status).toBe('FAILED');
    expect(await recordOf(id)).toMatchObject({ failureReason: { failureCode: 'PAYER_NOT_FOUND' } });
  });

  test('from an official test number has its documented outcome', async () => {
    pawapay().configure({ honoursTestNumbers: true });
    const paid = await createDeposit(payer('237653456789'));
    const failed = await createDeposit(payer('237653456019'));
    const open = await createDeposit(payer('237653456129'));
    await eventually(async () => (await recordOf(paid)).status).toBe('COMPLETED');
    await eventually(async () => (await recordOf(failed)).failureReason?.failureCode).toBe(
      'PAYER_LIMIT_REACHED',
    );
    expect((await recordOf(open)).status).toBe('PROCESSING');
    expect(pawapay().prompts()).toEqual([]);
  });
});

describe('the status call', () => {
  test('returns what was sent, with the metadata as one object', async () => {
    const order = anOrder({
      clientReferenceId: 'payment-7',
      customerMessage: 'Awards 2 votes',
      metadata: [{ votes: 'E123' }, { event: 'awards', isPII: false }],
    });
    await call('POST', '/v2/deposits', { body: order });
    expect(await lookUp(order.depositId)).toEqual({
      status: 200,
      body: {
        status: 'FOUND',
        data: {
          depositId: order.depositId,
          status: 'PROCESSING',
          amount: '100.00',
          currency: 'XAF',
          country: 'CMR',
          ...payer(MTN_NUMBER),
          clientReferenceId: 'payment-7',
          customerMessage: 'Awards 2 votes',
          metadata: { votes: 'E123', event: 'awards' },
          created: expect.any(String),
        },
      },
    });
  });

  test('has the operator’s transaction number once the money is taken', async () => {
    const id = await createDeposit();
    await pawapay().approve(id);
    expect(await recordOf(id)).toMatchObject({
      status: 'COMPLETED',
      providerTransactionId: expect.stringMatching(/^\d+$/),
    });
  });

  test.each(['ACCEPTED', 'PROCESSING', 'IN_RECONCILIATION'] as const)(
    'can report an open deposit as %s',
    async (openStatus) => {
      const id = await createDeposit();
      pawapay().configure({ openStatus });
      expect((await recordOf(id)).status).toBe(openStatus);
    },
  );

  test('does not find an id that was never used, and refuses what is no id', async () => {
    expect(await lookUp(randomUUID())).toEqual({ status: 200, body: { status: 'NOT_FOUND' } });
    expect(await lookUp('payment-1')).toEqual(failure(400, 'INVALID_PARAMETER'));
  });

  test('can miss a deposit that was made', async () => {
    const id = await createDeposit();
    pawapay().configure({ hidesDeposits: true });
    expect((await lookUp(id)).body).toEqual({ status: 'NOT_FOUND' });
  });
});

describe('callbacks', () => {
  /** Checks the newest callback with the published keys, independently of the application. */
  async function isSigned(): Promise<boolean | null> {
    const { method, path, headers } = world.received.at(-1)!;
    const { body: keys } = await call('GET', '/v2/public-key/http');
    const { createVerify } = await import('node:crypto');
    return httpbis.verifyMessage(
      {
        requiredFields: ['@method', '@authority', '@path', 'signature-date', 'content-digest'],
        async keyLookup({ keyid }) {
          const { key } = keys.find(({ id }: { id: string }) => id === keyid);
          return {
            verify: async (data, signature) =>
              createVerify('SHA256').update(data).verify(createPublicKey(key), signature),
          };
        },
      },
      { method, url: `${world.applicationUrl}${path}`, headers: headers as Record<string, string> },
    );
  }

  test('contain the deposit without the merchant’s reference, and are signed', async () => {
    const id = await createDeposit({ clientReferenceId: 'payment-7' });
    await pawapay().approve(id);
    const { clientReferenceId: _, ...record } = await recordOf(id);
    expect(world.received).toMatchObject([{ fields: { ...record, amount: '100.0000' } }]);
    expect(world.received[0]!.fields).not.toHaveProperty('clientReferenceId');
    expect(world.received[0]!.headers['signature-input']).toMatch(
      /^sig-pp=\("@method" "@authority" "@path" "signature-date" "content-digest" "content-type"\);alg="ecdsa-p256-sha256";keyid="HTTP_EC_P256_KEY:1";created=\d+;expires=\d+$/,
    );
    expect(await isSigned()).toBe(true);
  });

  test('are signed with the newest key', async () => {
    pawapay().keys.renew();
    await pawapay().approve(await createDeposit());
    expect(world.received[0]!.headers['signature-input']).toContain('HTTP_EC_P256_KEY:2');
    expect(await isSigned()).toBe(true);
  });

  test('that are forged are signed with a key that is not the provider’s', async () => {
    pawapay().configure({ webhook: 'forged' });
    await pawapay().approve(await createDeposit());
    expect(await isSigned()).toBe(false);
  });

  test.each([
    ['an account without signatures', { signsCallbacks: false }],
    ['a switch', { webhook: 'unsigned' }],
  ] as const)('can be unsigned: %s', async (_name, switches) => {
    pawapay().configure(switches);
    await pawapay().approve(await createDeposit());
    expect(world.received).toMatchObject([{ fields: { status: 'COMPLETED' } }]);
    expect(world.received[0]!.headers).not.toHaveProperty('signature');
  });

  test('are sent again on request, once the deposit is final', async () => {
    const id = await createDeposit();
    const resend = (of: string) => call('POST', `/v2/deposits/resend-callback/${of}`);
    expect(await resend(id)).toEqual(rejection('INVALID_STATE'));
    expect(await resend(randomUUID())).toEqual(rejection('NOT_FOUND'));
    await pawapay().approve(id);
    expect(await resend(id)).toEqual({ status: 200, body: { depositId: id, status: 'ACCEPTED' } });
    await eventually(() => world.received.length).toBe(2);
  });
});

describe('the account', () => {
  test('has its configuration', async () => {
    pawapay().configure({ operators: { MTN: 'DELAYED', Orange: 'OPERATIONAL' } });
    const { body } = await call('GET', '/v2/active-conf?country=CMR&operationType=DEPOSIT');
    expect(body).toMatchObject({
      companyName: 'Festival Awards',
      signatureConfiguration: { signedRequestsOnly: false, signedCallbacks: true },
    });
    const [{ providers }] = body.countries;
    expect(providers).toMatchObject([{ provider: 'MTN_MOMO_CMR' }, { provider: 'ORANGE_CMR' }]);
    expect(providers[0].currencies[0].operationTypes.DEPOSIT).toMatchObject({
      minAmount: '100',
      decimalsInAmount: 'NONE',
      status: 'DELAYED',
      callbackUrl: `${world.applicationUrl}/api/webhooks/pawapay`,
    });
  });

  test('sees how well each operator works', async () => {
    pawapay().configure({ operators: { MTN: 'CLOSED', Orange: 'OPERATIONAL' } });
    const { body } = await call('GET', '/v2/availability?country=CMR&operationType=DEPOSIT');
    const state = (provider: string, status: string) => ({
      provider,
      operationTypes: [{ operationType: 'DEPOSIT', status }],
    });
    expect(body).toEqual([
      {
        country: 'CMR',
        providers: [state('MTN_MOMO_CMR', 'CLOSED'), state('ORANGE_CMR', 'OPERATIONAL')],
      },
    ]);
    expect((await call('GET', '/v2/availability?country=ZMB')).body).toEqual([]);
    const [everything] = (await call('GET', '/v2/availability')).body;
    expect(everything.providers[0].operationTypes).toHaveLength(3);
  });

  test.each([
    ['237677123456', 'MTN_MOMO_CMR'],
    ['+237 6 99-12-34-56', 'ORANGE_CMR'],
  ])('predicts the wallets of %s', async (phoneNumber, provider) => {
    const answer = await call('POST', '/v2/predict-provider', { body: { phoneNumber } });
    expect(answer).toEqual({
      status: 200,
      body: { country: 'CMR', provider, phoneNumber: phoneNumber.replace(/\D/g, '') },
    });
  });

  test.each([
    ['no known range', { phoneNumber: '237620123456' }, 'INVALID_PARAMETER'],
    ['nothing', {}, 'MISSING_PARAMETER'],
  ])('predicts nothing for %s', async (_name, body, code) => {
    expect(await call('POST', '/v2/predict-provider', { body })).toEqual(failure(400, code));
  });
});

test('an unknown path is not found', async () => {
  expect((await call('GET', '/v2/payouts')).status).toBe(404);
});
