import { sql } from 'drizzle-orm';
import { adminActions, payments } from '#shared/schema';
import type { Queryable } from '../../db/client';
import { fromNow } from '../../db/lease-rows';
import { AppError, conflict } from '../../errors';
import { waitForCheck } from '../checks/wait-for-check';
import { cardsUnavailable, type PaymentContext } from '../context';
import { recordEvent } from '../lifecycle/events';
import { latestRefund, openRefund } from '../lifecycle/refund-state';
import {
  getPayment,
  lockPayment,
  makeDue,
  type Payment,
  updatePayment,
} from '../lifecycle/repository';
import { REFUND_SHOWS_AFTER_MS } from '../lifecycle/schedule';
import type { RefundOrder } from '../providers/provider';
import { attemptAfter, carryOutRefund, isUnderWay } from './carry-out-refund';

/**
 * Has the provider give all the money of a card payment back. The votes are taken back when the
 * provider itself says that it went, now or later; pressed twice, it goes back once.
 *
 * However this ends, even with the process, a check is scheduled that finds out what came of it: then
 * the votes are taken back, or the refund may be requested anew.
 *
 * @param adminId who wants it; recorded before the provider hears of it
 * @returns whether the votes are taken back already
 * @throws AppError 404 for an unknown payment; 409 for one that cannot be refunded; 429 or 503 when
 *   the provider gives no certain answer
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

/** Only what was counted can be taken back, and mobile money offers no way to give it back. */
export const isRefundable = ({ provider, status, providerRef }: Payment): boolean =>
  provider === 'stripe' && status === 'completed' && providerRef !== null;

/** Whether the money of this payment is on its way back, as far as we know. */
export async function isRefundPending(db: Queryable, payment: Payment): Promise<boolean> {
  return payment.status === 'completed' && isUnderWay(await latestRefund(db, payment.id));
}

const notRefundable = () => conflict('not-refundable', 'This payment cannot be refunded');

/** @returns what to ask of the provider; null when the money went back before */
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
