import { and, eq, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '#server/db/client';
import { type SqlParameters, statement } from '#server/db/statement';
import type { Evidence } from '#shared/contracts/payment-events';
import {
  AFTER_CLOSING,
  methodOf,
  type PaymentEventSource,
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
import type { Decision, LockedPayment } from './decide';
import { commentOf, point } from './points';
import { recordEvent } from './rows/events';
import { isReceiptOwed } from './rows/queue-receipt-email';
import { lapseRefund, openRefund, refundShowsAt, succeedRefund } from './rows/refund-state';
import type { LeasedPayment, Payment } from './rows/repository';

/** How the next check of the payment is planned. */
export interface CheckPlanning {
  /** The check that the report answers; without one, a planned check stays as it is. */
  check?: AnsweredCheck | undefined;
  /** Returns the time of the next check of the changed payment. */
  planNext?: ((payment: Payment) => Date | null) | undefined;
}

interface AnsweredCheck {
  /** When the check began. */
  askedAt: Date;
  /** True when the provider itself gave a usable answer. */
  isAnswered: boolean;
}

/**
 * Writes a decision: the refund, the next check, the payment and the totals of its nominations, in
 * the lock order of docs/payments.md. Nothing else changes a payment's status or a nomination's
 * total.
 *
 * @returns the payment after the change
 */
export async function writeDecision(
  tx: Transaction,
  { payment, now }: LockedPayment,
  decision: Decision,
  { source, ...planning }: CheckPlanning & { source: PaymentEventSource },
): Promise<Payment> {
  const { change, state, isMove, learned, evidence } = decision;
  // Before the next check is planned, which reads the open refund.
  if (decision.refund === 'open') await openRefund(tx, payment.id, 1);
  if (decision.refund === 'succeed') await recordLateRefund(tx, payment, evidence);
  const after = { ...payment, ...state, ...learned, ...(isMove ? { settledAt: now } : {}) };
  const plan = await planChecks(tx, after, planning);
  if (change.change === 'complete') {
    const counted = { ...after, completedAt: now };
    const about = { before: payment, after: counted, plan, now, source, evidence };
    const completed = await complete(tx, about, null);
    if (!completed) throw new Error('a locked payment changed its state'); // would be a broken lock
    return completed;
  }
  const updated = await update(tx, payment, {
    ...(isMove && { ...state, settledAt: sql`now()` }),
    ...learned,
    ...plan,
  });
  if (change.change === 'reverse') await takeBackVotes(tx, payment.id);
  if ('reason' in change && change.reason === 'refunded') await succeedRefund(tx, payment.id);
  return updated;
}

/** Records that the refund of a charge made after closing has succeeded. */
async function recordLateRefund(tx: Transaction, payment: Payment, evidence: Evidence) {
  const attempt = await succeedRefund(tx, payment.id);
  if (attempt === null) return;
  const detail = { refund: 'succeeded', attempt } as const;
  await recordEvent(tx, payment, { source: 'refund', detail, evidence });
}

/** @param payment as it will be after this transition */
async function planChecks(
  tx: Transaction,
  payment: Payment,
  planning: CheckPlanning,
): Promise<CheckPlan> {
  const plan = planOf(payment, planning);
  const { check } = planning;
  if (!check?.isAnswered || plan.nextCheckAt === undefined) return plan;
  const nextCheckAt = await awaitRefund(tx, payment, check.askedAt, plan.nextCheckAt);
  return { ...plan, nextCheckAt };
}

/** @param payment as it will be after this transition */
function planOf(payment: Payment, { check, planNext }: CheckPlanning): CheckPlan {
  if (!planNext) return {};
  if (!check) return { nextCheckAt: planNext(payment) };
  const { askedAt, isAnswered } = check;
  // A newer check is running and plans the next one.
  if (payment.lastCheckedAt !== null && payment.lastCheckedAt > askedAt) return {};
  const unansweredSince = isAnswered ? null : (payment.unansweredSince ?? askedAt);
  // A hint that arrived after the check began may be newer than the check's report.
  const clearsHint = isAnswered && payment.hintedAt !== null && payment.hintedAt < askedAt;
  const hint = clearsHint ? { hintedAt: null } : {};
  const nextCheckAt = planNext({ ...payment, ...hint, unansweredSince });
  return { ...hint, unansweredSince, nextCheckAt };
}

/** Reads an open refund once its result must show; a refund that does not show then has lapsed. */
async function awaitRefund(
  tx: Transaction,
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

/** Changes of the columns that schedule checks. */
type CheckPlan = Partial<Pick<Payment, 'hintedAt' | 'unansweredSince' | 'nextCheckAt'>>;

type PaymentChange = Parameters<ReturnType<typeof buildUpdate>['set']>[0];
const buildUpdate = (tx: Transaction) => tx.update(payments);

async function update(tx: Transaction, payment: Payment, change: PaymentChange): Promise<Payment> {
  if (Object.keys(change).length === 0) return payment;
  const [updated] = await buildUpdate(tx)
    .set(change)
    .where(and(eq(payments.id, payment.id), eq(payments.status, payment.status)))
    .returning();
  if (!updated) throw new Error('a locked payment changed its state'); // would be a broken lock
  return updated;
}

interface Completion {
  id: string;
  before: PaymentStatus;
  /** The version that was decided on; null when the payment is locked. */
  version: string | null;
  /** When the decision assumed that the votes are counted. */
  assumedNow: Date;
  receiptCode: string | null;
  providerRef: string | null;
  isPlanned: boolean;
  nextCheckAt: Date | null;
  setsUnanswered: boolean;
  unansweredSince: Date | null;
  clearsHint: boolean;
  isMailed: boolean;
  source: PaymentEventSource;
  evidence: string;
}

/**
 * All of a completion in one statement, so that other payments wait for a nominee's total no longer
 * than it takes to commit. The totals are locked after the payment, in the order of their
 * nominations' ids, as docs/payments.md requires.
 *
 * A payment that is not locked is completed only if it still is the version that was decided on, no
 * flag of it is open, and no other payment was counted by the same record.
 */
const completion = statement(
  commentOf('votes counted'),
  {
    segment: payments.segment,
    completedAt: payments.completedAt,
    settledAt: payments.settledAt,
    nextCheckAt: payments.nextCheckAt,
    updatedAt: payments.updatedAt,
  },
  (parameters: SqlParameters<Completion>) => sql`${point('votes counted')}
    with completed as (
      update ${payments} set
        status = 'completed', failure_reason = null, receipt_code = ${parameters.receiptCode},
        completed_at = now(), settled_at = now(), provider_ref = ${parameters.providerRef},
        next_check_at = case when ${parameters.isPlanned}
          then ${parameters.nextCheckAt}::timestamptz + (now() - ${parameters.assumedNow}::timestamptz)
          else next_check_at end,
        unanswered_since = case when ${parameters.setsUnanswered}
          then ${parameters.unansweredSince}::timestamptz else unanswered_since end,
        hinted_at = case when ${parameters.clearsHint} then null else hinted_at end,
        updated_at = now()
      where id = ${parameters.id} and status = ${parameters.before} and (
        ${parameters.version}::text is null or xmin = ${parameters.version}::text::xid and not exists (
          select from ${paymentFlags} where payment_id = ${parameters.id} and resolved_at is null
        ) and not exists (
          select from ${payments} as other
          where other.provider = ${payments.provider} and other.provider_ref = ${parameters.providerRef}
            and other.completed_at is not null and other.id <> ${parameters.id}
        )
      )
      returning id, segment, completed_at, settled_at, next_check_at, updated_at
    ), counted as (
      insert into ${nominationTotals} (nomination_id, votes)
      select nomination_id, vote_count
      from completed join ${paymentVotes} on payment_id = completed.id
      order by nomination_id
      on conflict (nomination_id) do update set votes = ${nominationTotals.votes} + excluded.votes
    ), mailed as (
      insert into ${receiptEmails} (payment_id)
      select id from completed where ${parameters.isMailed}
      on conflict do nothing
    ), event as (
      insert into ${paymentEvents} (payment_id, from_status, to_status, source, detail, at)
      select id, ${parameters.before}, 'completed', ${parameters.source}, ${parameters.evidence}::jsonb,
        clock_timestamp()
      from completed
    )
    select segment, completed_at, settled_at, next_check_at, updated_at from completed`,
);

interface CompletionOf {
  before: Payment;
  /** The payment after the change, except for its scheduled checks. */
  after: Payment;
  plan: CheckPlan;
  now: Date;
  source: PaymentEventSource;
  evidence: Evidence;
}

/** @returns null when the payment is not the version that was decided on */
async function complete(
  db: Queryable,
  { before: { id, status: before }, after, plan, now, source, evidence }: CompletionOf,
  version: string | null,
): Promise<Payment | null> {
  const planned = { ...after, ...plan };
  const [completed] = await completion(db, {
    id,
    before,
    version,
    assumedNow: now,
    receiptCode: after.receiptCode,
    providerRef: after.providerRef,
    isPlanned: 'nextCheckAt' in plan,
    nextCheckAt: planned.nextCheckAt,
    setsUnanswered: 'unansweredSince' in plan,
    unansweredSince: planned.unansweredSince,
    clearsHint: 'hintedAt' in plan,
    isMailed: isReceiptOwed(planned),
    source,
    evidence: JSON.stringify(evidence),
  });
  return completed ? { ...planned, ...completed } : null;
}

/**
 * Completes a payment that is not locked, in one statement that is a transaction of its own.
 * @param decision with nothing to write besides the completion
 * @returns null when the payment is not the leased version any more
 */
export async function completeLeased(
  db: Database,
  { leased: { version, ...before }, now }: { leased: LeasedPayment; now: Date },
  { state, learned, evidence }: Decision,
  { source, ...planning }: CheckPlanning & { source: PaymentEventSource },
): Promise<Payment | null> {
  const after = { ...before, ...state, ...learned, settledAt: now, completedAt: now };
  const plan = planOf(after, planning);
  return complete(db, { before, after, plan, now, source, evidence }, version);
}

async function takeBackVotes(tx: Transaction, paymentId: string): Promise<void> {
  // An update alone would lock its rows in no particular order.
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
