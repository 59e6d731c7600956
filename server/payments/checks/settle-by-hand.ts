import { and, eq, isNotNull, ne, or } from 'drizzle-orm';
import type { Transaction } from '#server/db/client';
import { editionOfPayment } from '#server/db/edition-of';
import { conflict, invalid } from '#server/errors';
import type { SETTLEMENTS, Settlement } from '#shared/contracts/admin-payments';
import {
  type FlagResolution,
  isReversed,
  methodOf,
  type PaymentFlag,
} from '#shared/domain/payment';
import { adminActions, payments } from '#shared/schema';
import { type PaymentContext, providersOf } from '../context';
import { recordEvent } from '../lifecycle/rows/events';
import { hasOpenFlag, reopenFlags, resolveFlags } from '../lifecycle/rows/flags';
import {
  getPayment,
  lockPayment,
  makeDue,
  type Payment,
  updatePayment,
} from '../lifecycle/rows/repository';
import { announce, type Transition, transit } from '../lifecycle/transition';
import type { PaymentProvider } from '../providers/provider';
import { waitForCheck } from './wait-for-check';

type Act = (typeof SETTLEMENTS)[number];

/**
 * Returns how an administrator can settle the flags of a payment. Votes are only ever added on the
 * provider's report. An administrator can only withdraw them, and only where no provider reports
 * the reversal itself.
 * @param providers that can be queried
 */
export function settlementsFor(payment: Payment, providers: readonly PaymentProvider[]): Act[] {
  if (isReversed(payment)) return ['close'];
  const canBeQueried = providers.some(({ name }) => name === payment.provider);
  return [
    ...(payment.status === 'completed' || !canBeQueried ? [] : ['attach' as const]),
    ...(methodOf(payment.provider) === 'card' ? [] : ['refunded' as const]),
    'close',
  ];
}

/**
 * Queries the provider now, even when no check is planned any more.
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
 * Settles all open flags of a payment, with the administrator's reason. If the provider does not
 * confirm an attached reference, the flags are reopened, so that the right reference can be
 * entered.
 * @returns the payment's status afterwards; after attaching a reference, as the provider reports
 * @throws AppError 404 for an unknown payment; 400 for a malformed reference; 409 when no flag is
 *   open, when this action is not allowed, or when the reference belongs to another payment, now or
 *   in the past
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
      editionId: editionOfPayment(paymentId),
      userId: adminId,
      action: `payment.${act}`,
      entity: 'payment',
      entityId: paymentId,
      before: { status: payment.status, flags, providerRef: payment.providerRef },
      after: settlement,
    });
    if (act === 'refunded') return takeBack(tx, payment);
    const settledPayment =
      act === 'attach' ? await attach(context, tx, payment, settlement.providerRef) : payment;
    return { payment: settledPayment, hasChanged: false };
  });
  announce(context.db, transition);
  const { payment: settled } = transition;
  if (act !== 'attach') return settled.status;
  await waitForCheck(context, settled, 'admin');
  return context.db.transaction(async (tx) => {
    const { status } = await lockPayment(tx, paymentId);
    // Any other problem in the provider's report has raised a separate flag.
    const isConfirmed = status === 'completed' || (await hasOpenFlag(tx, paymentId));
    if (!isConfirmed) await reopenFlags(tx, paymentId, settledFlags);
    return status;
  });
}

const notSettleable = () => conflict('not-settleable', 'This payment cannot be settled this way');

/**
 * Attaches a provider's record to the payment. Checks use that record from now on, whatever payment
 * it names. A record that was once counted stays with the payment it was counted for.
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
    const issue = { path: 'providerRef', message: 'Not a reference of this provider' };
    throw invalid('Malformed reference', [issue]);
  }
  const isOfAnother = and(
    eq(payments.provider, provider),
    eq(payments.providerRef, providerRef),
    ne(payments.id, id),
    or(ne(payments.status, 'failed'), isNotNull(payments.completedAt)),
  );
  if ((await tx.$count(payments, isOfAnother)) > 0) {
    throw conflict('reference-taken', 'Another payment has this reference');
  }
  await makeDue(tx, id);
  return updatePayment(tx, id, { providerRef, isAttached: true, unansweredSince: null });
}

/** Withdraws the votes because the payer has the money again. */
function takeBack(tx: Transaction, payment: Payment): Promise<Transition> {
  const report = { outcome: 'reversed', reason: 'refunded', evidence: { byHand: true } } as const;
  const options = { source: 'admin', planNext: () => null } as const;
  return transit(tx, payment.id, report, options);
}
