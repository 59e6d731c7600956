import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Receipt, ReceiptList, ReceiptLookup } from '#shared/contracts/receipts';
import { artists, categories, nominations, payments, paymentVotes } from '#shared/schema';
import type { Queryable } from '../db/client';
import { notFound } from '../errors';
import { hashPhone } from '../payments';

/** More than anyone buys; a bound on what one look-up costs. */
const MAX_RECEIPTS = 200;

/** @throws AppError 404 when no counted payment has this code */
export async function findReceipt(db: Queryable, receiptCode: string): Promise<Receipt> {
  const rows = await db
    .select({
      totalVotes: payments.totalVotes,
      erasedAt: payments.erasedAt,
      artist: { id: artists.id, name: artists.name, photoUrl: artists.photoUrl },
      categoryName: categories.name,
      categoryNameFr: categories.nameFr,
      voteCount: paymentVotes.voteCount,
    })
    .from(payments)
    .innerJoin(paymentVotes, eq(paymentVotes.paymentId, payments.id))
    .innerJoin(nominations, eq(nominations.id, paymentVotes.nominationId))
    .innerJoin(artists, eq(artists.id, nominations.artistId))
    .innerJoin(categories, eq(categories.id, nominations.categoryId))
    .where(and(eq(payments.receiptCode, receiptCode), eq(payments.status, 'completed')))
    .orderBy(desc(paymentVotes.voteCount), categories.name, categories.id);
  const [first] = rows;
  if (!first) throw notFound('receipt');
  return {
    payment: { totalVotes: first.totalVotes, receiptCode, isErased: first.erasedAt !== null },
    artist: first.artist,
    votesByCategory: rows.map(({ categoryName, categoryNameFr, voteCount }) => ({
      categoryName,
      categoryNameFr,
      voteCount,
    })),
  };
}

/** Receipts of counted payments, newest first; an empty list when there are none. */
export async function lookUpReceipts(
  db: Queryable,
  lookup: ReceiptLookup,
  phoneHashKey: string,
): Promise<ReceiptList> {
  const voter: SQL =
    'email' in lookup
      ? sql`lower(${payments.voterEmail}) = ${lookup.email.toLowerCase()}`
      : eq(payments.phoneHash, hashPhone(lookup.phoneNumber, phoneHashKey));
  const rows = await db
    .select({
      receiptCode: payments.receiptCode,
      createdAt: payments.createdAt,
      provider: payments.provider,
      totalVotes: payments.totalVotes,
      amount: payments.amount,
      currency: payments.currency,
    })
    .from(payments)
    .where(and(voter, eq(payments.status, 'completed')))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(MAX_RECEIPTS);
  return {
    receipts: rows.flatMap((row) =>
      row.receiptCode
        ? [{ ...row, receiptCode: row.receiptCode, createdAt: row.createdAt.toISOString() }]
        : [],
    ),
  };
}
