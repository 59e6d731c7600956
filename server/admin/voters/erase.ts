import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '#server/db/client';
import { eraseDetails, hashPhone, type Position } from '#server/payments/index';
import { createdDuring, type Edition } from '#server/settings/index';
import type { ReceiptLookup } from '#shared/contracts/receipts';
import type { Erasure, ErasurePreview } from '#shared/contracts/voters';
import { adminActions, payments } from '#shared/schema';

/** The team member who erases, or null for an automatic erasure, and the reason. */
export type ErasedBy =
  | { userId: string; reason: 'request' }
  | { userId: null; reason: 'command' }
  /** With the id of the edition whose voters are erased. */
  | { userId: null; reason: 'retention'; edition: number };

/**
 * Finds the payments of one voter: also by the number itself, because its hash may be of an earlier
 * key.
 */
const paymentsOf = (voter: ReceiptLookup, phoneHashKey: string): SQL | undefined =>
  'email' in voter
    ? sql`lower(${payments.voterEmail}) = ${voter.email.toLowerCase()}`
    : or(
        eq(payments.phoneNumber, voter.phoneNumber),
        eq(payments.phoneHash, hashPhone(voter.phoneNumber, phoneHashKey)),
      );

/** Returns what an erasure of this voter would affect. */
export async function previewErasure(
  db: Queryable,
  voter: ReceiptLookup,
  phoneHashKey: string,
): Promise<ErasurePreview> {
  const isOver = sql`${payments.status} <> 'pending'`;
  const [found] = await db
    .select({
      payments: sql`count(*) filter (where ${isOver})`.mapWith(Number),
      votes: sql`coalesce(sum(${payments.totalVotes}) filter (where ${isCounted}), 0)`.mapWith(
        Number,
      ),
      pending: sql`count(*) filter (where not ${isOver})`.mapWith(Number),
    })
    .from(payments)
    .where(paymentsOf(voter, phoneHashKey));
  if (!found) throw new Error('an aggregate returned no row');
  return found;
}

/**
 * Counts the payments that would be erased if every voter were erased after all payments are
 * settled.
 */
export const countUnerased = (db: Queryable, edition: Edition): Promise<number> =>
  db.$count(payments, and(isNull(payments.erasedAt), createdDuring(edition)));

const isCounted = sql`${payments.status} = 'completed'`;

/** Erases one voter from all settled payments, and records it without the voter's identity. */
export async function eraseVoter(
  db: Database,
  voter: ReceiptLookup,
  { phoneHashKey, by }: { phoneHashKey: string; by: ErasedBy },
): Promise<Erasure> {
  return eraseInPortions(db, { whose: paymentsOf(voter, phoneHashKey), by });
}

interface ErasureRequest {
  /** Undefined for all voters. */
  whose: SQL | undefined;
  by: ErasedBy;
  /** Called in the transaction of each batch. */
  mayGoOn?: (tx: Transaction) => Promise<boolean>;
}

/**
 * Erases in batches, each in a separate transaction. The record is written at the end; if the
 * process dies before that, `payments.erased_at` still shows what was erased.
 */
export async function eraseInPortions(
  db: Database,
  { whose, by, mayGoOn = async () => true }: ErasureRequest,
): Promise<Erasure> {
  const sum: Erasure = { payments: 0, votes: 0, left: 0 };
  let after: Position | null = null;
  for (;;) {
    const { erased, last } = await db.transaction(async (tx) => {
      const none = { erased: [], last: null };
      const batch = (await mayGoOn(tx)) ? await eraseDetails(tx, whose, after) : none;
      if (batch.last !== null) return batch;
      sum.left = await tx.$count(payments, and(isNull(payments.erasedAt), whose));
      await record(tx, by, sum);
      return batch;
    });
    if (last === null) return sum;
    sum.payments += erased.length;
    for (const { status, totalVotes } of erased) {
      if (status === 'completed') sum.votes += totalVotes;
    }
    after = last;
  }
}

/** Records a request even if nothing was found, but not an automatic night without work. */
async function record(tx: Transaction, by: ErasedBy, sum: Erasure): Promise<void> {
  const { userId, reason } = by;
  if (reason === 'retention' && sum.payments === 0) return;
  await tx.insert(adminActions).values({
    ...(by.reason === 'retention' && { editionId: by.edition }),
    userId,
    action: 'voter.erase',
    entity: 'voter',
    // No id: the person concerned must no longer be identifiable.
    entityId: reason,
    after: { reason, ...sum },
  });
}
