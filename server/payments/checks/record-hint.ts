import type { PaymentContext } from '../context';
import { lockHinted, recordClaim } from '../lifecycle/rows/hints';
import type { Payment } from '../lifecycle/rows/repository';
import { CHECK_LEASE_MS } from '../lifecycle/schedule';
import type { Hint, PaymentProvider } from '../providers/provider';

interface Hinted {
  payment: Payment;
  /** True when the claim is new. */
  isNew: boolean;
  /** False for a repeated claim about a counted payment. */
  isWorthACheck: boolean;
  /** True when the caller must run the check now; otherwise the reconciler runs it. */
  isLeased: boolean;
}

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
): Promise<Hinted | null> {
  const { paymentId, providerRef, claim, reason, evidence } = hint;
  if (!paymentId && !providerRef) return Promise.resolve(null);
  const { name, checkIntervalMs } = provider;
  return db.transaction(async (tx) => {
    const target = {
      provider: name,
      id: paymentId || null,
      providerRef: providerRef || null,
      checkIntervalMs,
    };
    const found = await lockHinted(tx, target);
    if (found === null) return null;
    const { payment, isFree } = found;
    const isLeased = source === 'webhook' && isFree;
    const claimed = { claim, claimedReference: providerRef, ...(reason && { reason }) };
    const { isNew, hinted } = await recordClaim(tx, payment, {
      source,
      claim,
      detail: { ...evidence, ...claimed },
      checkIntervalMs,
      isLeased,
      leaseMs: CHECK_LEASE_MS,
    });
    return hinted === null
      ? { payment, isNew, isWorthACheck: false, isLeased: false }
      : { payment: hinted, isNew, isWorthACheck: true, isLeased };
  });
}
