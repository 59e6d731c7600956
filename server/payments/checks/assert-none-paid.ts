import { inArray, type SQL } from 'drizzle-orm';
import { AppError } from '#server/errors';
import { payments } from '#shared/schema';
import type { PaymentContext } from '../context';
import { waitForCheck } from './wait-for-check';

/**
 * Checks this browser's payments with unknown outcome before a new charge is requested. Waits for
 * the rate limit of each payment, because the result of an earlier check may be out of date. A
 * voter who tries again has often just approved the first prompt.
 *
 * @param open ids sent by the browser; unknown ids are ignored
 * @throws AppError 409 `earlier-paid` that names the paid payment
 */
export async function assertNonePaid(
  context: PaymentContext,
  open: readonly string[],
): Promise<void> {
  if (open.length === 0) return;
  const found = await statesOf(context, inArray(payments.id, open));
  assertUnpaid(found);
  const pending = found.filter(({ status }) => status === 'pending');
  if (pending.length === 0) return;
  await Promise.all(pending.map((payment) => waitForCheck(context, payment, 'poll')));
  const checkedIds = pending.map(({ id }) => id);
  assertUnpaid(await statesOf(context, inArray(payments.id, checkedIds)));
}

const statesOf = ({ db }: PaymentContext, where: SQL) =>
  db
    .select({ id: payments.id, status: payments.status, provider: payments.provider })
    .from(payments)
    .where(where);

function assertUnpaid(found: Awaited<ReturnType<typeof statesOf>>): void {
  const paid = found.find(({ status }) => status === 'completed');
  if (!paid) return;
  throw new AppError(409, 'earlier-paid', 'An earlier payment of this browser has been paid', {
    facts: { paymentId: paid.id },
  });
}
