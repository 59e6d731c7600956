import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { and, gt, gte, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { runForPayment } from '#server/platform/request-context';
import { startWorker, type Worker } from '#server/platform/worker';
import { PENDING_SEGMENTS } from '#shared/domain/payment';
import { payments } from '#shared/schema';
import { type PaymentContext, providersOf } from '../context';
import { type LeasedPayment, updatePayments } from '../lifecycle/rows/repository';
import { lastChargeAt } from '../lifecycle/schedule';
import type { PaymentProvider } from '../providers/provider';
import { checkLeased, leaseDueChecks } from './check-payment';
import { providersToSweep, sweepWith } from './sweep';
import { flagUnqueryable } from './unqueryable';

const IDLE_MS = 2_000;
const SWEEP_IDLE_MS = 5_000;
const HOURLY_MS = 3_600_000;

/**
 * Runs all checks that are due until none is left. Settles every payment on its own, even if all
 * webhooks are lost and all browsers are closed.
 *
 * @returns the number of checks
 */
export async function reconcileDue(context: PaymentContext): Promise<number> {
  const checked = await Promise.all(
    providersOf(context).map((provider) => reconcileWith(context, provider)),
  );
  return checked.reduce((sum, count) => sum + count, 0);
}

/**
 * Keeps a constant number of checks in flight, so that a check without a response delays no other.
 */
async function reconcileWith(
  context: PaymentContext,
  provider: PaymentProvider,
  stopping?: AbortSignal,
): Promise<number> {
  const runId = randomUUID();
  const inFlight = new Set<Promise<void>>();
  let checked = 0;
  for (;;) {
    const free = stopping?.aborted ? 0 : provider.checksAtOnce - inFlight.size;
    const due = free > 0 ? await leaseDueChecks(context, provider, free) : [];
    checked += due.length;
    for (const payment of due) {
      const check = runForPayment({ runId, paymentId: payment.id }, () =>
        reconcile(context, payment),
      ).finally(() => inFlight.delete(check));
      inFlight.add(check);
    }
    if (inFlight.size === 0) return checked;
    // Checks are leased a few at a time. When none is due, the next query may wait.
    const mayBeMore = free > 0 && due.length === free;
    await waitUntilAtMost(
      inFlight,
      mayBeMore ? Math.floor(provider.checksAtOnce * 0.75) : 0,
      IDLE_MS,
    );
  }
}

/** Waits until at most `left` checks are in flight, or until the time is over. */
async function waitUntilAtMost(inFlight: ReadonlySet<Promise<void>>, left: number, forMs: number) {
  const timerAbort = new AbortController();
  const timeout = delay(forMs, true, { signal: timerAbort.signal }).catch(() => true);
  while (inFlight.size > left && !(await Promise.race([timeout, ...inFlight])));
  timerAbort.abort();
}

async function reconcile(context: PaymentContext, payment: LeasedPayment): Promise<void> {
  try {
    await checkLeased(context, payment, 'reconcile');
  } catch (error) {
    // The lease expires, and the payment is checked again.
    context.logger.error({ err: error }, 'a payment could not be reconciled');
  }
}

/**
 * Schedules the checks that end payments at the close of voting. Runs at each start and after each
 * change of the settings, because payments may have been created when the closing time was later or
 * not set.
 */
export async function endWithVoting(context: PaymentContext): Promise<void> {
  const { voting, begunAt } = context.event.current;
  const { closesAt } = voting;
  if (closesAt === null) return;
  const end = lastChargeAt(closesAt);
  const names = providersOf(context).flatMap(({ name, checks }) =>
    checks.endsWithVoting ? [name] : [],
  );
  const isLater = and(
    inArray(payments.provider, names),
    inArray(payments.segment, PENDING_SEGMENTS),
    gt(payments.nextCheckAt, end),
    begunAt ? gte(payments.createdAt, begunAt) : undefined,
    // A payment that could not be ended then follows its own schedule.
    or(isNull(payments.lastCheckedAt), lt(payments.lastCheckedAt, end)),
  );
  await updatePayments(context.db, { nextCheckAt: end }, isLater);
}

/** Runs in every process; the processes share the work. */
export function startReconciler(context: PaymentContext): Worker {
  const { logger } = context;
  const workers = [
    startByProvider({
      whoseIsDue: () => providersToCheck(context),
      work: (provider, stopping) => reconcileWith(context, provider, stopping),
      pauseMs: IDLE_MS,
      onError: (err) => logger.error({ err }, 'the reconciler could not look for due payments'),
    }),
    startByProvider({
      whoseIsDue: () => providersToSweep(context),
      work: (provider) => sweepWith(context, provider),
      pauseMs: SWEEP_IDLE_MS,
      onError: (err) => logger.error({ err }, 'the lists of a provider could not be compared'),
    }),
    startWorker({
      round: async () => {
        await endWithVoting(context);
        await flagUnqueryable(context);
      },
      pauseMs: () => HOURLY_MS,
      onError: (err) => logger.error({ err }, 'changed settings were not applied to payments'),
    }),
  ];
  return {
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}

interface WorkByProvider {
  /** A single query for all providers, because every process repeats it all the time. */
  whoseIsDue: () => Promise<PaymentProvider[]>;
  work: (provider: PaymentProvider, stopping: AbortSignal) => Promise<unknown>;
  /** Between two queries, in ms. */
  pauseMs: number;
  onError: (error: unknown) => void;
}

/** Works for each provider on its own, so that a provider that hangs delays no other. */
function startByProvider({ whoseIsDue, work, pauseMs, onError }: WorkByProvider): Worker {
  const running = new Map<PaymentProvider, Promise<unknown>>();
  const looking = startWorker({
    round: async (stopping) => {
      for (const provider of await whoseIsDue()) {
        if (running.has(provider)) continue;
        const run = work(provider, stopping)
          .catch(onError)
          .finally(() => running.delete(provider));
        running.set(provider, run);
      }
    },
    pauseMs: () => pauseMs,
    onError,
  });
  return {
    async stop() {
      await looking.stop();
      await Promise.all(running.values());
    },
  };
}

async function providersToCheck(context: PaymentContext): Promise<PaymentProvider[]> {
  const due = await context.db
    .selectDistinct({ provider: payments.provider })
    .from(payments)
    .where(lte(payments.nextCheckAt, sql`now()`));
  return providersOf(context).filter(({ name }) => due.some(({ provider }) => provider === name));
}
