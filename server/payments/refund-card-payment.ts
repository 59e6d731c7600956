import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { adminActions, paymentEvents, payments } from '../../shared/schema';
import type { Queryable } from '../db/client';
import { AppError, conflict } from '../errors';
import { askPatiently, makeDue } from './ask-patiently';
import type { PaymentContext } from './context';
import { cardsUnavailable } from './start-card-payment';
import { lockPayment, type Payment, record } from './transition';

/** How far giving the money back has come, as the payment's events tell it. */
type RefundStep = 'requested' | 'accepted' | 'refused' | 'unanswered';

/**
 * Has the provider give all the money of a card payment back. The votes are taken back when the
 * provider itself says that it went, now or later; pressed twice, it goes back once.
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
  const { cards, logger } = context;
  const { payment, providerRef } = await requestRefund(context, paymentId, adminId);
  if (providerRef === null) return 'refunded';
  if (!cards) throw cardsUnavailable();

  const answer = await cards.refund(paymentId, providerRef);
  logger.info({ paymentId, outcome: answer.outcome, ...answer.evidence }, 'refund requested');
  const isCertain = answer.outcome === 'accepted' || answer.outcome === 'refused';
  const step = isCertain ? answer.outcome : 'unanswered';
  await recordStep(context, paymentId, step, answer.evidence);
  if (answer.outcome === 'refused') throw notRefundable();
  if (answer.outcome === 'rate-limited') {
    const { retryAfterSeconds } = answer;
    throw new AppError(429, 'rate-limited', 'The card provider is busy', { retryAfterSeconds });
  }

  await askPatiently(context, payment, 'refund');
  if ((await findStatus(context, paymentId)) === 'failed') return 'refunded';
  await makeDue(context, paymentId);
  if (answer.outcome === 'unknown') throw cardsUnavailable();
  return 'pending';
}

/** Only what was counted can be taken back, and mobile money offers no way to give it back. */
export const isRefundable = ({ provider, status, providerRef }: Payment): boolean =>
  provider === 'stripe' && status === 'completed' && providerRef !== null;

/** Whether the provider has been asked to give the money of this payment back, and has not said no. */
export async function isRefundPending(db: Queryable, payment: Payment): Promise<boolean> {
  return payment.status === 'completed' && isUnderWay(await latestStep(db, payment.id));
}

const isUnderWay = (step: RefundStep | undefined) => step === 'requested' || step === 'accepted';

const notRefundable = () => conflict('not-refundable', 'This payment cannot be refunded');

/** @returns whom the provider knows the payment by; null when its money went back before */
function requestRefund(
  { db }: PaymentContext,
  paymentId: string,
  adminId: string,
): Promise<{ payment: Payment; providerRef: string | null }> {
  return db.transaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    if (payment.status === 'failed' && payment.failureReason === 'refunded') {
      return { payment, providerRef: null };
    }
    if (!isRefundable(payment)) throw notRefundable();
    if (!isUnderWay(await latestStep(tx, paymentId))) {
      await record(tx, payment, payment.status, 'refund', { refund: 'requested' });
      await tx.insert(adminActions).values({
        userId: adminId,
        action: 'payment.refund',
        entity: 'payment',
        entityId: paymentId,
        before: { status: payment.status, votes: payment.totalVotes },
        after: { refund: 'requested', amount: payment.amount, currency: payment.currency },
      });
    }
    return { payment, providerRef: payment.providerRef };
  });
}

function recordStep(
  { db }: PaymentContext,
  paymentId: string,
  step: RefundStep,
  evidence: Record<string, unknown>,
): Promise<void> {
  return db.transaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    if ((await latestStep(tx, paymentId)) === step) return;
    await record(tx, payment, payment.status, 'refund', { refund: step, ...evidence });
  });
}

async function latestStep(db: Queryable, paymentId: string): Promise<RefundStep | undefined> {
  const step = sql<RefundStep>`${paymentEvents.detail}->>'refund'`;
  const [latest] = await db
    .select({ step })
    .from(paymentEvents)
    .where(
      and(
        eq(paymentEvents.paymentId, paymentId),
        eq(paymentEvents.source, 'refund'),
        isNotNull(step),
      ),
    )
    .orderBy(desc(paymentEvents.id))
    .limit(1);
  return latest?.step;
}

async function findStatus({ db }: PaymentContext, id: string): Promise<string | undefined> {
  const [payment] = await db
    .select({ status: payments.status })
    .from(payments)
    .where(eq(payments.id, id));
  return payment?.status;
}
