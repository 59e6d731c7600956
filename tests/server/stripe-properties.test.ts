import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcileDue } from '#server/payments/checks/reconciler';
import { verifyLedger } from '#server/payments/index';
import type { CardSession } from '#shared/contracts/payments';
import { rateLimits } from '#shared/schema';
import { startTestApp, type TestApp } from '../support/app';
import { aCardVoter, CARDS, intentOf } from '../support/card-voter';
import { randomRuns } from '../support/random-runs';

/** Random histories at Stripe, reported in any order and number. */

let app: TestApp;
beforeAll(async () => {
  // The books are compared after one round of checks: on a busy machine none may time out.
  app = await startTestApp({ timeoutMs: 60_000, stripeDelays: { webhookTimeoutMs: 60_000 } });
});
afterAll(() => app.close());

type Action =
  | 'pay'
  | 'decline'
  | 'refund-part'
  | 'refund'
  | 'fail-refund'
  | 'dispute'
  | 'lose'
  | 'win'
  | 'cancel';

/** Does what is possible at Stripe at that moment; the rest is rejected, as at Stripe. */
async function perform(intentId: string, action: Action): Promise<void> {
  const { stripe } = app;
  const actions: Record<Action, () => Promise<unknown>> = {
    pay: () => stripe.confirm(intentId, CARDS.good),
    decline: () => stripe.confirm(intentId, CARDS.lacksFunds),
    'refund-part': () => stripe.refund(intentId, 10),
    refund: () => stripe.refund(intentId),
    'fail-refund': () => stripe.failRefund(intentId),
    dispute: () => stripe.openDispute(intentId),
    lose: () => stripe.closeDispute(intentId, 'lost'),
    win: () => stripe.closeDispute(intentId, 'won'),
    cancel: () => stripe.cancel(intentId),
  };
  await Promise.resolve()
    .then(actions[action])
    .catch(() => undefined);
}

const action = fc.record({
  which: fc.nat(2),
  action: fc.constantFrom<Action>(
    'pay',
    'pay',
    'decline',
    'refund-part',
    'refund',
    'fail-refund',
    'dispute',
    'lose',
    'win',
    'cancel',
  ),
  /** How many of the webhooks held back are delivered before the next step, and in which order. */
  delivery: fc.constantFrom('nothing', 'as-happened', 'reversed', 'shuffled'),
  isReconciled: fc.boolean(),
});

test('whatever happens at Stripe, reported in whatever order and number, our books end like theirs', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 2, maxLength: 14 }), async (history) => {
      app.stripe.reset();
      await app.db.delete(rateLimits);
      app.stripe.configure({ webhooks: 'held', webhookCopies: 3 });
      const { nominations } = await app.given.artist();
      const voter = aCardVoter(app);
      const sessions: (CardSession & { each: number })[] = [];
      for (const each of [1, 2, 3]) {
        const session = await voter.start(nominations, { each });
        await voter.attempt(session).expect(200);
        sessions.push({ ...session, each });
      }
      const settle = async () => {
        await app.settled();
        for (const { paymentId } of sessions) {
          const { nextCheckAt, status } = await app.given.payment(paymentId);
          if (nextCheckAt || status === 'pending') await app.given.dueNow(paymentId);
        }
        await reconcileDue(app.context);
      };
      for (const { which, action, delivery, isReconciled } of history) {
        await perform(intentOf(sessions[which]!), action);
        if (delivery !== 'nothing') await app.stripe.releaseWebhooks(delivery);
        if (isReconciled) await settle();
      }
      await app.stripe.releaseWebhooks('shuffled');
      await settle();

      let votes = 0;
      for (const session of sessions) {
        const charge = app.stripe.charged().find(({ intentId }) => intentId === intentOf(session));
        const isPaid = charge && charge.amountRefunded < charge.amount && charge.dispute !== 'lost';
        const intent = app.stripe.paymentIntents.find(intentOf(session));
        const isOver = charge || intent.status === 'canceled';
        const { status, completedAt } = await app.given.payment(session.paymentId);
        const hasComeBack = [...app.stripe.records.refunds.values()].some(
          (refund) => refund.payment_intent === intent.id && refund.status === 'failed',
        );
        const flags = (await app.given.events(session.paymentId)).map(({ detail }) => detail.flag);
        expect(flags.filter((flag) => flag === 'refund-failed')).toHaveLength(hasComeBack ? 1 : 0);
        // Votes of a refund that came back stay withdrawn: an administrator settles the flag.
        const isTakenBack = hasComeBack && status === 'failed' && completedAt !== null;
        const isCounted = isPaid && !isTakenBack;
        expect(status).toBe(isCounted ? 'completed' : isOver ? 'failed' : 'pending');
        if (isCounted) votes += session.each;
      }
      expect(await app.given.votesOf(nominations[0]!)).toBe(votes);
      expect(await verifyLedger(app.db)).toEqual([]);
    }),
    { numRuns: randomRuns(25), seed: 1 },
  );
});
