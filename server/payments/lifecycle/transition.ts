import { and, eq, sql } from 'drizzle-orm';
import type { Evidence } from '#shared/contracts/payment-events';
import {
  AFTER_CLOSING,
  methodOf,
  type PaymentEventSource,
  type PaymentFlag,
  type PaymentStatus,
} from '#shared/domain/payment';
import {
  nominationTotals,
  paymentEvents,
  paymentFlags,
  payments,
  paymentVotes,
  receiptEmails,
} from '#shared/schema';
import type { Database, Transaction as DatabaseTransaction } from '../../db/client';
import { isUniqueViolation } from '../../db/errors';
import { PAYMENT_MOVED } from '../../db/listen';
import { type Given, statement } from '../../db/statement';
import { notFound } from '../../errors';
import { countTransition } from '../../metrics';
import { isBeyondAsking, wasRefused } from '../checks/schedule';
import type { ProviderReport } from '../providers/provider';
import { recordPartialReturn } from '../refunds/partial-return';
import {
  failRefund,
  lapseRefund,
  openRefund,
  refundShowsAt,
  succeedRefund,
} from '../refunds/refund-state';
import { recordEvent } from './events';
import { raiseFlag, settleFlags } from './flags';
import { concernsAbout, type Decision, nextState } from './next-state';
import { commentOf, point } from './points';
import { isReceiptOwed, queueReceiptEmail, queueRefundEmail } from './queue-receipt-email';
import { newReceiptCode } from './receipt-code';
import { allOfPayment, PAYMENT, type Payment } from './repository';

export interface Transition {
  /** The payment after the call. */
  payment: Payment;
  /** True when this call changed the payment's state. */
  hasChanged: boolean;
}

export interface TransitionOptions {
  source: PaymentEventSource;
  /** The check that produced the report; without it, the plan stays unchanged. */
  check?: AnsweredCheck | undefined;
  /** Returns when the payment, as it is afterwards, is checked next. */
  planNext?: ((payment: Payment) => Date | null) | undefined;
  /** Last moment at which a charge counts; null or undefined when there is none. */
  lastChargeAt?: Date | null | undefined;
  /** Replaced by tests only, to make codes collide. */
  makeReceiptCode?: () => string;
}

interface AnsweredCheck {
  /** When the check began. */
  askedAt: Date;
  /** True when the provider itself gave a usable answer. */
  isAnswered: boolean;
}

const MOST_TRIES = 5;

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
      const transition = await db.transaction((tx) => transit(tx, paymentId, report, options));
      announce(db, transition);
      return transition;
    } catch (error) {
      // Another payment has the same code, or was counted by the same record at the same moment.
      const isCollision =
        isUniqueViolation(error, 'payments_receipt_code_key') ||
        isUniqueViolation(error, 'payments_counted_record_key');
      if (!isCollision || attempt === MOST_TRIES) throw error;
    }
  }
}

const tellMoved = statement(
  'a payment moved',
  {},
  // Commits without waiting for the disk: if the server crashes, the notification is lost anyway.
  ({ id }: Given<{ id: string }>) => sql`
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
  void tellMoved(db, { id: payment.id }).catch(() => undefined);
}

/**
 * Same as `applyProviderReport`, inside the caller's transaction. The caller announces the change
 * after commit.
 */
export async function transit(
  tx: DatabaseTransaction,
  paymentId: string,
  report: ProviderReport,
  { source, check, planNext, lastChargeAt = null, makeReceiptCode }: TransitionOptions,
): Promise<Transition> {
  const { now, isFlagged, isRecordTaken, ...payment } = await lockForTransition(tx, {
    id: paymentId,
    providerRef: referenceOf(report),
    namesPayment: (report.outcome === 'paid' && report.namesPayment) || null,
  });
  const decision = nextState(payment, report, { lastChargeAt, isRecordTaken });
  const state = stateAfter(payment, decision, makeReceiptCode);
  const isMove = state.status !== payment.status || state.failureReason !== payment.failureReason;
  const isGivenBack = report.outcome === 'reversed' && payment.failureReason === AFTER_CLOSING;
  // Done before the next check is planned, because that check finds the outcome of an open refund.
  if (isMove && decision.change === 'give-back') await openRefund(tx, payment.id, 1);
  const evidence = evidenceOf(report, isRecordTaken);
  if (isGivenBack) await noteReturn(tx, payment, evidence);
  const reference = referenceOf(report);
  const learned =
    reference !== null && !isRecordTaken && (isMove || payment.providerRef === null)
      ? { providerRef: reference }
      : {};
  const after = { ...payment, ...state, ...learned, ...(isMove ? { settledAt: now } : {}) };
  const plan = await planChecks(tx, after, { check, planNext });
  const updated =
    decision.change === 'complete'
      ? await complete(tx, payment, { ...after, completedAt: now }, plan, { source, evidence })
      : await update(tx, payment, {
          ...(isMove && { ...state, settledAt: sql`now()` }),
          ...learned,
          ...plan,
        });

  switch (decision.change) {
    case 'fail':
    case 'reverse': {
      if (decision.change === 'reverse') await takeBackVotes(tx, payment.id);
      if (decision.reason === 'refunded') await succeedRefund(tx, payment.id);
      if (report.outcome === 'reversed') await queueRefundEmail(tx, updated);
      const detail = { reason: decision.reason };
      await recordEvent(tx, payment, { to: 'failed', source, detail, evidence });
      break;
    }
    case 'give-back': {
      if (!isMove) break;
      await queueReceiptEmail(tx, updated);
      const detail = { reason: AFTER_CLOSING } as const;
      await recordEvent(tx, payment, { to: 'failed', source, detail, evidence });
      const requested = { refund: 'requested', attempt: 1 } as const;
      await recordEvent(tx, updated, { source: 'refund', detail: requested });
    }
  }

  if (updated.status === 'completed' && 'partlyReturned' in report) {
    await recordPartialReturn(tx, payment.id, report.partlyReturned ?? 0);
  }
  const flags = flagsAfter(payment, updated, decision, report);
  for (const flag of flags) {
    const isNew = await raiseFlag(tx, updated, flag, source, evidence);
    if (isNew && flag === 'refund-failed') await failRefund(tx, payment.id);
  }
  if (isFlagged && isTelling(report)) await settleFlags(tx, payment.id, flags);
  return { payment: updated, hasChanged: updated.status !== payment.status };
}

interface Wanted {
  id: string;
  /** Reference of the provider's record. */
  providerRef: string | null;
  /** The payment named by the record, if it is another one. */
  namesPayment: string | null;
}

/**
 * Locks the payment and returns it with the time of this transaction, whether it has an open flag,
 * and whether the provider's record belongs to another payment.
 */
async function lockForTransition(tx: DatabaseTransaction, wanted: Wanted) {
  const [locked] = await selectForTransition(tx, wanted);
  if (!locked) throw notFound('payment');
  return locked;
}

const selectForTransition = statement(
  'lock for a transition',
  { ...PAYMENT, now: payments.createdAt, isFlagged: Boolean, isRecordTaken: Boolean },
  ({ id, providerRef, namesPayment }: Given<Wanted>) => sql`
    select ${allOfPayment}, now(), exists (
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

/** Records that a charge made after voting closed was returned to the payer. */
async function noteReturn(tx: DatabaseTransaction, payment: Payment, evidence: Evidence) {
  const attempt = await succeedRefund(tx, payment.id);
  if (attempt === null) return;
  const detail = { refund: 'succeeded', attempt } as const;
  await recordEvent(tx, payment, { source: 'refund', detail, evidence });
}

function stateAfter(
  { status, failureReason, receiptCode }: Payment,
  decision: Decision,
  makeReceiptCode = newReceiptCode,
): Pick<Payment, 'status' | 'failureReason' | 'receiptCode'> {
  switch (decision.change) {
    case 'complete':
      return { status: 'completed', failureReason: null, receiptCode: makeReceiptCode() };
    case 'fail':
    case 'reverse':
      return { status: 'failed', failureReason: decision.reason, receiptCode };
    case 'give-back':
      return { status: 'failed', failureReason: AFTER_CLOSING, receiptCode };
    default:
      return { status, failureReason, receiptCode };
  }
}

/** @param payment as it will be after the transition */
async function planChecks(
  tx: DatabaseTransaction,
  payment: Payment,
  { check, planNext }: Pick<TransitionOptions, 'check' | 'planNext'>,
): Promise<CheckPlan> {
  if (!planNext) return {};
  if (!check) return { nextCheckAt: planNext(payment) };
  const { askedAt, isAnswered } = check;
  // A newer check is in flight and makes the plan.
  if (payment.lastCheckedAt !== null && payment.lastCheckedAt > askedAt) return {};
  const unansweredSince = isAnswered ? null : (payment.unansweredSince ?? askedAt);
  // A hint that arrived after the check began may be newer than its answer.
  const isHeard = isAnswered && payment.hintedAt !== null && payment.hintedAt < askedAt;
  const hint = isHeard ? { hintedAt: null } : {};
  const next = planNext({ ...payment, ...hint, unansweredSince });
  const nextCheckAt = isAnswered ? await awaitRefund(tx, payment, askedAt, next) : next;
  return { ...hint, unansweredSince, nextCheckAt };
}

/**
 * Schedules a check for the time by which an open refund must be visible; if it is not, it has
 * lapsed.
 */
async function awaitRefund(
  tx: DatabaseTransaction,
  { id, status, provider, failureReason }: Payment,
  askedAt: Date,
  next: Date | null,
): Promise<Date | null> {
  const isHeld = status === 'completed' || failureReason === AFTER_CLOSING;
  if (!isHeld || methodOf(provider) !== 'card') return next;
  const showsAt = await refundShowsAt(tx, id);
  if (showsAt === null) return next;
  if (showsAt >= askedAt) return next && next < showsAt ? next : showsAt;
  await lapseRefund(tx, id);
  return next;
}

/** Returns the flags that an administrator should see now. */
function flagsAfter(
  before: Payment,
  after: Payment,
  decision: Decision,
  report: ProviderReport,
): PaymentFlag[] {
  return [
    ...(decision.change === 'flag' ? [decision.flag] : []),
    ...(decision.change === 'give-back' ? ['paid-after-closing' as const] : []),
    ...(decision.change === 'complete' && wasRefused(before)
      ? ['paid-after-refusal' as const]
      : []),
    ...concernsAbout(before, report),
    ...(after.nextCheckAt === null && isBeyondAsking(after) ? ['no-answer' as const] : []),
  ];
}

/** True when the report contains the payment's state at the provider. */
const isTelling = (report: ProviderReport) =>
  report.outcome !== 'unknown' &&
  report.outcome !== 'missing' &&
  !(report.outcome === 'failed' && report.isGivenUp);

function evidenceOf(report: ProviderReport, isRecordTaken: boolean): Evidence {
  const evidence = 'evidence' in report ? report.evidence : {};
  if (report.outcome !== 'paid' || !isRecordTaken) return evidence;
  const { providerRef, namesPayment = null } = report;
  return { ...evidence, providerReference: providerRef, namesPayment };
}

const referenceOf = (report: ProviderReport): string | null =>
  'providerRef' in report ? report.providerRef : null;

/** Changes to a payment's checks. */
type CheckPlan = Partial<Pick<Payment, 'hintedAt' | 'unansweredSince' | 'nextCheckAt'>>;

type PaymentChange = Parameters<ReturnType<typeof buildUpdate>['set']>[0];
const buildUpdate = (tx: DatabaseTransaction) => tx.update(payments);

async function update(
  tx: DatabaseTransaction,
  payment: Payment,
  change: PaymentChange,
): Promise<Payment> {
  if (Object.keys(change).length === 0) return payment;
  const [updated] = await buildUpdate(tx)
    .set(change)
    .where(and(eq(payments.id, payment.id), eq(payments.status, payment.status)))
    .returning();
  if (!updated) throw new Error('a locked payment changed its state'); // Only possible if the lock failed.
  return updated;
}

interface Completion {
  id: string;
  before: PaymentStatus;
  receiptCode: string | null;
  providerRef: string | null;
  isPlanned: boolean;
  nextCheckAt: Date | null;
  isAsked: boolean;
  unansweredSince: Date | null;
  isHeard: boolean;
  isMailed: boolean;
  source: PaymentEventSource;
  evidence: string;
}

/**
 * Does a whole completion in one statement, so that other payments wait for a nominee's total no
 * longer than a commit takes. Locks the totals in the order of their nominations' ids: see the lock
 * order above.
 */
const completion = statement(
  commentOf('votes counted'),
  { segment: payments.segment, updatedAt: payments.updatedAt },
  (given: Given<Completion>) => sql`${point('votes counted')}
    with completed as (
      update ${payments} set
        status = 'completed', failure_reason = null, receipt_code = ${given.receiptCode},
        completed_at = now(), settled_at = now(), provider_ref = ${given.providerRef},
        next_check_at = case when ${given.isPlanned}
          then ${given.nextCheckAt}::timestamptz else next_check_at end,
        unanswered_since = case when ${given.isAsked}
          then ${given.unansweredSince}::timestamptz else unanswered_since end,
        hinted_at = case when ${given.isHeard} then null else hinted_at end,
        updated_at = now()
      where id = ${given.id} and status = ${given.before}
      returning id, segment, updated_at
    ), counted as (
      insert into ${nominationTotals} (nomination_id, votes)
      select nomination_id, vote_count from ${paymentVotes}
      where payment_id = ${given.id}
      order by nomination_id
      on conflict (nomination_id) do update set votes = ${nominationTotals.votes} + excluded.votes
    ), mailed as (
      insert into ${receiptEmails} (payment_id)
      select id from completed where ${given.isMailed}
      on conflict do nothing
    ), event as (
      insert into ${paymentEvents} (payment_id, from_status, to_status, source, detail, at)
      select id, ${given.before}, 'completed', ${given.source}, ${given.evidence}::jsonb,
        clock_timestamp()
      from completed
    )
    select segment, updated_at from completed`,
);

/** @param after the payment as it will be, except for its planned check */
async function complete(
  tx: DatabaseTransaction,
  { id, status: before }: Payment,
  after: Payment,
  plan: CheckPlan,
  { source, evidence }: { source: PaymentEventSource; evidence: Evidence },
): Promise<Payment> {
  const planned = { ...after, ...plan };
  const [completed] = await completion(tx, {
    id,
    before,
    receiptCode: after.receiptCode,
    providerRef: after.providerRef,
    isPlanned: 'nextCheckAt' in plan,
    nextCheckAt: planned.nextCheckAt,
    isAsked: 'unansweredSince' in plan,
    unansweredSince: planned.unansweredSince,
    isHeard: 'hintedAt' in plan,
    isMailed: isReceiptOwed(planned),
    source,
    evidence: JSON.stringify(evidence),
  });
  if (!completed) throw new Error('a locked payment changed its state'); // Only possible if the lock failed.
  return { ...planned, ...completed };
}

async function takeBackVotes(tx: DatabaseTransaction, paymentId: string): Promise<void> {
  // An update alone would lock its rows in arbitrary order.
  await tx.execute(sql`
    select 1 from ${nominationTotals}
    where ${nominationTotals.nominationId} in (
      select ${paymentVotes.nominationId} from ${paymentVotes}
      where ${paymentVotes.paymentId} = ${paymentId}
    )
    order by ${nominationTotals.nominationId} for update`);
  await tx.execute(sql`
    update ${nominationTotals} set votes = ${nominationTotals.votes} - ${paymentVotes.voteCount}
    from ${paymentVotes}
    where ${paymentVotes.paymentId} = ${paymentId}
      and ${paymentVotes.nominationId} = ${nominationTotals.nominationId}`);
}
