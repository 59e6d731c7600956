import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Fault } from '#sandbox/faults';
import { checkPayment } from '#server/payments/checks/check-payment';
import { PAYMENT_ADAPTERS, verifyLedger } from '#server/payments/index';
import type { MobileMoneyPaymentBody } from '#shared/contracts/payments';
import type { FailureReason } from '#shared/domain/payment';
import type { WalletOperator } from '#shared/domain/phone';
import { rateLimits } from '#shared/schema';
import { startTestApp, type TestApp, type TestAppOptions } from '../../support/app';
import { aVoteFor, freshPhone } from '../../support/given';

/** What the sandboxes of all mobile money providers have in common. */
export interface WalletSandbox {
  approve(reference: string): Promise<void>;
  decline(reference: string, reason?: string): Promise<void>;
  ignore(reference: string): void;
  payLate(reference: string): Promise<void>;
  transactions(): { reference: string; number: string; amount: number; status: string }[];
  prompts(): { number: string }[];
  deliveries(): { httpStatus: number | null }[];
  moneyTaken(): number;
  callCount(endpoint: string): number;
  failNext(endpoint: string, fault: Fault, times?: number): void;
  configure(changes: {
    webhook?: 'once' | 'none' | 'twice' | 'before-answer' | 'forged';
    reportAmount?: number | null;
    reportFields?: Readonly<Record<string, string>>;
    isUnreachable?: boolean;
  }): void;
  reset(): void;
}

/** Facts about one provider; where something cannot occur, the reason. */
export interface ProviderFacts {
  name: string;
  /** Operators whose wallets it charges. */
  operators: readonly WalletOperator[];
  options?: TestAppOptions;
  sandbox(app: TestApp): WalletSandbox;
  /** The provider's reference of the payment with our id. */
  referenceOf(app: TestApp, paymentId: string): string | undefined;
  endpoints: { request: string; status: string };
  /** How it authenticates us: with expiring tokens, or the same credentials in every call. */
  tokens:
    | { endpoint: string; expireAll(app: TestApp): void }
    | { none: string; revoke(app: TestApp): void };
  /** The response to a webhook that is not the provider's own. */
  forgedWebhook: 'refused' | { unsigned: string };
  /** Every failure reason that is documented or was observed, and the one shown to the voter. */
  reasons: readonly (readonly [text: string, reportedAs: FailureReason])[];
  /** How a payer's wrong PIN is reported. */
  wrongPin:
    | { text: string }
    | { notReportedBecause: string; text: string; reportedAs: FailureReason };
  /** Responses with which it rejects a payment request, and what the voter is told. */
  refusals: readonly (readonly [
    what: string,
    status: number,
    body: unknown,
    reportedAs: FailureReason,
  ])[];
  /** True when a lost request is repeated with the same id. */
  repeatsRequest: boolean;
}

/** Useless, and more than some JSON parsers can handle. */
const NESTED = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;

/** In ms: long enough for a response on a slow machine, short enough to wait for a missing one. */
const TIMEOUT_MS = 3_000;
/** In ms: long enough for a slow machine to observe the pause. */
const PROBE_AFTER_MS = 2_000;

const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** The rules that every adapter follows, tested through the real application and over real HTTP. */
export function describeContract(facts: ProviderFacts): void {
  const { name, endpoints, tokens } = facts;
  const path = `/api/${name}-payment`;
  const phones: string[] = [];
  let app: TestApp;
  let sandbox: WalletSandbox;

  beforeAll(async () => {
    app = await startTestApp({
      timeoutMs: TIMEOUT_MS,
      probeAfterMs: PROBE_AFTER_MS,
      ...facts.options,
      env: { MOBILE_MONEY_PROVIDERS: name },
    });
    sandbox = facts.sandbox(app);
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    sandbox.reset();
    // All tests share one unknown device, which has many unsuccessful prompts.
    await app.db.delete(rateLimits);
  });

  async function vote(changes: Partial<MobileMoneyPaymentBody> = {}) {
    const artist = await app.given.artist();
    const body = aVoteFor(artist.nominations, { phoneNumber: freshPhone(), ...changes });
    phones.push(body.phoneNumber);
    return { body, nomination: artist.nominations[0]! };
  }

  async function start(changes: Partial<MobileMoneyPaymentBody> = {}) {
    const { body, nomination } = await vote(changes);
    const answer = await app.http.post(path).send(body).expect(201);
    const paymentId: string = answer.body.paymentId;
    return { paymentId, nomination, body };
  }

  function referenceOf(paymentId: string): string {
    const reference = facts.referenceOf(app, paymentId);
    if (reference === undefined) throw new Error('the provider knows no such payment');
    return reference;
  }

  /** Checks this payment with the provider now, as the reconciler would. */
  async function check(paymentId: string) {
    await app.settled();
    await app.given.dueNow(paymentId);
    await checkPayment(app.context, paymentId, 'reconcile');
    return app.given.payment(paymentId);
  }

  const untilStatus = (paymentId: string, status: string) =>
    expect.poll(async () => (await check(paymentId)).status).toBe(status);

  async function expectCountedOnce(paymentId: string, nomination: { id: string }) {
    await untilStatus(paymentId, 'completed');
    expect(await app.given.votesOf(nomination)).toBe(2);
    const events = await app.given.events(paymentId);
    expect(events.filter(({ from, to }) => from !== to && to === 'completed')).toHaveLength(1);
    const { body } = await app.http.get(`/api/payment/${paymentId}/receipt-code`).expect(200);
    expect(body.receiptCode).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
  }

  describe('requesting a payment', () => {
    test('sends one prompt for the right amount to the number, in any notation', async () => {
      const { paymentId } = await start({ phoneNumber: '237677450150' });
      expect(sandbox.prompts()).toHaveLength(1);
      expect(sandbox.transactions()).toMatchObject([{ number: '237677450150', amount: 200 }]);
      expect(await app.given.payment(paymentId)).toMatchObject({
        provider: name,
        status: 'pending',
        providerRef: referenceOf(paymentId),
      });
    });

    test('goes to this provider, also from a page that names another one', async () => {
      const { body } = await app.http.get('/api/config').expect(200);
      expect(body).toMatchObject({
        mobileMoneyProvider: name,
        mobileMoneyProviders: [name],
        mobileMoneyOperators: facts.operators,
        mobileMoneyDown: [],
        methods: { mobileMoney: true },
      });
      const others = PAYMENT_ADAPTERS.mobileMoney.filter((other) => other.name !== name);
      for (const other of others) {
        const request = (await vote()).body;
        const { body } = await app.http
          .post(`/api/${other.name}-payment`)
          .send(request)
          .expect(201);
        expect(await app.given.payment(body.paymentId)).toMatchObject({ provider: name });
      }
      expect(sandbox.transactions()).toHaveLength(others.length);
    });

    test('has no path for a provider that does not exist', async () => {
      const request = (await vote()).body;
      const answer = await app.http.post('/api/orange-payment').send(request).expect(404);
      expect(answer.body.code).toBe('not-found');
      await app.http.post('/api/webhooks/orange').send({}).expect(404);
      expect(sandbox.transactions()).toEqual([]);
    });

    test.each(['mtn', 'orange', 'unknown'] as const)(
      'from a number of %s is counted if its operator is served',
      async (operator) => {
        const phoneNumber = freshPhone(operator);
        const isServed = operator === 'unknown' || facts.operators.includes(operator);
        const { paymentId, nomination } = await start({ phoneNumber });
        expect(await app.given.payment(paymentId)).toMatchObject({ provider: name });
        if (!isServed) return untilStatus(paymentId, 'failed');
        await sandbox.approve(referenceOf(paymentId));
        return expectCountedOnce(paymentId, nomination);
      },
    );

    test.each(facts.refusals)(
      'is finally rejected (%s)',
      async (_what, status, body, reportedAs) => {
        sandbox.failNext(endpoints.request, { kind: 'answer', status, body });
        const request = { ...(await vote()).body, locale: 'fr' };
        const answer = await app.http.post(path).send(request).expect(422);
        expect(answer.body.code).toBe(reportedAs);
        expect(answer.body.message).toMatch(/^Votre opérateur/);
        const [payment] = (await app.given.payments()).filter(
          ({ phoneNumber }) => phoneNumber === request.phoneNumber,
        );
        expect(payment).toMatchObject({ status: 'failed', failureReason: reportedAs });
        expect(sandbox.transactions()).toEqual([]);
      },
    );

    test('that is rate-limited (429) is rejected: nothing was charged', async () => {
      sandbox.failNext(endpoints.request, {
        kind: 'answer',
        status: 429,
        body: { message: 'Too many requests' },
      });
      const { body } = await vote();
      const answer = await app.http.post(path).send(body).expect(422);
      expect(answer.body.code).toBe('unavailable');
    });

    test('stores the provider’s text without the phone number in it', async () => {
      sandbox.failNext(endpoints.request, {
        kind: 'answer',
        status: 400,
        body: { message: 'No account for +237 6 77 45 01 59, or voter@example.cm' },
      });
      const { body } = await vote();
      await app.http.post(path).send(body).expect(422);
      const [payment] = (await app.given.payments()).filter(
        ({ phoneNumber }) => phoneNumber === body.phoneNumber,
      );
      const events = await app.given.events(payment!.id);
      expect(events.at(-1)?.detail).toMatchObject({
        httpStatus: 400,
        providerText: '{"message":"No account for +[number], or [address]"}',
      });
    });
  });

  describe('a prompt that was', () => {
    test('approved counts, and the operator’s reference is stored', async () => {
      const { paymentId, nomination } = await start();
      await sandbox.approve(referenceOf(paymentId));
      await expectCountedOnce(paymentId, nomination);
      const events = await app.given.events(paymentId);
      const completion = events.find(({ to }) => to === 'completed');
      expect(completion?.detail.operatorReference).toEqual(expect.stringMatching(/\w+/));
    });

    test('declined does not count', async () => {
      const { paymentId, nomination } = await start();
      await sandbox.decline(referenceOf(paymentId));
      await untilStatus(paymentId, 'failed');
      expect(await app.given.payment(paymentId)).toMatchObject({ failureReason: 'declined' });
      expect(await app.given.votesOf(nomination)).toBe(0);
    });

    test('ignored stays open and lapses after a day', async () => {
      const { paymentId } = await start();
      sandbox.ignore(referenceOf(paymentId));
      const payment = await check(paymentId);
      expect(payment.status).toBe('pending');
      expect(payment.nextCheckAt).not.toBeNull();
      await app.given.aged(paymentId, '25 hours');
      expect(await check(paymentId)).toMatchObject({ status: 'failed', failureReason: 'expired' });
    });

    test('approved with insufficient funds does not count', async () => {
      const { paymentId } = await start({ phoneNumber: '237677460102' });
      await untilStatus(paymentId, 'failed');
      expect(await app.given.payment(paymentId)).toMatchObject({
        failureReason: 'insufficient-funds',
      });
    });

    const { wrongPin } = facts;
    const { reportedAs, how } =
      'notReportedBecause' in wrongPin
        ? { reportedAs: wrongPin.reportedAs, how: wrongPin.notReportedBecause }
        : { reportedAs: 'wrong-pin', how: 'the operator says so' };
    test(`approved with a wrong PIN is reported as ${reportedAs}: ${how}`, async () => {
      const { paymentId } = await start();
      await sandbox.decline(referenceOf(paymentId), wrongPin.text);
      await untilStatus(paymentId, 'failed');
      expect(await app.given.payment(paymentId)).toMatchObject({ failureReason: reportedAs });
    });
  });

  describe('a failure', () => {
    test.each(facts.reasons)(
      'because of %s is reported as %s, and its text is stored',
      async (text, reportedAs) => {
        const { paymentId } = await start();
        await sandbox.decline(referenceOf(paymentId), text);
        await untilStatus(paymentId, 'failed');
        expect(await app.given.payment(paymentId)).toMatchObject({ failureReason: reportedAs });
        const events = await app.given.events(paymentId);
        const failure = events.find(({ to }) => to === 'failed');
        expect(failure?.detail).toMatchObject({ reason: reportedAs, providerReason: text });
      },
    );

    test('with an unknown text has an unknown reason, and only its known words are stored', async () => {
      const { paymentId } = await start();
      await sandbox.decline(
        referenceOf(paymentId),
        'Njoya has no luck with 237 677-45-01-58 today',
      );
      await untilStatus(paymentId, 'failed');
      expect(await app.given.payment(paymentId)).toMatchObject({ failureReason: 'unknown' });
      const events = await app.given.events(paymentId);
      const failure = events.find(({ to }) => to === 'failed');
      expect(failure?.detail.providerReason).toBe('… has no … with … today');
    });

    test('that turns out to have been paid counts', async () => {
      const { paymentId, nomination } = await start();
      await sandbox.decline(referenceOf(paymentId));
      await untilStatus(paymentId, 'failed');
      await sandbox.payLate(referenceOf(paymentId));
      await expectCountedOnce(paymentId, nomination);
      expect(await app.given.payment(paymentId)).toMatchObject({ failureReason: null });
    });
  });

  describe('a webhook', () => {
    const webhooksOf = async (paymentId: string) =>
      (await app.given.events(paymentId)).filter(
        ({ source, to }) => source === 'webhook' && to === 'pending',
      );

    test('is not needed', async () => {
      sandbox.configure({ webhook: 'none' });
      const { paymentId, nomination } = await start();
      await sandbox.approve(referenceOf(paymentId));
      await expectCountedOnce(paymentId, nomination);
      expect(await webhooksOf(paymentId)).toHaveLength(0);
    });

    test('alone is enough for the payment to be counted', async () => {
      const { paymentId, nomination } = await start();
      await sandbox.approve(referenceOf(paymentId));
      await app.settled();
      expect(sandbox.deliveries()).toMatchObject([{ httpStatus: 200 }]);
      expect(await app.given.votesOf(nomination)).toBe(2);
      expect(await webhooksOf(paymentId)).toHaveLength(1);
    });

    test('may arrive before our call has returned', async () => {
      const { paymentId, nomination } = await start({ phoneNumber: '237677460106' });
      await expectCountedOnce(paymentId, nomination);
      expect(sandbox.deliveries()).toMatchObject([{ httpStatus: 200 }]);
      expect((await app.given.payment(paymentId)).providerRef).toBe(referenceOf(paymentId));
    });

    test('that arrives twice counts once', async () => {
      sandbox.configure({ webhook: 'twice' });
      const { paymentId, nomination } = await start();
      await sandbox.approve(referenceOf(paymentId));
      await expectCountedOnce(paymentId, nomination);
      expect(sandbox.deliveries()).toMatchObject([{ httpStatus: 200 }, { httpStatus: 200 }]);
      expect(await webhooksOf(paymentId)).toHaveLength(1);
    });

    const forged = facts.forgedWebhook;
    test(`that is forged is ${forged === 'refused' ? 'refused' : `not believed: ${forged.unsigned}`}`, async () => {
      sandbox.configure({ webhook: 'forged' });
      const { paymentId, nomination } = await start();
      await sandbox.decline(referenceOf(paymentId));
      await app.settled();
      expect(sandbox.deliveries()).toMatchObject([
        { httpStatus: forged === 'refused' ? 401 : 200 },
      ]);
      if (forged === 'refused') expect(await webhooksOf(paymentId)).toHaveLength(0);
      await untilStatus(paymentId, 'failed');
      expect(await app.given.votesOf(nomination)).toBe(0);
    });
  });

  describe('when the provider has problems', () => {
    test('an unknown status means pending', async () => {
      const { paymentId, nomination } = await start();
      sandbox.configure({ reportFields: { status: 'ON_HOLD' } });
      await sandbox.approve(referenceOf(paymentId));
      expect((await check(paymentId)).status).toBe('pending');
      sandbox.configure({ reportFields: {} });
      await expectCountedOnce(paymentId, nomination);
    });

    test('a different amount counts nothing, and is flagged once', async () => {
      const { paymentId, nomination } = await start();
      sandbox.configure({ reportAmount: 100 });
      await sandbox.approve(referenceOf(paymentId));
      for (let round = 0; round < 3; round++) await check(paymentId);
      expect((await app.given.payment(paymentId)).status).toBe('pending');
      expect(await app.given.votesOf(nomination)).toBe(0);
      const flags = (await app.given.events(paymentId)).map(({ detail }) => detail.flag);
      expect(flags.filter((flag) => flag === 'amount-mismatch')).toHaveLength(1);
    });

    const spoilt: [string, Fault][] = [
      ['the response never arrives', { kind: 'hang', takesEffect: true }],
      ['the response arrives too late', { kind: 'delay', ms: 1.5 * TIMEOUT_MS }],
      ['the connection is cut', { kind: 'cut', takesEffect: true }],
      ['5xx', { kind: 'answer', status: 500, body: { message: 'Oops' }, takesEffect: true }],
      ['503', { kind: 'answer', status: 503, body: { message: 'Later' }, takesEffect: true }],
      ['HTML instead of JSON', { kind: 'html', status: 200, takesEffect: true }],
      ['a gateway’s HTML page', { kind: 'html', status: 502, takesEffect: true }],
      ['a body cut in half', { kind: 'half-body' }],
      ['endless brackets', { kind: 'answer', status: 200, body: NESTED, takesEffect: true }],
      [
        'an error of endless brackets',
        { kind: 'answer', status: 502, body: NESTED, takesEffect: true },
      ],
    ];
    test.each(spoilt)('after acceptance (%s) the payment is found again', async (_what, fault) => {
      await start(); // Leaves the adapter with a valid token.
      sandbox.failNext(endpoints.request, fault);
      const { paymentId, nomination } = await start();
      expect((await app.given.payment(paymentId)).status).toBe('pending');
      sandbox.configure({ webhook: 'none' });
      await sandbox.approve(referenceOf(paymentId));
      await expectCountedOnce(paymentId, nomination);
      expect(sandbox.transactions()).toHaveLength(2);
      expect(sandbox.moneyTaken()).toBe(200);
    });

    test('a slow provider is waited for', async () => {
      sandbox.failNext(endpoints.request, { kind: 'delay', ms: 200 });
      const { paymentId, nomination } = await start();
      expect((await app.given.payment(paymentId)).providerRef).toBe(referenceOf(paymentId));
      sandbox.failNext(endpoints.status, { kind: 'delay', ms: 200 });
      await sandbox.approve(referenceOf(paymentId));
      await expectCountedOnce(paymentId, nomination);
    });

    test(`a lost request is ${facts.repeatsRequest ? 'repeated with the same id' : 'never repeated'}`, async () => {
      await start();
      sandbox.failNext(endpoints.request, { kind: 'cut' });
      const before = sandbox.callCount(endpoints.request);
      await start();
      const sent = sandbox.callCount(endpoints.request) - before;
      expect(sent).toBe(facts.repeatsRequest ? 2 : 1);
      expect(sandbox.transactions()).toHaveLength(facts.repeatsRequest ? 2 : 1);
    });

    const unanswered: [string, Fault][] = [
      ['429', { kind: 'answer', status: 429, body: { message: 'Too many requests' } }],
      ['5xx', { kind: 'answer', status: 500, body: { message: 'Oops' } }],
      ['HTML instead of JSON', { kind: 'html', status: 200 }],
      ['a gateway’s HTML page', { kind: 'html', status: 502 }],
      ['a body cut in half', { kind: 'half-body' }],
      ['endless brackets', { kind: 'answer', status: 200, body: NESTED }],
      ['an error of endless brackets', { kind: 'answer', status: 500, body: NESTED }],
      ['cut off', { kind: 'cut' }],
      ['no response', { kind: 'hang' }],
      ['another shape', { kind: 'answer', status: 200, body: { result: 'ok' } }],
    ];
    test.each(unanswered)('a check that gets %s settles nothing', async (_what, fault) => {
      const { paymentId, nomination } = await start();
      sandbox.configure({ webhook: 'none' });
      await sandbox.approve(referenceOf(paymentId));
      // More than one: checks may be repeated at once.
      sandbox.failNext(endpoints.status, fault, 2);
      const payment = await check(paymentId);
      expect(payment.nextCheckAt).not.toBeNull();
      expect(payment.status).toBe('pending');
      await expectCountedOnce(paymentId, nomination);
    });
  });

  describe('credentials', () => {
    if ('none' in tokens) {
      test(`do not expire (${tokens.none}); rejected ones raise an alarm`, async () => {
        tokens.revoke(app);
        const { body } = await vote();
        const logged = app.logs.length;
        const answer = await app.http.post(path).send(body).expect(422);
        expect(answer.body.code).toBe('unavailable');
        expect(app.logs.slice(logged).join()).toContain('provider-configuration');
      });
      return;
    }
    const { endpoint, expireAll } = tokens;

    test('that expired are renewed, and the call is made once', async () => {
      await start();
      expireAll(app);
      const { paymentId, nomination } = await start();
      expect(sandbox.transactions()).toHaveLength(2);
      await sandbox.approve(referenceOf(paymentId));
      expireAll(app);
      await expectCountedOnce(paymentId, nomination);
    });

    test('are requested once, however many wait for them', async () => {
      await start();
      expireAll(app);
      const before = sandbox.callCount(endpoint);
      sandbox.failNext(endpoint, { kind: 'delay', ms: 300 });
      await Promise.all(times(20, () => start()));
      expect(sandbox.callCount(endpoint)).toBe(before + 1);
      expect(sandbox.transactions()).toHaveLength(21);
    });

    test('that are rejected raise an alarm, and nothing is sent', async () => {
      await start();
      expireAll(app);
      sandbox.failNext(endpoint, { kind: 'answer', status: 401, body: { message: 'No' } });
      const { body } = await vote();
      const logged = app.logs.length;
      const answer = await app.http.post(path).send(body).expect(422);
      expect(answer.body.code).toBe('unavailable');
      expect(app.logs.slice(logged).join()).toContain('provider-configuration');
      expect(sandbox.transactions()).toHaveLength(1);
    });
  });

  describe('a provider that is down', () => {
    test('is not called for a while, causes no waiting, and is used again later', async () => {
      const { paymentId, nomination } = await start();
      sandbox.configure({ webhook: 'none' });
      await sandbox.approve(referenceOf(paymentId));

      const logged = app.logs.length;
      sandbox.failNext(endpoints.request, { kind: 'cut' }, 5);
      for (let asked = 0; asked < 5; asked++) {
        if (sandbox.callCount(endpoints.request) < 6) await start();
      }
      expect(app.logs.slice(logged).join()).toContain('"circuit":"open"');

      // Nothing is sent now, so the voter can be told at once and for certain.
      const calls = () => [endpoints.request, endpoints.status].map((e) => sandbox.callCount(e));
      const before = calls();
      const { body } = await vote();
      const refusal = await app.http.post(path).send(body).expect(422);
      expect(refusal.body.code).toBe('unavailable');
      expect(calls()).toEqual(before);

      await expectCountedOnce(paymentId, nomination);
      expect(app.logs.slice(logged).join()).toContain('"circuit":"closed"');
      await start();
    });

    test('leaves payments open, and they are settled when it is back', async () => {
      const { paymentId, nomination } = await start();
      sandbox.configure({ webhook: 'none' });
      await sandbox.approve(referenceOf(paymentId));
      sandbox.configure({ isUnreachable: true });
      for (let round = 0; round < 4; round++) {
        const payment = await check(paymentId);
        expect(payment.status).toBe('pending');
        expect(payment.nextCheckAt).not.toBeNull();
      }
      sandbox.configure({ isUnreachable: false });
      await expectCountedOnce(paymentId, nomination);
    });
  });

  test('after all of this the ledger is right, and no phone number is in a log or a history', async () => {
    await app.settled();
    expect(await verifyLedger(app.db)).toEqual([]);
    const payments = await app.given.payments();
    const histories = await Promise.all(payments.map(({ id }) => app.given.events(id)));
    const stored = app.logs.join() + JSON.stringify(histories);
    for (const phone of phones) expect(stored).not.toContain(phone.slice(3));
  });
}
