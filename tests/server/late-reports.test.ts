import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Fault } from '#sandbox/faults';
import { reconcileDue, startReconciler } from '#server/payments/checks/reconciler';
import { verifyLedger } from '#server/payments/index';
import { payments } from '#shared/schema';
import { startTestApp, type TestApp } from '../support/app';
import { aCardVoter, CARDS, intentOf } from '../support/card-voter';
import { aVoteFor } from '../support/given';
import { letTimePass } from '../support/passing-time';

/**
 * Reports that arrive late, repeatedly, or never. Time passes by a clock that the tests set;
 * everything due in it happens automatically, as the reconciler would do it.
 */

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 1_440 * MINUTE;
const ALWAYS = Number.POSITIVE_INFINITY;
/**
 * An unusable response. It is not repeated at once, and does not count as an outage: other payments
 * are checked as before.
 */
const SERVER_ERROR: Fault = { kind: 'answer', status: 500, body: { message: 'Oops' } };

/**
 * Payments of earlier tests, which the emptied sandbox no longer knows, would be checked through
 * all the time that the next test lets pass.
 */
const stopEarlierChecks = ({ db }: TestApp) => db.update(payments).set({ nextCheckAt: null });

const NAMES = ['campay', 'fapshi', 'mtn-momo', 'pawapay'] as const;

/** Another payment's id, in the field of each provider's records that contains ours. */
const FOREIGN = {
  campay: { external_reference: crypto.randomUUID(), external_user: crypto.randomUUID() },
  fapshi: { externalId: crypto.randomUUID(), userId: crypto.randomUUID() },
  'mtn-momo': { externalId: crypto.randomUUID() },
  pawapay: { clientReferenceId: crypto.randomUUID() },
};

describe.each(NAMES)('%s:', (name) => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({
      hasClock: true,
      timeoutMs: 5_000,
      env: { MOBILE_MONEY_PROVIDERS: name },
    });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await app.settled();
    await stopEarlierChecks(app);
    provider().reset();
    app.logs.length = 0;
  });

  const provider = () =>
    ({
      campay: app.campay,
      fapshi: app.fapshi,
      'mtn-momo': app.mtnMomo,
      pawapay: app.pawapay,
    })[name];
  const endpoints = {
    campay: { request: 'collect', status: 'transaction' },
    fapshi: { request: 'direct-pay', status: 'payment-status' },
    'mtn-momo': { request: 'requesttopay', status: 'status' },
    pawapay: { request: 'deposits', status: 'status' },
  }[name] as { request: never; status: never };

  /** The provider's reference of its newest payment. */
  const newest = () => provider().transactions().at(-1)!.reference;

  /** A prompt that waits on a phone, and for which no webhook will come. */
  async function start() {
    provider().configure({ webhook: 'none' });
    const { nominations } = await app.given.artist();
    const body = aVoteFor(nominations);
    const { body: answer } = await app.http.post(`/api/${name}-payment`).send(body).expect(201);
    const paymentId: string = answer.paymentId;
    return { paymentId, nomination: nominations[0]!, reference: newest(), body };
  }

  async function expectState(paymentId: string, status: string, flags: string[] = []) {
    expect(await app.given.payment(paymentId)).toMatchObject({ status });
    expect(await app.given.openFlags(paymentId)).toEqual(flags);
    expect(await verifyLedger(app.db)).toEqual([]);
  }

  test('a failure that is reported repeatedly causes no extra check: a late success counts', async () => {
    const { paymentId, nomination, reference } = await start();
    await provider().decline(reference);
    await letTimePass(app, 5 * SECOND);
    await expectState(paymentId, 'failed');
    for (let copy = 0; copy < 12; copy++) {
      await app.advance(11 * SECOND);
      await provider().sendWebhook(reference);
      await app.settled();
    }
    await provider().payLate(reference);
    // Ten minutes of scheduled checks, whatever arrived in between.
    await letTimePass(app, 30 * MINUTE);
    await expectState(paymentId, 'completed');
    expect(await app.given.votesOf(nomination)).toBe(2);
  });

  test('when a failed payment is reported as paid, the provider is checked until it responds', async () => {
    const { paymentId, reference } = await start();
    await provider().decline(reference);
    await letTimePass(app, 6 * MINUTE);
    await expectState(paymentId, 'failed');
    provider().failNext(endpoints.status, SERVER_ERROR, ALWAYS);
    await provider().payLate(reference);
    await provider().sendWebhook(reference);
    await app.settled();
    await letTimePass(app, 10 * MINUTE);
    await expectState(paymentId, 'failed');
    provider().faults.reset();
    // Never longer than a minute after the hint, within the provider's rate limit for one payment.
    await letTimePass(app, 70 * SECOND);
    await expectState(paymentId, 'completed');
  });

  test('a success that becomes a failure is flagged, once, and settled when it becomes a success again', async () => {
    const { paymentId, nomination, reference } = await start();
    await provider().approve(reference);
    await letTimePass(app, 5 * SECOND);
    await expectState(paymentId, 'completed');
    await provider().failLate(reference);
    await letTimePass(app, 8 * DAY);
    await expectState(paymentId, 'completed', ['failed-after-completion']);
    expect(await app.given.votesOf(nomination)).toBe(2);
    await provider().payLate(reference);
    await app.given.dueNow(paymentId);
    await reconcileDue(app.context);
    await expectState(paymentId, 'completed');
  });

  test('money under another id has to be assigned by people', async () => {
    const { paymentId, reference } = await start();
    provider().configure({ reportFields: FOREIGN[name] });
    await provider().approve(reference);
    await letTimePass(app, 2 * DAY);
    await expectState(paymentId, 'failed', ['wrong-reference']);
    const { body } = await app.http.post('/api/payment-help').send({ reference: paymentId });
    expect(body.payment).toMatchObject({ state: 'attention', next: 'wait-for-organisers' });
  });

  test('money under another id is flagged, even if we never received a reference', async () => {
    await start(); // Leaves the adapter with a valid token.
    const unreadable: Fault = { kind: 'answer', status: 200, body: 'what', takesEffect: true };
    provider().failNext(endpoints.request, unreadable as never);
    const { paymentId, nomination, reference } = await start();
    expect((await app.given.payment(paymentId)).providerRef).toBeNull();
    provider().configure({ reportFields: FOREIGN[name] });
    await provider().approve(reference);
    await letTimePass(app, 2 * DAY);
    await expectState(paymentId, 'failed', ['wrong-reference']);
    expect(await app.given.votesOf(nomination)).toBe(0);
  });

  test('an unverified hint that another payment’s record is ours has no effect', async () => {
    const other = await start();
    await provider().approve(other.reference);
    const unreadable: Fault = { kind: 'answer', status: 200, body: 'what', takesEffect: true };
    provider().failNext(endpoints.request, unreadable as never);
    const { paymentId } = await start();
    const ownFields = Object.keys(FOREIGN[name]).map((field) => [field, paymentId]);
    const asked = provider().callCount(endpoints.status);
    await (provider() as TestApp['campay']).sendWebhook(other.reference, {
      fields: Object.fromEntries(ownFields),
    });
    await app.settled();
    await letTimePass(app, MINUTE);
    expect(provider().callCount(endpoints.status)).toBeGreaterThan(asked);
    await expectState(paymentId, 'pending');
    await expectState(other.paymentId, 'completed');
  });

  const hasList = name === 'campay' || name === 'fapshi';
  if (hasList) {
    test('a success that becomes a failure after the last check is flagged for as long as it is listed', async () => {
      const { paymentId, reference } = await start();
      await provider().approve(reference);
      await letTimePass(app, 7 * DAY + MINUTE);
      expect(await app.given.payment(paymentId)).toMatchObject({
        status: 'completed',
        nextCheckAt: null,
      });
      await provider().failLate(reference);
      await letTimePass(app, DAY);
      await expectState(paymentId, 'completed', ['failed-after-completion']);
    });
  }

  test('a request that was rejected but charged all the same counts, and is flagged', async () => {
    await start(); // Leaves the adapter with a valid token.
    const refusal = { kind: 'answer', status: 400, body: { message: 'No' }, takesEffect: true };
    provider().failNext(endpoints.request, refusal as Fault);
    const { nominations } = await app.given.artist();
    const body = aVoteFor(nominations);
    await app.http.post(`/api/${name}-payment`).send(body).expect(422);
    const payment = (await app.given.payments()).find(
      ({ phoneNumber }) => phoneNumber === body.phoneNumber,
    );
    await provider().approve(newest());
    await letTimePass(app, 2 * DAY);
    await expectState(payment!.id, 'completed', ['paid-after-refusal']);
  });

  test('made-up webhooks leave no trace in the history', async () => {
    const { paymentId, reference } = await start();
    const asked = provider().callCount(endpoints.status);
    for (let invented = 0; invented < 60; invented++) {
      const fields = { status: `WORD${invented}` };
      await (provider() as TestApp['campay']).sendWebhook(reference, { fields });
      await (provider() as TestApp['campay']).sendWebhook(reference, {
        fields: { reference: crypto.randomUUID(), transId: `abc${10_000 + invented}` },
      });
    }
    await app.settled();
    const hints = (await app.given.events(paymentId)).filter(({ source }) => source === 'webhook');
    expect(hints.length).toBeLessThanOrEqual(20);
    expect(provider().callCount(endpoints.status) - asked).toBeLessThan(60);
    await provider().approve(reference);
    await letTimePass(app, MINUTE);
    await expectState(paymentId, 'completed');
  });

  test('a payment that the provider loses after it was counted is flagged', async () => {
    const { paymentId, reference } = await start();
    await provider().approve(reference);
    await letTimePass(app, 5 * SECOND);
    provider().reset();
    await letTimePass(app, 8 * DAY);
    await expectState(paymentId, 'completed', ['missing-at-provider']);
  });

  test('a payment that gets no response for days is left to people', async () => {
    const { paymentId, reference } = await start();
    await provider().approve(reference);
    await letTimePass(app, 5 * SECOND);
    provider().failNext(endpoints.status, SERVER_ERROR, ALWAYS);
    // The provider's list would have the answer as well.
    if (name === 'campay') app.campay.failNext('history', SERVER_ERROR, ALWAYS);
    await letTimePass(app, 8 * DAY);
    await expectState(paymentId, 'completed', ['no-answer']);
    provider().faults.reset();
    await app.given.dueNow(paymentId);
    await reconcileDue(app.context);
    await expectState(paymentId, 'completed');
  });

  test('a reconciler that is stopped lets its running checks finish', async () => {
    const { paymentId } = await start();
    provider().failNext(endpoints.status, { kind: 'hang' });
    await app.given.dueNow(paymentId);
    const asked = provider().callCount(endpoints.status);
    const reconciler = startReconciler(app.context);
    await expect.poll(() => provider().callCount(endpoints.status)).toBeGreaterThan(asked);
    await reconciler.stop();
    expect((await app.given.payment(paymentId)).unansweredSince).not.toBeNull();
  });

  test('checks without a response do not delay others', async () => {
    const HANGING = 2;
    const started: Awaited<ReturnType<typeof start>>[] = [];
    for (let index = 0; index < 40; index++) started.push(await start());
    provider().failNext(endpoints.status, { kind: 'hang' }, HANGING);
    for (const { paymentId, reference } of started) {
      await provider().approve(reference);
      await app.given.dueNow(paymentId);
    }
    app.logs.length = 0;
    await reconcileDue(app.context);
    // Payments of the previous tests may be due as well.
    const waitingIds = new Set(started.map(({ paymentId }) => paymentId));
    const logged: { paymentId: string; msg: string }[] = app.logs.map((line) => JSON.parse(line));
    const lines = logged.filter(({ paymentId }) => waitingIds.has(paymentId)).map(({ msg }) => msg);
    const unanswered = lines.indexOf('the provider gives no state for a payment');
    expect(unanswered).toBeGreaterThan(0);
    const whileTheyHang = lines.slice(0, unanswered);
    // A first batch would be settled in any case; all others only while these hang.
    const settled = whileTheyHang.filter((line) => line === 'payment moved');
    expect(settled.length).toBeGreaterThan(16);
    const all = lines.filter((line) => line === 'payment moved');
    expect(all.length).toBeGreaterThanOrEqual(40 - HANGING);
  });
});

describe('stripe:', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ hasClock: true });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await app.stripe.webhooksSettled();
    await app.settled();
    await stopEarlierChecks(app);
    app.stripe.reset();
    // Nothing of the following is reported by a webhook.
    app.stripe.configure({ webhooks: 'lost' });
  });

  async function payByCard(card?: string) {
    const { nominations } = await app.given.artist();
    const voter = aCardVoter(app);
    const session = await voter.pay(nominations, card ? { card } : {});
    return { voter, session, ...session, intent: intentOf(session), nomination: nominations[0]! };
  }

  async function expectState(paymentId: string, status: string, flags: string[] = []) {
    expect(await app.given.payment(paymentId)).toMatchObject({ status });
    expect(await app.given.openFlags(paymentId)).toEqual(flags);
    expect(await verifyLedger(app.db)).toEqual([]);
  }

  test('a refund in the dashboard withdraws the votes, also when partial', async () => {
    const { paymentId, intent, nomination } = await payByCard();
    await letTimePass(app, 3 * DAY);
    await app.stripe.refund(intent, 40);
    await letTimePass(app, 15 * MINUTE);
    await expectState(paymentId, 'completed', ['partial-refund']);
    await app.stripe.refund(intent);
    await letTimePass(app, 15 * MINUTE);
    await expectState(paymentId, 'failed');
    expect(await app.given.votesOf(nomination)).toBe(0);
  });

  test.each([
    ['lost', 'failed'],
    ['won', 'completed'],
  ] as const)('a dispute that is finally %s leaves the payment %s', async (outcome, status) => {
    const { paymentId, intent, nomination } = await payByCard(CARDS.disputed);
    await letTimePass(app, 15 * MINUTE);
    await expectState(paymentId, 'completed', ['disputed']);
    await letTimePass(app, 40 * DAY);
    await app.stripe.closeDispute(intent, outcome);
    await letTimePass(app, 15 * MINUTE);
    await expectState(paymentId, status);
    expect(await app.given.votesOf(nomination)).toBe(outcome === 'won' ? 2 : 0);
  });

  test('another provider that does not respond delays no check', async () => {
    const { nominations } = await app.given.artist();
    app.campay.configure({ webhook: 'none' });
    const { body: waiting } = await app.http
      .post('/api/campay-payment')
      .send(aVoteFor(nominations))
      .expect(201);
    app.campay.failNext('transaction', { kind: 'hang' }, ALWAYS);
    await app.given.dueNow(waiting.paymentId);
    const reconciler = startReconciler(app.context);
    try {
      await expect.poll(() => app.campay.callCount('transaction')).toBeGreaterThan(0);
      const voter = aCardVoter(app);
      const session = await voter.start(nominations);
      await voter.enter(session);
      await app.given.dueNow(session.paymentId);
      await expect
        .poll(async () => (await app.given.payment(session.paymentId)).status, { timeout: 15_000 })
        .toBe('completed');
      expect((await app.given.payment(waiting.paymentId)).unansweredSince).toBeNull();
    } finally {
      app.campay.reset();
      await reconciler.stop();
    }
  });

  test('a card that was charged without a report counts within minutes', async () => {
    const { nominations } = await app.given.artist();
    const voter = aCardVoter(app);
    // The page was closed before it could report the attempt.
    const session = await voter.start(nominations);
    await voter.enter(session);
    await letTimePass(app, 15 * MINUTE);
    await expectState(session.paymentId, 'completed');
  });

  test('a refund that is missing in the list of events is found in the list of refunds', async () => {
    const { paymentId, intent } = await payByCard();
    await letTimePass(app, 15 * MINUTE);
    const none = {
      kind: 'answer',
      status: 200,
      body: { object: 'list', data: [], has_more: false },
    };
    app.stripe.failNext('events.list', none as Fault, ALWAYS);
    await app.advance(40 * DAY);
    await app.stripe.refund(intent);
    await letTimePass(app, 15 * MINUTE);
    await expectState(paymentId, 'failed');
  });

  test('an outage of the list delays its reports, and loses nothing', async () => {
    const { paymentId, intent } = await payByCard();
    await letTimePass(app, 15 * MINUTE);
    app.stripe.failNext('events.list', SERVER_ERROR, ALWAYS);
    await app.stripe.refund(intent);
    await letTimePass(app, DAY);
    await expectState(paymentId, 'completed');
    app.stripe.faults.reset();
    await letTimePass(app, 15 * MINUTE);
    await expectState(paymentId, 'failed');
  });

  test('what was reported by a webhook is not checked again', async () => {
    app.stripe.configure({ webhooks: 'sent' });
    const { intent } = await payByCard();
    await app.stripe.refund(intent);
    await app.stripe.webhooksSettled();
    await letTimePass(app, MINUTE);
    const asked = app.stripe.callCount('paymentIntents.retrieve');
    await letTimePass(app, DAY);
    expect(app.stripe.callCount('paymentIntents.retrieve')).toBe(asked);
  });
});
