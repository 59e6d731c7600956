import { and, eq, gt, inArray, lte, min, or, sql } from 'drizzle-orm';
import { fromNow } from '#server/db/lease-rows';
import { isReversed } from '#shared/domain/payment';
import { payments, providerSweeps } from '#shared/schema';
import { type PaymentContext, providersOf } from '../context';
import { type Payment, updatePayments } from '../lifecycle/rows/repository';
import type { Listed, PaymentProvider, ProviderLists } from '../providers/provider';
import { planFor } from './check-payment';
import { recordHint } from './record-hint';

/** Longer than reading any list takes, in ms. An interrupted sweep starts again after this time. */
const SWEEP_LEASE_MS = 10 * 60_000;

/**
 * Reads the lists of all providers whose sweep is due, because webhooks get lost and records change
 * after a payment is settled. Each entry that contradicts our data schedules a check of its
 * payment.
 *
 * @returns the number of checks scheduled
 */
export async function sweepDue(context: PaymentContext): Promise<number> {
  const found = await Promise.all(
    providersOf(context).map((provider) => sweepWith(context, provider)),
  );
  return found.reduce((sum, count) => sum + count, 0);
}

/** Returns the providers whose lists are due to be read, or were never read. */
export async function providersToSweep(context: PaymentContext): Promise<PaymentProvider[]> {
  const notDue = await context.db
    .select({ provider: providerSweeps.provider })
    .from(providerSweeps)
    .where(gt(providerSweeps.nextSweepAt, sql`now()`));
  return providersOf(context).filter(
    ({ name, lists }) => lists && !notDue.some(({ provider }) => provider === name),
  );
}

/** Runs in one process at a time; if it dies, another process starts again. */
export async function sweepWith(
  context: PaymentContext,
  provider: PaymentProvider,
): Promise<number> {
  const { lists } = provider;
  const sweep = lists && (await leaseSweep(context, provider, lists));
  if (!sweep) return 0;
  const { from, until } = sweep;
  let found = 0;
  const isRead = await lists.read(from, until, async (listed) => {
    found += await compare(context, provider, listed, until);
  });
  if (!isRead) {
    const alarm = { provider: provider.name, alarm: 'provider-lists-unread' };
    context.logger.warn(alarm, 'a list of the provider could not be read');
    return found;
  }
  await context.db
    .update(providerSweeps)
    .set({
      sweptUntil: until,
      nextSweepAt: sql`${until}::timestamptz + ${lists.everyMs} * interval '1 millisecond'`,
    })
    .where(eq(providerSweeps.provider, provider.name));
  context.logger.info({ provider: provider.name, since: from, until, found }, 'lists read');
  return found;
}

/** @returns null when the sweep is not due, or another process holds its lease */
async function leaseSweep(
  { db }: PaymentContext,
  { name }: PaymentProvider,
  { lookBackMs }: ProviderLists,
): Promise<{ from: Date; until: Date } | null> {
  const nextSweepAt = fromNow(SWEEP_LEASE_MS);
  const [leased] = await db
    .insert(providerSweeps)
    .values({ provider: name, nextSweepAt })
    .onConflictDoUpdate({
      target: providerSweeps.provider,
      set: { nextSweepAt },
      setWhere: lte(providerSweeps.nextSweepAt, sql`now()`),
    })
    .returning({
      sweptUntil: providerSweeps.sweptUntil,
      until: sql`now()`.mapWith(payments.createdAt),
    });
  if (!leased) return null;
  const { until } = leased;
  const since = leased.sweptUntil ?? (await oldestOf(db, name)) ?? until;
  return { from: new Date(since.getTime() - lookBackMs), until };
}

async function oldestOf(db: PaymentContext['db'], provider: string): Promise<Date | null> {
  const [oldest] = await db
    .select({ createdAt: min(payments.createdAt) })
    .from(payments)
    .where(eq(payments.provider, provider));
  return oldest?.createdAt ?? null;
}

/** @returns the number of payments to check */
async function compare(
  context: PaymentContext,
  provider: PaymentProvider,
  listed: readonly Listed[],
  until: Date,
): Promise<number> {
  const paymentsByKey = await findListed(context, provider, listed);
  let found = 0;
  const agreeing: Payment[] = [];
  for (const entry of listed) {
    const { hint, reportedState } = entry;
    const payment =
      paymentsByKey.get(hint.paymentId ?? '') ?? paymentsByKey.get(hint.providerRef ?? '');
    if (!payment) {
      if (await isRecovered(context, provider, entry)) found += 1;
    } else if (isAgreed(payment, reportedState)) {
      agreeing.push(payment);
    } else if ((await recordHint(context, provider, hint, 'reconcile'))?.isWorthACheck) {
      found += 1;
    }
  }
  if (provider.lists?.areComplete) await postpone(context, provider, agreeing, until);
  return found;
}

/**
 * Recovers the payment that an entry names when our database has lost it. True if it was recovered.
 */
async function isRecovered(
  context: PaymentContext,
  provider: PaymentProvider,
  { hint: { paymentId, providerRef }, reportedState }: Listed,
): Promise<boolean> {
  if (paymentId === null || reportedState === 'failed') return false;
  const named = { paymentId, providerRef };
  const recovery = await context.recoveries.try(context, provider, named, 'list');
  return recovery?.outcome === 'counted' || recovery?.outcome === 'followed';
}

/**
 * True when our state agrees with the list: a payment listed as paid is completed, or was reversed
 * afterwards.
 */
const isAgreed = (payment: Payment, reportedState: Listed['reportedState']): boolean => {
  if (reportedState === 'paid') return payment.status === 'completed' || isReversed(payment);
  return reportedState === 'failed' && payment.status === 'failed';
};

/** Finds the listed payments by our id or by the provider's reference. */
async function findListed(
  { db }: PaymentContext,
  { name }: PaymentProvider,
  listed: readonly Listed[],
): Promise<Map<string, Payment>> {
  const ids = listed.flatMap(({ hint }) => hint.paymentId ?? []);
  const references = listed.flatMap(({ hint }) => hint.providerRef ?? []);
  const rows = await db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.provider, name),
        or(inArray(payments.id, ids), inArray(payments.providerRef, references)),
      ),
    );
  const paymentsByKey = new Map<string, Payment>();
  for (const payment of rows) {
    if (payment.providerRef !== null) paymentsByKey.set(payment.providerRef, payment);
  }
  for (const payment of rows) paymentsByKey.set(payment.id, payment);
  return paymentsByKey;
}

/** Postpones the checks of listed payments until the next sweep: the list has answered them. */
async function postpone(
  context: PaymentContext,
  provider: PaymentProvider,
  agreeing: readonly Payment[],
  until: Date,
): Promise<void> {
  const readAgainAt = new Date(until.getTime() + (provider.lists?.everyMs ?? 0));
  const plan = planFor(context, provider);
  for (const payment of agreeing) {
    const { nextCheckAt, unansweredSince, hintedAt } = payment;
    const isRegular = unansweredSince === null && hintedAt === null;
    if (!isRegular || nextCheckAt === null || nextCheckAt > readAgainAt) continue;
    const next = plan({ ...payment, lastCheckedAt: readAgainAt });
    // Skips payments that are being checked meanwhile.
    const isUnchanged = and(
      eq(payments.id, payment.id),
      eq(payments.checkCount, payment.checkCount),
      eq(payments.status, payment.status),
    );
    await updatePayments(context.db, { nextCheckAt: next }, isUnchanged);
  }
}
