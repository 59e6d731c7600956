import { and, asc, lte, type SQL, sql } from 'drizzle-orm';
import { fromNow, isOneOf } from '#server/db/lease-rows';
import { methodOf, type PaymentEventSource } from '#shared/domain/payment';
import { payments } from '#shared/schema';
import { type PaymentContext, providersOf } from '../context';
import { claimedReference } from '../lifecycle/rows/events';
import {
  type LeasedPayment,
  leaseCheck,
  leaseChecks,
  type Payment,
} from '../lifecycle/rows/repository';
import { CHECK_LEASE_MS, givenUpAt, lastChargeAt, nextCheckOf } from '../lifecycle/schedule';
import { applyProviderReport } from '../lifecycle/transition';
import { GIVE_UP_AFTER_MS } from '../providers/check-times';
import type { PaymentProvider, ProviderReport } from '../providers/provider';

/**
 * Queries the provider for one payment and applies the report. Polls, webhooks, the reconciler and
 * administrators all use this function: across all processes, a payment is checked at most once per
 * `checkIntervalMs`.
 *
 * @returns the report, already applied; null when it was too early, when a check is running in
 *   this process, or when the provider is not set up
 */
export async function checkPayment(
  context: PaymentContext,
  paymentId: string,
  source: PaymentEventSource,
): Promise<ProviderReport | null> {
  if (context.checking.has(paymentId)) return null;
  const leased = await leaseCheck(context.db, paymentId, providersOf(context), CHECK_LEASE_MS);
  return leased ? checkLeased(context, leased, source) : null;
}

/**
 * Leases up to `limit` payments whose check is due; other processes skip these and lease the next
 * ones.
 */
export async function leaseDueChecks(
  { db }: PaymentContext,
  provider: PaymentProvider,
  limit: number,
): Promise<LeasedPayment[]> {
  const due = db
    .select({ id: payments.id })
    .from(payments)
    .where(and(lte(payments.nextCheckAt, sql`now()`), isCheckable(provider)))
    .orderBy(asc(payments.nextCheckAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  return leaseChecks(db, LEASE, isOneOf(payments.id, due));
}

/** Checks a payment that the caller has leased. */
export async function checkLeased(
  context: PaymentContext,
  payment: LeasedPayment,
  source: PaymentEventSource,
): Promise<ProviderReport> {
  context.checking.add(payment.id);
  try {
    return await queryAndApply(context, payment, source);
  } finally {
    context.checking.delete(payment.id);
  }
}

async function queryAndApply(
  context: PaymentContext,
  payment: LeasedPayment,
  source: PaymentEventSource,
): Promise<ProviderReport> {
  const provider = providersOf(context).find(({ name }) => name === payment.provider);
  if (!provider) throw new Error(`a payment of ${payment.provider} was leased`);
  // The check starts with its lease, by the database's clock.
  const askedAt = payment.lastCheckedAt ?? payment.createdAt;
  const isClaimed = payment.providerRef === null;
  const reference = {
    paymentId: payment.id,
    providerRef: isClaimed ? await claimedReference(context.db, payment.id) : payment.providerRef,
    isAttached: payment.isAttached,
    createdAt: payment.createdAt,
    askedAt,
  };
  const { closesAt } = (await context.event.certainlyAt(payment.createdAt)).voting;
  const isOverdue =
    payment.status === 'pending' &&
    askedAt >= givenUpAt(provider.checks, payment.createdAt, closesAt);
  const extension = context.checkExtensions[methodOf(provider.name)];
  const mustEnd =
    isOverdue || (payment.status === 'pending' && (await extension.mustEnd?.(context, payment)));
  const reported =
    mustEnd && provider.abandon
      ? await provider.abandon(reference)
      : withoutUnprovenClaim(await provider.queryPayment(reference), isClaimed);
  const answer = (await extension.enrich?.(context, payment, reported)) ?? reported;
  const report = isOverdue && !provider.abandon ? givenUp(payment, answer) : answer;
  if (report.outcome === 'unknown' || report.outcome === 'missing') {
    const { outcome, evidence } = report;
    context.logger.info(
      { paymentId: payment.id, provider: provider.name, outcome, ...evidence },
      'the provider gives no state for a payment',
    );
  }
  const { payment: settled, hasChanged } = await applyProviderReport(
    context.db,
    payment.id,
    report,
    {
      source,
      leased: payment,
      check: { askedAt, isAnswered: answer.outcome !== 'unknown' },
      lastChargeAt: closesAt && lastChargeAt(closesAt),
      planNext: planFor(context, provider),
    },
  );
  if (hasChanged) {
    context.logger.info({ paymentId: settled.id, status: settled.status, source }, 'payment moved');
  }
  await extension.afterCheck?.(context, { payment: settled, report, hasChanged });
  return report;
}

/** Returns the function that schedules the next check of this provider's payments. */
export const planFor =
  ({ event }: Pick<PaymentContext, 'event'>, { checks }: PaymentProvider) =>
  (payment: Payment): Date | null =>
    nextCheckOf(checks, payment, event.at(payment.createdAt).voting.closesAt);

/** If this process dies, the check is due again when the lease ends. */
const LEASE = {
  lastCheckedAt: sql`now()`,
  nextCheckAt: fromNow(CHECK_LEASE_MS),
  checkCount: sql`${payments.checkCount} + 1`,
};

/** True for payments of this provider that are past the per-payment rate limit. */
const isCheckable = ({ name, checkIntervalMs }: PaymentProvider): SQL<boolean> =>
  sql`(${payments.provider} = ${name} and coalesce(${payments.lastCheckedAt} <= ${fromNow(-checkIntervalMs)}, true))`;

/**
 * Anyone may claim a reference in a webhook. If its record names another payment, that proves
 * nothing about ours, unless the record was found by our own id.
 */
const withoutUnprovenClaim = (report: ProviderReport, isClaimed: boolean): ProviderReport =>
  isClaimed && report.outcome === 'misplaced' && report.foundBy === 'reference'
    ? { outcome: 'missing', evidence: report.evidence }
    : report;

/** A prompt expires after a day, whatever the provider reports or fails to report. */
const givenUp = ({ providerRef }: Payment, answer: ProviderReport): ProviderReport =>
  isSettling(answer)
    ? answer
    : {
        outcome: 'failed',
        reason: 'expired',
        isGivenUp: true,
        providerRef,
        evidence: { givenUpAfterMs: GIVE_UP_AFTER_MS, lastAnswer: answer.outcome },
      };

const isSettling = ({ outcome }: ProviderReport) =>
  outcome === 'paid' || outcome === 'failed' || outcome === 'reversed';
