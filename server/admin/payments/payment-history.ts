import { desc, eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client';
import { personName } from '#server/db/person-name';
import { isStanding, standing } from '#server/db/standing';
import { notFound } from '#server/errors';
import {
  isRefundable,
  isRefundableByHand,
  isRefundPending,
  type PaymentContext,
  providersOf,
  receiptRefusal,
  settlementsFor,
} from '#server/payments/index';
import type { AdminPaymentHistory } from '#shared/contracts/admin-payments';
import {
  artists,
  categories,
  nominations,
  paymentEvents,
  paymentFlags,
  payments,
  paymentVotes,
  receiptEmails,
  returnedMoney,
  users,
} from '#shared/schema';
import { listedPayments, withRelated } from './admin-payment';

/**
 * Returns all stored data of one payment.
 * @param sendsMail false when no e-mails are sent
 * @throws AppError 404 when there is no such payment
 */
export async function readPaymentHistory(
  context: PaymentContext,
  id: string,
  sendsMail: boolean,
): Promise<AdminPaymentHistory> {
  const { db } = context;
  const [payment] = await db.select().from(payments).where(eq(payments.id, id));
  if (!payment) throw notFound('payment');
  const [[listed], votes, events, flags, isPending, returned, mail] = await Promise.all([
    listedPayments(db, eq(payments.id, id), 'newest').then((rows) =>
      withRelated(
        db,
        rows.map((row) => row.payment),
      ),
    ),
    votesOf(db, id),
    eventsOf(db, id),
    flagsOf(db, id),
    isRefundPending(db, payment),
    returnedOf(db, id),
    receiptEmailOf(db, id),
  ]);
  if (!listed) throw notFound('payment');
  const open = flags.filter(({ resolvedAt }) => resolvedAt === null);
  return {
    payment: {
      ...listed,
      nextCheckAt: payment.nextCheckAt?.toISOString() ?? null,
      checkCount: payment.checkCount,
      userAgent: payment.userAgent,
      locale: payment.locale,
    },
    votes,
    events,
    flags,
    settlements: open.length > 0 ? settlementsFor(payment, providersOf(context)) : [],
    canRefund: isRefundable(payment),
    isRefundPending: isPending,
    canRefundByHand: isRefundableByHand(payment),
    returned,
    receiptEmail: { refusal: receiptRefusal(payment, sendsMail), ...mail },
  };
}

async function receiptEmailOf(db: Database, id: string) {
  const [mail] = await db
    .select({ status: receiptEmails.status, sentAt: receiptEmails.sentAt })
    .from(receiptEmails)
    .where(eq(receiptEmails.paymentId, id));
  return { status: mail?.status ?? null, sentAt: mail?.sentAt?.toISOString() ?? null };
}

async function returnedOf(db: Database, id: string): Promise<AdminPaymentHistory['returned']> {
  const { kind, amount, reference, returnedAt } = returnedMoney;
  const by = sql<string | null>`case when ${users.id} is not null then ${personName(users)} end`;
  const rows = await db
    .select({ kind, amount, reference, returnedAt, by })
    .from(returnedMoney)
    .leftJoin(users, eq(users.id, returnedMoney.userId))
    .where(eq(returnedMoney.paymentId, id))
    .orderBy(returnedMoney.id);
  return rows.map((row) => ({ ...row, returnedAt: row.returnedAt.toISOString() }));
}

async function flagsOf(db: Database, paymentId: string): Promise<AdminPaymentHistory['flags']> {
  const { flag, evidence, raisedAt, resolvedAt, resolution, reason } = paymentFlags;
  const rows = await db
    .select({ flag, evidence, raisedAt, resolvedAt, resolution, reason })
    .from(paymentFlags)
    .where(eq(paymentFlags.paymentId, paymentId))
    .orderBy(raisedAt, flag);
  return rows.map((row) => ({
    ...row,
    raisedAt: row.raisedAt.toISOString(),
    resolvedAt: row.resolvedAt?.toISOString() ?? null,
  }));
}

/** Includes nominations that were withdrawn or deleted since, because their votes were bought. */
const votesOf = (db: Database, paymentId: string) =>
  db
    .select({
      nominationId: nominations.id,
      artistName: artists.name,
      categoryName: categories.name,
      categoryNameFr: categories.nameFr,
      voteCount: paymentVotes.voteCount,
    })
    .from(paymentVotes)
    .innerJoin(nominations, eq(nominations.id, paymentVotes.nominationId))
    .innerJoin(standing, isStanding)
    .innerJoin(artists, eq(artists.id, standing.artistId))
    .innerJoin(categories, eq(categories.id, nominations.categoryId))
    .where(eq(paymentVotes.paymentId, paymentId))
    .orderBy(desc(paymentVotes.voteCount), categories.name, nominations.id);

/**
 * Ordered by time. By id alone, a webhook could precede the request it responds to, because an
 * event recorded later may have begun first.
 */
async function eventsOf(db: Database, paymentId: string): Promise<AdminPaymentHistory['events']> {
  const { id, from, to, source, detail, at } = paymentEvents;
  const rows = await db
    .select({ id, from, to, source, detail, at })
    .from(paymentEvents)
    .where(eq(paymentEvents.paymentId, paymentId))
    .orderBy(at, id);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
