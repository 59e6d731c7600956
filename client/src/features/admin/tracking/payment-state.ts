import type { AdminPayment } from '#shared/contracts/admin-payments';

export type PaymentState = 'completed' | 'attempted' | 'abandoned' | 'failed';

/** How administrators tell payments apart (spec, section 4). */
export function paymentState({
  status,
  attemptedAt,
  failureReason,
}: Pick<AdminPayment, 'status' | 'attemptedAt' | 'failureReason'>): PaymentState {
  if (status === 'completed') return 'completed';
  if (status === 'failed' || failureReason !== null) return 'failed';
  return attemptedAt === null ? 'abandoned' : 'attempted';
}
