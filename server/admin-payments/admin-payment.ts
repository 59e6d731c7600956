import { and, inArray, isNull } from 'drizzle-orm';
import type { AdminPayment } from '#shared/contracts/admin-payments';
import { asFailureReason, methodOf } from '#shared/domain/payment';
import { paymentFlags, payments } from '#shared/schema';
import type { Queryable } from '../db/client';

/** The columns an administrator reads in a list. */
export const ADMIN_PAYMENT_COLUMNS = {
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
  createdAt: payments.createdAt,
  erasedAt: payments.erasedAt,
};
type AdminPaymentRow = Pick<typeof payments.$inferSelect, keyof typeof ADMIN_PAYMENT_COLUMNS>;

export type ListedPayment = Omit<AdminPayment, 'flags'>;

export function toAdminPayment(row: AdminPaymentRow): ListedPayment {
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
    createdAt: row.createdAt.toISOString(),
    erasedAt: row.erasedAt?.toISOString() ?? null,
  };
}

/** What is left for an administrator to settle, of each of these payments that has something. */
export async function findFlags(db: Queryable, ids: string[]): Promise<Map<string, string[]>> {
  const flags = new Map<string, string[]>();
  if (ids.length === 0) return flags;
  const rows = await db
    .select({ paymentId: paymentFlags.paymentId, flag: paymentFlags.flag })
    .from(paymentFlags)
    .where(and(inArray(paymentFlags.paymentId, ids), isNull(paymentFlags.resolvedAt)))
    .orderBy(paymentFlags.raisedAt);
  for (const row of rows) {
    flags.set(row.paymentId, [...(flags.get(row.paymentId) ?? []), row.flag]);
  }
  return flags;
}
