import { and, desc, eq, getTableColumns, or, sql } from 'drizzle-orm';
import { payments } from '#shared/schema';
import { fromNow } from '../../db/lease-rows';
import type { PaymentContext } from '../context';
import { recordClaim } from '../lifecycle/events';
import { type Payment, updatePayment } from '../lifecycle/repository';
import type { Hint, PaymentProvider } from '../providers/provider';
import { isCheckable, LEASE } from './check-payment';

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
  const matches = [
    ...(hint.paymentId ? [eq(payments.id, hint.paymentId)] : []),
    ...(hint.providerRef ? [eq(payments.providerRef, hint.providerRef)] : []),
  ];
  if (matches.length === 0) return Promise.resolve(null);
  return db.transaction(async (tx) => {
    const isMeant = and(eq(payments.provider, provider.name), or(...matches));
    const [found] = await tx
      .select({ ...getTableColumns(payments), isFree: isCheckable(provider).mapWith(Boolean) })
      .from(payments)
      .where(isMeant)
      // Its own name first: another payment may have been given the same reference.
      .orderBy(desc(sql`${payments.id} = ${hint.paymentId}`))
      .limit(1)
      .for('update');
    if (!found) return null;
    const { isFree, ...payment } = found;
    const { claim, providerRef: claimedReference, reason, evidence } = hint;
    const detail = { claim, claimedReference, ...(reason && { reason }) };
    const isNew = (await recordClaim(tx, payment, source, detail, evidence)) === 'new';
    // Of what was counted a repeat says nothing; of anything else it may be worth another question.
    if (!isNew && payment.completedAt !== null) {
      return { payment, isNew, isWorthACheck: false, isLeased: false };
    }
    const { checkIntervalMs } = provider;
    const isFreeAt = sql`${payments.lastCheckedAt} + ${checkIntervalMs} * interval '1 millisecond'`;
    const soon = { nextCheckAt: sql`least(${payments.nextCheckAt}, coalesce(${isFreeAt}, now()))` };
    const isLeased = source === 'webhook' && isFree;
    const plan = isLeased ? LEASE : soon;
    // Before the check that is leased for it, and after every other that is under way.
    const hintedAt = isLeased ? fromNow(-1) : sql`clock_timestamp()`;
    const hinted = await updatePayment(tx, payment.id, { hintedAt, ...plan });
    return { payment: hinted, isNew, isWorthACheck: true, isLeased };
  });
}
