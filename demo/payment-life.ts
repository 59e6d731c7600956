import type {
  FailureReason,
  PaymentEventSource,
  PaymentMethod,
  PaymentStatus,
} from '#shared/domain/payment';
import { pick, type Random } from './random';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** Outcome of a payment, chosen before it starts. */
type PlannedOutcome =
  | { ending: 'completed'; by: PaymentEventSource; afterMs: number }
  | { ending: 'late-success'; reason: FailureReason; afterMs: number }
  | { ending: 'failed'; reason: FailureReason; by: PaymentEventSource; afterMs: number }
  | { ending: 'refunded'; by: PaymentEventSource; afterMs: number; refundAfterMs: number }
  | { ending: 'unanswered' }
  | { ending: 'abandoned' };

export interface PaymentStep {
  from: PaymentStatus | null;
  to: PaymentStatus;
  source: PaymentEventSource;
  detail: Record<string, unknown>;
  at: Date;
}

export interface SimulatedPayment {
  status: PaymentStatus;
  attemptedAt: Date | null;
  completedAt: Date | null;
  settledAt: Date | null;
  failureReason: FailureReason | null;
  steps: PaymentStep[];
}

/**
 * Returns the states of one payment from its creation on. Omits a refund that would be after `now`.
 */
export function simulatePayment(
  method: PaymentMethod,
  createdAt: Date,
  now: Date,
  random: Random,
): SimulatedPayment {
  const outcome = method === 'card' ? planCardOutcome(random) : planMobileMoneyOutcome(random);
  const payment: SimulatedPayment = {
    status: 'pending',
    attemptedAt: null,
    completedAt: null,
    settledAt: null,
    failureReason: null,
    steps: [{ from: null, to: 'pending', source: 'create', detail: { demo: true }, at: createdAt }],
  };
  const move = (
    to: PaymentStatus,
    source: PaymentEventSource,
    at: Date,
    reason: FailureReason | null = null,
    detail: Record<string, unknown> = reason ? { reason } : {},
  ) => {
    payment.steps.push({ from: payment.status, to, source, detail: { demo: true, ...detail }, at });
    payment.status = to;
    payment.failureReason = reason;
    if (to === 'completed') payment.completedAt = at;
    if (to !== 'pending') payment.settledAt = at;
  };
  if (outcome.ending === 'abandoned') return payment;

  // A prompt is sent at once; filling in a card form takes a while.
  const delayMs =
    method === 'card' ? between(25 * SECOND, 150 * SECOND, random) : between(400, 2_500, random);
  const attemptedAt = new Date(createdAt.getTime() + delayMs);
  payment.attemptedAt = attemptedAt;
  const attempt = method === 'card' ? { revision: 1 } : { outcome: 'accepted' };
  move('pending', 'attempt', attemptedAt, null, attempt);
  if (outcome.ending === 'unanswered') return payment;

  const settledAt = new Date(attemptedAt.getTime() + outcome.afterMs);
  switch (outcome.ending) {
    case 'failed':
      move('failed', outcome.by, settledAt, outcome.reason);
      break;
    case 'late-success':
      move('failed', 'webhook', settledAt, outcome.reason);
      move('completed', 'reconcile', new Date(settledAt.getTime() + 35 * SECOND));
      break;
    case 'completed':
      move('completed', outcome.by, settledAt);
      break;
    case 'refunded': {
      move('completed', outcome.by, settledAt);
      const refundedAt = new Date(settledAt.getTime() + outcome.refundAfterMs);
      if (refundedAt < now) move('failed', 'refund', refundedAt, 'refunded');
      break;
    }
  }
  return payment;
}

function planMobileMoneyOutcome(random: Random): PlannedOutcome {
  const dice = random();
  const afterMs = between(9 * SECOND, 75 * SECOND, random);
  const by = pick(['webhook', 'webhook', 'webhook', 'poll', 'reconcile'], random);
  if (dice < 0.845) return { ending: 'completed', by, afterMs };
  if (dice < 0.855) return { ending: 'late-success', reason: 'unknown', afterMs };
  if (dice < 0.867) {
    return { ending: 'refunded', by, afterMs, refundAfterMs: between(0.2 * DAY, 3 * DAY, random) };
  }
  if (dice < 0.97) {
    const reason = pick(MOBILE_MONEY_FAILURES, random);
    if (reason === 'expired') {
      return {
        ending: 'failed',
        reason,
        by: 'reconcile',
        afterMs: between(5 * MINUTE, 7 * MINUTE, random),
      };
    }
    return { ending: 'failed', reason, by, afterMs };
  }
  return { ending: 'unanswered' };
}

function planCardOutcome(random: Random): PlannedOutcome {
  const dice = random();
  const afterMs = between(2 * SECOND, 12 * SECOND, random);
  const by = pick(['confirm', 'confirm', 'webhook'], random);
  if (dice < 0.81) return { ending: 'completed', by, afterMs };
  if (dice < 0.82) {
    return { ending: 'refunded', by, afterMs, refundAfterMs: between(0.5 * DAY, 5 * DAY, random) };
  }
  if (dice < 0.89)
    return { ending: 'failed', reason: pick(CARD_FAILURES, random), by: 'webhook', afterMs };
  return { ending: dice < 0.91 ? 'unanswered' : 'abandoned' };
}

/** Repeated entries are more frequent. */
const MOBILE_MONEY_FAILURES = [
  'insufficient-funds',
  'insufficient-funds',
  'insufficient-funds',
  'declined',
  'declined',
  'declined',
  'expired',
  'expired',
  'expired',
  'wrong-pin',
  'wrong-pin',
  'limit-reached',
  'no-wallet',
  'unavailable',
  'unknown',
] as const;
const CARD_FAILURES = [
  'declined',
  'declined',
  'declined',
  'insufficient-funds',
  'insufficient-funds',
  'unavailable',
  'unknown',
] as const;

function between(low: number, high: number, random: Random): number {
  return Math.floor(low + random() * (high - low));
}
