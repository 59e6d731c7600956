import { lastRegularCheck, PROMPT_OPEN_MS } from '#server/payments/index';
import { readEvent } from '#shared/contracts/payment-events';
import type { HelpedPayment } from '#shared/contracts/payment-help';
import { AFTER_CLOSING, asFailureReason, isReversed, methodOf } from '#shared/domain/payment';
import type { HelpState, NextStep } from '#shared/domain/payment-help';
import { type Payment, type PaymentEvent, storyOf } from './story';

/**
 * What the person who made a payment is told of it: its state, its story and what happens next.
 * @param isFlagged whether it waits for an administrator's look
 */
export function explain(
  payment: Payment,
  events: readonly PaymentEvent[],
  now: Date,
  isFlagged: boolean,
): HelpedPayment {
  const state = stateOf(payment, isFlagged);
  return {
    state,
    since: sinceWhen(payment, events, state).toISOString(),
    next: nextStepOf(payment, state, now),
    askedUntil: askedUntil(payment, now)?.toISOString() ?? null,
    method: methodOf(payment.provider),
    isErased: payment.erasedAt !== null,
    failureReason: asFailureReason(payment.failureReason),
    receiptCode: payment.status === 'completed' ? payment.receiptCode : null,
    story: storyOf(payment, events),
  };
}

/**
 * The same for a phone number alone, which a stranger may know: without the reason of a failure and
 * without the story.
 */
export function outline(
  payment: Payment,
  events: readonly PaymentEvent[],
  now: Date,
  isFlagged: boolean,
): HelpedPayment {
  return {
    ...explain(payment, events, now, isFlagged),
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

/** A pending payment is given up by then, and a failed one is not expected to be paid any more. */
function askedUntil(payment: Payment, now: Date): Date | null {
  if (payment.completedAt !== null || payment.nextCheckAt === null) return null;
  const end = lastRegularCheck(payment);
  return end > now ? end : null;
}
