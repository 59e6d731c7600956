import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Fault } from '#sandbox/faults';
import { reconcileDue } from '#server/payments/checks/reconciler';
import { sweepWith } from '#server/payments/checks/sweep';
import { leaseCheck, lockPayment, type Payment } from '#server/payments/lifecycle/rows/repository';
import { CHECK_LEASE_MS } from '#server/payments/lifecycle/schedule';
import type { Listed, ProviderLists } from '#server/payments/providers/provider';
import { startTestApp, type TestApp } from '../../support/app';
import { aVoteFor } from '../../support/given';
import { waitingForLocks } from '../../support/waiting-for-locks';
import { describeContract, type ProviderFacts } from './contract';

/** From its published collection and from responses observed in production. */
const campay: ProviderFacts = {
  name: 'campay',
  operators: ['mtn', 'orange'],
  sandbox: (app) => app.campay,
  referenceOf: (app, paymentId) =>
    app.campay.transactions().find(({ externalReference }) => externalReference === paymentId)
      ?.reference,
  endpoints: { request: 'collect', status: 'transaction' },
  tokens: { endpoint: 'token', expireAll: (app) => app.campay.expireTokens() },
  forgedWebhook: 'refused',
  reasons: [
    // Orange's reasons, as observed.
    ['Initiatee not found', 'no-wallet'],
    // MTN's reasons, which Campay passes on.
    ['PAYEE_NOT_FOUND', 'unavailable'],
    ['PAYER_NOT_FOUND', 'no-wallet'],
    ['APPROVAL_REJECTED', 'declined'],
    ['NOT_ENOUGH_FUNDS', 'insufficient-funds'],
    ['PAYER_LIMIT_REACHED', 'limit-reached'],
    ['COULD_NOT_PERFORM_TRANSACTION', 'expired'],
    ['EXPIRED', 'expired'],
    ['INTERNAL_PROCESSING_ERROR', 'unknown'],
    // No list is published: phrases that are unambiguous.
    ['Insufficient balance', 'insufficient-funds'],
    ['Daily limit exceeded', 'limit-reached'],
    ['Transaction cancelled by the user', 'declined'],
    ['Request timed out', 'expired'],
    ['Subscriber not registered', 'no-wallet'],
  ],
  wrongPin: { text: 'Wrong PIN entered' },
  refusals: [
    ['ER101', 400, { message: 'Invalid phone number', error_code: 'ER101' }, 'no-wallet'],
    ['ER102', 400, { message: 'Unsupported carrier', error_code: 'ER102' }, 'unsupported-operator'],
    [
      'ER201',
      400,
      { message: 'Minimum amount for Orange is 10.00', error_code: 'ER201' },
      'unavailable',
    ],
    ['ER301', 400, { message: 'Insufficient balance', error_code: 'ER301' }, 'unavailable'],
    ['a code inside the text', 400, { message: 'ER102: carrier' }, 'unsupported-operator'],
    ...[200, 400, 429, 503].map(
      (status) =>
        [
          `a number prompted a moment ago, with ${status}`,
          status,
          { message: 'Rate limit per Phone number exceeded. Try again in a minute.' },
          'unavailable',
        ] as const,
    ),
    ['not allowed', 403, { detail: 'Forbidden' }, 'unavailable'],
  ],
  repeatsRequest: false,
};

describeContract(campay);

describe('lost acceptances', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  /** Payments that were accepted and paid, but whose references never reached us. */
  async function createLostAcceptances(count: number): Promise<string[]> {
    app.campay.configure({ webhook: 'none' });
    const { nominations } = await app.given.artist();
    const start = async () => {
      const { body } = await app.http.post('/api/campay-payment').send(aVoteFor(nominations));
      return body.paymentId as string;
    };
    await start(); // Leaves the adapter with a valid token.
    const oops = { message: 'Oops' };
    const fault = { kind: 'answer', status: 500, body: oops, takesEffect: true } as const;
    app.campay.failNext('collect', fault, count);
    const ids: string[] = [];
    for (let index = 0; index < count; index++) ids.push(await start());
    for (const { reference, status } of app.campay.transactions()) {
      if (status === 'PENDING') await app.campay.approve(reference);
    }
    for (const id of ids) await app.given.dueNow(id);
    return ids;
  }

  test('are found by reading the history once for all of them', async () => {
    const ids = await createLostAcceptances(12);
    const { mobileMoney } = app.context;
    const references = await Promise.all(
      ids.map(async (paymentId) => {
        const { createdAt } = await app.given.payment(paymentId);
        const askedAt = new Date();
        return { paymentId, createdAt, askedAt, providerRef: null, isAttached: false };
      }),
    );
    const before = app.campay.callCount('history');
    const reports = await Promise.all(
      references.map((reference) => mobileMoney[0]!.queryPayment(reference)),
    );
    expect(app.campay.callCount('history') - before).toBe(1);
    for (const report of reports) expect(report).toMatchObject({ outcome: 'paid' });
    await reconcileDue(app.context);
    for (const id of ids)
      expect(await app.given.payment(id)).toMatchObject({ status: 'completed' });
  });

  test.each<[what: string, fault: Fault, asked?: number]>([
    ['is truncated', { kind: 'half-body' }, 2],
    [
      'consists of brackets',
      { kind: 'answer', status: 200, body: '['.repeat(100_000) + ']'.repeat(100_000) },
    ],
    [
      'has an entry without end',
      { kind: 'answer', status: 200, body: `{"data":[{},{"a":"${'x'.repeat(2_000_000)}"}]}` },
    ],
  ])('are not considered missing when the history %s', async (_what, fault, asked = 1) => {
    const [id] = await createLostAcceptances(1);
    app.campay.failNext('history', fault, asked);
    await reconcileDue(app.context);
    const payment = await app.given.payment(id!);
    expect(payment).toMatchObject({ status: 'pending' });
    expect(payment.unansweredSince).not.toBeNull();
    await app.given.dueNow(id!);
    await reconcileDue(app.context);
    expect(await app.given.payment(id!)).toMatchObject({ status: 'completed' });
  });
});

describe('the history of each day', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  test('does not delay a payment whose check began while it was read', async () => {
    const campay = app.context.mobileMoney[0]!;
    const { nominations } = await app.given.artist();
    const matching = await app.given.completedPayment(nominations);
    await app.given.dueNow(matching.id);
    const { id: held } = await app.given.pendingPayment(nominations);
    const listed = (paymentId: string): Listed => ({
      hint: { paymentId, providerRef: null, claim: 'SUCCESSFUL' },
      reportedState: 'paid',
    });
    const lists: ProviderLists = {
      ...campay.lists!,
      read: async (_from, _until, take) => {
        await take([listed(matching.id), listed(held)]);
        return true;
      },
    };
    let sweeping: Promise<number> | null = null;
    let leased: Payment | undefined;
    await app.db.transaction(async (tx) => {
      await lockPayment(tx, held);
      sweeping = sweepWith(app.context, { ...campay, lists });
      // The sweep has compared the first payment, and waits for the other.
      await expect.poll(() => waitingForLocks(app.db)).toBe(1);
      leased = await leaseCheck(app.db, matching.id, [campay], CHECK_LEASE_MS);
    });
    expect(await sweeping).toBe(1);
    expect(leased).toBeDefined();
    expect((await app.given.payment(matching.id)).nextCheckAt).toEqual(leased!.nextCheckAt);
  });
});

describe('a webhook', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  test.each(['wrong-key', 'unsigned', 'expired', 'missing'] as const)(
    'with a signature that is %s triggers no check',
    async (signature) => {
      app.campay.configure({ webhook: 'none' });
      const { nominations } = await app.given.artist();
      const { body } = await app.http.post('/api/campay-payment').send(aVoteFor(nominations));
      const { reference } = app.campay
        .transactions()
        .find(({ externalReference }) => externalReference === body.paymentId)!;
      await app.campay.approve(reference);
      const { httpStatus } = await app.campay.sendWebhook(reference, { signature });
      expect([400, 401]).toContain(httpStatus);
      await app.settled();
      expect(await app.given.payment(body.paymentId)).toMatchObject({ status: 'pending' });
    },
  );
});
