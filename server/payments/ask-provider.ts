import { and, asc, desc, eq, inArray, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { PaymentEventSource } from '../../shared/domain/payment';
import { paymentEvents, payments } from '../../shared/schema';
import { CHECK_LEASE_MS, GIVE_UP_AFTER_MS, nextCheckAfter } from './check-schedule';
import type { PaymentContext } from './context';
import type { MobileMoneyProvider, ProviderReport } from './providers/provider';
import { applyProviderReport, fromNow, type Payment } from './transition';

/**
 * Asks the provider about one payment and applies the answer. Polls, webhooks, the reconciler and
 * administrators all come through here: across all processes a payment is asked about at most once
 * per `askIntervalMs`. Whoever comes too early gets nothing and the reconciler asks for them.
 */
export async function askProvider(
  context: PaymentContext,
  paymentId: string,
  source: PaymentEventSource,
): Promise<void> {
  const provider = context.mobileMoney;
  if (!provider) return;
  const [claimed] = await context.db
    .update(payments)
    .set(claim)
    .where(and(eq(payments.id, paymentId), isAskable(provider)))
    .returning();
  if (claimed) await askAbout(context, provider, claimed, source);
  else await bringForwardCheck(context, paymentId, provider.askIntervalMs);
}

/** Takes up to `limit` payments whose check is due; other processes skip those and take the next. */
export async function claimDueChecks(context: PaymentContext, limit: number): Promise<Payment[]> {
  const provider = context.mobileMoney;
  if (!provider) return [];
  const due = context.db
    .select({ id: payments.id })
    .from(payments)
    .where(and(lte(payments.nextCheckAt, sql`now()`), isAskable(provider)))
    .orderBy(asc(payments.nextCheckAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  return context.db.update(payments).set(claim).where(inArray(payments.id, due)).returning();
}

/** Asks about a payment that the caller has claimed. */
export async function askAbout(
  context: PaymentContext,
  provider: MobileMoneyProvider,
  payment: Payment,
  source: PaymentEventSource,
): Promise<void> {
  const report = await provider.queryPayment({
    paymentId: payment.id,
    providerRef: payment.providerRef ?? (await claimedReference(context, payment.id)),
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
    giveUpIfOld(payment, report),
    { source },
  );
  if (hasChanged) {
    context.logger.info({ paymentId: settled.id, status: settled.status, source }, 'payment moved');
  } else {
    await scheduleNextCheck(context, settled);
  }
}

/** The gate and, for a process that dies while asking, the way back into the queue. */
const claim = {
  lastCheckedAt: sql`now()`,
  nextCheckAt: fromNow(CHECK_LEASE_MS),
  checkCount: sql`${payments.checkCount} + 1`,
};

/** Not settled for good, ours to ask about, and not asked about a moment ago. */
const isAskable = ({ name, askIntervalMs }: MobileMoneyProvider) =>
  and(
    eq(payments.provider, name),
    isNull(payments.completedAt),
    or(isNull(payments.lastCheckedAt), lte(payments.lastCheckedAt, fromNow(-askIntervalMs))),
  );

const ageOf = (payment: Payment) => Date.now() - payment.createdAt.getTime();

function giveUpIfOld(payment: Payment, report: ProviderReport): ProviderReport {
  const isSettled = report.outcome !== 'pending' && report.outcome !== 'unknown';
  if (isSettled || payment.status !== 'pending' || ageOf(payment) < GIVE_UP_AFTER_MS) return report;
  return {
    outcome: 'failed',
    reason: 'expired',
    providerRef: payment.providerRef,
    evidence: { givenUpAfterMs: GIVE_UP_AFTER_MS, lastAnswer: report.outcome },
  };
}

async function scheduleNextCheck({ db }: PaymentContext, payment: Payment): Promise<void> {
  const wait = nextCheckAfter(payment.status, ageOf(payment), payment.checkCount);
  await db
    .update(payments)
    .set({ nextCheckAt: wait === null ? null : fromNow(wait) })
    // Only if nobody settled it in the meantime.
    .where(and(eq(payments.id, payment.id), eq(payments.status, payment.status)));
}

/** The gate was closed: have the reconciler ask as soon as it opens. */
async function bringForwardCheck(
  { db }: PaymentContext,
  paymentId: string,
  askIntervalMs: number,
): Promise<void> {
  await db
    .update(payments)
    .set({ nextCheckAt: sql`least(${payments.nextCheckAt}, ${fromNow(askIntervalMs)})` })
    .where(and(eq(payments.id, paymentId), isNull(payments.completedAt)));
}

/** When our process died before it could store the provider's reference, a webhook may have told it. */
async function claimedReference({ db }: PaymentContext, paymentId: string): Promise<string | null> {
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
