import { setTimeout as delay } from 'node:timers/promises';
import type { PaymentEventSource } from '#shared/domain/payment';
import type { PaymentContext } from '../context';
import { getPayment, type Payment } from '../lifecycle/repository';
import { checkPayment } from './check-payment';

/** Longest wait for the per-payment limit on checks, in ms: a person waits for the answer. */
const WAIT_MS = 5_000;
const LOOK_EVERY_MS = 200;

/**
 * Checks a payment whose provider knows more than we do. When a webhook has started a check a moment
 * ago, and just too early, this waits until the next one may begin.
 *
 * @param payment as it was before: another state means that another check has settled it
 * @returns whether there was a usable answer
 */
export async function waitForCheck(
  context: PaymentContext,
  { id, status }: Pick<Payment, 'id' | 'status'>,
  source: PaymentEventSource,
): Promise<'some' | 'none'> {
  const deadline = Date.now() + WAIT_MS;
  do {
    const report = await checkPayment(context, id, source);
    if (report) return report.outcome === 'unknown' ? 'none' : 'some';
    const present = await getPayment(context.db, id);
    if (present.status !== status || present.status === 'failed') return 'some';
    await delay(LOOK_EVERY_MS);
  } while (Date.now() < deadline);
  return 'none';
}
