import { sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/client';
import type { NameableReason } from '#shared/domain/payment';
import { operatorWords } from '#shared/schema';

/** Texts that are kept, of all providers together; the others are only counted. */
const MOST_TEXTS = 300;

/** After this time without a payment, a text without a reason gives way to a new one. */
const FORGOTTEN_AFTER = sql`interval '90 days'`;

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
  const isText = sql`${operatorWords.words} <> ''`;
  const isKept = sql`(exists (
      select from ${operatorWords}
      where ${operatorWords.provider} = ${provider} and ${operatorWords.words} = ${words}
    ) or (select count(*) from ${operatorWords} where ${isText}) < ${MOST_TEXTS})`;
  // Whatever another payment replaces or counts at this moment is left alone.
  await tx.execute(sql`
    delete from ${operatorWords} where (provider, words) = (
      select provider, words from ${operatorWords}
      where ${reason} is null and ${isText} and ${lastSeenAt} < now() - ${FORGOTTEN_AFTER}
        and not ${isKept}
      order by ${lastSeenAt} limit 1 for update skip locked
    )`);
  const kept = sql<string>`case when ${isKept} then ${words} else '' end`;
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
