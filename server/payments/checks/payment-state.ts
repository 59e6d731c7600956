import type { PaymentReceiptCode, PaymentState } from '#shared/contracts/payments';
import { asFailureReason } from '#shared/domain/payment';
import type { PaymentContext } from '../context';
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
  const payment = await getPayment(context.db, paymentId);
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

/** @throws AppError 404 when there is no such payment */
export const readReceiptCode = async (
  { db }: PaymentContext,
  paymentId: string,
): Promise<PaymentReceiptCode> => receiptCodeOf(await getPayment(db, paymentId));

/** Null until the payment is completed, and again when its votes were taken back. */
const receiptCodeOf = ({ status, receiptCode }: Payment): PaymentReceiptCode => ({
  receiptCode: status === 'completed' ? receiptCode : null,
});
