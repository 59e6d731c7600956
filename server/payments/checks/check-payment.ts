import { and, asc, desc, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { PaymentEventSource } from '#shared/domain/payment';
import { paymentEvents, payments } from '#shared/schema';
import { fromNow, isAmong } from '../../db/lease-rows';
import { type PaymentContext, providersOf } from '../context';
import { isReversed } from '../lifecycle/next-state';
import { lockPayment, type Payment, updatePayment, updatePayments } from '../lifecycle/repository';
import { applyProviderReport } from '../lifecycle/transition';
import type { PaymentProvider, ProviderReference, ProviderReport } from '../providers/provider';
import { lapseRefund, refundShowsFrom } from '../refunds/refund-state';
import { CHECK_LEASE_MS, GIVE_UP_AFTER_MS, nextCheckAfter } from './schedule';

/**
 * Queries the provider for one payment and applies the answer. Polls, webhooks, the reconciler and
 * administrators all come through here: across all processes a payment is checked at most once per
 * `checkIntervalMs`. A check that comes too early is left to the reconciler.
 *
 * @returns the answer, already applied; null when it was too early, or its provider is not set up
 */
export async function checkPayment(
  context: PaymentContext,
  paymentId: string,
  source: PaymentEventSource,
): Promise<ProviderReport | null> {
  const provider = await providerOf(context, paymentId);
  if (!provider) return null;
  const isThisOne = and(eq(payments.id, paymentId), isCheckable(provider));
  const [leased] = await updatePayments(context.db, lease, isThisOne);
  if (leased) return checkLeased(context, provider, leased, source);
  await bringForwardCheck(context, paymentId, provider.checkIntervalMs);
  return null;
}

/** Takes up to `limit` payments whose check is due; other processes skip those and take the next. */
export async function leaseDueChecks(
  { db }: PaymentContext,
  provider: PaymentProvider,
  limit: number,
): Promise<Payment[]> {
  const due = db
    .select({ id: payments.id })
    .from(payments)
    .where(and(lte(payments.nextCheckAt, sql`now()`), isCheckable(provider)))
    .orderBy(asc(payments.nextCheckAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  return updatePayments(db, lease, isAmong(payments.id, due));
}

/** Checks a payment that the caller has leased. */
export async function checkLeased(
  context: PaymentContext,
  provider: PaymentProvider,
  payment: Payment,
  source: PaymentEventSource,
): Promise<ProviderReport> {
  const report = await queryOrGiveUp(provider, payment, {
    paymentId: payment.id,
    providerRef: payment.providerRef ?? (await toldReference(context, payment.id)),
    createdAt: payment.createdAt,
  });
  if (report.outcome === 'unknown') {
    context.logger.info(
      { paymentId: payment.id, provider: provider.name, ...report.evidence },
      'the provider gave no usable answer',
    );
  }
  const { payment: settled, hasChanged } = await applyProviderReport(
    context.db,
    payment.id,
    report,
    { source },
  );
  if (hasChanged) {
    context.logger.info({ paymentId: settled.id, status: settled.status, source }, 'payment moved');
  }
  await scheduleNextCheck(context, provider, settled, report.outcome !== 'unknown');
  return report;
}

/** If this process dies, the check is due again when the lease ends. */
const lease = {
  lastCheckedAt: sql`now()`,
  nextCheckAt: fromNow(CHECK_LEASE_MS),
  checkCount: sql`${payments.checkCount} + 1`,
};

/** Of this provider, and past the per-payment limit on checks. */
const isCheckable = ({ name, checkIntervalMs }: PaymentProvider) =>
  and(
    eq(payments.provider, name),
    or(isNull(payments.lastCheckedAt), lte(payments.lastCheckedAt, fromNow(-checkIntervalMs))),
  );

async function providerOf(
  context: PaymentContext,
  paymentId: string,
): Promise<PaymentProvider | undefined> {
  const [payment] = await context.db
    .select({ provider: payments.provider })
    .from(payments)
    .where(eq(payments.id, paymentId));
  return providersOf(context).find(({ name }) => name === payment?.provider);
}

async function queryOrGiveUp(
  provider: PaymentProvider,
  payment: Payment,
  reference: ProviderReference,
): Promise<ProviderReport> {
  const isOld = Date.now() - payment.createdAt.getTime() >= GIVE_UP_AFTER_MS;
  const isOverdue = isOld && payment.status === 'pending';
  if (isOverdue && provider.abandon) return provider.abandon(reference);
  const report = await provider.queryPayment(reference);
  const isUnsettled = report.outcome === 'pending' || report.outcome === 'unknown';
  return isOverdue && isUnsettled
    ? {
        outcome: 'failed',
        reason: 'expired',
        providerRef: payment.providerRef,
        evidence: { givenUpAfterMs: GIVE_UP_AFTER_MS, lastAnswer: report.outcome },
      }
    : report;
}

/** A webhook that came after the check began may know more than its answer: check once more. */
const wasHintedSince = sql`exists (
  select 1 from ${paymentEvents}
  where ${paymentEvents.paymentId} = ${payments.id}
    and ${paymentEvents.detail}->>'claim' is not null
    and ${paymentEvents.at} > ${payments.lastCheckedAt}
)`;

/**
 * Locks the payment, so that a webhook that is being stored at this moment keeps the check it asked
 * for. After a reversal only a webhook asks for another.
 */
function scheduleNextCheck(
  { db }: PaymentContext,
  provider: PaymentProvider,
  payment: Payment,
  isAnswered: boolean,
): Promise<void> {
  const wait = nextCheckAfter(provider.checks, payment, new Date(), isAnswered);
  const never = sql`null::timestamptz`;
  const regular = wait === null ? never : fromNow(wait);
  const refundShows = isReversed(payment) ? never : refundShowsFrom;
  return db.transaction(async (tx) => {
    const { status } = await lockPayment(tx, payment.id);
    // Another check has settled it in the meantime and has scheduled the next one.
    if (status !== payment.status) return;
    const { nextCheckAt } = await updatePayment(tx, payment.id, {
      nextCheckAt: sql`case
        when ${wasHintedSince} then now()
        when ${refundShows} > ${payments.lastCheckedAt} then ${refundShows}
        else ${regular} end`,
    });
    if (nextCheckAt === null) await lapseRefund(tx, payment.id);
  });
}

/** Too soon after the last check: the worker makes the next one as soon as it may. */
async function bringForwardCheck(
  { db }: PaymentContext,
  paymentId: string,
  checkIntervalMs: number,
): Promise<void> {
  await updatePayment(db, paymentId, {
    nextCheckAt: sql`least(${payments.nextCheckAt}, ${fromNow(checkIntervalMs)})`,
  });
}

/** The provider's reference as a webhook told it, for a process that died before it could store it. */
async function toldReference({ db }: PaymentContext, paymentId: string): Promise<string | null> {
  const reference = sql<string>`${paymentEvents.detail}->>'claimedReference'`;
  const [latest] = await db
    .select({ reference })
    .from(paymentEvents)
    .where(
      and(
        eq(paymentEvents.paymentId, paymentId),
        eq(paymentEvents.source, 'webhook'),
        isNotNull(reference),
      ),
    )
    .orderBy(desc(paymentEvents.id))
    .limit(1);
  return latest?.reference ?? null;
}
