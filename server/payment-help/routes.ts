import type { Devices, LookUps } from '#server/http/index';
import { checkPayment, hashPhone, hasOpenFlag, type PaymentContext } from '#server/payments/index';
import type { Registry } from '#server/room';
import type { PaymentHelp, PaymentHelpRequest } from '#shared/contracts/payment-help';
import { explain, outline } from './explain';
import { eventsOf, findByPhone, findByReference } from './find-payment';
import type { Payment } from './story';

/**
 * Tells how a payment stands. A reference of ours gets its whole story, that of a provider or operator
 * (short numbers, which can be tried out) no receipt; a phone number alone, which others know too, the
 * state of its latest payment.
 */
async function helpWithPayment(
  context: PaymentContext,
  request: PaymentHelpRequest,
): Promise<PaymentHelp> {
  const { db } = context;
  if ('reference' in request) {
    const found = await findByReference(db, request.reference);
    if (!found) return { payment: null };
    const payment = await tell(context, found.payment, explain);
    return { payment: found.isOurs ? payment : { ...payment, receiptCode: null } };
  }
  const payment = await findByPhone(db, hashPhone(request.phoneNumber, context.phoneHashKey));
  return { payment: payment ? await tell(context, payment, outline) : null };
}

/** A pending payment is checked after the answer, so that the next search knows more. */
async function tell(context: PaymentContext, payment: Payment, answer: typeof explain) {
  if (payment.status === 'pending') {
    context.background.run('check for payment help', () =>
      checkPayment(context, payment.id, 'poll'),
    );
  }
  const [events, isFlagged] = await Promise.all([
    eventsOf(context.db, payment),
    hasOpenFlag(context.db, payment.id),
  ]);
  return answer(payment, events, context.event.now(), isFlagged);
}

/** A POST although it changes nothing, so that no number ever stands in an address or a log. */
interface PaymentHelpDeps {
  payments: PaymentContext;
  lookUps: LookUps;
  devices: Devices;
}

export function registerPaymentHelp(
  { api }: Registry,
  { payments: context, lookUps, devices }: PaymentHelpDeps,
): void {
  api.serve('POST /api/payment-help', async ({ body, req, res }) => {
    const identity = 'phoneNumber' in body ? body.phoneNumber : null;
    await lookUps.admit(devices.callerOf(req), identity);
    res.set('Cache-Control', 'no-store');
    const help = await helpWithPayment(context, body);
    if (help.payment === null) await lookUps.noteMiss();
    return help;
  });
}
