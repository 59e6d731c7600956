import { and, asc, count, eq, isNotNull, notExists, notInArray } from 'drizzle-orm';
import { paymentFlags, payments } from '#shared/schema';
import { type PaymentContext, providersOf } from '../context';
import { raiseFlag } from '../lifecycle/rows/flags';
import { lockPayment } from '../lifecycle/rows/repository';

/**
 * Flags the pending payments of providers whose settings were removed, because they cannot be
 * queried. Logs how many checks wait for the settings.
 *
 * @returns the number of payments flagged
 */
export async function flagUnqueryable(context: PaymentContext): Promise<number> {
  const { db, logger } = context;
  const names = providersOf(context).map(({ name }) => name);
  const isUnqueryable = and(notInArray(payments.provider, names), isNotNull(payments.nextCheckAt));
  const groups = await db
    .select({ provider: payments.provider, payments: count() })
    .from(payments)
    .where(isUnqueryable)
    .groupBy(payments.provider);
  for (const group of groups) {
    const alarm = { ...group, alarm: 'provider-removed' };
    logger.warn(alarm, 'payments wait for a provider that is no longer configured');
  }
  if (groups.length === 0) return 0;

  const flagged = db
    .select({ flag: paymentFlags.flag })
    .from(paymentFlags)
    .where(and(eq(paymentFlags.paymentId, payments.id), eq(paymentFlags.flag, FLAG)));
  const unflagged = await db
    .select({ id: payments.id, provider: payments.provider })
    .from(payments)
    .where(and(isUnqueryable, eq(payments.status, 'pending'), notExists(flagged)))
    .orderBy(asc(payments.createdAt));
  for (const { id, provider } of unflagged) {
    await db.transaction(async (tx) => {
      const payment = await lockPayment(tx, id);
      if (payment.status === 'pending')
        await raiseFlag(tx, payment, FLAG, 'reconcile', { provider });
    });
  }
  return unflagged.length;
}

const FLAG = 'provider-removed';
