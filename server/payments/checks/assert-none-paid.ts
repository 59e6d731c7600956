import { inArray, type SQL } from 'drizzle-orm';
import { payments } from '#shared/schema';
import { AppError } from '../../errors';
import type { PaymentContext } from '../context';
import { waitForCheck } from './wait-for-check';

/**
 * Before money is asked for once more: asks about the payments whose outcome the browser does not know,
 * and waits where each may not be asked about for a moment: a check just before knows nothing of now.
 * A voter who tries again has often just approved the first request.
 *
 * @param open ids that the browser has named; unknown ones mean nothing
 * @throws AppError 409 `earlier-paid` that names the one that is paid
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
  const asked = pending.map(({ id }) => id);
  assertUnpaid(await statesOf(context, inArray(payments.id, asked)));
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
