import type { Analytics } from '#shared/contracts/admin-payments';
import { asFailureReason, type FailureReason } from '#shared/domain/payment';

export interface ReasonCount {
  reason: FailureReason;
  payments: number;
  /** Share of all failures, from 0 to 1. */
  ofAll: number;
}

/**
 * Returns failure reasons, most frequent first. Codes that this release does not know are counted
 * as unknown.
 */
export function knownReasons(counts: Analytics['failureReasons']): ReasonCount[] {
  const payments = new Map<FailureReason, number>();
  for (const count of counts) {
    const reason = asFailureReason(count.reason);
    payments.set(reason, (payments.get(reason) ?? 0) + count.payments);
  }
  const all = counts.reduce((sum, count) => sum + count.payments, 0);
  return [...payments]
    .map(([reason, number]) => ({ reason, payments: number, ofAll: number / all }))
    .sort((a, b) => b.payments - a.payments);
}
