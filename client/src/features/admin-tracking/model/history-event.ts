import type { AdminPayment, AdminPaymentHistory } from '#shared/contracts/admin-payments';
import { FAILURE_REASONS, type FailureReason } from '#shared/domain/payment';

type HistoryEvent = AdminPaymentHistory['events'][number];

const FLAGS = [
  'amount-mismatch',
  'failed-after-completion',
  'partial-refund',
  'refund-failed',
  'disputed',
] as const;
const REFUND_STEPS = ['requested', 'accepted', 'refused', 'unanswered'] as const;

/** What happened, as one of the sentences of the timeline. */
export function eventTextKey(event: HistoryEvent, provider: AdminPayment['provider']) {
  const { from, to, source, detail } = event;
  if (from === null) return 'tracking.history.event.created';
  if (from !== to) return settlementTextKey(event);
  if ('flag' in detail) return 'tracking.history.event.flagged';
  const refundStep = REFUND_STEPS.find((step) => step === detail.refund);
  if (refundStep) return `tracking.history.event.refund-${refundStep}` as const;
  if (source === 'webhook') return 'tracking.history.event.provider-called';
  if (source !== 'attempt') return 'tracking.history.event.noted';
  if (provider === 'card') return 'tracking.history.event.card-submitted';
  return detail.outcome === 'unknown'
    ? 'tracking.history.event.prompt-unanswered'
    : 'tracking.history.event.prompt-sent';
}

function settlementTextKey({ from, to }: HistoryEvent) {
  if (to === 'completed') {
    return from === 'failed'
      ? 'tracking.history.event.completed-late'
      : 'tracking.history.event.completed';
  }
  return from === 'completed' ? 'tracking.history.event.reversed' : 'tracking.history.event.failed';
}

/** Why a payment failed with this event; codes of a later release have no words here. */
export const reasonOf = ({ detail }: HistoryEvent): FailureReason | null =>
  FAILURE_REASONS.find((reason) => reason === detail.reason) ?? null;

export const flagOf = ({ detail }: HistoryEvent): string | null =>
  typeof detail.flag === 'string' ? detail.flag : null;

export const flagTextKey = (flag: string) =>
  `tracking.flag.${FLAGS.find((known) => known === flag) ?? 'unknown'}` as const;
