import { and, desc, eq, inArray, lt } from 'drizzle-orm';
import type { Queryable } from '#server/db/client';
import { notFound } from '#server/errors';
import type { ReceiptProof } from '#shared/contracts/open-count';
import { toBase64 } from '#shared/open-count/bytes';
import { canonicalJson } from '#shared/open-count/entry';
import { inclusionSteps, proofOf } from '#shared/open-count/merkle';
import { type ProofExtra, toProof } from '#shared/open-count/proof';
import { countEntries, payments, paymentVotes } from '#shared/schema';
import { newestCheckpoint, nodesOf, servedNote } from './store';

type LoggedEntry = typeof countEntries.$inferSelect;

const NO_PROOF: ReceiptProof = { counted: null, takenBack: null, nominations: [] };

/**
 * Returns the proof for a receipt's owner that the votes are in the log. Reads a bounded number of
 * tiles, whatever the length of the log.
 * @throws AppError 404 when no payment was counted under this code
 */
export async function proofOfReceipt(db: Queryable, receiptCode: string): Promise<ReceiptProof> {
  const [payment] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(eq(payments.receiptCode, receiptCode));
  if (!payment) throw notFound('receipt');
  const checkpoint = await newestCheckpoint(db);
  if (!checkpoint) return NO_PROOF;
  const { size } = checkpoint;
  const entries = await db
    .select()
    .from(countEntries)
    .where(and(eq(countEntries.paymentId, payment.id), lt(countEntries.index, size)));
  const counted = entries.find(({ kind }) => kind === 'count');
  if (!counted) return NO_PROOF;
  const takenBack = entries.find(({ kind }) => kind === 'take-back');
  const names = await newestNames(db, payment.id, size);
  const readNode = nodesOf(db, size);
  const prove = async ({ index, entry, receiptSalt, votesSalt }: LoggedEntry) => {
    const extra: ProofExtra = {
      entry,
      ...(receiptSalt && { receiptSalt: toBase64(receiptSalt) }),
      ...(votesSalt && { votesSalt: toBase64(votesSalt) }),
    };
    const path = await proofOf(inclusionSteps(index, size), readNode);
    return toProof({
      extra: canonicalJson(extra),
      index,
      path,
      checkpoint: servedNote(checkpoint),
    });
  };
  return {
    counted: await prove(counted),
    takenBack: takenBack ? await prove(takenBack) : null,
    nominations: await Promise.all(names.map(prove)),
  };
}

/** Returns the latest entries that name the nominations of a payment. */
async function newestNames(db: Queryable, paymentId: string, size: number): Promise<LoggedEntry[]> {
  const voted = db
    .select({ id: paymentVotes.nominationId })
    .from(paymentVotes)
    .where(eq(paymentVotes.paymentId, paymentId));
  return db
    .selectDistinctOn([countEntries.nominationId])
    .from(countEntries)
    .where(and(inArray(countEntries.nominationId, voted), lt(countEntries.index, size)))
    .orderBy(countEntries.nominationId, desc(countEntries.index));
}
