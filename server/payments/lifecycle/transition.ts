import { sql } from 'drizzle-orm';
import type { Database, Transaction as DatabaseTransaction } from '#server/db/client';
import { isUniqueViolation } from '#server/db/errors';
import { PAYMENT_MOVED } from '#server/db/listen';
import { type SqlParameters, statement } from '#server/db/statement';
import { notFound } from '#server/errors';
import { countTransition } from '#server/platform/instruments';
import { methodOf, type PaymentEventSource } from '#shared/domain/payment';
import { paymentFlags, payments } from '#shared/schema';
import type { ProviderReport } from '../providers/provider';
import { decide, type LockedPayment } from './decide';
import { followUp } from './follow-up';
import { countUnknownWords } from './rows/operator-words';
import { allPaymentColumns, type LeasedPayment, PAYMENT, type Payment } from './rows/repository';
import { type CheckPlanning, completeLeased, writeDecision } from './write-decision';

export interface Transition {
  /** The payment after the transition. */
  payment: Payment;
  /** True when this call changed the payment's status. */
  hasChanged: boolean;
}

export interface TransitionOptions extends CheckPlanning {
  source: PaymentEventSource;
  /** A charge after this moment does not count; null or left out when there is no such moment. */
  lastChargeAt?: Date | null | undefined;
  /** The payment as leased for the check that the report answers; otherwise it is locked first. */
  leased?: LeasedPayment | undefined;
  /** Replaced only by a test, to make codes collide. */
  makeReceiptCode?: () => string;
}

const MAX_TRIES = 5;

/**
 * Moves a payment to the state the provider reports, exactly once, and plans its next check. Safe
 * to call with the same report any number of times, in any order, from any process; no other code
 * changes a payment's status or a nomination's total.
 *
 * Locks the payment first, then its nominations' totals in the order of their ids, so that two
 * transitions can never deadlock.
 *
 * @throws AppError 404 when there is no such payment
 */
export async function applyProviderReport(
  db: Database,
  paymentId: string,
  report: ProviderReport,
  options: TransitionOptions,
): Promise<Transition> {
  for (let attempt = 1; ; attempt++) {
    try {
      const transition =
        (await completeUnlocked(db, report, options)) ??
        (await db.transaction((tx) => transit(tx, paymentId, report, options)));
      announce(db, transition);
      return transition;
    } catch (error) {
      // Another payment has the same code, or was counted by the same record at the same moment.
      const isCollision =
        isUniqueViolation(error, 'payments_receipt_code_key') ||
        isUniqueViolation(error, 'payments_counted_record_key');
      if (!isCollision || attempt === MAX_TRIES) throw error;
    }
  }
}

/**
 * Completes a mobile money payment without locking it first, if it has not changed since it was
 * leased: by far the most frequent transition.
 * @returns null when something else is to be written, or the payment has changed
 */
async function completeUnlocked(
  db: Database,
  report: ProviderReport,
  { leased, source, check, planNext, lastChargeAt = null, makeReceiptCode }: TransitionOptions,
): Promise<Transition | null> {
  const isCandidate =
    leased?.status === 'pending' && check && methodOf(leased.provider) === 'mobile-money';
  if (!isCandidate || report.outcome !== 'paid' || report.namesPayment) return null;
  // The statement finds out whether these are true.
  const found = { isFlagged: false, isRecordTaken: false, reference: report.providerRef };
  const decision = decide({ payment: leased, ...found }, report, { lastChargeAt, makeReceiptCode });
  const { change, flags, partlyReturned } = decision;
  if (change.change !== 'complete' || flags.length > 0 || partlyReturned !== null) return null;
  const now = check.askedAt;
  const planning = { source, check, planNext };
  const payment = await completeLeased(db, { leased, now }, decision, planning);
  return payment && { payment, hasChanged: true };
}

const notifyMoved = statement(
  'a payment moved',
  {},
  // Commits without waiting for the disk: if the server crashes, the notification is lost anyway.
  ({ id }: SqlParameters<{ id: string }>) => sql`
    select set_config('synchronous_commit', 'off', true), pg_notify(${PAYMENT_MOVED}, ${id}::text)`,
);

/**
 * Counts a state change for the metrics and notifies all processes, whose held polls may wait for
 * it. Call it after the transaction has ended: PostgreSQL serialises commits that send
 * notifications (docs/decisions/023). If the notification fails, a held poll is answered when its
 * time is over.
 */
export function announce(db: Database, { payment, hasChanged }: Transition): void {
  if (!hasChanged) return;
  countTransition(payment);
  void notifyMoved(db, { id: payment.id }).catch(() => undefined);
}

/**
 * Applies a report inside the caller's transaction: lock, decide, write, follow up. The caller
 * calls {@link announce} after commit.
 *
 * @throws AppError 404 when there is no such payment
 */
export async function transit(
  tx: DatabaseTransaction,
  paymentId: string,
  report: ProviderReport,
  { source, leased, check, planNext, lastChargeAt = null, makeReceiptCode }: TransitionOptions,
): Promise<Transition> {
  const locked = await lockForReport(tx, paymentId, report);
  // The payment has moved to another provider since: this one's report is not about it any more.
  if (leased && leased.provider !== locked.payment.provider) {
    return { payment: locked.payment, hasChanged: false };
  }
  const named = await withNamedReason(tx, locked.payment, report);
  const decision = decide(locked, named, { lastChargeAt, makeReceiptCode });
  const payment = await writeDecision(tx, locked, decision, { source, check, planNext });
  await followUp(tx, { before: locked.payment, after: payment }, decision, source);
  return { payment, hasChanged: payment.status !== locked.payment.status };
}

/**
 * Gives a failure that no rule knows the reason an administrator has given its text, and counts the
 * text. Only a pending payment fails, so a repeated report counts once.
 */
async function withNamedReason(
  tx: DatabaseTransaction,
  { status, provider }: Payment,
  report: ProviderReport,
): Promise<ProviderReport> {
  if (report.outcome !== 'failed' || !report.unknownWords || status !== 'pending') return report;
  const reason = await countUnknownWords(tx, provider, report.unknownWords);
  return reason === null ? report : { ...report, reason };
}

interface RecordNames {
  id: string;
  /** Reference of the provider's record. */
  providerRef: string | null;
  /** Id of our payment that the record names, when that is another one. */
  namesPayment: string | null;
}

/** Locks the payment's row. @throws AppError 404 when there is no such payment */
async function lockForReport(
  tx: DatabaseTransaction,
  id: string,
  report: ProviderReport,
): Promise<LockedPayment> {
  const reference = 'providerRef' in report ? report.providerRef : null;
  const namesPayment = (report.outcome === 'paid' && report.namesPayment) || null;
  const [locked] = await selectForTransition(tx, { id, providerRef: reference, namesPayment });
  if (!locked) throw notFound('payment');
  const { now, isFlagged, isRecordTaken, ...payment } = locked;
  return { payment, now, isFlagged, isRecordTaken, reference };
}

const selectForTransition = statement(
  'lock for a transition',
  { ...PAYMENT, now: payments.createdAt, isFlagged: Boolean, isRecordTaken: Boolean },
  ({ id, providerRef, namesPayment }: SqlParameters<RecordNames>) => sql`
    select ${allPaymentColumns}, now(), exists (
      select 1 from ${paymentFlags}
      where ${paymentFlags.paymentId} = ${payments.id} and ${paymentFlags.resolvedAt} is null
    ), exists (
      select 1 from ${payments} as other
      where other.provider = ${payments.provider} and other.provider_ref = ${providerRef}
        and other.completed_at is not null and other.id <> ${payments.id}
    ) or exists (
      select 1 from ${payments} as other
      where other.id = ${namesPayment}::uuid and other.id <> ${payments.id}
    )
    from ${payments} where ${payments.id} = ${id} for update of payments`,
);
