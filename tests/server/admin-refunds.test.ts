import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { verifyLedger } from '../../server/payments';
import { reconcileDue } from '../../server/payments/reconciler';
import { STRIPE_FAULTS } from '../../server/sandbox/stripe/faults';
import { adminActions, payments } from '../../shared/schema';
import { anAdministrator } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';
import { aCardVoter, intentOf } from '../support/card-voter';

const REFUND_PENDS = '4000000000007726';

let app: TestApp;
let admin: Awaited<ReturnType<typeof anAdministrator>>;
beforeAll(async () => {
  app = await startTestApp({ timeoutMs: 5_000 });
  admin = await anAdministrator(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.stripe.webhooksSettled();
  await app.settled();
  app.stripe.reset();
});

/** A card payment that is charged and counted, and about which nothing is under way any more. */
async function aCountedVote(card?: string) {
  const { nominations } = await app.given.artist();
  const session = await aCardVoter(app).pay(nominations, card ? { card } : {});
  await calm();
  const { paymentId } = session;
  return { paymentId, intentId: intentOf(session), nomination: nominations[0]! };
}

async function calm() {
  await app.stripe.webhooksSettled();
  await app.settled();
  await expect
    .poll(async () => {
      await reconcileDue(app.context);
      return app.db.$count(payments, sql`next_check_at <= now() + interval '2 seconds'`);
    })
    .toBe(0);
}

const refund = (paymentId: string) => admin.post(`/api/admin/payments/${paymentId}/refund`);
const historyOf = async (paymentId: string) =>
  (await admin.get(`/api/admin/payments/${paymentId}`).expect(200)).body;
const refundedAt = (intentId: string) =>
  app.stripe.charged().find((charge) => charge.intentId === intentId)!.amountRefunded;
const stepsOf = async (paymentId: string) =>
  (await app.given.events(paymentId)).flatMap(({ detail }) => detail.refund ?? []);
const actionsOn = (paymentId: string) =>
  app.db.select().from(adminActions).where(eq(adminActions.entityId, paymentId));

test('a refund gives the money back, takes the votes back, and says who wanted it', async () => {
  const { paymentId, intentId, nomination } = await aCountedVote();
  expect(await historyOf(paymentId)).toMatchObject({ canRefund: true, isRefundPending: false });

  const { body } = await refund(paymentId).expect(200);
  expect(body).toEqual({ status: 'refunded' });
  expect(refundedAt(intentId)).toBe(100);
  expect(await app.given.payment(paymentId)).toMatchObject({
    status: 'failed',
    failureReason: 'refunded',
  });
  expect(await app.given.votesOf(nomination)).toBe(0);
  expect(await stepsOf(paymentId)).toEqual(['requested', 'accepted']);
  expect(await actionsOn(paymentId)).toMatchObject([
    {
      userId: admin.id,
      action: 'payment.refund',
      entity: 'payment',
      before: { status: 'completed', votes: 2 },
      after: { refund: 'requested', amount: 100, currency: 'USD' },
    },
  ]);
  expect(await historyOf(paymentId)).toMatchObject({ canRefund: false, isRefundPending: false });
  await calm();
  expect(await verifyLedger(app.db)).toEqual([]);
});

test('pressed many times, at once and later, it is one refund', async () => {
  const { paymentId, intentId, nomination } = await aCountedVote();
  const answers = await Promise.all(Array.from({ length: 5 }, () => refund(paymentId)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  await calm();
  expect((await refund(paymentId).expect(200)).body).toEqual({ status: 'refunded' });
  expect(refundedAt(intentId)).toBe(100);
  expect(
    [...app.stripe.books.refunds.values()].filter((one) => one.payment_intent === intentId),
  ).toHaveLength(1);
  expect(await actionsOn(paymentId)).toHaveLength(1);
  expect(await app.given.votesOf(nomination)).toBe(0);
});

test('votes stay until the provider itself says that the money went', async () => {
  const { paymentId, intentId, nomination } = await aCountedVote();
  app.stripe.configure({ webhooks: 'lost' });
  app.stripe.failNext('paymentIntents.retrieve', STRIPE_FAULTS.serverError, 2);
  expect((await refund(paymentId).expect(200)).body).toEqual({ status: 'pending' });
  expect(await app.given.votesOf(nomination)).toBe(2);
  expect(await historyOf(paymentId)).toMatchObject({ canRefund: true, isRefundPending: true });
  expect(refundedAt(intentId)).toBe(100);

  await app.given.dueNow(paymentId);
  await calm();
  expect(await app.given.votesOf(nomination)).toBe(0);
  expect((await app.given.payment(paymentId)).failureReason).toBe('refunded');
});

test('a refund that takes its time ends like any other', async () => {
  const { paymentId, nomination } = await aCountedVote(REFUND_PENDS);
  await refund(paymentId).expect(200);
  await calm();
  expect(await app.given.votesOf(nomination)).toBe(0);
});

test('money that somebody gave back in the dashboard is found out by asking for it', async () => {
  const { paymentId, intentId, nomination } = await aCountedVote();
  app.stripe.configure({ webhooks: 'lost' });
  await app.stripe.refund(intentId);
  expect((await refund(paymentId).expect(200)).body).toEqual({ status: 'refunded' });
  expect(await app.given.votesOf(nomination)).toBe(0);
});

describe('while the provider', () => {
  test('is away, nothing changes, and later it can be asked again', async () => {
    const { paymentId, intentId, nomination } = await aCountedVote();
    app.stripe.configure({ isUnreachable: true });
    const { body, headers } = await refund(paymentId).expect(503);
    expect(body.code).toBe('unavailable');
    expect(headers['retry-after']).toBeDefined();
    expect(await app.given.votesOf(nomination)).toBe(2);
    expect(await stepsOf(paymentId)).toEqual(['requested', 'unanswered']);
    expect(await historyOf(paymentId)).toMatchObject({ canRefund: true, isRefundPending: false });

    app.stripe.configure({ isUnreachable: false });
    await refund(paymentId).expect(200);
    await calm();
    expect(refundedAt(intentId)).toBe(100);
    expect(await app.given.votesOf(nomination)).toBe(0);
    expect(await actionsOn(paymentId)).toHaveLength(2);
  });

  test('gives the money back but answers with an error, the truth is asked for', async () => {
    const { paymentId, intentId, nomination } = await aCountedVote();
    app.stripe.failNext('refunds.create', STRIPE_FAULTS.serverErrorAfterEffect, 4);
    expect((await refund(paymentId).expect(200)).body).toEqual({ status: 'refunded' });
    expect(refundedAt(intentId)).toBe(100);
    expect(await app.given.votesOf(nomination)).toBe(0);
  });

  test('is busy, the administrator is asked to wait', async () => {
    const { paymentId, nomination } = await aCountedVote();
    app.stripe.failNext('refunds.create', STRIPE_FAULTS.rateLimit, 4);
    const { body } = await refund(paymentId).expect(429);
    expect(body.code).toBe('rate-limited');
    expect(await app.given.votesOf(nomination)).toBe(2);
  });

  test('refuses, because the payer is disputing it, the votes stay', async () => {
    const { paymentId, intentId, nomination } = await aCountedVote();
    await app.stripe.openDispute(intentId);
    await calm();
    const { body } = await refund(paymentId).expect(409);
    expect(body.code).toBe('not-refundable');
    expect(await app.given.votesOf(nomination)).toBe(2);
    expect(await historyOf(paymentId)).toMatchObject({
      isRefundPending: false,
      payment: { flags: ['disputed'] },
    });
  });
});

describe('there is no refund of', () => {
  const refusal = async (paymentId: string) => {
    const { body } = await refund(paymentId).expect(409);
    expect(body.code).toBe('not-refundable');
    expect(await actionsOn(paymentId)).toEqual([]);
    expect(await app.given.events(paymentId)).toEqual(
      expect.not.arrayContaining([expect.objectContaining({ source: 'refund' })]),
    );
  };

  test('mobile money', async () => {
    const { nominations } = await app.given.artist();
    await refusal((await app.given.completedPayment(nominations)).id);
  });

  test('a card payment that is not completed', async () => {
    const { nominations } = await app.given.artist();
    const session = await aCardVoter(app).start(nominations);
    await refusal(session.paymentId);
  });

  test('an unknown payment', async () => {
    await refund(randomUUID()).expect(404);
    await refund('1').expect(400);
  });
});
