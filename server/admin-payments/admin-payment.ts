import type { AdminPayment } from '#shared/contracts/admin-payments';
import { asFailureReason, methodOf } from '#shared/domain/payment';
import { payments } from '#shared/schema';

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
  };
}
