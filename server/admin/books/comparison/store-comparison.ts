import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '#server/db/client';
import { fromNow } from '#server/db/lease-rows';
import type { ListedSums } from '#shared/contracts/books';
import type { ListTrouble } from '#shared/domain/books';
import { bookDays, bookDifferences } from '#shared/schema';
import type { FoundDifference } from './compare';

export interface BookDayKey {
  provider: string;
  day: string;
}

/** Duration of the lease, in ms: longer than reading any list takes. */
const LEASE_MS = 15 * 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Rows per statement. */
const BATCH = 1_000;

const isDay = ({ provider, day }: BookDayKey) =>
  and(eq(bookDays.provider, provider), eq(bookDays.day, day));

/** @param userId the administrator who requested it; null for the nightly job */
const leaseOf = (userId: string | null) => ({
  userId,
  triedAt: sql`now()`,
  busyUntil: fromNow(LEASE_MS),
  nextAt: fromNow(LEASE_MS),
});

/**
 * Leases the comparison of a day, unless one is in progress.
 * @param userId the administrator who requested it
 */
export async function leaseDay(
  db: Queryable,
  { provider, day }: BookDayKey,
  userId: string,
): Promise<boolean> {
  const leased = await db
    .insert(bookDays)
    .values({ provider, day, ...leaseOf(userId) })
    .onConflictDoUpdate({
      target: [bookDays.provider, bookDays.day],
      set: leaseOf(userId),
      setWhere: sql`${bookDays.busyUntil} is null or ${bookDays.busyUntil} < now()`,
    })
    .returning({ day: bookDays.day });
  return leased.length > 0;
}

/** Leases one due day of a provider that can be queried; no other process gets the same day. */
export async function leaseDueDay(
  db: Database,
  providers: readonly string[],
): Promise<BookDayKey | null> {
  const isFree = sql`(${bookDays.busyUntil} is null or ${bookDays.busyUntil} < now())`;
  const isDue = and(lte(bookDays.nextAt, sql`now()`), isFree);
  const next = db
    .select({ row: sql`${bookDays}.ctid` })
    .from(bookDays)
    .where(and(isDue, inArray(bookDays.provider, [...providers])))
    .orderBy(bookDays.nextAt)
    .limit(1)
    .for('update', { skipLocked: true });
  const [leased] = await db
    .update(bookDays)
    .set(leaseOf(null))
    .where(sql`${bookDays}.ctid = any(array${next})`)
    .returning({ provider: bookDays.provider, day: bookDays.day });
  return leased ?? null;
}

/**
 * Records why the list could not be read to its end, and how far reading got.
 * @param dueAt when a day that goes on is compared; null for a day that is over
 */
export async function storeTrouble(
  db: Database,
  key: BookDayKey,
  {
    trouble,
    readUntil,
    dueAt,
  }: { trouble: ListTrouble; readUntil: Date | null; dueAt: Date | null },
): Promise<void> {
  // Retrying cannot help when the day has more entries than the provider ever returns.
  const isWorthRetrying = trouble !== 'too-many';
  await db
    .update(bookDays)
    .set({
      state: dueAt ? 'due' : 'not-compared',
      trouble,
      readUntil,
      listed: null,
      busyUntil: null,
      nextAt: dueAt ?? (isWorthRetrying ? fromNow(HOUR_MS) : null),
    })
    .where(isDay(key));
}

/**
 * Replaces the unresolved differences of the day's earlier comparison. A settled difference that is
 * found again is reopened; a difference closed by an administrator stays closed.
 * @param mustRepeat true when missing entries may still appear in the list
 * @param soFar of a day that goes on: how far it is compared, and when it is due; such a day never
 *   counts as compared
 */
export async function storeComparison(
  tx: Transaction,
  key: BookDayKey,
  {
    found,
    listed,
    mustRepeat,
    soFar,
  }: {
    found: FoundDifference[];
    listed: ListedSums;
    mustRepeat: boolean;
    soFar: { readUntil: Date; dueAt: Date | null } | null;
  },
): Promise<void> {
  const { provider, day } = key;
  await tx
    .delete(bookDifferences)
    .where(
      and(
        eq(bookDifferences.provider, provider),
        eq(bookDifferences.day, day),
        isNull(bookDifferences.resolvedAt),
      ),
    );
  for (let at = 0; at < found.length; at += BATCH) {
    await tx
      .insert(bookDifferences)
      .values(found.slice(at, at + BATCH).map((difference) => ({ ...key, ...rowOf(difference) })))
      .onConflictDoUpdate({
        target: [
          bookDifferences.provider,
          bookDifferences.day,
          bookDifferences.reason,
          bookDifferences.subject,
        ],
        set: { resolvedAt: null, resolution: null, resolvedBy: null, foundAt: sql`now()` },
        setWhere: eq(bookDifferences.resolution, 'settled'),
      });
  }
  await tx
    .update(bookDays)
    .set({
      state: soFar ? 'due' : 'compared',
      trouble: null,
      readUntil: soFar?.readUntil ?? null,
      listed,
      busyUntil: null,
      nextAt: soFar ? soFar.dueAt : mustRepeat ? fromNow(DAY_MS) : null,
    })
    .where(isDay(key));
}

const rowOf = ({ listed, ...difference }: FoundDifference) => ({
  ...difference,
  listedAmount: listed && Math.round(listed.amountMinor),
  listedCurrency: listed?.currency ?? null,
  listedAt: listed?.at ?? null,
});
