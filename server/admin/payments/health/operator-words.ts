import { and, desc, eq, ne, sql } from 'drizzle-orm';
import type { Database, Queryable } from '#server/db/client';
import { notFound } from '#server/errors';
import type { NamedText, OperatorWords } from '#shared/contracts/operator-words';
import { adminActions, operatorWords } from '#shared/schema';

const { provider, words, reason, payments, lastSeenAt } = operatorWords;

/** Reads all texts that no rule knows; few are kept. */
export async function readOperatorWords(db: Queryable): Promise<OperatorWords> {
  const rows = await db
    .select()
    .from(operatorWords)
    .orderBy(sql`${reason} is not null`, desc(payments), desc(lastSeenAt), provider, words);
  return {
    texts: rows
      .filter((row) => row.words !== '')
      .map((row) => ({
        ...row,
        firstSeenAt: row.firstSeenAt.toISOString(),
        lastSeenAt: row.lastSeenAt.toISOString(),
      })),
    others: rows
      .filter((row) => row.words === '')
      .reduce((sum, { payments: failed }) => sum + failed, 0),
  };
}

/** Counts the texts that have no reason yet. */
export const countUnnamedWords = (db: Queryable): Promise<number> =>
  db.$count(operatorWords, and(sql`${reason} is null`, ne(words, '')));

/**
 * Gives a text the reason that voters read from now on, and records that. Payments that have failed
 * already keep the reason that their voters read.
 * @throws AppError 404 when the text was never received
 */
export const nameOperatorWords = (db: Database, named: NamedText, adminId: string): Promise<void> =>
  db.transaction(async (tx) => {
    const isText = and(eq(provider, named.provider), eq(words, named.words));
    const [before] = await tx.select({ reason }).from(operatorWords).where(isText).for('update');
    if (!before) throw notFound('text');
    if (before.reason === named.reason) return;
    await tx.update(operatorWords).set({ reason: named.reason }).where(isText);
    await tx.insert(adminActions).values({
      userId: adminId,
      action: 'payment.name-words',
      entity: 'payment',
      entityId: named.provider,
      before: { failureReason: before.reason },
      after: { words: named.words, failureReason: named.reason },
    });
  });
