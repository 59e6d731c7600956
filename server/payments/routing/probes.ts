import { setTimeout as delay } from 'node:timers/promises';
import { startWorker, type Worker } from '#server/platform/worker';
import type { PaymentContext } from '../context';
import { waitBeforeRetry } from '../providers/http/provider-http';
import type { MobileMoneyProvider, ProviderProbe } from '../providers/provider';
import { type Judgement, WELL, WINDOW_MS } from './request-record';

/**
 * How often a process reads the states and looks for probes that are due, in ms. Changes of a state
 * are notified at once.
 */
const ROUND_MS = { whileUp: 15_000, whileDown: 5_000 };
/**
 * For this time after an answer a provider is expected to respond, in ms. Short, because the voter
 * whose request is lost has to wait; a busy process sends one probe in this time.
 */
const EXPECTED_FOR_MS = 2_000;
/** Longest wait for a probe before a payment, in ms: the voter waits too. */
const MAX_WAIT_MS = 2_500;

type ProbeContext = Pick<PaymentContext, 'routes' | 'mobileMoney' | 'event'>;

/** Keeps this process's copy of the states fresh, and probes the providers that are due. */
export const watchRoutes = (context: PaymentContext): Worker =>
  startWorker({
    round: () => probeDueRoutes(context),
    pauseMs: () => ROUND_MS[context.routes.isAnyDown ? 'whileDown' : 'whileUp'],
    onError: (err) => context.logger.warn({ err }, 'the states of the providers could not be read'),
  });

/** One round; each provider is probed by one process at a time. */
export async function probeDueRoutes(context: ProbeContext): Promise<void> {
  await context.routes.reload();
  await Promise.all(
    context.mobileMoney.map(async (provider) => {
      if (!context.routes.isProbeDue(provider, context.event.now())) return;
      const isClaimed = await context.routes.claimProbe(provider);
      if (isClaimed && (await probe(context, provider))) await judge(context, provider);
    }),
  );
}

/**
 * Returns whether a provider responds, before a payment is requested that another one could take: a
 * request that is lost must stay where it was sent. A provider that has just answered is not asked.
 */
export async function isResponding(
  context: ProbeContext,
  provider: MobileMoneyProvider,
): Promise<boolean> {
  const { routes } = context;
  if (routes.msSinceAnswer(provider.name) < EXPECTED_FOR_MS) return true;
  const probing = routes.probing.do(provider.name, () => probe(context, provider));
  const timeout = new AbortController();
  const isInTime = await Promise.race([
    probing,
    delay(MAX_WAIT_MS, false, { signal: timeout.signal }),
  ]);
  timeout.abort();
  return isInTime;
}

/** Notes whether the provider's account can be used. @returns true when it can */
async function probe(
  { routes }: ProbeContext,
  { name, operators, ...provider }: MobileMoneyProvider,
): Promise<boolean> {
  const outcome = await probeTwice(provider);
  if (outcome === 'accepted') {
    routes.noteAnswer(name);
    return true;
  }
  const reason = outcome === 'refused' ? 'refused' : 'no-response';
  await routes.note(name, operators, { state: 'down', reason });
  // No payment tries a provider that responded before, and does not now.
  const ready = operators.filter((operator) => routes.stored(name, operator)?.isReady);
  for (const operator of ready) await routes.endTrial(name, operator, { isFailed: true });
  return false;
}

/** Judges a provider that responds by what it reports of itself, if it does. */
async function judge(
  { routes, event }: ProbeContext,
  { name, operators, ...provider }: MobileMoneyProvider,
): Promise<void> {
  const reported = (await provider.availability?.()) ?? {};
  for (const operator of operators) {
    const route = routes.stored(name, operator);
    const isRecent = !!route && event.now().getTime() - route.since.getTime() < WINDOW_MS;
    const isReported = route?.reason === 'reported-down' || route?.reason === 'reported-slow';
    // Its report is missing this time, which does not withdraw the last one.
    if (isReported && isRecent && !reported[operator]) continue;
    const judgement = REPORTED[reported[operator] ?? 'well'];
    if (judgement.state !== 'down') await routes.noteResponding(name, [operator]);
    // Judged by its requests: a probe says nothing about these.
    const isJudged = route?.reason === 'slow-answers' && isRecent;
    if (!isJudged || judgement.state === 'down') await routes.note(name, [operator], judgement);
  }
}

/** A second try, because one lost answer must not redirect all payments. */
async function probeTwice(
  provider: Pick<MobileMoneyProvider, 'probe'>,
): Promise<ProviderProbe['outcome']> {
  const { outcome } = await provider.probe();
  if (outcome !== 'unknown') return outcome;
  await waitBeforeRetry();
  return (await provider.probe()).outcome;
}

/** By what a provider reports about an operator. */
const REPORTED: Readonly<Record<'well' | 'slow' | 'down', Judgement>> = {
  well: WELL,
  slow: { state: 'slow', reason: 'reported-slow' },
  down: { state: 'down', reason: 'reported-down' },
};
