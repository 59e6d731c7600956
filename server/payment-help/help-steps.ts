import { readEvent } from '#shared/contracts/payment-events';
import type { HelpStep } from '#shared/contracts/payment-help';
import type { FailureReason } from '#shared/domain/payment';
import type { HelpStepName } from '#shared/domain/payment-help';
import type { paymentEvents, payments } from '#shared/schema';

export type Payment = typeof payments.$inferSelect;
export type PaymentEvent = typeof paymentEvents.$inferSelect;

/**
 * Returns the events of a payment as plain steps, oldest first, without those that do not concern
 * the voter.
 */
export function helpSteps(payment: Payment, events: readonly PaymentEvent[]): HelpStep[] {
  const steps = events.flatMap((event) =>
    stepsOf(event).map(({ step, reason }) => ({ step, at: event.at, reason: reason ?? null })),
  );
  // Checks that settled nothing leave no event; the time of the last one shows that the payment is
  // being checked.
  if (payment.lastCheckedAt !== null && payment.status === 'pending') {
    steps.push({ step: 'asked-again', at: payment.lastCheckedAt, reason: null });
  }
  return (
    steps
      .sort((a, b) => a.at.getTime() - b.at.getTime())
      // Of consecutive webhooks, only the last one is shown.
      .filter(({ step }, index, sorted) => step !== sorted[index + 1]?.step)
      .map((step) => ({ ...step, at: step.at.toISOString() }))
  );
}

interface Step {
  step: HelpStepName;
  reason?: FailureReason;
}

function stepsOf(event: PaymentEvent): Step[] {
  const fact = readEvent(event);
  switch (fact.kind) {
    case 'created':
      return [{ step: 'created' }];
    case 'recovered':
      return [{ step: 'found-again' }];
    case 'moved':
      return settlementOf(event, fact.reason);
    case 'flagged':
      // No administrator is needed: the money is refunded automatically.
      return fact.flag === 'paid-after-closing' ? [] : [{ step: 'under-review' }];
    case 'refund':
      return fact.step === 'succeeded' ? [{ step: 'returned' }] : [];
    case 'card-attempted':
      return [{ step: 'card-submitted' }];
    case 'prompted':
      return [{ step: fact.outcome === 'unknown' ? 'prompt-unanswered' : 'prompt-sent' }];
    case 'hinted':
      return [{ step: 'provider-called' }];
    case 'settled':
      return fact.resolution === 'refunded' ? [{ step: 'money-back', reason: 'refunded' }] : [];
    default:
      return [];
  }
}

function settlementOf({ from, source }: PaymentEvent, reason: FailureReason | null): Step[] {
  if (reason === null) return [{ step: 'confirmed' }, { step: 'counted' }];
  if (from === 'completed') return [{ step: 'money-back', reason }];
  return [{ step: source === 'attempt' || source === 'create' ? 'refused' : 'failed', reason }];
}
