import type { PaymentContext } from '../context';
import { lockMeant, recordClaim } from '../lifecycle/hints';
import type { Payment } from '../lifecycle/repository';
import { CHECK_LEASE_MS } from '../lifecycle/schedule';
import type { Hint, PaymentProvider } from '../providers/provider';

interface Hinted {
  payment: Payment;
  /** Whether it was said for the first time. */
  isNew: boolean;
  /** A repeat says nothing new of what was counted. */
  isWorthACheck: boolean;
  /** Whether the caller is to make that check now; otherwise the reconciler makes it. */
  isLeased: boolean;
}

/**
 * Writes down that a payment wants a check: a crash right after loses nothing. Counted ones too:
 * refunds and disputes come after completion, and the money of a refund may come back.
 *
 * @param source who says so: a webhook, whose check is leased for the caller at once, or a list of
 *   the provider's that the reconciler reads, as it makes the check
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
    const meant = {
      provider: name,
      id: paymentId || null,
      providerRef: providerRef || null,
      checkIntervalMs,
    };
    const found = await lockMeant(tx, meant);
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
