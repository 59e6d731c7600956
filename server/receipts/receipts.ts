import { and, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#server/db/client';
import { AS_ARCHIVED, isAsArchived } from '#server/db/edition-of';
import { isStanding, standing } from '#server/db/standing';
import { notFound } from '#server/errors';
import { hashPhone } from '#server/payments/index';
import type { Receipt, ReceiptList, ReceiptLookup } from '#shared/contracts/receipts';
import { archivePath } from '#shared/domain/editions';
import type { PaymentStatus } from '#shared/domain/payment';
import type { Currency } from '#shared/domain/pricing';
import {
  artists,
  categories,
  countEntries,
  editionArtists,
  editions,
  nominations,
  payments,
  paymentVotes,
  returnedMoney,
} from '#shared/schema';

/** More than anyone buys; limits the cost of one look-up. */
const MAX_RECEIPTS = 200;

/** Money returned for each payment, by one index lookup each. */
const returnedMoneyOf = (db: Queryable) =>
  db
    .select({
      inPart: sql<number>`coalesce(sum(${returnedMoney.amount})
        filter (where ${returnedMoney.kind} = 'in-part'), 0)::int`.as('in_part'),
      byHandAt: sql<Date | null>`max(${returnedMoney.returnedAt})
        filter (where ${returnedMoney.kind} = 'by-hand')`
        .mapWith(returnedMoney.returnedAt)
        .as('by_hand_at'),
    })
    .from(returnedMoney)
    .where(eq(returnedMoney.paymentId, payments.id))
    .as('returned');

/** Condition of the join of `editions` with `payments`. */
const isEditionOfPayment = sql`${editions.id} = coalesce(
  edition_at(${payments.createdAt}), current_edition()
)`;

const EDITION = {
  year: sql<string>`${editions.settings}->>'year'`,
  name: sql<string>`${editions.settings}->>'name'`,
  nameFr: sql<string | null>`${editions.settings}->>'nameFr'`,
};

/** Index of the log entry that counts or reverses each payment. */
const indexInLog = (kind: 'count' | 'take-back') =>
  sql<number | null>`(
    select ${countEntries.index} from ${countEntries}
    where ${countEntries.paymentId} = ${payments.id} and ${countEntries.kind} = ${kind}
  )`.mapWith(countEntries.index);

interface PaymentAndReturn {
  status: PaymentStatus;
  settledAt: Date | null;
  currency: Currency;
  inPart: number;
  byHandAt: Date | null;
}

/** Refund data of a payment with a receipt: its votes count, or counted once. */
const refundDataOf = ({ status, settledAt, currency, inPart, byHandAt }: PaymentAndReturn) => {
  const isCounted = status === 'completed';
  return {
    refundedAt: isCounted ? null : ((byHandAt ?? settledAt)?.toISOString() ?? null),
    partlyRefunded: isCounted && inPart > 0 ? { amountMinor: inPart, currency } : null,
  };
};

/**
 * Returns the receipt of votes that count, or that counted and were withdrawn with the money,
 * which the receipt then shows.
 * @throws AppError 404 when no payment was counted under this code
 */
export async function findReceipt(db: Queryable, receiptCode: string): Promise<Receipt> {
  const returned = returnedMoneyOf(db);
  const rows = await db
    .select({
      totalVotes: payments.totalVotes,
      status: payments.status,
      settledAt: payments.settledAt,
      currency: payments.currency,
      inPart: returned.inPart,
      byHandAt: returned.byHandAt,
      erasedAt: payments.erasedAt,
      entry: indexInLog('count'),
      takenBackEntry: indexInLog('take-back'),
      nominationId: nominations.id,
      categoryId: categories.id,
      edition: EDITION,
      isInArchive: sql<boolean>`${editions.state} = 'archived'
        and ${categories.isActive} and not ${categories.isHidden}`,
      artist: { id: artists.id, ...AS_ARCHIVED },
      categoryName: categories.name,
      categoryNameFr: categories.nameFr,
      voteCount: paymentVotes.voteCount,
    })
    .from(payments)
    .innerJoin(paymentVotes, eq(paymentVotes.paymentId, payments.id))
    .innerJoin(nominations, eq(nominations.id, paymentVotes.nominationId))
    .innerJoin(standing, isStanding)
    .innerJoin(artists, eq(artists.id, standing.artistId))
    .innerJoin(categories, eq(categories.id, nominations.categoryId))
    .innerJoin(editions, isEditionOfPayment)
    .leftJoin(editionArtists, isAsArchived(editions.id))
    .crossJoinLateral(returned)
    .where(eq(payments.receiptCode, receiptCode))
    .orderBy(desc(paymentVotes.voteCount), categories.name, categories.id, nominations.id);
  const [first] = rows;
  if (!first) throw notFound('receipt');
  const { edition } = first;
  return {
    edition,
    payment: {
      totalVotes: first.totalVotes,
      receiptCode,
      isErased: first.erasedAt !== null,
      entry: first.entry,
      takenBackEntry: first.takenBackEntry,
      ...refundDataOf(first),
    },
    artist: first.artist,
    votesByCategory: rows.map(
      ({ nominationId, categoryId, categoryName, categoryNameFr, voteCount, artist, ...row }) => ({
        nominationId,
        categoryId,
        categoryName,
        categoryNameFr,
        voteCount,
        ...(row.isInArchive && { resultsPath: archivePath(edition.year, categoryId) }),
        ...(artist.id !== first.artist.id && {
          otherArtist: { id: artist.id, name: artist.name },
        }),
      }),
    ),
  };
}

/** Returns receipts of counted payments, newest first; an empty list when there are none. */
export async function lookUpReceipts(
  db: Queryable,
  lookup: ReceiptLookup,
  phoneHashKey: string,
): Promise<ReceiptList> {
  const voter: SQL =
    'email' in lookup
      ? sql`lower(${payments.voterEmail}) = ${lookup.email.toLowerCase()}`
      : eq(payments.phoneHash, hashPhone(lookup.phoneNumber, phoneHashKey));
  const returned = returnedMoneyOf(db);
  const artist = artistOf(db);
  const rows = await db
    .select({
      receiptCode: payments.receiptCode,
      edition: EDITION,
      createdAt: payments.createdAt,
      provider: payments.provider,
      totalVotes: payments.totalVotes,
      amount: payments.amount,
      currency: payments.currency,
      status: payments.status,
      settledAt: payments.settledAt,
      inPart: returned.inPart,
      byHandAt: returned.byHandAt,
      artist: { name: artist.name, photoUrl: artist.photoUrl },
    })
    .from(payments)
    .innerJoin(editions, isEditionOfPayment)
    .crossJoinLateral(returned)
    .crossJoinLateral(artist)
    .where(and(voter, isNotNull(payments.receiptCode)))
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(MAX_RECEIPTS);
  return {
    receipts: rows.flatMap(({ status, settledAt, inPart, byHandAt, receiptCode, ...row }) =>
      receiptCode
        ? [
            {
              ...row,
              receiptCode,
              createdAt: row.createdAt.toISOString(),
              ...refundDataOf({ status, settledAt, inPart, byHandAt, currency: row.currency }),
            },
          ]
        : [],
    ),
  };
}

/**
 * All votes of a payment are for one artist, so any of them determines it. Only while a merge was in
 * force that has been undone, payments could be for both.
 */
const artistOf = (db: Queryable) =>
  db
    .select({ name: AS_ARCHIVED.name.as('name'), photoUrl: AS_ARCHIVED.photoUrl.as('photo_url') })
    .from(paymentVotes)
    .innerJoin(nominations, eq(nominations.id, paymentVotes.nominationId))
    .innerJoin(standing, isStanding)
    .innerJoin(artists, eq(artists.id, standing.artistId))
    .leftJoin(editionArtists, isAsArchived(editions.id))
    .where(eq(paymentVotes.paymentId, payments.id))
    .limit(1)
    .as('voted');
