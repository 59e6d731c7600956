import { and, eq, ne } from 'drizzle-orm';
import type { SETTLEMENTS, Settlement } from '#shared/contracts/admin-payments';
import { type FlagResolution, isReversed, methodOf } from '#shared/domain/payment';
import { adminActions, payments } from '#shared/schema';
import type { Transaction } from '../../db/client';
import { conflict } from '../../errors';
import type { PaymentContext } from '../context';
import { recordEvent } from '../lifecycle/events';
import { resolveFlags } from '../lifecycle/flags';
import {
  getPayment,
  lockPayment,
  makeDue,
  type Payment,
  updatePayment,
} from '../lifecycle/repository';
import { announce, type Transition, transit } from '../lifecycle/transition';
import { waitForCheck } from './wait-for-check';

type Act = (typeof SETTLEMENTS)[number];

/**
 * How an administrator can settle what is flagged of a payment. Votes come from the provider's answer
 * alone: by hand they can only be taken back, and only where no provider does it by itself.
 */
export function settlementsFor(payment: Payment): Act[] {
  if (isReversed(payment)) return ['close'];
  return [
    ...(payment.status === 'completed' ? [] : ['attach' as const]),
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
 * Settles all open flags of a payment, with the reason in the administrator's words.
 *
 * @returns the payment's status afterwards; after attaching, as the provider answers
 * @throws AppError 404 for an unknown payment; 409 when nothing is open or it cannot be settled so, or
 *   when the reference belongs to another payment
 */
export async function settleByHand(
  context: PaymentContext,
  paymentId: string,
  settlement: Settlement,
  adminId: string,
): Promise<Payment['status']> {
  const { act, reason } = settlement;
  const transition = await context.db.transaction(async (tx) => {
    const payment = await lockPayment(tx, paymentId);
    if (!settlementsFor(payment).includes(act)) throw notSettleable();
    const resolution = RESOLUTIONS[act];
    const flags = await resolveFlags(tx, paymentId, resolution, reason);
    if (flags.length === 0) throw notSettleable();
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
    const unmoved = act === 'attach' ? await attach(tx, payment, settlement.providerRef) : payment;
    return { payment: unmoved, hasChanged: false };
  });
  announce(context.db, transition);
  const { payment: settled } = transition;
  if (act !== 'attach') return settled.status;
  await waitForCheck(context, settled, 'admin');
  return (await getPayment(context.db, paymentId)).status;
}

const notSettleable = () => conflict('not-settleable', 'This payment cannot be settled so');

/** The provider is asked about that record from now on, whatever name stands in it. */
async function attach(tx: Transaction, payment: Payment, providerRef: string): Promise<Payment> {
  const { id, provider } = payment;
  const isOthers = and(
    eq(payments.provider, provider),
    eq(payments.providerRef, providerRef),
    ne(payments.id, id),
    ne(payments.status, 'failed'),
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
