import { readEvent } from '#shared/contracts/payment-events';
import type { HelpedPayment } from '#shared/contracts/payment-help';
import { asFailureReason, methodOf } from '#shared/domain/payment';
import type { HelpState, NextStep } from '#shared/domain/payment-help';
import { GIVE_UP_AFTER_MS, isReversed, PROMPT_OPEN_MS } from '../payments';
import { type Payment, type PaymentEvent, storyOf } from './story';

/** What the person who made a payment is told of it: its state, its story and what happens next. */
export function explain(
  payment: Payment,
  events: readonly PaymentEvent[],
  now: Date,
): HelpedPayment {
  const state = stateOf(payment, events);
  return {
    state,
    since: sinceWhen(payment, events, state).toISOString(),
    next: nextStepOf(payment, state, now),
    askedUntil: askedUntil(payment, now)?.toISOString() ?? null,
    method: methodOf(payment.provider),
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
): HelpedPayment {
  return { ...explain(payment, events, now), failureReason: null, receiptCode: null, story: [] };
}

function stateOf(payment: Payment, events: readonly PaymentEvent[]): HelpState {
  if (payment.status === 'completed') return 'completed';
  if (isReversed(payment)) return 'reversed';
  return isFlagged(events) ? 'attention' : payment.status;
}

/** A contradiction that came up after the state was last settled, and is still open. */
const isFlagged = (events: readonly PaymentEvent[]) =>
  events.findLastIndex(isFlag) > events.findLastIndex(isMove);

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

/** A payment that is not settled by then is given up; a failed one is checked as long. */
function askedUntil({ completedAt, nextCheckAt, createdAt }: Payment, now: Date): Date | null {
  if (completedAt !== null || nextCheckAt === null) return null;
  const end = new Date(createdAt.getTime() + GIVE_UP_AFTER_MS);
  return end > now ? end : null;
}
