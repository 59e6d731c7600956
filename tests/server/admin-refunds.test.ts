import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Fault } from '#sandbox/faults';
import { STRIPE_FAULTS } from '#sandbox/stripe/faults';
import { checkPayment, refundCardPayment, verifyLedger } from '#server/payments/index';
import { latestRefund } from '#server/payments/lifecycle/rows/refund-state';
import type { RefundOrder } from '#server/payments/providers/provider';
import { adminActions } from '#shared/schema';
import { anAdministrator } from '../support/administrator';
import { startTestApp, type TestApp } from '../support/app';
import { aCardVoter, intentOf } from '../support/card-voter';
import { finishAllWork } from '../support/finish-all-work';

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

/** A card payment that is charged and counted, without pending work. */
async function aCountedVote(card?: string) {
  const { nominations } = await app.given.artist();
  const session = await aCardVoter(app).pay(nominations, card ? { card } : {});
  await finishAllWork(app);
  const { paymentId } = session;
  return { paymentId, intentId: intentOf(session), nomination: nominations[0]! };
}

type CountedVote = Awaited<ReturnType<typeof aCountedVote>>;

const refund = (paymentId: string) => admin.post(`/api/admin/payments/${paymentId}/refund`);
const historyOf = async (paymentId: string) =>
  (await admin.get(`/api/admin/payments/${paymentId}`).expect(200)).body;
const refundedAt = (intentId: string) =>
  app.stripe.charged().find((charge) => charge.intentId === intentId)!.amountRefunded;
const stepsOf = async (paymentId: string) =>
  (await app.given.events(paymentId)).flatMap(({ detail }) => detail.refund ?? []);
const refundsOf = (intentId: string) =>
  [...app.stripe.records.refunds.values()].filter((refund) => refund.payment_intent === intentId);
/**
 * Expects that the money was returned once, the votes withdrawn once, and nothing is in progress.
 */
async function expectRefundedOnce({ paymentId, intentId, nomination }: CountedVote) {
  expect(refundsOf(intentId)).toMatchObject([{ amount: 100 }]);
  expect(await app.given.votesOf(nomination)).toBe(0);
  expect(await historyOf(paymentId)).toMatchObject({
    canRefund: false,
    isRefundPending: false,
    payment: { status: 'failed', failureReason: 'refunded', nextCheckAt: null },
  });
  expect(await verifyLedger(app.db)).toEqual([]);
}
const actionsOn = (paymentId: string) =>
  app.db.select().from(adminActions).where(eq(adminActions.entityId, paymentId));

test('a refund returns the money, withdraws the votes, and records the administrator', async () => {
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
  await finishAllWork(app);
  expect(await verifyLedger(app.db)).toEqual([]);
});

test('pressing the button many times, at once and later, makes one refund', async () => {
  const { paymentId, intentId, nomination } = await aCountedVote();
  const answers = await Promise.all(Array.from({ length: 5 }, () => refund(paymentId)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  await finishAllWork(app);
  expect((await refund(paymentId).expect(200)).body).toEqual({ status: 'refunded' });
  expect(refundedAt(intentId)).toBe(100);
  expect(refundsOf(intentId)).toHaveLength(1);
  expect(await actionsOn(paymentId)).toHaveLength(1);
  expect(await app.given.votesOf(nomination)).toBe(0);
});

test('votes stay until the provider itself confirms that the money was returned', async () => {
  const { paymentId, intentId, nomination } = await aCountedVote();
  app.stripe.configure({ webhooks: 'lost' });
  app.stripe.failNext('paymentIntents.retrieve', STRIPE_FAULTS.serverError, 2);
  expect((await refund(paymentId).expect(200)).body).toEqual({ status: 'pending' });
  expect(await app.given.votesOf(nomination)).toBe(2);
  expect(await historyOf(paymentId)).toMatchObject({ canRefund: true, isRefundPending: true });
  expect(refundedAt(intentId)).toBe(100);

  await app.given.dueNow(paymentId);
  await finishAllWork(app);
  expect(await app.given.votesOf(nomination)).toBe(0);
  expect((await app.given.payment(paymentId)).failureReason).toBe('refunded');
});

test('a slow refund ends like any other', async () => {
  const { paymentId, nomination } = await aCountedVote(REFUND_PENDS);
  await refund(paymentId).expect(200);
  await finishAllWork(app);
  expect(await app.given.votesOf(nomination)).toBe(0);
});

describe('a refund that fails at the provider is flagged for an administrator', () => {
  const failureOf = (intentId: string) =>
    app.stripe
      .events()
      .find(
        ({ type, data }) => type === 'refund.failed' && data.object.payment_intent === intentId,
      )!;

  /** Expects that the refund failed, and that our own books are unchanged. */
  async function expectFlaggedOnce(vote: CountedVote, votes: number) {
    await finishAllWork(app);
    expect(refundedAt(vote.intentId)).toBe(0);
    const { payment, isRefundPending } = await historyOf(vote.paymentId);
    expect(payment.flags).toEqual(['refund-failed']);
    expect(payment.nextCheckAt).toBeNull();
    expect(isRefundPending).toBe(false);
    expect(await app.given.votesOf(vote.nomination)).toBe(votes);
    expect(await verifyLedger(app.db)).toEqual([]);
  }

  test('when it was confirmed before, and the votes are withdrawn', async () => {
    const vote = await aCountedVote();
    expect((await refund(vote.paymentId).expect(200)).body).toEqual({ status: 'refunded' });
    await app.stripe.failRefund(vote.intentId);
    await expectFlaggedOnce(vote, 0);
    expect((await historyOf(vote.paymentId)).payment.failureReason).toBe('refunded');
  });

  test('when the refund was unknown before', async () => {
    const vote = await aCountedVote();
    app.stripe.configure({ webhooks: 'lost' });
    await app.stripe.refund(vote.intentId);
    await app.stripe.failRefund(vote.intentId);
    await app.stripe.deliver(failureOf(vote.intentId));
    await expectFlaggedOnce(vote, 2);
  });

  test('when the payment itself was unknown', async () => {
    const { nominations } = await app.given.artist();
    app.stripe.configure({ webhooks: 'held' });
    const session = await aCardVoter(app).charge(nominations);
    const intentId = intentOf(session);
    await app.stripe.refund(intentId);
    await app.stripe.failRefund(intentId);
    await app.stripe.releaseWebhooks('reversed');
    const { paymentId } = session;
    await expectFlaggedOnce({ paymentId, intentId, nomination: nominations[0]! }, 2);
  });

  test('when we requested it, but it is not confirmed; then it can be requested again', async () => {
    const vote = await aCountedVote();
    app.stripe.configure({ webhooks: 'lost' });
    app.stripe.failNext('paymentIntents.retrieve', STRIPE_FAULTS.serverError, 2);
    expect((await refund(vote.paymentId).expect(200)).body).toEqual({ status: 'pending' });
    await app.stripe.failRefund(vote.intentId);
    await app.stripe.deliver(failureOf(vote.intentId));
    await expectFlaggedOnce(vote, 2);

    expect((await refund(vote.paymentId).expect(200)).body).toEqual({ status: 'refunded' });
    expect(refundedAt(vote.intentId)).toBe(100);
    expect(refundsOf(vote.intentId)).toHaveLength(2);
  });

  test('while a response from before is still in flight', async () => {
    const vote = await aCountedVote();
    app.stripe.configure({ webhooks: 'lost' });
    await app.stripe.refund(vote.intentId);
    await expect
      .poll(() => checkPayment(slow(vote), vote.paymentId, 'webhook'))
      .toMatchObject({ outcome: 'reversed' });
    await expectFlaggedOnce(vote, 0);
  });

  /** The response is applied only after the failure was reported. */
  function slow({ intentId }: CountedVote) {
    const cards = app.context.cards!;
    const queryPayment: typeof cards.queryPayment = async (reference) => {
      const report = await cards.queryPayment(reference);
      await app.stripe.failRefund(intentId);
      await app.stripe.deliver(failureOf(intentId));
      await app.settled();
      return report;
    };
    return { ...app.context, cards: { ...cards, queryPayment } };
  }

  test('once the provider responds again', async () => {
    const vote = await aCountedVote();
    await refund(vote.paymentId).expect(200);
    await finishAllWork(app);
    app.stripe.configure({ isUnreachable: true });
    await app.stripe.failRefund(vote.intentId);
    await app.settled();
    const history = await historyOf(vote.paymentId);
    expect(history.payment).toMatchObject({ flags: [], nextCheckAt: expect.any(String) });

    app.stripe.configure({ isUnreachable: false });
    await app.given.dueNow(vote.paymentId);
    await expectFlaggedOnce(vote, 0);
  });

  test.each(['as-happened', 'reversed', 'shuffled'] as const)(
    'once, however often and in whatever order (%s) it is reported',
    async (order) => {
      const vote = await aCountedVote();
      app.stripe.configure({ webhooks: 'held', webhookCopies: 3 });
      await app.stripe.refund(vote.intentId);
      await app.stripe.failRefund(vote.intentId);
      await app.stripe.releaseWebhooks(order);
      await expectFlaggedOnce(vote, 2);
    },
  );

  test('but not because of a webhook alone', async () => {
    const vote = await aCountedVote();
    await refund(vote.paymentId).expect(200);
    await finishAllWork(app);
    const [acceptedRefund] = refundsOf(vote.intentId);
    const falseRefund = { ...acceptedRefund!, status: 'failed' };
    await app.stripe.deliver({
      ...app.stripe.events().at(-1)!,
      id: 'evt_false',
      type: 'refund.failed',
      data: { object: falseRefund },
    });
    await finishAllWork(app);
    expect((await historyOf(vote.paymentId)).payment.flags).toEqual([]);
    await expectRefundedOnce(vote);
  });
});

test('a refund made in the provider’s dashboard is found by a check', async () => {
  const { paymentId, intentId, nomination } = await aCountedVote();
  app.stripe.configure({ webhooks: 'lost' });
  await app.stripe.refund(intentId);
  expect((await refund(paymentId).expect(200)).body).toEqual({ status: 'refunded' });
  expect(await app.given.votesOf(nomination)).toBe(0);
});

describe('the provider refunds, but its response is lost', () => {
  const LOST: Fault = { kind: 'cut', takesEffect: true };

  /** Requested; neither the response nor any later check gets through. */
  async function pressedInVain() {
    const vote = await aCountedVote();
    app.stripe.configure({ webhooks: 'held' });
    app.stripe.failNext('refunds.create', LOST, 3);
    app.stripe.failNext('paymentIntents.retrieve', { kind: 'cut' }, 2);
    const { body } = await refund(vote.paymentId).expect(503);
    expect(body.code).toBe('unavailable');
    expect(refundedAt(vote.intentId)).toBe(100);
    expect(await app.given.votesOf(vote.nomination)).toBe(2);
    expect(await historyOf(vote.paymentId)).toMatchObject({
      canRefund: true,
      isRefundPending: false,
      payment: { nextCheckAt: expect.any(String) },
    });
    return vote;
  }

  test('and the reconciler finds it', async () => {
    const vote = await pressedInVain();
    await app.given.dueNow(vote.paymentId);
    await finishAllWork(app);
    await expectRefundedOnce(vote);
  });

  test('and its webhook, however late, triggers the check that finds it', async () => {
    const vote = await pressedInVain();
    await app.stripe.releaseWebhooks();
    await finishAllWork(app);
    await expectRefundedOnce(vote);
  });

  test('and the next press finds it', async () => {
    const vote = await pressedInVain();
    expect((await refund(vote.paymentId).expect(200)).body).toEqual({ status: 'refunded' });
    await expectRefundedOnce(vote);
    expect(await stepsOf(vote.paymentId)).toEqual([
      'requested',
      'unanswered',
      'requested',
      'accepted',
    ]);
  });
});

describe('the process dies', () => {
  /** Nothing happens that a dead process would still have done. */
  async function pressAndDie(
    { paymentId }: CountedVote,
    before: (order: RefundOrder) => Promise<unknown>,
  ) {
    const cards = app.context.cards!;
    const dying = {
      ...cards,
      refund: async (order: RefundOrder) => {
        await before(order);
        throw new Error('the process died');
      },
    };
    await expect(
      refundCardPayment({ ...app.context, cards: dying }, paymentId, admin.id),
    ).rejects.toThrow('the process died');
    expect(await historyOf(paymentId)).toMatchObject({
      isRefundPending: true,
      payment: { nextCheckAt: expect.any(String) },
    });
    return cards;
  }

  test('before the request reached the provider: nothing is refunded until it is requested again', async () => {
    const vote = await aCountedVote();
    await pressAndDie(vote, async () => undefined);
    await passed(vote.paymentId);
    await finishAllWork(app);
    expect(await app.given.votesOf(vote.nomination)).toBe(2);
    expect(refundsOf(vote.intentId)).toEqual([]);
    expect(await historyOf(vote.paymentId)).toMatchObject({
      canRefund: true,
      isRefundPending: false,
    });

    await refund(vote.paymentId).expect(200);
    await expectRefundedOnce(vote);
  });

  test('after the provider refunded: the reconciler settles it', async () => {
    const vote = await aCountedVote();
    app.stripe.configure({ webhooks: 'lost' });
    await pressAndDie(vote, (order) => app.context.cards!.refund(order));
    await app.given.dueNow(vote.paymentId);
    await finishAllWork(app);
    await expectRefundedOnce(vote);
    expect((await refund(vote.paymentId).expect(200)).body).toEqual({ status: 'refunded' });
    await expectRefundedOnce(vote);
  });

  test('after the provider refunded: pressing again at once makes no second refund', async () => {
    const vote = await aCountedVote();
    app.stripe.configure({ webhooks: 'lost' });
    await pressAndDie(vote, (order) => app.context.cards!.refund(order));
    expect((await refund(vote.paymentId).expect(200)).body).toEqual({ status: 'refunded' });
    await expectRefundedOnce(vote);
    expect(await actionsOn(vote.paymentId)).toHaveLength(1);
  });

  test('and a response from just before the refund does not hide it', async () => {
    const vote = await aCountedVote();
    app.stripe.configure({ webhooks: 'lost' });
    await pressAndDie(vote, async (order) => {
      await app.given.dueNow(vote.paymentId);
      expect(await checkPayment(app.context, vote.paymentId, 'webhook')).toMatchObject({
        outcome: 'paid',
      });
      await app.context.cards!.refund(order);
    });
    await app.given.dueNow(vote.paymentId);
    await finishAllWork(app);
    await expectRefundedOnce(vote);
  });

  /** While a request may still be in flight, nothing is concluded from the provider's response. */
  async function passed(paymentId: string) {
    await app.db.execute(sql`
      update refunds set updated_at = updated_at - interval '2 minutes'
      where payment_id = ${paymentId}`);
    await app.given.dueNow(paymentId);
  }
});

test('a response that arrives after a newer request does not settle that one', async () => {
  const vote = await aCountedVote();
  const { paymentId, intentId } = vote;
  await app.stripe.openDispute(intentId);
  await finishAllWork(app);
  const cards = app.context.cards!;
  const slow = {
    ...cards,
    refund: async (order: RefundOrder) => {
      const answer = await cards.refund(order);
      await refund(paymentId).expect(409);
      await app.stripe.closeDispute(intentId, 'won');
      app.stripe.failNext('paymentIntents.retrieve', STRIPE_FAULTS.serverError, 2);
      await refund(paymentId);
      return answer;
    },
  };
  await expect(
    refundCardPayment({ ...app.context, cards: slow }, paymentId, admin.id),
  ).rejects.toMatchObject({ status: 409 });
  expect(await stepsOf(paymentId)).toEqual(['requested', 'refused', 'requested', 'accepted']);
  await finishAllWork(app);
  await expectRefundedOnce(vote);
});

test('a response leaves a newer request open that is still unconfirmed', async () => {
  const vote = await aCountedVote();
  const { paymentId } = vote;
  const pressed = (answer: () => Promise<'refused' | 'unknown'>) => {
    const refund = async () => ({ outcome: await answer(), evidence: {} });
    const cards = { ...app.context.cards!, refund };
    return refundCardPayment({ ...app.context, cards }, paymentId, admin.id);
  };
  const slow = pressed(async () => {
    await expect(pressed(async () => 'refused')).rejects.toMatchObject({ status: 409 });
    await expect(pressed(async () => 'unknown')).rejects.toMatchObject({ status: 503 });
    return 'refused';
  });
  await expect(slow).rejects.toMatchObject({ status: 409 });
  expect(await stepsOf(paymentId)).toEqual(['requested', 'refused', 'requested', 'unanswered']);
  expect(await latestRefund(app.db, paymentId)).toMatchObject({ attempt: 2, status: 'unanswered' });
  await refund(paymentId).expect(200);
  await finishAllWork(app);
  await expectRefundedOnce(vote);
});

test('a lost response does not undo a confirmed refund', async () => {
  const vote = await aCountedVote();
  const { paymentId } = vote;
  const losing = {
    ...app.context.cards!,
    refund: async () => {
      await refund(paymentId).expect(200);
      return { outcome: 'unknown', evidence: { error: 'timeout' } } as const;
    },
  };
  await refundCardPayment({ ...app.context, cards: losing }, paymentId, admin.id);
  expect(await stepsOf(paymentId)).toEqual(['requested', 'accepted']);
  await finishAllWork(app);
  await expectRefundedOnce(vote);
});

describe('a payment that is disputed as well', () => {
  test('is refunded once the dispute is won', async () => {
    const vote = await aCountedVote();
    await app.stripe.openDispute(vote.intentId);
    await refund(vote.paymentId).expect(409);
    await app.stripe.closeDispute(vote.intentId, 'won');
    await finishAllWork(app);
    expect((await refund(vote.paymentId).expect(200)).body).toEqual({ status: 'refunded' });
    await finishAllWork(app);
    await expectRefundedOnce(vote);
  });

  test('the votes are withdrawn with the lost dispute, and there is nothing left to refund', async () => {
    const { paymentId, intentId, nomination } = await aCountedVote();
    await app.stripe.openDispute(intentId);
    await refund(paymentId).expect(409);
    await app.stripe.closeDispute(intentId, 'lost');
    await finishAllWork(app);
    expect(await app.given.votesOf(nomination)).toBe(0);
    await refund(paymentId).expect(409);
    expect(refundsOf(intentId)).toEqual([]);
    expect(await historyOf(paymentId)).toMatchObject({
      canRefund: false,
      isRefundPending: false,
      payment: { failureReason: 'disputed' },
    });
    expect(await verifyLedger(app.db)).toEqual([]);
  });

  test('during an inquiry of the bank, the money may still be refunded', async () => {
    const vote = await aCountedVote();
    await app.stripe.openDispute(vote.intentId, { isInquiry: true });
    expect((await refund(vote.paymentId).expect(200)).body).toEqual({ status: 'refunded' });
    await app.stripe.closeDispute(vote.intentId, 'warning_closed');
    await finishAllWork(app);
    await expectRefundedOnce(vote);
  });

  test('after the refund, its votes are not withdrawn twice', async () => {
    const vote = await aCountedVote();
    await refund(vote.paymentId).expect(200);
    await app.stripe.openDispute(vote.intentId);
    await app.stripe.closeDispute(vote.intentId, 'lost');
    await finishAllWork(app);
    await expectRefundedOnce(vote);
  });

  test.each(['as-happened', 'reversed'] as const)(
    'between the refund and its webhooks, which come %s',
    async (order) => {
      const vote = await aCountedVote();
      app.stripe.configure({ webhooks: 'held' });
      await app.stripe.refund(vote.intentId);
      await app.stripe.openDispute(vote.intentId);
      await app.stripe.closeDispute(vote.intentId, 'lost');
      await app.stripe.releaseWebhooks(order);
      await finishAllWork(app);
      await expectRefundedOnce(vote);
    },
  );
});

describe('while the provider', () => {
  test('is down, nothing changes, and it can be requested again later', async () => {
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
    await finishAllWork(app);
    expect(refundedAt(intentId)).toBe(100);
    expect(await app.given.votesOf(nomination)).toBe(0);
    expect(await actionsOn(paymentId)).toHaveLength(2);
  });

  test('refunds but responds with an error, a check finds the truth', async () => {
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

  test('rejects it, because the payer is disputing it, the votes stay', async () => {
    const { paymentId, intentId, nomination } = await aCountedVote();
    await app.stripe.openDispute(intentId);
    await finishAllWork(app);
    const { body } = await refund(paymentId).expect(409);
    expect(body.code).toBe('not-refundable');
    expect(await app.given.votesOf(nomination)).toBe(2);
    expect(await historyOf(paymentId)).toMatchObject({
      isRefundPending: false,
      payment: { flags: ['disputed'] },
    });
  });
});

describe('there is no refund for', () => {
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
