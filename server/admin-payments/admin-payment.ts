import { and, desc, inArray, isNull, type SQL, sql } from 'drizzle-orm';
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
import type { Queryable } from '../db/client';
import { orderBy, positionOf } from './position';

/** The columns an administrator reads in a list. */
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

/** What stands in the payment itself. */
export type ListedPayment = Omit<AdminPayment, 'flags' | 'artists' | 'declineReason'>;

/** Payments in this order, each with its place. */
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

/** The same with what stands elsewhere: for whom they are, why a card was declined, what is open. */
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

function grouped(rows: { paymentId: string; text: string }[]): ByPayment {
  const texts: ByPayment = new Map();
  for (const { paymentId, text } of rows) {
    const known = texts.get(paymentId) ?? [];
    if (!known.includes(text)) texts.set(paymentId, [...known, text]);
  }
  return texts;
}

/** What is left for an administrator to settle, of each of these payments that has something. */
async function findFlags(db: Queryable, ids: string[]): Promise<ByPayment> {
  if (ids.length === 0) return new Map();
  const { paymentId, flag, resolvedAt, raisedAt } = paymentFlags;
  const rows = await db
    .select({ paymentId, text: sql<string>`${flag}` })
    .from(paymentFlags)
    .where(and(inArray(paymentId, ids), isNull(resolvedAt)))
    .orderBy(raisedAt);
  return grouped(rows);
}

/** Of whose nominations each payment has votes: whoever got most first. */
export async function findArtists(db: Queryable, ids: string[]): Promise<ByPayment> {
  if (ids.length === 0) return new Map();
  const { paymentId, nominationId, voteCount } = paymentVotes;
  const rows = await db
    .select({ paymentId, text: artists.name })
    .from(paymentVotes)
    .innerJoin(nominations, sql`${nominations.id} = ${nominationId}`)
    .innerJoin(artists, sql`${artists.id} = ${nominations.artistId}`)
    .where(inArray(paymentId, ids))
    .orderBy(desc(voteCount), artists.name);
  return grouped(rows);
}

/** Why a bank last declined a card for each of these payments, which go on. */
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

/** A bank's refusal of a card, after which the payment went on. */
export const isDecline = sql`${paymentEvents.source} = 'webhook' and ${paymentEvents.to} = 'pending'
  and ${paymentEvents.detail}->>'reason' is not null`;
