import type { Analytics } from '#shared/contracts/admin-payments';

const STEPS = ['created', 'attempted', 'completed'] as const;

export interface FunnelStep {
  step: (typeof STEPS)[number];
  payments: number;
  /** Shares from 0 to 1; null when the total is zero or there is no previous step. */
  ofBefore: number | null;
  ofAll: number | null;
}

const share = (part: number, whole: number | undefined): number | null =>
  whole ? part / whole : null;

/** Counts the payments that reached each step of the checkout. */
export const funnelSteps = (funnel: Analytics['funnel']): FunnelStep[] =>
  STEPS.map((step, index) => {
    const before = STEPS[index - 1];
    return {
      step,
      payments: funnel[step],
      ofBefore: share(funnel[step], before && funnel[before]),
      ofAll: share(funnel[step], funnel.created),
    };
  });
