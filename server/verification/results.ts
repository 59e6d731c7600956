import { and, eq, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Queryable } from '#server/db/client';
import { fromNow } from '#server/db/lease-rows';
import type { VerifiedLog } from '#server/open-count/index';
import { fromBase64, toBase64 } from '#shared/open-count/bytes';
import { countSigning, type VerificationScope, verifications } from '#shared/schema';

/** Enough to recognise the problem; the command prints all. */
const MAX_STORED_SENTENCES = 50;

interface Lease {
  begunAt: Date;
}

/**
 * Leases a recount for this process, unless it is running elsewhere or not due.
 * @param dueBefore the recount is due if the last one began before this time
 */
export async function leaseRecount(
  db: Database,
  scope: VerificationScope,
  { dueBefore, leaseMs }: { dueBefore: SQL; leaseMs: number },
): Promise<Lease | null> {
  await db.insert(verifications).values({ scope }).onConflictDoNothing();
  const isDue = or(isNull(verifications.begunAt), lt(verifications.begunAt, dueBefore));
  const [row] = await db
    .update(verifications)
    .set({ leasedUntil: fromNow(leaseMs) })
    .where(and(eq(verifications.scope, scope), lte(verifications.leasedUntil, sql`now()`), isDue))
    .returning({ begunAt: sql`now()`.mapWith(verifications.leasedUntil) });
  return row ?? null;
}

/**
 * Stores the result of a recount. A full recount also covers the new entries. A log with
 * differences is never used as a starting point, so that a problem is found again until it is
 * repaired.
 */
export async function saveRecount(
  db: Database,
  scope: VerificationScope,
  { begunAt, sentences, verified }: Lease & { sentences: readonly string[]; verified: VerifiedLog },
): Promise<void> {
  const result = {
    begunAt,
    differences: sentences.length,
    sentences: sentences.slice(0, MAX_STORED_SENTENCES),
    leasedUntil: sql`now()`,
    ...(sentences.length > 0
      ? {}
      : {
          size: verified.size,
          peaks: verified.peaks.map(toBase64),
          votes: Object.fromEntries(verified.votes),
        }),
  };
  await db.transaction(async (tx) => {
    await tx
      .insert(verifications)
      .values({ scope, ...result })
      .onConflictDoUpdate({ target: verifications.scope, set: result });
    if (scope === 'new') return;
    await tx
      .update(verifications)
      .set({ differences: 0, sentences: [] })
      .where(eq(verifications.scope, 'new'));
  });
}

/**
 * Returns where the next recount of new entries continues, and the time of the last one; null
 * before the first.
 */
export async function verifiedSoFar(
  db: Queryable,
): Promise<{ verified: VerifiedLog; begunAt: Date } | null> {
  const rows = await db.select().from(verifications);
  const [newest] = rows
    .flatMap(({ begunAt, size, peaks, votes }) =>
      begunAt && size !== null && peaks && votes ? [{ begunAt, size, peaks, votes }] : [],
    )
    .sort((a, b) => b.size - a.size);
  if (!newest) return null;
  const peaks = newest.peaks.map((peak) => fromBase64(peak) ?? new Uint8Array());
  const verified = { size: newest.size, peaks, votes: new Map(Object.entries(newest.votes)) };
  return { verified, begunAt: newest.begunAt };
}

export interface CountState {
  /** Number of differences in the last recounts. */
  differences: number;
  /** The first difference, as a sentence with ids and figures; null when there is none. */
  first: string | null;
  /**
   * Times of the last full recount and of the last recount of new entries; null before the first.
   */
  everythingAt: Date | null;
  newAt: Date | null;
  /** Time since which the open count is paused. */
  pausedSince: Date | null;
}

/** Returns whether the last recounts found differences. */
export async function readCountState(db: Queryable): Promise<CountState> {
  const rows = await db.select().from(verifications);
  const [signing] = await db.select({ since: countSigning.pausedSince }).from(countSigning);
  const of = (scope: VerificationScope) => rows.find((row) => row.scope === scope);
  const everything = of('everything');
  return {
    differences: rows.reduce((sum, row) => sum + row.differences, 0),
    first: rows.flatMap(({ sentences }) => sentences)[0] ?? null,
    everythingAt: everything?.begunAt ?? null,
    newAt: of('new')?.begunAt ?? everything?.begunAt ?? null,
    pausedSince: signing?.since ?? null,
  };
}
