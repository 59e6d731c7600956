import { lastRegularCheck, PROMPT_OPEN_MS } from '#server/payments/index';
import type { Edition } from '#server/settings/index';
import { readEvent } from '#shared/contracts/payment-events';
import type { HelpedPayment } from '#shared/contracts/payment-help';
import { AFTER_CLOSING, asFailureReason, isReversed, methodOf } from '#shared/domain/payment';
import type { HelpState, NextStep } from '#shared/domain/payment-help';
import { helpSteps, type Payment, type PaymentEvent } from './help-steps';

export interface Situation {
  now: Date;
  /** The edition it belongs to. */
  edition: Edition;
  /** True when it waits for an administrator. */
  isFlagged: boolean;
}

/** Returns what the payer sees: the payment's state, its history and the next step. */
export function explain(
  payment: Payment,
  events: readonly PaymentEvent[],
  { now, edition, isFlagged }: Situation,
): HelpedPayment {
  const state = stateOf(payment, isFlagged);
  const { year, name, nameFr } = edition.settings;
  const next = nextStepOf(payment, state, now);
  const isOver = edition.state === 'archived' && (next === 'pay-again' || next === 'finish-card');
  return {
    edition: { year, name, nameFr },
    state,
    since: sinceWhen(payment, events, state).toISOString(),
    next: isOver ? 'edition-over' : next,
    askedUntil: askedUntil(payment, now)?.toISOString() ?? null,
    method: methodOf(payment.provider),
    isErased: payment.erasedAt !== null,
    failureReason: asFailureReason(payment.failureReason),
    receiptCode: payment.status === 'completed' ? payment.receiptCode : null,
    story: helpSteps(payment, events),
  };
}

/**
 * Returns the same for a phone number alone, which another person may know: without the reason of a
 * failure and without the history.
 */
export function outline(
  payment: Payment,
  events: readonly PaymentEvent[],
  situation: Situation,
): HelpedPayment {
  return {
    ...explain(payment, events, situation),
    failureReason: null,
    receiptCode: null,
    story: [],
  };
}

function stateOf(payment: Payment, isFlagged: boolean): HelpState {
  if (payment.status === 'completed') return 'completed';
  if (isReversed(payment) || payment.failureReason === AFTER_CLOSING) return 'reversed';
  return isFlagged ? 'attention' : payment.status;
}

const isFlag = (event: PaymentEvent) => readEvent(event).kind === 'flagged';
const isMove = ({ from, to }: PaymentEvent) => from !== to;

function sinceWhen(payment: Payment, events: readonly PaymentEvent[], state: HelpState): Date {
  const last = events.findLast(state === 'attention' ? isFlag : isMove);
  return last?.at ?? payment.createdAt;
}

function nextStepOf(payment: Payment, state: HelpState, now: Date): NextStep {
  switch (state) {
    case 'completed':
      return 'see-receipt';
    case 'reversed':
      return 'watch-account';
    case 'failed':
      return 'pay-again';
    case 'attention':
      return 'wait-for-organisers';
    case 'pending': {
      if (payment.provider === 'stripe') return payment.attemptedAt ? 'keep-asking' : 'finish-card';
      const ageMs = now.getTime() - payment.createdAt.getTime();
      return ageMs < PROMPT_OPEN_MS ? 'approve' : 'keep-asking';
    }
  }
}

/** Returns when a pending payment expires, or until when a failed one may still be paid. */
function askedUntil(payment: Payment, now: Date): Date | null {
  if (payment.completedAt !== null || payment.nextCheckAt === null) return null;
  const end = lastRegularCheck(payment);
  return end > now ? end : null;
}
