import type { Database } from '#server/db/client';
import { AFTER_CLOSING, type RefundStatus } from '#shared/domain/payment';
import type { Checked, PaymentContext } from '../context';
import { recordEvent } from '../lifecycle/rows/events';
import { raiseFlag } from '../lifecycle/rows/flags';
import {
  latestRefund,
  openRefund,
  type Refund,
  setRefundStatus,
} from '../lifecycle/rows/refund-state';
import { lockPayment } from '../lifecycle/rows/repository';
import type { CardProvider, RefundOrder, RefundResult } from '../providers/provider';

/** Sends a recorded refund to the provider and records the response. */
export async function carryOutRefund(
  { db, logger }: Pick<PaymentContext, 'db' | 'logger'>,
  cards: CardProvider,
  order: RefundOrder,
): Promise<RefundResult> {
  const answer = await cards.refund(order);
  const { paymentId } = order;
  logger.info({ paymentId, outcome: answer.outcome, ...answer.evidence }, 'refund requested');
  await recordAnswer(db, order, answer);
  return answer;
}

export const isUnderWay = (refund: Refund | undefined) =>
  refund?.status === 'requested' || refund?.status === 'accepted';

/**
 * A request that may have been carried out is repeated under its number; any other gets a new
 * number.
 */
export const attemptAfter = (last: Refund | undefined): number => {
  if (!last) return 1;
  return isUnderWay(last) || last.status === 'unanswered' ? last.attempt : last.attempt + 1;
};

/** Attempts after which a refund is left to an administrator. */
const MAX_ATTEMPTS = 5;

/**
 * Refunds what was charged after voting had closed, unless that is in progress or done. Called with
 * every report that the provider still has the money, so that neither a lost response nor a dead
 * process leaves it there.
 */
export async function returnLateCharge(
  context: PaymentContext,
  { payment: { id: paymentId, failureReason }, report }: Checked,
): Promise<void> {
  const { cards } = context;
  if (!cards || report.outcome !== 'paid' || failureReason !== AFTER_CLOSING) return;
  const order = await context.db.transaction(async (tx): Promise<RefundOrder | null> => {
    const payment = await lockPayment(tx, paymentId);
    const last = await latestRefund(tx, paymentId);
    const { providerRef } = payment;
    if (providerRef === null || !last || !IS_UNSETTLED[last.status]) return null;
    const attempt = attemptAfter(last);
    if (attempt > MAX_ATTEMPTS) {
      await raiseFlag(tx, payment, 'refund-failed', 'refund', { attempts: last.attempt });
      return null;
    }
    if (attempt > last.attempt) {
      await openRefund(tx, paymentId, attempt);
      const detail = { refund: 'requested', attempt } as const;
      await recordEvent(tx, payment, { source: 'refund', detail });
    }
    return { paymentId, providerRef, attempt };
  });
  if (order === null) return;
  const { outcome, evidence } = await carryOutRefund(context, cards, order);
  if (outcome !== 'refused') return;
  await context.db.transaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    await raiseFlag(tx, payment, 'refund-failed', 'refund', evidence);
  });
}

const IS_UNSETTLED: Readonly<Record<RefundStatus, boolean>> = {
  requested: true,
  unanswered: true,
  lapsed: true,
  accepted: false,
  succeeded: false,
  refused: false,
  failed: false,
};

/**
 * Records the response to a refund. A certain result is never overwritten: of several concurrent
 * requests, one may get no result after another got a complete one. A response also never changes a
 * newer request.
 */
function recordAnswer(
  db: Database,
  { paymentId, attempt }: RefundOrder,
  { outcome, evidence }: RefundResult,
): Promise<void> {
  const status = outcome === 'accepted' || outcome === 'refused' ? outcome : 'unanswered';
  return db.transaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    const last = await latestRefund(tx, paymentId);
    if (last?.attempt !== attempt || isSettled(last.status) || last.status === status) return;
    await setRefundStatus(tx, { paymentId, attempt }, status);
    const detail = { refund: status, attempt } as const;
    await recordEvent(tx, payment, { source: 'refund', detail, evidence });
  });
}

const isSettled = (status: RefundStatus) => status !== 'requested' && status !== 'unanswered';
