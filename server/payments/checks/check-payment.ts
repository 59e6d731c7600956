import { and, asc, desc, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { PaymentEventSource } from '#shared/domain/payment';
import { paymentEvents, payments } from '#shared/schema';
import { isAmong } from '../../db/lease-rows';
import { type PaymentContext, providersOf } from '../context';
import { isReversed } from '../lifecycle/next-state';
import { applyProviderReport, fromNow, lockPayment, type Payment } from '../lifecycle/transition';
import type { PaymentProvider, ProviderReference, ProviderReport } from '../providers/provider';
import {
  CHECK_LEASE_MS,
  GIVE_UP_AFTER_MS,
  nextCheckAfter,
  REFUND_SHOWS_AFTER_MS,
} from './schedule';

/**
 * Asks the provider about one payment and applies the answer. Polls, webhooks, the reconciler and
 * administrators all come through here: across all processes a payment is asked about at most once
 * per `askIntervalMs`. Whoever comes too early gets nothing and the reconciler asks for them.
 *
 * @returns the answer, already applied; null when it was too early, or there is nobody to ask
 */
export async function checkPayment(
  context: PaymentContext,
  paymentId: string,
  source: PaymentEventSource,
): Promise<ProviderReport | null> {
  const provider = await providerOf(context, paymentId);
  if (!provider) return null;
  const [claimed] = await context.db
    .update(payments)
    .set(claim)
    .where(and(eq(payments.id, paymentId), isAskable(provider)))
    .returning();
  if (claimed) return checkLeased(context, provider, claimed, source);
  await bringForwardCheck(context, paymentId, provider.askIntervalMs);
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
    .where(and(lte(payments.nextCheckAt, sql`now()`), isAskable(provider)))
    .orderBy(asc(payments.nextCheckAt))
    .limit(limit)
    .for('update', { skipLocked: true });
  return db.update(payments).set(claim).where(isAmong(payments.id, due)).returning();
}

/** Asks about a payment that the caller has claimed. */
export async function checkLeased(
  context: PaymentContext,
  provider: PaymentProvider,
  payment: Payment,
  source: PaymentEventSource,
): Promise<ProviderReport> {
  const report = await askOrGiveUp(provider, payment, {
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
    report,
    { source },
  );
  if (hasChanged) {
    context.logger.info({ paymentId: settled.id, status: settled.status, source }, 'payment moved');
  }
  await scheduleNextCheck(context, provider, settled, report.outcome !== 'unknown');
  return report;
}

/** The gate and, for a process that dies while asking, the way back into the queue. */
const claim = {
  lastCheckedAt: sql`now()`,
  nextCheckAt: fromNow(CHECK_LEASE_MS),
  checkCount: sql`${payments.checkCount} + 1`,
};

/** Ours to ask about, and not asked about a moment ago. */
const isAskable = ({ name, askIntervalMs }: PaymentProvider) =>
  and(
    eq(payments.provider, name),
    or(isNull(payments.lastCheckedAt), lte(payments.lastCheckedAt, fromNow(-askIntervalMs))),
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

async function askOrGiveUp(
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

/** A webhook that came after the question was asked may know more than the answer: ask once more. */
const wasHintedSince = sql`exists (
  select 1 from ${paymentEvents}
  where ${paymentEvents.paymentId} = ${payments.id}
    and ${paymentEvents.detail}->>'claim' is not null
    and ${paymentEvents.at} > ${payments.lastCheckedAt}
)`;

/**
 * From when on an answer tells what came of a refund; null when none waits to be told. One that was
 * answered for certain shows at once, any other may still be on its way.
 */
const refundShowsFrom = sql`(
  select case ${paymentEvents.detail}->>'refund'
    when 'accepted' then ${paymentEvents.at}
    when 'refused' then null
    else ${paymentEvents.at} + ${REFUND_SHOWS_AFTER_MS} * interval '1 millisecond' end
  from ${paymentEvents}
  where ${paymentEvents.paymentId} = ${payments.id}
    and ${paymentEvents.source} = 'refund'
    and ${paymentEvents.detail}->>'refund' is not null
  order by ${paymentEvents.id} desc
  limit 1
)`;

/**
 * Waits for a webhook that is being stored at this moment, so that its appointment is kept. Of a
 * payment that was taken back nothing more is to come but what a webhook tells.
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
    // Somebody has settled it in the meantime, and knows better when to ask.
    if (status !== payment.status) return;
    await tx
      .update(payments)
      .set({
        nextCheckAt: sql`case
          when ${wasHintedSince} then now()
          when ${refundShows} > ${payments.lastCheckedAt} then ${refundShows}
          else ${regular} end`,
      })
      .where(eq(payments.id, payment.id));
  });
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
    .where(eq(payments.id, paymentId));
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
