import type { PaymentHelp, PaymentHelpQuestion } from '#shared/contracts/payment-help';
import { QUESTIONS_ABOUT_A_NUMBER, type RateLimiter } from '../http';
import { checkPayment, hashPhone, type PaymentContext } from '../payments';
import { explain, outline } from './explain';
import { eventsOf, findByPhone, findByReference } from './find-payment';
import type { Payment } from './story';

/**
 * Tells how a payment stands. A reference of it gets its whole story; a phone number alone, which
 * others know too, gets the state of its latest payment.
 *
 * @throws AppError 429 when one number is asked about too often
 */
export async function helpWithPayment(
  context: PaymentContext,
  limiter: RateLimiter,
  question: PaymentHelpQuestion,
): Promise<PaymentHelp> {
  const { db } = context;
  if ('reference' in question) {
    const payment = await findByReference(db, question.reference);
    return { payment: payment ? await tell(context, payment, explain) : null };
  }
  await limiter.count(QUESTIONS_ABOUT_A_NUMBER, question.phoneNumber);
  const payment = await findByPhone(db, hashPhone(question.phoneNumber, context.phoneHashKey));
  return { payment: payment ? await tell(context, payment, outline) : null };
}

/** A pending payment is checked behind the answer, so that the next question gets more. */
async function tell(context: PaymentContext, payment: Payment, tale: typeof explain) {
  if (payment.status === 'pending') {
    context.background.run('ask for a voter', () => checkPayment(context, payment.id, 'poll'));
  }
  return tale(payment, await eventsOf(context.db, payment), new Date());
}
