import { sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/client';
import type { NameableReason } from '#shared/domain/payment';
import { operatorWords } from '#shared/schema';

/** Texts that are kept, of all providers together; the others are only counted. */
const MOST_TEXTS = 300;

/**
 * Counts a text that no rule knows.
 * @param words of the text that may be kept
 * @returns the reason that an administrator has given it; null for none
 */
export async function countUnknownWords(
  tx: Transaction,
  provider: string,
  words: string,
): Promise<NameableReason | null> {
  const { payments, lastSeenAt, reason } = operatorWords;
  const kept = sql<string>`case when exists (
      select from ${operatorWords}
      where ${operatorWords.provider} = ${provider} and ${operatorWords.words} = ${words}
    ) or (select count(*) from ${operatorWords}) < ${MOST_TEXTS} then ${words} else '' end`;
  const [counted] = await tx
    .insert(operatorWords)
    .values({ provider, words: kept })
    .onConflictDoUpdate({
      target: [operatorWords.provider, operatorWords.words],
      set: { payments: sql`${payments} + 1`, lastSeenAt: sql`greatest(${lastSeenAt}, now())` },
    })
    .returning({ reason });
  return counted?.reason ?? null;
}
