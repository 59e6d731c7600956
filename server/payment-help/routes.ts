import type { Devices, LookUps } from '#server/http/index';
import { checkPayment, hashPhone, hasOpenFlag, type PaymentContext } from '#server/payments/index';
import type { Registry } from '#server/room';
import type { PaymentHelp, PaymentHelpRequest } from '#shared/contracts/payment-help';
import { explain, outline } from './explain';
import { eventsOf, findByPhone, findByReference } from './find-payment';
import type { Payment } from './help-steps';

/**
 * Returns the state of a payment. For one of our references, with its whole history; for a
 * provider's or mobile operator's number, which is short and can be guessed, without a receipt; for
 * a phone number, which others know too, only the state of its latest payment.
 */
async function helpWithPayment(
  context: PaymentContext,
  request: PaymentHelpRequest,
): Promise<PaymentHelp> {
  const { db } = context;
  if ('reference' in request) {
    const found = await findByReference(db, request.reference);
    if (!found) return { payment: null };
    const payment = await describePayment(context, found.payment, explain);
    return { payment: found.isOurs ? payment : { ...payment, receiptCode: null } };
  }
  const payment = await findByPhone(db, hashPhone(request.phoneNumber, context.phoneHashKey));
  return { payment: payment ? await describePayment(context, payment, outline) : null };
}

/** Checks a pending payment after the response, so that the next search returns a newer state. */
async function describePayment(
  context: PaymentContext,
  payment: Payment,
  presentAs: typeof explain,
) {
  if (payment.status === 'pending') {
    context.background.run('check for payment help', () =>
      checkPayment(context, payment.id, 'poll'),
    );
  }
  const [events, isFlagged] = await Promise.all([
    eventsOf(context.db, payment),
    hasOpenFlag(context.db, payment.id),
  ]);
  const { event } = context;
  const edition = event.at(payment.createdAt);
  return presentAs(payment, events, { now: event.now(), edition, isFlagged });
}

interface PaymentHelpDeps {
  payments: PaymentContext;
  lookUps: LookUps;
  devices: Devices;
}

/**
 * Although it changes nothing, the endpoint is a POST, so that no number is in an address or a log.
 */
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
