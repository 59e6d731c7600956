import { and, desc, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#server/db/client';
import { isStanding, standing } from '#server/db/standing';
import { orderBy, positionOf } from '#server/payments/index';
import type { AdminPayment } from '#shared/contracts/admin-payments';
import { asFailureReason, methodOf, type PaymentOrder } from '#shared/domain/payment';
import {
  artists,
  nominations,
  paymentEvents,
  paymentFlags,
  payments,
  paymentVotes,
} from '#shared/schema';

/** Columns of the administrators' list. */
const COLUMNS = {
  id: payments.id,
  provider: payments.provider,
  amount: payments.amount,
  currency: payments.currency,
  totalVotes: payments.totalVotes,
  voterEmail: payments.voterEmail,
  phoneNumber: payments.phoneNumber,
  deviceTimestamp: payments.deviceTimestamp,
  ipAddress: payments.ipAddress,
  status: payments.status,
  attemptedAt: payments.attemptedAt,
  failureReason: payments.failureReason,
  receiptCode: payments.receiptCode,
  providerRef: payments.providerRef,
  createdAt: payments.createdAt,
  completedAt: payments.completedAt,
  recoveredAt: payments.recoveredAt,
  erasedAt: payments.erasedAt,
};
type AdminPaymentRow = Pick<typeof payments.$inferSelect, keyof typeof COLUMNS>;

/** The fields stored in the payment itself. */
export type ListedPayment = Omit<AdminPayment, 'flags' | 'artists' | 'declineReason'>;

/** Returns payments in this order, each with its position. */
export async function listedPayments(
  db: Queryable,
  where: SQL,
  order: PaymentOrder,
): Promise<{ payment: ListedPayment; at: string }[]> {
  const rows = await db
    .select({ ...COLUMNS, at: positionOf })
    .from(payments)
    .where(where)
    .orderBy(orderBy(order));
  return rows.map((row) => ({ payment: toListed(row), at: row.at }));
}

function toListed(row: AdminPaymentRow): ListedPayment {
  return {
    id: row.id,
    provider: methodOf(row.provider),
    providerName: row.provider,
    amount: row.amount,
    currency: row.currency,
    totalVotes: row.totalVotes,
    voterEmail: row.voterEmail,
    phoneNumber: row.phoneNumber,
    deviceTimestamp: row.deviceTimestamp?.toISOString() ?? null,
    ipAddress: row.ipAddress,
    status: row.status,
    attemptedAt: row.attemptedAt?.toISOString() ?? null,
    failureReason: asFailureReason(row.failureReason),
    receiptCode: row.receiptCode,
    providerRef: row.providerRef,
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
    recoveredAt: row.recoveredAt?.toISOString() ?? null,
    erasedAt: row.erasedAt?.toISOString() ?? null,
  };
}

/** Adds related data: artists, the last decline reason, open flags. */
export async function withRelated(
  db: Queryable,
  listed: readonly ListedPayment[],
): Promise<AdminPayment[]> {
  const ids = listed.map(({ id }) => id);
  const [flags, artistsOf, declines] = await Promise.all([
    findFlags(db, ids),
    findArtists(db, ids),
    findDeclines(
      db,
      listed.filter(({ status }) => status === 'pending').map(({ id }) => id),
    ),
  ]);
  return listed.map((payment) => ({
    ...payment,
    flags: flags.get(payment.id) ?? [],
    artists: artistsOf.get(payment.id) ?? [],
    declineReason: asFailureReason(declines.get(payment.id) ?? null),
  }));
}

type ByPayment = Map<string, string[]>;

function groupByPayment(rows: { paymentId: string; text: string }[]): ByPayment {
  const texts: ByPayment = new Map();
  for (const { paymentId, text } of rows) {
    const textsOfPayment = texts.get(paymentId) ?? [];
    if (!textsOfPayment.includes(text)) texts.set(paymentId, [...textsOfPayment, text]);
  }
  return texts;
}

/** Returns the open flags of these payments. */
async function findFlags(db: Queryable, ids: string[]): Promise<ByPayment> {
  if (ids.length === 0) return new Map();
  const { paymentId, flag, resolvedAt, raisedAt } = paymentFlags;
  const rows = await db
    .select({ paymentId, text: sql<string>`${flag}` })
    .from(paymentFlags)
    .where(and(inArray(paymentId, ids), isNull(resolvedAt)))
    .orderBy(raisedAt);
  return groupByPayment(rows);
}

/** Returns the artists that each payment has votes for, most votes first. */
export async function findArtists(db: Queryable, ids: string[]): Promise<ByPayment> {
  if (ids.length === 0) return new Map();
  const { paymentId, nominationId, voteCount } = paymentVotes;
  const rows = await db
    .select({ paymentId, text: artists.name })
    .from(paymentVotes)
    .innerJoin(nominations, sql`${nominations.id} = ${nominationId}`)
    .innerJoin(standing, isStanding)
    .innerJoin(artists, sql`${artists.id} = ${standing.artistId}`)
    .where(inArray(paymentId, ids))
    .orderBy(desc(voteCount), artists.name);
  return groupByPayment(rows);
}

/** Returns the reason of the latest card decline of each of these pending payments. */
async function findDeclines(db: Queryable, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { paymentId, id, detail } = paymentEvents;
  const rows = await db
    .select({ paymentId, reason: sql<string>`${detail}->>'reason'` })
    .from(paymentEvents)
    .where(and(inArray(paymentId, ids), isDecline))
    .orderBy(id);
  return new Map(rows.map((row) => [row.paymentId, row.reason]));
}

/** A card decline by a bank after which the payment continued. */
export const isDecline = sql`${paymentEvents.source} = 'webhook' and ${paymentEvents.to} = 'pending'
  and ${paymentEvents.detail}->>'reason' is not null`;
