import { setTimeout as delay } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import type { PaymentEventSource } from '#shared/domain/payment';
import { payments } from '#shared/schema';
import type { PaymentContext } from '../context';
import type { Payment } from '../lifecycle/transition';
import { checkPayment } from './check-payment';

/** Somebody who looks at the screen waits this long for the gate of questions to open. */
const PATIENCE_MS = 5_000;
const LOOK_EVERY_MS = 200;

/**
 * Asks about a payment whose provider knows more than we do. A webhook may have asked a moment ago,
 * and just too early; then this asks as soon as it may.
 *
 * @param payment as it was before: another state means that somebody else has asked
 * @returns whether there was a usable answer
 */
export async function waitForCheck(
  context: PaymentContext,
  { id, status }: Pick<Payment, 'id' | 'status'>,
  source: PaymentEventSource,
): Promise<'some' | 'none'> {
  const deadline = Date.now() + PATIENCE_MS;
  do {
    const report = await checkPayment(context, id, source);
    if (report) return report.outcome === 'unknown' ? 'none' : 'some';
    const present = await statusOf(context, id);
    if (present !== status || present === 'failed') return 'some';
    await delay(LOOK_EVERY_MS);
  } while (Date.now() < deadline);
  return 'none';
}

/** Has the reconciler ask next. */
export async function makeDue({ db }: PaymentContext, paymentId: string): Promise<void> {
  await db.update(payments).set({ nextCheckAt: sql`now()` }).where(eq(payments.id, paymentId));
}

async function statusOf({ db }: PaymentContext, id: string): Promise<string | undefined> {
  const [payment] = await db
    .select({ status: payments.status })
    .from(payments)
    .where(eq(payments.id, id));
  return payment?.status;
}
