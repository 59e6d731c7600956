import { and, eq, isNotNull, ne, or } from 'drizzle-orm';
import type { SETTLEMENTS, Settlement } from '#shared/contracts/admin-payments';
import {
  type FlagResolution,
  isReversed,
  methodOf,
  type PaymentFlag,
} from '#shared/domain/payment';
import { adminActions, payments } from '#shared/schema';
import type { Transaction } from '../../db/client';
import { conflict, invalid } from '../../errors';
import { type PaymentContext, providersOf } from '../context';
import { recordEvent } from '../lifecycle/events';
import { hasOpenFlag, reopenFlags, resolveFlags } from '../lifecycle/flags';
import {
  getPayment,
  lockPayment,
  makeDue,
  type Payment,
  updatePayment,
} from '../lifecycle/repository';
import { announce, type Transition, transit } from '../lifecycle/transition';
import type { PaymentProvider } from '../providers/provider';
import { waitForCheck } from './wait-for-check';

type Act = (typeof SETTLEMENTS)[number];

/**
 * How an administrator can settle what is flagged of a payment. Votes come from the provider's answer
 * alone: by hand they can only be taken back, and only where no provider does it by itself.
 * @param providers all that can be asked
 */
export function settlementsFor(payment: Payment, providers: readonly PaymentProvider[]): Act[] {
  if (isReversed(payment)) return ['close'];
  const canBeAsked = providers.some(({ name }) => name === payment.provider);
  return [
    ...(payment.status === 'completed' || !canBeAsked ? [] : ['attach' as const]),
    ...(methodOf(payment.provider) === 'card' ? [] : ['refunded' as const]),
    'close',
  ];
}

/**
 * Asks the provider now, even when nobody would any more.
 * @returns whether there was a usable answer
 * @throws AppError 404 for an unknown payment
 */
export async function checkByHand(context: PaymentContext, paymentId: string): Promise<boolean> {
  const payment = await getPayment(context.db, paymentId);
  return (await waitForCheck(context, payment, 'admin')) === 'some';
}

const RESOLUTIONS = {
  attach: 'attached',
  refunded: 'refunded',
  close: 'closed',
} as const satisfies Record<Act, FlagResolution>;

/**
 * Settles all open flags of a payment, with the reason in the administrator's words. A reference that
 * the provider does not confirm settles nothing: the flags are open again, for the right one.
 *
 * @returns the payment's status afterwards; after attaching, as the provider answers
 * @throws AppError 404 for an unknown payment; 400 for what cannot be a reference; 409 when nothing is
 *   open or it cannot be settled so, or when the reference is another payment's, or ever was
 */
export async function settleByHand(
  context: PaymentContext,
  paymentId: string,
  settlement: Settlement,
  adminId: string,
): Promise<Payment['status']> {
  const { act, reason } = settlement;
  let settledFlags: PaymentFlag[] = [];
  const transition = await context.db.transaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    if (!settlementsFor(payment, providersOf(context)).includes(act)) throw notSettleable();
    const resolution = RESOLUTIONS[act];
    const flags = await resolveFlags(tx, paymentId, resolution, reason);
    if (flags.length === 0) throw notSettleable();
    settledFlags = flags;
    await recordEvent(tx, payment, { source: 'admin', detail: { settled: resolution } });
    await tx.insert(adminActions).values({
      userId: adminId,
      action: `payment.${act}`,
      entity: 'payment',
      entityId: paymentId,
      before: { status: payment.status, flags, providerRef: payment.providerRef },
      after: settlement,
    });
    if (act === 'refunded') return takeBack(tx, payment);
    const unmoved =
      act === 'attach' ? await attach(context, tx, payment, settlement.providerRef) : payment;
    return { payment: unmoved, hasChanged: false };
  });
  announce(context.db, transition);
  const { payment: settled } = transition;
  if (act !== 'attach') return settled.status;
  await waitForCheck(context, settled, 'admin');
  return context.db.transaction(async (tx) => {
    const { status } = await lockPayment(tx, paymentId);
    // Whatever else the provider says of it has raised a flag of its own.
    const isConfirmed = status === 'completed' || (await hasOpenFlag(tx, paymentId));
    if (!isConfirmed) await reopenFlags(tx, paymentId, settledFlags);
    return status;
  });
}

const notSettleable = () => conflict('not-settleable', 'This payment cannot be settled so');

/**
 * The provider is asked about that record from now on, whatever name stands in it. One that was ever
 * counted stays the record of the payment that it was counted for.
 */
async function attach(
  context: PaymentContext,
  tx: Transaction,
  { id, provider }: Payment,
  text: string,
): Promise<Payment> {
  const adapter = providersOf(context).find(({ name }) => name === provider);
  if (!adapter) throw notSettleable();
  const providerRef = adapter.readReference(text);
  if (providerRef === null) {
    const issue = { path: 'providerRef', message: 'Is no reference of this provider' };
    throw invalid('This cannot be a reference', [issue]);
  }
  const isOthers = and(
    eq(payments.provider, provider),
    eq(payments.providerRef, providerRef),
    ne(payments.id, id),
    or(ne(payments.status, 'failed'), isNotNull(payments.completedAt)),
  );
  if ((await tx.$count(payments, isOthers)) > 0) {
    throw conflict('reference-taken', 'Another payment has this reference');
  }
  await makeDue(tx, id);
  return updatePayment(tx, id, { providerRef, isAttached: true, unansweredSince: null });
}

/** The money is with the payer again. */
function takeBack(tx: Transaction, payment: Payment): Promise<Transition> {
  const report = { outcome: 'reversed', reason: 'refunded', evidence: { byHand: true } } as const;
  const options = { source: 'admin', planNext: () => null } as const;
  return transit(tx, payment.id, report, options);
}
