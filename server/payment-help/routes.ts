import type { PaymentHelp, PaymentHelpRequest } from '#shared/contracts/payment-help';
import { type Api, LOOK_UPS, PHONE_LOOK_UPS, type RateLimiter } from '../http';
import { checkPayment, hashPhone, hasOpenFlag, type PaymentContext } from '../payments';
import { explain, outline } from './explain';
import { eventsOf, findByPhone, findByReference } from './find-payment';
import type { Payment } from './story';

/**
 * Tells how a payment stands. A reference of it gets its whole story; a phone number alone, which
 * others know too, gets the state of its latest payment.
 *
 * @throws AppError 429 when one number is looked up too often
 */
async function helpWithPayment(
  context: PaymentContext,
  limiter: RateLimiter,
  request: PaymentHelpRequest,
): Promise<PaymentHelp> {
  const { db } = context;
  if ('reference' in request) {
    const payment = await findByReference(db, request.reference);
    return { payment: payment ? await tell(context, payment, explain) : null };
  }
  await limiter.count({ limit: PHONE_LOOK_UPS, subject: request.phoneNumber });
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
  return answer(payment, events, new Date(), isFlagged);
}

/** A POST although it changes nothing, so that no number ever stands in an address or a log. */
export function paymentHelpRoutes(api: Api, context: PaymentContext, limiter: RateLimiter): void {
  api.serve('POST /api/payment-help', async ({ body, req, res }) => {
    await limiter.countFrom(req.ip, LOOK_UPS);
    res.set('Cache-Control', 'no-store');
    return helpWithPayment(context, limiter, body);
  });
}
