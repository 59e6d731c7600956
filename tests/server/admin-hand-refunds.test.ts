import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { STRIPE_FAULTS } from '#sandbox/stripe/faults';
import { readDays } from '#server/admin/books/days';
import { readDifference } from '#server/metrics/index';
import { checkPayment, verifyLedger } from '#server/payments/index';
import { adminActions, paymentFlags, returnedMoney } from '#shared/schema';
import { anAdministrator, aSignedInVoter } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';
import { aCardVoter, intentOf } from '../support/card-voter';

let app: TestApp;
let admin: Awaited<ReturnType<typeof anAdministrator>>;
beforeAll(async () => {
  app = await startTestApp();
  admin = await anAdministrator(app);
});
afterAll(() => app.close());

async function completedPayment(values: object = {}) {
  const { nominations } = await app.given.artist();
  const payment = await app.given.completedPayment(nominations, values);
  return { ...payment, nomination: nominations[0]! };
}
const refund = (id: string, changes: object = {}) =>
  admin
    .post(`/api/admin/payments/${id}/refund-by-hand`)
    .send({ amount: 200, reference: 'OM-1', returnedAt: new Date().toISOString(), ...changes });
const votesOf = (nomination: { id: string }) => app.given.votesOf(nomination);

describe('a manual refund', () => {
  test('is recorded with person, time, amount and reference, and withdraws the votes', async () => {
    const { id, receiptCode, nomination } = await completedPayment();
    const returnedAt = new Date().toISOString();
    await refund(id, { returnedAt }).expect(200, { status: 'failed' });
    expect(await app.given.payment(id)).toMatchObject({
      status: 'failed',
      failureReason: 'refunded',
    });
    expect(await votesOf(nomination)).toBe(0);
    const { body } = await admin.get(`/api/admin/payments/${id}`).expect(200);
    expect(body).toMatchObject({
      canRefundByHand: false,
      returned: [
        { kind: 'by-hand', amount: 200, reference: 'OM-1', returnedAt, by: expect.any(String) },
      ],
    });
    expect(body.events.at(-1)).toMatchObject({ from: 'completed', to: 'failed', source: 'admin' });
    const [action] = await app.db.select().from(adminActions).where(eq(adminActions.entityId, id));
    expect(action).toMatchObject({
      action: 'payment.refund-by-hand',
      userId: admin.id,
      before: { status: 'completed', votes: 2 },
      after: { amount: 200, currency: 'XAF', reference: 'OM-1', returnedAt },
    });
    // As after any other refund.
    const receipt = await app.http.get(`/api/payment/receipt/${receiptCode}`).expect(200);
    expect(receipt.body.payment).toMatchObject({ refundedAt: returnedAt });
    expect(await verifyLedger(app.db)).toEqual([]);
  });

  test('sent twice takes effect once, and one with another reference is rejected', async () => {
    const { id, nomination } = await completedPayment();
    const all = await Promise.all([refund(id), refund(id), refund(id)]);
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await refund(id, { reference: 'OM-2' }).expect(409)).body.code).toBe('not-refundable');
    expect(await votesOf(nomination)).toBe(0);
    expect(await app.db.$count(returnedMoney, eq(returnedMoney.paymentId, id))).toBe(1);
    expect(await app.db.$count(adminActions, eq(adminActions.entityId, id))).toBe(1);
  });

  test.each([
    ['another amount', { amount: 100 }, 'amount'],
    ['nothing', { amount: 0 }, 'amount'],
    ['a fraction', { amount: 1.5 }, 'amount'],
    ['no reference', { reference: ' ' }, 'reference'],
    ['a time before the payment', { returnedAt: '2020-01-01T00:00:00Z' }, 'returnedAt'],
    ['a time in the future', { returnedAt: '2100-01-01T00:00:00Z' }, 'returnedAt'],
    ['no time', { returnedAt: 'yesterday' }, 'returnedAt'],
  ])('with %s is rejected at the field', async (_name, changes, path) => {
    const { id, nomination } = await completedPayment();
    const { body } = await refund(id, changes).expect(400);
    expect(body.issues).toMatchObject([{ path }]);
    expect(await votesOf(nomination)).toBe(2);
  });

  test('is rejected for a card, a pending payment, and a returned one', async () => {
    const card = await completedPayment({ provider: 'stripe', currency: 'USD', amount: 100 });
    const { nominations } = await app.given.artist();
    const pending = await app.given.pendingPayment(nominations);
    const refundedPayment = await completedPayment();
    await app.given.refunded(refundedPayment.id);
    for (const { id } of [card, pending, refundedPayment]) await refund(id).expect(409);
    await refund('00000000-0000-4000-8000-000000000000').expect(404);
  });

  test('settles the flag', async () => {
    const { id } = await completedPayment();
    await app.db.insert(paymentFlags).values({ paymentId: id, flag: 'failed-after-completion' });
    await refund(id).expect(200);
    const [flag] = await app.db.select().from(paymentFlags).where(eq(paymentFlags.paymentId, id));
    expect(flag).toMatchObject({ resolution: 'refunded', reason: 'OM-1' });
  });

  test('is only for administrators', async () => {
    const { id } = await completedPayment();
    const address = `/api/admin/payments/${id}/refund-by-hand`;
    const body = { amount: 200, reference: 'OM-1', returnedAt: new Date().toISOString() };
    await app.http.post(address).send(body).expect(401);
    await (await aSignedInVoter(app)).post(address).send(body).expect(403);
  });

  test('cannot be rewritten, not even by the owner of the tables', async () => {
    const { id } = await completedPayment();
    await refund(id).expect(200);
    await expect(app.db.delete(returnedMoney)).rejects.toThrow();
  });
});

describe('a partial refund of a card payment', () => {
  test('is recorded and flagged, and changes no votes', async () => {
    const { nominations } = await app.given.artist();
    const voter = aCardVoter(app);
    const session = await voter.pay(nominations, { each: 4 });
    const { paymentId } = session;
    const returned = () =>
      app.db
        .select({ amount: returnedMoney.amount, kind: returnedMoney.kind })
        .from(returnedMoney)
        .where(eq(returnedMoney.paymentId, paymentId));
    const check = () => admin.post(`/api/admin/payments/${paymentId}/check`).expect(200);
    await app.stripe.refund(intentOf(session), 50);
    await check();
    expect(await returned()).toEqual([{ amount: 50, kind: 'in-part' }]);
    await check();
    expect(await returned()).toHaveLength(1);
    // A check alone would not report it.
    await app.stripe.webhooksSettled();
    await app.settled();
    await app.given.dueNow(paymentId);
    app.stripe.failNext('paymentIntents.retrieve', STRIPE_FAULTS.serverError, 2);
    expect(await checkPayment(app.context, paymentId, 'poll')).toMatchObject({
      outcome: 'unknown',
    });
    expect(await returned()).toHaveLength(1);
    await app.given.dueNow(paymentId);
    await app.stripe.refund(intentOf(session), 30);
    await check();
    expect(await returned()).toEqual([
      { amount: 50, kind: 'in-part' },
      { amount: 30, kind: 'in-part' },
    ]);
    await app.stripe.failRefund(intentOf(session));
    await check();
    expect((await returned()).at(-1)).toEqual({ amount: -30, kind: 'in-part' });
    expect(await app.given.payment(paymentId)).toMatchObject({ status: 'completed' });
    expect(await votesOf(nominations[0]!)).toBe(4);
    const flags = await app.db
      .select({ flag: paymentFlags.flag })
      .from(paymentFlags)
      .where(eq(paymentFlags.paymentId, paymentId));
    expect(flags).toContainEqual({ flag: 'partial-refund' });
    // The books show it beside the sum, which is still right.
    const { body } = await admin.get('/api/admin/books').expect(200);
    expect(body.days[0].lines).toContainEqual(
      expect.objectContaining({ currency: 'USD', partlyReturned: 50, difference: 0 }),
    );
  });
});

test('money taken equals votes counted, whatever is refunded manually and however prices change', async () => {
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('pay' as const),
      votes: fc.integer({ min: 1, max: 9 }),
      price: fc.constantFrom(null, 5, 100, 250, 100_000),
      isCard: fc.boolean(),
    }),
    fc.record({ kind: fc.constant('refund' as const), which: fc.nat() }),
    fc.record({ kind: fc.constant('reverse' as const), which: fc.nat() }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const { nominations } = await app.given.artist({ nominatedIn: 2 });
      const created: { id: string; amount: number }[] = [];
      for (const step of steps) {
        if (step.kind === 'pay') {
          const { votes, price, isCard } = step;
          const amount = 2 * votes * (price ?? (isCard ? 50 : 100));
          const values = {
            each: votes,
            amount,
            votePrice: price,
            provider: isCard ? 'stripe' : 'campay',
            currency: isCard ? ('USD' as const) : ('XAF' as const),
          };
          created.push(await app.given.completedPayment(nominations, values));
          continue;
        }
        const payment = created[step.which % Math.max(created.length, 1)];
        if (!payment) continue;
        if (step.kind === 'reverse') await app.given.refunded(payment.id);
        else await refund(payment.id, { amount: payment.amount });
      }
      const edition = app.deps.event.current;
      expect(await readDifference(app.db, edition)).toEqual({ differences: [], votes: 0 });
      const range = { edition, timezone: 'UTC', from: '2000-01-01', until: '2100-01-01' };
      for (const { difference } of await readDays(app.db, range)) expect(difference).toBe(0);
    }),
    { numRuns: 25, seed: 1 },
  );
  expect(await verifyLedger(app.db)).toEqual([]);
});
