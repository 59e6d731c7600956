import { sql } from 'drizzle-orm';
import type { Queryable } from '#server/db/client';
import { editionOfPayment } from '#server/db/edition-of';
import { fromNow } from '#server/db/lease-rows';
import { AppError, conflict } from '#server/errors';
import { adminActions, payments } from '#shared/schema';
import { waitForCheck } from '../checks/wait-for-check';
import { cardsUnavailable, type PaymentContext } from '../context';
import { recordEvent } from '../lifecycle/rows/events';
import { latestRefund, openRefund } from '../lifecycle/rows/refund-state';
import {
  getPayment,
  lockPayment,
  makeDue,
  type Payment,
  updatePayment,
} from '../lifecycle/rows/repository';
import { REFUND_SHOWS_AFTER_MS } from '../lifecycle/schedule';
import type { RefundOrder } from '../providers/provider';
import { attemptAfter, carryOutRefund, isUnderWay } from './carry-out-refund';

/**
 * Requests a refund of the full amount of a card payment from its provider. The votes are withdrawn
 * when the provider reports the refund, now or later; repeated requests refund once. A check is
 * scheduled in any case, even if the process dies. It finds the result: then the votes are
 * withdrawn, or the refund may be requested again.
 */
export async function refundCardPayment(
  context: PaymentContext,
  paymentId: string,
  adminId: string,
): Promise<'refunded' | 'pending'> {
  const { cards } = context;
  if (!cards) throw cardsUnavailable();
  const { payment, order } = await requestRefund(context, paymentId, adminId);
  if (order === null) return 'refunded';

  const answer = await carryOutRefund(context, cards, order);
  if (answer.outcome === 'refused') throw notRefundable();
  if (answer.outcome === 'rate-limited') {
    const { retryAfterSeconds } = answer;
    throw new AppError(429, 'rate-limited', 'The card provider is busy', { retryAfterSeconds });
  }

  await waitForCheck(context, payment, 'refund');
  if ((await getPayment(context.db, paymentId)).status === 'failed') return 'refunded';
  if (answer.outcome === 'unknown') throw cardsUnavailable();
  await makeDue(context.db, paymentId);
  return 'pending';
}

/**
 * True for counted card payments: only counted votes can be withdrawn, and mobile money has no
 * refunds.
 */
export const isRefundable = ({ provider, status, providerRef }: Payment): boolean =>
  provider === 'stripe' && status === 'completed' && providerRef !== null;

/** True when the money of this payment is being returned, as far as we know. */
export async function isRefundPending(db: Queryable, payment: Payment): Promise<boolean> {
  return payment.status === 'completed' && isUnderWay(await latestRefund(db, payment.id));
}

const notRefundable = () => conflict('not-refundable', 'This payment cannot be refunded');

/** @returns the request to send to the provider; null when the money was returned before */
function requestRefund(
  { db }: PaymentContext,
  paymentId: string,
  adminId: string,
): Promise<{ payment: Payment; order: RefundOrder | null }> {
  return db.transaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    if (payment.status === 'failed' && payment.failureReason === 'refunded') {
      return { payment, order: null };
    }
    const { providerRef } = payment;
    if (!isRefundable(payment) || providerRef === null) throw notRefundable();
    const last = await latestRefund(tx, paymentId);
    const attempt = attemptAfter(last);
    if (!isUnderWay(last)) {
      await openRefund(tx, paymentId, attempt);
      const detail = { refund: 'requested', attempt } as const;
      await recordEvent(tx, payment, { source: 'refund', detail });
      await tx.insert(adminActions).values({
        editionId: editionOfPayment(paymentId),
        userId: adminId,
        action: 'payment.refund',
        entity: 'payment',
        entityId: paymentId,
        before: { status: payment.status, votes: payment.totalVotes },
        after: { refund: 'requested', amount: payment.amount, currency: payment.currency },
      });
    }
    const checkAt = sql`least(${payments.nextCheckAt}, ${fromNow(REFUND_SHOWS_AFTER_MS)})`;
    await updatePayment(tx, paymentId, { nextCheckAt: checkAt });
    return { payment, order: { paymentId, providerRef, attempt } };
  });
}
