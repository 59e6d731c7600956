import { eq } from 'drizzle-orm';
import type { PaymentReceiptCode, PaymentState } from '#shared/contracts/payments';
import { FAILURE_REASONS } from '#shared/domain/payment';
import { payments } from '#shared/schema';
import { notFound } from '../../errors';
import { checkPayment } from '../checks/check-payment';
import type { PaymentContext } from '../context';
import type { Payment } from './transition';

/**
 * Answers from the database at once. While the payment is pending the provider is asked behind the
 * answer, so that the next poll knows more.
 *
 * @throws AppError 404 when there is no such payment
 */
export async function readPaymentState(
  context: PaymentContext,
  paymentId: string,
): Promise<PaymentState> {
  const { status, failureReason } = await findPayment(context, paymentId);
  if (status === 'pending') {
    context.background.run('ask for a poll', () => checkPayment(context, paymentId, 'poll'));
  }
  return {
    status,
    failureReason: FAILURE_REASONS.find((reason) => reason === failureReason) ?? null,
  };
}

/** @throws AppError 404 when there is no such payment; the code is null until it is completed */
export async function readReceiptCode(
  context: PaymentContext,
  paymentId: string,
): Promise<PaymentReceiptCode> {
  const { status, receiptCode } = await findPayment(context, paymentId);
  return { receiptCode: status === 'completed' ? receiptCode : null };
}

async function findPayment({ db }: PaymentContext, id: string): Promise<Payment> {
  const [payment] = await db.select().from(payments).where(eq(payments.id, id));
  if (!payment) throw notFound('payment');
  return payment;
}
