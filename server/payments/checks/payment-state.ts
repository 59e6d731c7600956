import type { PaymentReceiptCode, PaymentState } from '#shared/contracts/payments';
import { asFailureReason } from '#shared/domain/payment';
import { AppError } from '../../errors';
import { type PaymentContext, providersOf } from '../context';
import { getPayment, type Payment } from '../lifecycle/repository';
import { checkPayment } from './check-payment';

/**
 * Answers from the database at once. A pending payment is checked after the answer, so that the next
 * poll knows more.
 *
 * @param heldMs for how long the poll was held: then the payment was checked as it came
 * @throws AppError 404 when there is no such payment
 */
export async function readPaymentState(
  context: PaymentContext,
  paymentId: string,
  heldMs: number | undefined,
): Promise<PaymentState> {
  const payment = await getPayment(context.db, paymentId).catch((error: unknown) => {
    if (error instanceof AppError && error.status === 404) recoverLater(context, paymentId);
    throw error;
  });
  if (payment.status === 'pending' && heldMs === undefined) {
    context.background.run('check for a poll', () => checkPayment(context, paymentId, 'poll'));
  }
  return {
    status: payment.status,
    failureReason: asFailureReason(payment.failureReason),
    ...receiptCodeOf(payment),
    ...(heldMs === undefined ? {} : { heldMs }),
  };
}

/**
 * A browser follows a payment that we do not have: our database may have lost it. Where a provider can be
 * asked by our id, the next poll finds it made again.
 */
function recoverLater(context: PaymentContext, paymentId: string): void {
  const { background, recoveries } = context;
  background.run('make a lost payment again', async () => {
    const named = { paymentId, providerRef: null };
    for (const provider of providersOf(context).filter(({ findsByOurId }) => findsByOurId)) {
      await recoveries.try(context, provider, named, 'poll');
    }
  });
}

/** @throws AppError 404 when there is no such payment */
export const readReceiptCode = async (
  { db }: PaymentContext,
  paymentId: string,
): Promise<PaymentReceiptCode> => receiptCodeOf(await getPayment(db, paymentId));

/** Null until the payment is completed, and again when its votes were taken back. */
const receiptCodeOf = ({ status, receiptCode }: Payment): PaymentReceiptCode => ({
  receiptCode: status === 'completed' ? receiptCode : null,
});
