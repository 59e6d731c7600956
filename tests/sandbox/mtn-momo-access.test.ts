import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  MTN_MOMO_SANDBOX_API_KEY,
  MTN_MOMO_SANDBOX_API_USER,
  MTN_MOMO_SANDBOX_TARGET_ENVIRONMENT,
} from '#sandbox/index';
import {
  askForToken,
  basic,
  bearerToken,
  call,
  createPayment,
  failure,
  MTN_NUMBER,
  momo,
  payerNumber,
  paymentRecord,
  RIGHT_CREDENTIALS,
  requestToPay,
  restart,
  session,
  statusOf,
} from './support/mtn-momo';
import { eventually } from './support/world';

describe('tokens', () => {
  test('are issued for the API user and key, and give access until they expire', async () => {
    const { status, body } = await askForToken();
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.any(String),
      token_type: expect.any(String),
      expires_in: 3600,
    });
    session.authorization = `Bearer ${body.access_token}`;
    expect((await call('GET', '/collection/v1_0/account/balance')).status).toBe(200);

    momo().expireTokens();
    expect((await call('GET', '/collection/v1_0/account/balance')).status).toBe(401);
    expect((await requestToPay()).status).toBe(401);
    expect(momo().transactions()).toEqual([]);
    session.authorization = await bearerToken();
    expect((await requestToPay()).status).toBe(202);
  });

  test('expire by themselves', async () => {
    await restart({ tokenLifetimeMs: 1 });
    await eventually(async () => {
      return (await call('GET', '/collection/v1_0/account/balance')).status;
    }).toBe(401);
  });

  test.each([
    ['a wrong key', basic(MTN_MOMO_SANDBOX_API_USER, 'wrong')],
    ['an unknown user', basic(randomUUID(), MTN_MOMO_SANDBOX_API_KEY)],
    ['another scheme', RIGHT_CREDENTIALS.replace('Basic', 'Bearer')],
    ['no credentials', null],
  ])('are rejected for %s', async (_name, credentials) => {
    expect((await askForToken(credentials)).status).toBe(401);
  });

  test('are requested without a body, at a path with a slash', async () => {
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
  ])('requires a subscription key: %s', async (_name, method, path) => {
    for (const key of [null, 'wrong']) {
      const headers = { 'ocp-apim-subscription-key': key };
      expect((await call(method, path, { headers })).status).toBe(401);
    }
  });

  test.each(calls)('requires a token: %s', async (_name, method, path) => {
    for (const header of [
      null,
      'Bearer unknown',
      session.authorization.replace('Bearer', 'Token'),
    ]) {
      expect((await call(method, path, { headers: { authorization: header } })).status).toBe(401);
    }
  });

  test.each(calls)('requires the target environment: %s', async (_name, method, path) => {
    for (const environment of [null, 'sandbox', 'mtnuganda']) {
      const answer = await call(method, path, { headers: { 'x-target-environment': environment } });
      expect(answer).toEqual(failure(500, 'NOT_ALLOWED_TARGET_ENVIRONMENT'));
    }
  });

  test.each([400, 403] as const)(
    'can be rejected because of its address: %i',
    async (addressRefusal) => {
      momo().configure({ addressRefusal });
      expect(await requestToPay()).toEqual({ status: addressRefusal, body: '' });
      expect(momo().transactions()).toEqual([]);
    },
  );
});

describe('the test environment', () => {
  beforeEach(() => momo().configure({ targetEnvironment: 'sandbox' }));

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
    const reference = await createPayment({ currency: 'EUR', ...payerNumber(number) });
    await eventually(() => statusOf(reference)).toBe('FAILED');
    expect((await paymentRecord(reference)).reason).toBe(reason);
  });

  test('46733123453 is pending for a while and then pays', async () => {
    const reference = await createPayment({ currency: 'EUR', ...payerNumber('46733123453') });
    expect(await statusOf(reference)).toBe('PENDING');
    await eventually(() => statusOf(reference)).toBe('SUCCESSFUL');
  });

  test.each(['46733123499', MTN_NUMBER, '237699123456'])(
    '%s pays, without a prompt',
    async (number) => {
      const reference = await createPayment({ currency: 'EUR', ...payerNumber(number) });
      expect(momo().prompts()).toEqual([]);
      await eventually(() => statusOf(reference)).toBe('SUCCESSFUL');
    },
  );

  test('its numbers have no wallet in Cameroon', async () => {
    momo().configure({ targetEnvironment: 'mtncameroon' });
    const reference = await createPayment(payerNumber('46733123453'));
    await eventually(() => statusOf(reference)).toBe('FAILED');
    expect((await paymentRecord(reference)).reason).toBe('PAYER_NOT_FOUND');
  });

  describe('makes API users', () => {
    const create = (id: string, body: unknown) =>
      call('POST', '/v1_0/apiuser', { headers: { 'x-reference-id': id }, body });
    const host = { providerCallbackHost: 'example.com' };

    test('with a key that gives access until the next one is made', async () => {
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

    test('whose payments call back their own host and no other', async () => {
      const id = randomUUID();
      await create(id, host);
      const { body } = await call('POST', `/v1_0/apiuser/${id}/apikey`);
      session.authorization = await bearerToken(basic(id, body.apiKey));
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

    test('but the live environment does not', async () => {
      momo().configure({ targetEnvironment: 'mtncameroon' });
      expect((await create(randomUUID(), host)).status).toBe(404);
    });
  });
});

describe('the account', () => {
  const isActive = (number: string) =>
    call('GET', `/collection/v1_0/accountholder/msisdn/${number}/active`);

  test('a number of MTN has a wallet, others have none', async () => {
    expect(await isActive(MTN_NUMBER)).toEqual({ status: 200, body: { result: true } });
    expect(await isActive('237699123456')).toEqual({ status: 200, body: { result: false } });
    expect((await isActive('+237677123456')).status).toBe(400);
  });

  test('in the test environment every number has one except that of PAYER_NOT_FOUND', async () => {
    momo().configure({ targetEnvironment: 'sandbox' });
    expect((await isActive('46733123499')).body).toEqual({ result: true });
    expect((await isActive('46733123455')).body).toEqual({ result: false });
  });

  test('the balance is what was taken, in the currency of the environment', async () => {
    await momo().approve(await createPayment());
    await momo().approve(await createPayment({ amount: '200' }));
    await momo().decline(await createPayment());
    const balance = () => call('GET', '/collection/v1_0/account/balance');
    expect((await balance()).body).toEqual({ availableBalance: '300', currency: 'XAF' });
    momo().configure({ targetEnvironment: 'sandbox' });
    expect((await balance()).body).toEqual({ availableBalance: '0', currency: 'EUR' });
  });

  test('the exported constants give access without changes', async () => {
    const environment = MTN_MOMO_SANDBOX_TARGET_ENVIRONMENT;
    expect(
      (await requestToPay({}, { headers: { 'x-target-environment': environment } })).status,
    ).toBe(202);
  });
});
