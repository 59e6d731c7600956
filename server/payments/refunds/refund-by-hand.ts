import { and, eq } from 'drizzle-orm';
import { editionOfPayment } from '#server/db/edition-of';
import { conflict, invalid } from '#server/errors';
import type { HandRefund } from '#shared/contracts/admin-payments';
import type { ErrorIssue } from '#shared/contracts/errors';
import { methodOf } from '#shared/domain/payment';
import { adminActions, returnedMoney } from '#shared/schema';
import type { PaymentContext } from '../context';
import { resolveFlags } from '../lifecycle/rows/flags';
import { lockPaymentNow, type Payment } from '../lifecycle/rows/repository';
import { announce, transit } from '../lifecycle/transition';

/** Tolerated difference between an administrator's clock and ours, in ms. */
const CLOCKS_DIFFER_MS = 10 * 60_000;

/**
 * True for completed mobile money payments: card payments are refunded through their provider
 * instead.
 */
export const isRefundableByHand = ({ provider, status }: Payment): boolean =>
  methodOf(provider) === 'mobile-money' && status === 'completed';

/**
 * Records that the whole amount of a payment was returned outside this application, and withdraws
 * its votes in the same transaction. Repeating the call with the same reference changes nothing.
 *
 * @param adminId the administrator who returned it
 * @throws AppError 404 for an unknown payment; 400 for an impossible amount or time; 409 for a
 *   payment that cannot be refunded this way, or was refunded manually under another reference
 */
export async function refundByHand(
  { db }: PaymentContext,
  paymentId: string,
  refund: HandRefund,
  adminId: string,
): Promise<Payment['status']> {
  const transition = await db.transaction(async (tx) => {
    const { payment: locked, now } = await lockPaymentNow(tx, paymentId);
    const [earlier] = await tx
      .select()
      .from(returnedMoney)
      .where(and(eq(returnedMoney.paymentId, paymentId), eq(returnedMoney.kind, 'by-hand')));
    if (earlier?.reference === refund.reference) return { payment: locked, hasChanged: false };
    if (earlier || !isRefundableByHand(locked)) throw notRefundable();
    const issues = issuesOf(locked, refund, now);
    if (issues.length > 0) throw invalid('Invalid refund', issues);
    const { amount, reference, returnedAt } = refund;
    await tx.insert(returnedMoney).values({
      paymentId,
      kind: 'by-hand',
      amount,
      reference,
      returnedAt: new Date(returnedAt),
      userId: adminId,
    });
    await tx.insert(adminActions).values({
      editionId: editionOfPayment(paymentId),
      userId: adminId,
      action: 'payment.refund-by-hand',
      entity: 'payment',
      entityId: paymentId,
      before: { status: locked.status, votes: locked.totalVotes },
      after: { amount, currency: locked.currency, reference, returnedAt },
    });
    await resolveFlags(tx, paymentId, 'refunded', reference);
    const report = { outcome: 'reversed', reason: 'refunded', evidence: { byHand: true } } as const;
    return transit(tx, paymentId, report, { source: 'admin', planNext: () => null });
  });
  announce(db, transition);
  return transition.payment.status;
}

const notRefundable = () => conflict('not-refundable', 'This payment cannot be refunded by hand');

/** All votes are withdrawn, so the whole amount must have been returned. */
function issuesOf({ amount, completedAt }: Payment, refund: HandRefund, now: Date): ErrorIssue[] {
  const at = new Date(refund.returnedAt).getTime();
  const isTooEarly = completedAt !== null && at < completedAt.getTime() - CLOCKS_DIFFER_MS;
  const isTooLate = at > now.getTime() + CLOCKS_DIFFER_MS;
  return [
    ...(refund.amount === amount
      ? []
      : [{ path: 'amount', message: 'Not the amount of the payment' }]),
    ...(isTooEarly || isTooLate
      ? [{ path: 'returnedAt', message: 'Before the payment, or in the future' }]
      : []),
  ];
}
