import { and, eq, sql } from 'drizzle-orm';
import type { PaymentEventSource } from '#shared/domain/payment';
import { nominationTotals, payments, paymentVotes } from '#shared/schema';
import type { Database, Transaction as DatabaseTransaction } from '../../db/client';
import { isUniqueViolation } from '../../db/errors';
import type { ProviderReport } from '../providers/provider';
import { failRefund, succeedRefund } from '../refunds/refund-state';
import { flagOnce, recordEvent } from './events';
import { concernsAbout, type Decision, nextState } from './next-state';
import { point } from './points';
import { queueReceiptEmail } from './queue-receipt-email';
import { newReceiptCode } from './receipt-code';
import { lockPayment, type Payment } from './repository';

export interface Transition {
  /** The payment as it is afterwards. */
  payment: Payment;
  /** Whether this very call moved it to another state. */
  hasChanged: boolean;
}

export interface TransitionOptions {
  source: PaymentEventSource;
  /** Only a test replaces it, to make codes collide. */
  makeReceiptCode?: () => string;
}

const RECEIPT_CODE_TRIES = 5;

/**
 * Moves a payment to the state the provider reports, exactly once. Safe to call with the same
 * report any number of times, in any order, from any process; nothing else changes a payment's
 * status or a nomination's total.
 *
 * Locks: first the payment, then its nominations' totals in the order of their ids, so that two
 * transitions can never wait for each other. The caller schedules the next check.
 *
 * @throws AppError 404 when there is no such payment
 */
export async function applyProviderReport(
  db: Database,
  paymentId: string,
  report: ProviderReport,
  { source, makeReceiptCode = newReceiptCode }: TransitionOptions,
): Promise<Transition> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(async (tx) => {
        const payment = await lockPayment(tx, paymentId);
        const decision = nextState(payment, report);
        const step = { payment, decision, report, source, makeReceiptCode };
        const transition = await carryOut(tx, step);
        for (const concern of concernsAbout(payment, report)) {
          const evidence = evidenceOf(report);
          const isNew = await flagOnce(tx, transition.payment, concern, source, evidence);
          if (isNew && concern === 'refund-failed') await failRefund(tx, payment.id);
        }
        return transition;
      });
    } catch (error) {
      const isCollision = isUniqueViolation(error, 'payments_receipt_code_key');
      if (!isCollision || attempt === RECEIPT_CODE_TRIES) throw error;
    }
  }
}

interface Step {
  payment: Payment;
  decision: Decision;
  report: ProviderReport;
  source: PaymentEventSource;
  makeReceiptCode: () => string;
}

async function carryOut(tx: DatabaseTransaction, step: Step): Promise<Transition> {
  const { payment, decision, report, source } = step;
  const evidence = evidenceOf(report);
  switch (decision.change) {
    case 'none':
      return { payment: await learnReference(tx, payment, report), hasChanged: false };
    case 'flag':
      await flagOnce(tx, payment, decision.flag, source, evidence);
      return { payment: await learnReference(tx, payment, report), hasChanged: false };
    case 'complete': {
      const completed = await update(tx, payment, {
        status: 'completed',
        completedAt: sql`now()`,
        failureReason: null,
        receiptCode: step.makeReceiptCode(),
        providerRef: referenceOf(report) ?? payment.providerRef,
      });
      await countVotes(tx, payment.id);
      await queueReceiptEmail(tx, completed);
      await recordEvent(tx, payment, { to: 'completed', source, detail: {}, evidence });
      return { payment: completed, hasChanged: true };
    }
    case 'fail': {
      // A refusal created nothing at the provider, so there is nothing to check later.
      const wasRefused = source === 'attempt' || source === 'create';
      const failed = await update(tx, payment, {
        status: 'failed',
        failureReason: decision.reason,
        providerRef: referenceOf(report) ?? payment.providerRef,
        checkCount: 0,
        ...(wasRefused ? { nextCheckAt: null } : {}),
      });
      const detail = { reason: decision.reason };
      await recordEvent(tx, payment, { to: 'failed', source, detail, evidence });
      return { payment: failed, hasChanged: true };
    }
    case 'reverse': {
      const reversed = await update(tx, payment, {
        status: 'failed',
        failureReason: decision.reason,
      });
      await takeBackVotes(tx, payment.id);
      if (decision.reason === 'refunded') await succeedRefund(tx, payment.id);
      const detail = { reason: decision.reason };
      await recordEvent(tx, payment, { to: 'failed', source, detail, evidence });
      return { payment: reversed, hasChanged: true };
    }
  }
}

const evidenceOf = (report: ProviderReport) => ('evidence' in report ? report.evidence : {});

const referenceOf = (report: ProviderReport): string | null =>
  'providerRef' in report ? report.providerRef : null;

type PaymentChange = Parameters<ReturnType<typeof buildUpdate>['set']>[0];
const buildUpdate = (tx: DatabaseTransaction) => tx.update(payments);

async function update(
  tx: DatabaseTransaction,
  payment: Payment,
  change: PaymentChange,
): Promise<Payment> {
  const [updated] = await buildUpdate(tx)
    .set(change)
    .where(and(eq(payments.id, payment.id), eq(payments.status, payment.status)))
    .returning();
  if (!updated) throw new Error('a locked payment changed its state'); // would be a broken lock
  return updated;
}

/** A report that settles nothing may still tell the provider's reference for the next check. */
async function learnReference(
  tx: DatabaseTransaction,
  payment: Payment,
  report: ProviderReport,
): Promise<Payment> {
  const providerRef = referenceOf(report);
  if (providerRef === null || payment.providerRef !== null) return payment;
  return update(tx, payment, { providerRef });
}

/** One statement whose rows come in the order of their ids: see the lock order above. */
async function countVotes(tx: DatabaseTransaction, paymentId: string): Promise<void> {
  await tx.execute(sql`${point('votes counted')}
    insert into ${nominationTotals} (nomination_id, votes)
    select ${paymentVotes.nominationId}, ${paymentVotes.voteCount} from ${paymentVotes}
    where ${paymentVotes.paymentId} = ${paymentId}
    order by ${paymentVotes.nominationId}
    on conflict (nomination_id) do update set votes = ${nominationTotals.votes} + excluded.votes`);
}

async function takeBackVotes(tx: DatabaseTransaction, paymentId: string): Promise<void> {
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
