import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Queryable, Transaction } from '#server/db/client';
import { eraseDetails, hashPhone } from '#server/payments/index';
import type { ReceiptLookup } from '#shared/contracts/receipts';
import type { Erasure, ErasurePreview } from '#shared/contracts/voters';
import { adminActions, payments } from '#shared/schema';

/** Who has it done: somebody of the team, or nobody, and why. */
export type ErasedBy =
  | { userId: string; reason: 'request' }
  | { userId: null; reason: 'command' | 'retention' };

/** The payments of one voter: by the number itself too, as its hash may be of an earlier key. */
const paymentsOf = (voter: ReceiptLookup, phoneHashKey: string): SQL | undefined =>
  'email' in voter
    ? sql`lower(${payments.voterEmail}) = ${voter.email.toLowerCase()}`
    : or(
        eq(payments.phoneNumber, voter.phoneNumber),
        eq(payments.phoneHash, hashPhone(voter.phoneNumber, phoneHashKey)),
      );

/** What an erasure of this voter would concern. */
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

/** How many payments would lose their details, were everybody erased once all are over. */
export const countKept = (db: Queryable): Promise<number> =>
  db.$count(payments, isNull(payments.erasedAt));

const isCounted = sql`${payments.status} = 'completed'`;

/** Erases one voter from all payments that are over, and records it, without saying whom. */
export async function eraseVoter(
  db: Database,
  voter: ReceiptLookup,
  { phoneHashKey, by }: { phoneHashKey: string; by: ErasedBy },
): Promise<Erasure> {
  return eraseInPortions(db, { whose: paymentsOf(voter, phoneHashKey), by });
}

interface Wanted {
  /** Undefined for everybody's. */
  whose: SQL | undefined;
  by: ErasedBy;
  /** Asked in the transaction of each portion. */
  mayGoOn?: (tx: Transaction) => Promise<boolean>;
}

/**
 * Erases portion after portion, each in a transaction of its own. The record is written with the end:
 * what was erased is then still told by `payments.erased_at`, should the process die before.
 */
export async function eraseInPortions(
  db: Database,
  { whose, by, mayGoOn = async () => true }: Wanted,
): Promise<Erasure> {
  const sum: Erasure = { payments: 0, votes: 0, left: 0 };
  let last: string | null = null;
  for (;;) {
    const erased = await db.transaction(async (tx) => {
      const portion = (await mayGoOn(tx)) ? await eraseDetails(tx, whose, last) : [];
      if (portion.length > 0) return portion;
      sum.left = await tx.$count(payments, and(isNull(payments.erasedAt), whose));
      await record(tx, by, sum);
      return [];
    });
    if (erased.length === 0) return sum;
    sum.payments += erased.length;
    for (const { status, totalVotes } of erased) {
      if (status === 'completed') sum.votes += totalVotes;
    }
    last = erased.at(-1)?.id ?? null;
  }
}

/** A request is answered for even where nothing was found; a night without work is none. */
async function record(tx: Transaction, { userId, reason }: ErasedBy, sum: Erasure): Promise<void> {
  if (reason === 'retention' && sum.payments === 0) return;
  await tx.insert(adminActions).values({
    userId,
    action: 'voter.erase',
    entity: 'voter',
    // Nobody: whom it concerned is what must not be known any more.
    entityId: reason,
    after: { reason, ...sum },
  });
}
