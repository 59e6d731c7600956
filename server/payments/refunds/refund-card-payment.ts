import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import { adminActions, paymentEvents, payments } from '#shared/schema';
import type { Queryable } from '../../db/client';
import { AppError, conflict } from '../../errors';
import { cardsUnavailable } from '../card/start-card-payment';
import { REFUND_SHOWS_AFTER_MS } from '../checks/schedule';
import { makeDue, waitForCheck } from '../checks/wait-for-check';
import type { PaymentContext } from '../context';
import { fromNow, lockPayment, type Payment, record } from '../lifecycle/transition';
import type { RefundAnswer, RefundOrder } from '../providers/provider';

/** How far giving the money back has come, as the payment's events tell it. */
interface RefundState {
  step: 'requested' | 'accepted' | 'refused' | 'unanswered';
  /** Which request to the provider this is about. */
  attempt: number;
}

/**
 * Has the provider give all the money of a card payment back. The votes are taken back when the
 * provider itself says that it went, now or later; pressed twice, it goes back once.
 *
 * Wherever this ends, be it with the process, the reconciler has an appointment to ask what came of
 * it: then the votes are taken back, or the refund may be asked for anew.
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
  if (!cards) throw cardsUnavailable();
  const { payment, order } = await requestRefund(context, paymentId, adminId);
  if (order === null) return 'refunded';

  const answer = await cards.refund(order);
  logger.info({ paymentId, outcome: answer.outcome, ...answer.evidence }, 'refund requested');
  await recordAnswer(context, order, answer);
  if (answer.outcome === 'refused') throw notRefundable();
  if (answer.outcome === 'rate-limited') {
    const { retryAfterSeconds } = answer;
    throw new AppError(429, 'rate-limited', 'The card provider is busy', { retryAfterSeconds });
  }

  await waitForCheck(context, payment, 'refund');
  if ((await findStatus(context, paymentId)) === 'failed') return 'refunded';
  if (answer.outcome === 'unknown') throw cardsUnavailable();
  await makeDue(context, paymentId);
  return 'pending';
}

/** Only what was counted can be taken back, and mobile money offers no way to give it back. */
export const isRefundable = ({ provider, status, providerRef }: Payment): boolean =>
  provider === 'stripe' && status === 'completed' && providerRef !== null;

/** Whether the money of this payment is on its way back, as far as we know. */
export async function isRefundPending(db: Queryable, payment: Payment): Promise<boolean> {
  return payment.status === 'completed' && isUnderWay(payment, await refundStateOf(db, payment.id));
}

/** Once the provider was asked again and still has the money, nothing is under way any more. */
const isUnsettled = ({ nextCheckAt }: Payment) => nextCheckAt !== null;

const isUnderWay = (payment: Payment, state: RefundState | undefined) =>
  isUnsettled(payment) && (state?.step === 'requested' || state?.step === 'accepted');

/** A request that may have been carried out is repeated as it was, any other is made anew. */
const attemptAfter = (payment: Payment, last: RefundState | undefined): number => {
  if (!last) return 1;
  return isUnsettled(payment) && last.step !== 'refused' ? last.attempt : last.attempt + 1;
};

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
    const last = await refundStateOf(tx, paymentId);
    const attempt = attemptAfter(payment, last);
    if (!isUnderWay(payment, last)) {
      await record(tx, payment, payment.status, 'refund', { refund: 'requested', attempt });
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
    await tx.update(payments).set({ nextCheckAt: checkAt }).where(eq(payments.id, paymentId));
    return { payment, order: { paymentId, providerRef, attempt } };
  });
}

/**
 * What is certain stands: of several presses at once one may be told nothing, after another was
 * told all. Nor does an answer say anything of a request that is newer than its own.
 */
function recordAnswer(
  { db }: PaymentContext,
  { paymentId, attempt }: RefundOrder,
  { outcome, evidence }: RefundAnswer,
): Promise<void> {
  const step = isCertain(outcome) ? outcome : 'unanswered';
  return db.transaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    const last = await refundStateOf(tx, paymentId);
    if (last?.attempt !== attempt || isCertain(last.step) || last.step === step) return;
    await record(tx, payment, payment.status, 'refund', { refund: step, attempt, ...evidence });
  });
}

const isCertain = (told: RefundState['step'] | RefundAnswer['outcome']) =>
  told === 'accepted' || told === 'refused';

async function refundStateOf(db: Queryable, paymentId: string): Promise<RefundState | undefined> {
  const step = sql<RefundState['step']>`${paymentEvents.detail}->>'refund'`;
  const attempt = sql<number>`coalesce((${paymentEvents.detail}->>'attempt')::int, 1)`;
  const [latest] = await db
    .select({ step, attempt })
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
  return latest;
}

async function findStatus({ db }: PaymentContext, id: string): Promise<string | undefined> {
  const [payment] = await db
    .select({ status: payments.status })
    .from(payments)
    .where(eq(payments.id, id));
  return payment?.status;
}
