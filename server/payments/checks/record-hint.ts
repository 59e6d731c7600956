import type { PaymentContext } from '../context';
import { type RecordedClaim, recordClaim } from '../lifecycle/rows/hints';
import { CHECK_LEASE_MS } from '../lifecycle/schedule';
import type { Hint, PaymentProvider } from '../providers/provider';

/**
 * Records that a payment needs a check, so that a crash right after loses nothing. Includes counted
 * payments: refunds and disputes follow completion, and a refund may bounce.
 *
 * @param source of the hint: a webhook, whose check is leased for the caller at once, or a
 *   provider's list, whose check the reconciler runs
 * @returns null when there is no such payment
 */
export function recordHint(
  { db }: PaymentContext,
  provider: PaymentProvider,
  hint: Hint,
  source: 'webhook' | 'reconcile',
): Promise<RecordedClaim | null> {
  const { paymentId, providerRef, claim, reason, evidence } = hint;
  if (!paymentId && !providerRef) return Promise.resolve(null);
  return recordClaim(db, {
    provider: provider.name,
    id: paymentId || null,
    providerRef: providerRef || null,
    source,
    claim,
    detail: { ...evidence, claim, claimedReference: providerRef, ...(reason && { reason }) },
    checkIntervalMs: provider.checkIntervalMs,
    mayLease: source === 'webhook',
    leaseMs: CHECK_LEASE_MS,
  });
}
