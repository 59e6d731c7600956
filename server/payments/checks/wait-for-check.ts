import { setTimeout as delay } from 'node:timers/promises';
import type { PaymentEventSource } from '#shared/domain/payment';
import { type PaymentContext, providersOf } from '../context';
import { getPayment, type Payment } from '../lifecycle/repository';
import type { PaymentProvider } from '../providers/provider';
import { checkPayment } from './check-payment';

/** Longest wait for the per-payment limit on checks, in ms: a person waits for the answer. */
const WAIT_MS = 5_000;
/** Between two looks, in ms: the check under way may answer before another one may begin. */
const LOOK_MS = { shortest: 250, longest: 1_000 };

/**
 * Checks a payment whose provider knows more than we do. When a webhook or a poll has started a check
 * a moment ago, and just too early, this waits until the next one may begin: 5 s at most, or the
 * provider's `checkIntervalMs` where that is longer. However many wait for the same payment in this
 * process, one of them looks.
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
    const known = providersOf(context).find(({ name }) => name === provider);
    if (!known) return 'none';
    const deadline = Date.now() + Math.max(WAIT_MS, known.checkIntervalMs + LOOK_MS.longest);
    do {
      const report = await checkPayment(context, id, source);
      if (report) return report.outcome === 'unknown' ? 'none' : 'some';
      const present = await getPayment(context.db, id);
      if (present.status !== status || present.status === 'failed') return 'some';
      await delay(untilNextLook(context, known, present));
    } while (Date.now() < deadline);
    return 'none';
  });
}

function untilNextLook(
  { event }: PaymentContext,
  { checkIntervalMs }: PaymentProvider,
  { lastCheckedAt }: Payment,
): number {
  const mayBeginAt = (lastCheckedAt?.getTime() ?? 0) + checkIntervalMs;
  const wait = mayBeginAt - event.now().getTime();
  return Math.min(Math.max(wait, LOOK_MS.shortest), LOOK_MS.longest);
}
