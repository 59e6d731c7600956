import { and, eq, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Queryable } from '#server/db/client';
import { fromNow } from '#server/db/lease-rows';
import type { VerifiedLog } from '#server/open-count/index';
import { fromBase64, toBase64 } from '#shared/open-count/bytes';
import { countSigning, type VerificationScope, verifications } from '#shared/schema';

/** Enough to see what is wrong; the command prints all. */
const SENTENCES_KEPT = 50;

interface Lease {
  begunAt: Date;
}

/**
 * Takes a recount for this process, unless another one is at it or it is not due.
 * @param dueBefore when the last one must have begun for another to be due
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
 * Keeps what a recount has found. One of everything stands for what was new, too. From a log that
 * differs no later recount goes on: what is wrong is found again until it is mended.
 */
export async function keepRecount(
  db: Database,
  scope: VerificationScope,
  { begunAt, sentences, verified }: Lease & { sentences: readonly string[]; verified: VerifiedLog },
): Promise<void> {
  const found = {
    begunAt,
    differences: sentences.length,
    sentences: sentences.slice(0, SENTENCES_KEPT),
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
      .values({ scope, ...found })
      .onConflictDoUpdate({ target: verifications.scope, set: found });
    if (scope === 'new') return;
    await tx
      .update(verifications)
      .set({ differences: 0, sentences: [] })
      .where(eq(verifications.scope, 'new'));
  });
}

/** Where the next recount of what is new goes on, and when that had been looked at; null before the first. */
export async function verifiedSoFar(
  db: Queryable,
): Promise<{ verified: VerifiedLog; begunAt: Date } | null> {
  const rows = await db.select().from(verifications);
  const [newest] = rows
    .flatMap(({ begunAt, size, peaks, votes }) =>
      begunAt && size !== null && peaks && votes ? [{ begunAt, size, peaks, votes }] : [],
    )
    .sort((one, other) => other.size - one.size);
  if (!newest) return null;
  const peaks = newest.peaks.map((peak) => fromBase64(peak) ?? new Uint8Array());
  const verified = { size: newest.size, peaks, votes: new Map(Object.entries(newest.votes)) };
  return { verified, begunAt: newest.begunAt };
}

export interface CountState {
  /** That the last recounts have found. */
  differences: number;
  /** The first of them, as a sentence with ids and figures; null without one. */
  first: string | null;
  /** When everything was recounted last, and what is new; null before the first time. */
  everythingAt: Date | null;
  newAt: Date | null;
  /** Since when the open count is paused. */
  pausedSince: Date | null;
}

/** Whether the count holds, as far as it was looked at. */
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
