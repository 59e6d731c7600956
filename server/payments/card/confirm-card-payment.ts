import { and, eq } from 'drizzle-orm';
import { conflict, notFound } from '#server/errors';
import type { CardConfirmed } from '#shared/contracts/payments';
import { payments } from '#shared/schema';
import { waitForCheck } from '../checks/wait-for-check';
import { cardsUnavailable, type PaymentContext } from '../context';
import { getPayment, makeDue, type Payment } from '../lifecycle/rows/repository';
import type { CardProvider } from '../providers/provider';
import { digestOf } from './start-card-payment';

export interface Confirmation {
  paymentIntentId: string;
  /** Proves ownership when the session cannot: a bank's app may return to another browser. */
  clientSecret: string | undefined;
  ownerHash: string;
}

/**
 * Checks a payment that the browser reports as done.
 *
 * @returns the completed payment
 * @throws AppError 404 for an unknown or another session's payment; 409 when it is not paid; 503
 *   when the provider does not respond, which leaves the payment to the reconciler
 */
export async function confirmCardPayment(
  context: PaymentContext,
  cards: CardProvider,
  confirmation: Confirmation,
): Promise<CardConfirmed> {
  const payment = await findByIntent(context, cards, confirmation.paymentIntentId);
  assertOwnership(payment, confirmation);
  if (payment.status === 'completed') return confirmed(payment);

  const answer = await waitForCheck(context, payment, 'confirm');
  const current = await getPayment(context.db, payment.id);
  if (current.status === 'completed') return confirmed(current);
  if (answer === 'none') {
    await makeDue(context.db, payment.id);
    throw cardsUnavailable();
  }
  throw conflict('payment-unfinished', 'This payment is not completed');
}

async function findByIntent(
  { db }: PaymentContext,
  { name }: CardProvider,
  providerRef: string,
): Promise<Payment> {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.provider, name), eq(payments.providerRef, providerRef)));
  if (!payment) throw notFound('payment');
  return payment;
}

function assertOwnership(
  payment: Payment,
  { clientSecret, ownerHash }: Omit<Confirmation, 'paymentIntentId'>,
): void {
  if (payment.ownerHash === ownerHash) return;
  const isRight = clientSecret !== undefined && payment.clientSecretHash === digestOf(clientSecret);
  if (!isRight) throw notFound('payment');
}

const confirmed = ({ id, receiptCode }: Payment): CardConfirmed => ({ paymentId: id, receiptCode });
