import type { AdminPayment } from '#shared/contracts/admin-payments';

/** Returns the key of the name that the voter's receipts use, too. */
export const methodTextKey = (provider: AdminPayment['provider']) =>
  provider === 'card' ? 'receipts.row.card' : 'receipts.row.mobileMoney';

export type PaymentState = 'completed' | 'attempted' | 'abandoned' | 'failed';

/**
 * Returns the status that administrators see: a pending payment was either attempted (the voter
 * pressed the button) or abandoned before that.
 */
export function paymentState({
  status,
  attemptedAt,
  failureReason,
}: Pick<AdminPayment, 'status' | 'attemptedAt' | 'failureReason'>): PaymentState {
  if (status === 'completed') return 'completed';
  if (status === 'failed' || failureReason !== null) return 'failed';
  return attemptedAt === null ? 'abandoned' : 'attempted';
}
