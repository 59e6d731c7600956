import { randomUUID } from 'node:crypto';
import { runForPayment } from '../../platform/request-context';
import { startWorker, type Worker } from '../../platform/worker';
import { type PaymentContext, providersOf } from '../context';
import type { Payment } from '../lifecycle/repository';
import type { PaymentProvider } from '../providers/provider';
import { checkLeased, leaseDueChecks } from './check-payment';

const IDLE_MS = 2_000;
/** Checks with one provider under way at once, in this process. */
export const CHECKS_AT_ONCE = 8;

/**
 * Makes every check that is due, until none is. With all webhooks lost and all
 * browsers closed this alone settles every payment.
 *
 * @returns how many it made
 */
export async function reconcileDue(context: PaymentContext): Promise<number> {
  const checked = await Promise.all(
    providersOf(context).map((provider) => reconcileWith(context, provider)),
  );
  return checked.reduce((sum, count) => sum + count, 0);
}

async function reconcileWith(context: PaymentContext, provider: PaymentProvider): Promise<number> {
  const runId = randomUUID();
  let checked = 0;
  for (;;) {
    const due = await leaseDueChecks(context, provider, CHECKS_AT_ONCE);
    if (due.length === 0) return checked;
    checked += due.length;
    await Promise.all(
      due.map((payment) =>
        runForPayment({ runId, paymentId: payment.id }, () =>
          reconcile(context, provider, payment),
        ),
      ),
    );
  }
}

async function reconcile(
  context: PaymentContext,
  provider: PaymentProvider,
  payment: Payment,
): Promise<void> {
  try {
    await checkLeased(context, provider, payment, 'reconcile');
  } catch (error) {
    // Its lease runs out, and the payment is checked again.
    context.logger.error({ err: error }, 'a payment could not be reconciled');
  }
}

/** Runs in every process; they share the work. */
export function startReconciler(context: PaymentContext): Worker {
  // One each, so that a provider that hangs holds up no other.
  const workers = providersOf(context).map((provider) =>
    startWorker({
      round: () => reconcileWith(context, provider),
      restMs: () => IDLE_MS,
      onError: (err) =>
        context.logger.error({ err }, 'the reconciler could not look for due payments'),
    }),
  );
  return {
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}
