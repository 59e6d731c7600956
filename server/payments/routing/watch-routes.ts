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

/** Keeps this process's copy of the states fresh, and probes the providers that are due. */
export const watchRoutes = (context: PaymentContext): Worker =>
  startWorker({
    round: () => probeDueRoutes(context),
    pauseMs: () => ROUND_MS[context.routes.isAnyDown ? 'whileDown' : 'whileUp'],
    onError: (err) => context.logger.warn({ err }, 'the states of the providers could not be read'),
  });

/** One round; each provider is probed by one process at a time. */
export async function probeDueRoutes(context: PaymentContext): Promise<void> {
  await context.routes.reload();
  await Promise.all(context.mobileMoney.map((provider) => probeIfDue(context, provider)));
}

async function probeIfDue(
  { routes, event }: PaymentContext,
  provider: MobileMoneyProvider,
): Promise<void> {
  if (!routes.isProbeDue(provider, event.now())) return;
  const operators = await routes.claimProbe(provider);
  if (operators.length === 0) return;
  const outcome = await probeTwice(provider);
  if (outcome !== 'accepted') {
    const reason = outcome === 'refused' ? 'refused' : 'no-response';
    return routes.note(provider.name, operators, { state: 'down', reason });
  }
  const reported = (await provider.availability?.()) ?? {};
  for (const operator of operators) {
    const judgement = REPORTED[reported[operator] ?? 'well'];
    if (judgement.state !== 'down') await routes.noteResponding(provider.name, [operator]);
    const { reason, since } = routes.stored(provider.name, operator) ?? {};
    const isJudged = reason === 'slow-answers' && since && +event.now() - +since < WINDOW_MS;
    if (!isJudged || judgement.state === 'down') {
      await routes.note(provider.name, [operator], judgement);
    }
  }
}

/** A second try, because one lost answer must not redirect all payments. */
async function probeTwice(provider: MobileMoneyProvider): Promise<ProviderProbe['outcome']> {
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
