import { setTimeout as delay } from 'node:timers/promises';
import type { PaymentEventSource } from '#shared/domain/payment';
import { type PaymentContext, providersOf } from '../context';
import { getPayment, type Payment } from '../lifecycle/rows/repository';
import type { PaymentProvider } from '../providers/provider';
import { checkPayment } from './check-payment';

/** Longest wait for the per-payment rate limit, in ms: a person waits for the response. */
const WAIT_MS = 5_000;
/** Polling interval, in ms: the check in flight may finish before another may start. */
const POLL_INTERVAL_MS = { shortest: 250, longest: 1_000 };

/**
 * Checks a payment whose provider may have a newer state. If a webhook or a poll started a check a
 * moment ago that came too early, waits until the next one may start: 5 s at most, or the
 * provider's `checkIntervalMs` if that is longer. Concurrent callers in this process share one wait
 * per payment.
 *
 * @param payment as it was before: another state means that another check has settled it
 * @returns whether there was a usable answer
 */
export function waitForCheck(
  context: PaymentContext,
  { id, status, provider }: Pick<Payment, 'id' | 'status' | 'provider'>,
  source: PaymentEventSource,
): Promise<'some' | 'none'> {
  return context.waiting.do(`${id} ${status} ${source}`, async () => {
    const paymentProvider = providersOf(context).find(({ name }) => name === provider);
    if (!paymentProvider) return 'none';
    const deadline =
      Date.now() + Math.max(WAIT_MS, paymentProvider.checkIntervalMs + POLL_INTERVAL_MS.longest);
    do {
      const report = await checkPayment(context, id, source);
      if (report) return report.outcome === 'unknown' ? 'none' : 'some';
      const current = await getPayment(context.db, id);
      if (current.status !== status || current.status === 'failed') return 'some';
      await delay(untilNextPoll(context, paymentProvider, current));
    } while (Date.now() < deadline);
    return 'none';
  });
}

function untilNextPoll(
  { event }: PaymentContext,
  { checkIntervalMs }: PaymentProvider,
  { lastCheckedAt }: Payment,
): number {
  const mayBeginAt = (lastCheckedAt?.getTime() ?? 0) + checkIntervalMs;
  const wait = mayBeginAt - event.now().getTime();
  return Math.min(Math.max(wait, POLL_INTERVAL_MS.shortest), POLL_INTERVAL_MS.longest);
}
