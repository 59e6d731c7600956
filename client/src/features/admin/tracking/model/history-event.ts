import type { AdminPaymentHistory } from '#shared/contracts/admin-payments';
import type { EventFact } from '#shared/contracts/payment-events';
import { PAYMENT_FLAGS } from '#shared/domain/payment';

type HistoryEvent = AdminPaymentHistory['events'][number];

/** Returns the key of the timeline sentence for an event. */
export function eventTextKey(event: Pick<HistoryEvent, 'from' | 'to'>, fact: EventFact) {
  switch (fact.kind) {
    case 'created':
      return 'tracking.history.event.created';
    case 'recovered':
      return 'tracking.history.event.recovered';
    case 'moved':
      return settlementTextKey(event);
    case 'flagged':
      return 'tracking.history.event.flagged';
    case 'settled':
      return `tracking.history.event.settled-${fact.resolution}` as const;
    case 'refund':
      return `tracking.history.event.refund-${fact.step}` as const;
    case 'hinted':
      return 'tracking.history.event.provider-called';
    case 'card-attempted':
      return 'tracking.history.event.card-submitted';
    case 'taken-over':
      return 'tracking.history.event.taken-over';
    case 'prompted':
      return fact.outcome === 'unknown'
        ? 'tracking.history.event.prompt-unanswered'
        : 'tracking.history.event.prompt-sent';
    case 'other':
      return 'tracking.history.event.noted';
  }
}

function settlementTextKey({ from, to }: Pick<HistoryEvent, 'from' | 'to'>) {
  if (to === 'completed') {
    return from === 'failed'
      ? 'tracking.history.event.completed-late'
      : 'tracking.history.event.completed';
  }
  return from === 'completed' ? 'tracking.history.event.reversed' : 'tracking.history.event.failed';
}

/** A later release may have set flags that this one does not know. */
const knownFlag = (flag: string) => PAYMENT_FLAGS.find((known) => known === flag) ?? 'unknown';

export const flagTextKey = (flag: string) => `tracking.flag.${knownFlag(flag)}` as const;

/** Key of the text that explains a flag and what to do about it. */
export const flagMeaningKey = (flag: string) => `tracking.look.meaning.${knownFlag(flag)}` as const;
