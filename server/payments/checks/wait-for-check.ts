import { setTimeout as delay } from 'node:timers/promises';
import type { PaymentEventSource } from '#shared/domain/payment';
import { type PaymentContext, providersOf } from '../context';
import { getPayment, type Payment } from '../lifecycle/repository';
import { checkPayment } from './check-payment';

/** Longest wait for the per-payment limit on checks, in ms: a person waits for the answer. */
const WAIT_MS = 5_000;
const SHORTEST_LOOK_MS = 250;

/**
 * Checks a payment whose provider knows more than we do. When a webhook has started a check a moment
 * ago, and just too early, this waits until the next one may begin. However many wait for the same
 * payment in this process, one of them looks.
 *
 * @param payment as it was before: another state means that another check has settled it
 * @returns whether there was a usable answer
 */
export function waitForCheck(
  context: PaymentContext,
  { id, status }: Pick<Payment, 'id' | 'status'>,
  source: PaymentEventSource,
): Promise<'some' | 'none'> {
  return context.waiting.do(`${id} ${status} ${source}`, async () => {
    const deadline = Date.now() + WAIT_MS;
    do {
      const report = await checkPayment(context, id, source);
      if (report) return report.outcome === 'unknown' ? 'none' : 'some';
      const present = await getPayment(context.db, id);
      if (present.status !== status || present.status === 'failed') return 'some';
      await delay(untilNextCheck(context, present));
    } while (Date.now() < deadline);
    return 'none';
  });
}

/** Until the provider may be asked about this payment again; the check under way may answer before. */
function untilNextCheck(context: PaymentContext, { provider, lastCheckedAt }: Payment): number {
  const known = providersOf(context).find(({ name }) => name === provider);
  if (!known || !lastCheckedAt) return SHORTEST_LOOK_MS;
  const wait = lastCheckedAt.getTime() + known.checkIntervalMs - context.event.now().getTime();
  return Math.min(Math.max(wait, SHORTEST_LOOK_MS), known.checkIntervalMs);
}
