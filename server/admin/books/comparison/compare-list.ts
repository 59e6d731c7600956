import { min, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '#server/db/client';
import { type PaymentProvider, type StatementEntry, StatementError } from '#server/payments/index';
import { payments } from '#shared/schema';
import type { BookContext } from '../context';
import { nextDay, startOf } from '../days';
import { compareDay } from './compare';
import { listedSums } from './listed-sums';
import { findOurPayments } from './our-payments';
import { type BookDayKey, storeComparison, storeTrouble } from './store-comparison';

const HOUR_MS = 3_600_000;
/** From midnight to the nightly comparison, in ms; also in `nightly.ts`. */
const QUIET_HOURS_MS = 3 * HOUR_MS;
/** Margin in ms: our clock and theirs may date payments around midnight on different days. */
const BEFORE_MS = 6 * HOUR_MS;
const AFTER_MS = 24 * HOUR_MS;
/** Time in ms in which a provider's list shows a payment; longer than any that we have seen. */
const LISTED_WITHIN_MS = 10 * 60_000;
/** Time in ms after which a missing entry will not appear in a list any more. */
const LATEST_MS = 4 * 24 * HOUR_MS;

export interface Bounds {
  from: Date;
  /** Exclusive. */
  until: Date;
  now: Date;
}

/** Returns the start and end of a day of the event, and the current time by PostgreSQL's clock. */
export async function boundsOf(db: Queryable, day: string, timezone: string): Promise<Bounds> {
  const timeColumn = payments.createdAt;
  const [bounds] = await db
    .select({
      from: startOf(day, timezone).mapWith(timeColumn),
      until: startOf(nextDay(day), timezone).mapWith(timeColumn),
      now: sql`now()`.mapWith(timeColumn),
    })
    .from(sql`(select) as nothing`);
  if (!bounds) throw new Error('PostgreSQL returned no row');
  return bounds;
}

/**
 * Returns until when a list that is read now can be compared with a day that goes on; null for a
 * day that is over.
 */
export const listReach = ({ until, now }: Bounds): Date | null =>
  now < until ? new Date(now.getTime() - LISTED_WITHIN_MS) : null;

/**
 * Compares a day with the provider's list, as far as it goes while the day goes on. The caller holds
 * the lease, which is released in any case, with the result.
 */
export async function compareWithList(
  context: BookContext,
  provider: PaymentProvider,
  day: string,
): Promise<void> {
  const { name, statement } = provider;
  const { db, logger } = context.payments;
  const key = { provider: name, day };
  const bounds = await boundsOf(db, day, context.timezone());
  const entries: StatementEntry[] = [];
  try {
    if (!statement) throw new StatementError('refused');
    const { from, until } = await requestRangeOf(db, name, bounds);
    for await (const entry of statement(from, until)) entries.push(entry);
  } catch (error) {
    const trouble = error instanceof StatementError ? error.trouble : 'interrupted';
    const readUntil = entries.at(-1)?.at ?? null;
    await storeTrouble(db, key, { trouble, readUntil, dueAt: whenDue(bounds) });
    if (!(error instanceof StatementError)) throw error;
    logger.warn(
      { ...key, trouble, alarm: 'books-not-compared' },
      'a day could not be compared with the provider’s list',
    );
    return;
  }
  await recoverListed(context, provider, entries);
  const found = await db.transaction((tx) =>
    compareWithEntries(tx, key, { ...bounds, reach: listReach(bounds) }, entries),
  );
  logger.info({ ...key, listed: entries.length, found }, 'a day of the books compared');
}

/** Recovers payments that are paid in the list and missing in our database. */
export async function recoverListed(
  { payments: context }: BookContext,
  provider: PaymentProvider,
  entries: readonly StatementEntry[],
): Promise<void> {
  const paidIds = entries.flatMap(({ kind, paymentId }) =>
    kind === 'paid' && paymentId !== null ? [paymentId.toLowerCase()] : [],
  );
  if (paidIds.length === 0) return;
  const existing = await context.db
    .select({ id: payments.id })
    .from(payments)
    .where(sql`${payments.id} = any(${sql.param(paidIds)}::uuid[])`);
  const existingIds = new Set(existing.map(({ id }) => id));
  for (const { kind, paymentId, providerRef } of entries) {
    const id = paymentId?.toLowerCase() ?? null;
    if (kind !== 'paid' || id === null || existingIds.has(id)) continue;
    await context.recoveries.try(context, provider, { paymentId: id, providerRef }, 'list');
  }
}

/** When the nightly job compares a day that goes on; null for a day that is over. */
const whenDue = ({ until, now }: Bounds): Date | null =>
  now < until ? new Date(until.getTime() + QUIET_HOURS_MS) : null;

/**
 * Compares a day that the caller has leased. A day that goes on is only compared up to `reach`:
 * what happened later is no difference, and the comparison is not the day's final one.
 * @param entries of the day, and possibly of other days
 * @returns the number of differences
 */
export async function compareWithEntries(
  tx: Transaction,
  key: BookDayKey,
  { reach, ...bounds }: Bounds & { reach: Date | null },
  entries: readonly StatementEntry[],
): Promise<number> {
  const { from, now } = bounds;
  const until = reach ?? bounds.until;
  const ours = await findOurPayments(tx, { provider: key.provider, from, until, entries });
  const found = compareDay(ours, entries, { from, until });
  const isRecent = now.getTime() - until.getTime() < LATEST_MS;
  const mustRepeat = isRecent && found.some(({ reason }) => reason === 'unknown-there');
  const listed = listedSums(entries.filter(({ at }) => at >= from && at < until));
  const soFar = reach && { readUntil: reach, dueAt: whenDue(bounds) };
  await storeComparison(tx, key, { found, listed, mustRepeat, soFar });
  return found.length;
}

/** True when a time may belong to the day by another clock. */
export const isNear = (at: Date, { from, until }: Bounds): boolean =>
  at.getTime() >= from.getTime() - BEFORE_MS && at.getTime() < until.getTime() + AFTER_MS;

/**
 * Returns the time range to request: lists are by the start of a payment, which may be days before
 * its end.
 */
async function requestRangeOf(db: Database, provider: string, { from, until }: Bounds) {
  const [earliest] = await db
    .select({ startedAt: min(payments.createdAt) })
    .from(payments)
    .where(sql`${payments.provider} = ${provider}
      and ${payments.completedAt} >= ${from.toISOString()}
      and ${payments.completedAt} < ${until.toISOString()}`);
  const first = Math.min(
    earliest?.startedAt?.getTime() ?? Number.POSITIVE_INFINITY,
    from.getTime(),
  );
  return { from: new Date(first - BEFORE_MS), until: new Date(until.getTime() + AFTER_MS) };
}
