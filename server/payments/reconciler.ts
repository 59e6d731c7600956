import { setTimeout as delay } from 'node:timers/promises';
import { askAbout, claimDueChecks } from './ask-provider';
import type { PaymentContext } from './context';

const IDLE_MS = 2_000;
/** Questions under way at once, in this process. */
const BATCH = 8;

/**
 * Asks about every payment whose check is due, until none is. With all webhooks lost and all
 * browsers closed this alone settles every payment.
 *
 * @returns how many were asked about
 */
export async function reconcileDue(context: PaymentContext): Promise<number> {
  const provider = context.mobileMoney;
  if (!provider) return 0;
  let asked = 0;
  for (;;) {
    const due = await claimDueChecks(context, BATCH);
    if (due.length === 0) return asked;
    asked += due.length;
    const outcomes = await Promise.allSettled(
      due.map((payment) => askAbout(context, provider, payment, 'reconcile')),
    );
    for (const outcome of outcomes) {
      // Its lease runs out and it is asked about again.
      if (outcome.status === 'rejected') {
        context.logger.error({ err: outcome.reason }, 'a payment could not be reconciled');
      }
    }
  }
}

/** Runs in every node for as long as it lives; nodes share the work. */
export function startReconciler(context: PaymentContext): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const loop = async () => {
    while (!stopping.signal.aborted) {
      try {
        await reconcileDue(context);
      } catch (error) {
        context.logger.error({ err: error }, 'the reconciler could not look for due payments');
      }
      await delay(IDLE_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = loop();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
