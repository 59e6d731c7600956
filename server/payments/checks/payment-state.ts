import { sql } from 'drizzle-orm';
import { type SqlParameters, statement } from '#server/db/statement';
import { notFound } from '#server/errors';
import type { PaymentReceiptCode, PaymentState } from '#shared/contracts/payments';
import { asFailureReason, methodOf } from '#shared/domain/payment';
import { payments } from '#shared/schema';
import { type PaymentContext, providersOf } from '../context';
import { getPayment, type Payment } from '../lifecycle/rows/repository';
import { PROMPT_OPEN_MS } from '../providers/check-times';
import { checkPayment } from './check-payment';

const readState = statement(
  'read the state of a payment',
  {
    provider: payments.provider,
    status: payments.status,
    failureReason: payments.failureReason,
    receiptCode: payments.receiptCode,
    ageMs: Number,
  },
  ({ id }: SqlParameters<{ id: string }>) => sql`
    select provider, status, failure_reason, receipt_code,
      extract(epoch from now() - created_at)::float8 * 1000
    from ${payments} where id = ${id}`,
);

/**
 * Responds from the database at once. A pending payment is checked after the response, so that the
 * next poll returns a newer state.
 *
 * @param heldMs how long the poll was held, in which case the payment was checked when it arrived
 * @throws AppError 404 when there is no such payment
 */
export async function readPaymentState(
  context: PaymentContext,
  paymentId: string,
  heldMs: number | undefined,
): Promise<PaymentState> {
  const [payment] = await readState(context.db, { id: paymentId });
  if (!payment) {
    recoverLater(context, paymentId);
    throw notFound('payment');
  }
  if (payment.status === 'pending' && heldMs === undefined) {
    context.background.run('check for a poll', () => checkPayment(context, paymentId, 'poll'));
  }
  return {
    status: payment.status,
    failureReason: asFailureReason(payment.failureReason),
    ...receiptCodeOf(payment),
    ...promptLapseOf(payment),
    ...(heldMs === undefined ? {} : { heldMs }),
  };
}

/**
 * Tries to recover a payment that a browser polls but our database does not have, because the
 * database may have lost it. If the provider can be queried by our id, the next poll finds it
 * recovered.
 */
function recoverLater(context: PaymentContext, paymentId: string): void {
  const { background, recoveries } = context;
  background.run('recover a lost payment', async () => {
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

/** Null until the payment is completed, and again after its votes were withdrawn. */
const receiptCodeOf = ({
  status,
  receiptCode,
}: Pick<Payment, 'status' | 'receiptCode'>): PaymentReceiptCode => ({
  receiptCode: status === 'completed' ? receiptCode : null,
});

function promptLapseOf({
  provider,
  status,
  ageMs,
}: Pick<Payment, 'provider' | 'status'> & { ageMs: number }): Pick<
  PaymentState,
  'promptLapsesInMs'
> {
  if (status !== 'pending' || methodOf(provider) !== 'mobile-money') return {};
  return { promptLapsesInMs: Math.max(0, Math.ceil(PROMPT_OPEN_MS - ageMs)) };
}
