import { describe, expect, test } from 'vitest';
import {
  CARD_CHECKS,
  type CheckSchedule,
  GIVE_UP_AFTER_MS,
  PROMPT_CHECKS,
} from '../providers/check-times';
import { type CheckedPayment, hasStoppedChecking, nextCheckOf } from './schedule';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const START = new Date('2025-11-28T20:00:00Z');
const at = (ms: number) => new Date(START.getTime() + ms);

/** A payment created at the start, whose last check was answered this much later. */
const pending = (
  checkedAfterMs: number,
  changes: Partial<CheckedPayment> = {},
): CheckedPayment => ({
  status: 'pending',
  createdAt: START,
  attemptedAt: START,
  completedAt: null,
  settledAt: null,
  failureReason: null,
  providerRef: 'reference',
  lastCheckedAt: at(checkedAfterMs),
  unansweredSince: null,
  hintedAt: null,
  ...changes,
});
const failed = (checkedAfterMs: number, changes: Partial<CheckedPayment> = {}) =>
  pending(checkedAfterMs, {
    status: 'failed',
    failureReason: 'declined',
    settledAt: START,
    ...changes,
  });
const completed = (checkedAfterMs: number, changes: Partial<CheckedPayment> = {}) =>
  pending(checkedAfterMs, {
    status: 'completed',
    completedAt: START,
    settledAt: START,
    ...changes,
  });

/** Time from the start to the next check. */
function nextAfter(
  payment: CheckedPayment,
  schedule: CheckSchedule = PROMPT_CHECKS,
  eventEndsAt: Date | null = null,
): number | null {
  const next = nextCheckOf(schedule, payment, eventEndsAt);
  return next && next.getTime() - START.getTime();
}

/** All checks of a payment whose state never changes, each on time and answered. */
function appointments(payment: CheckedPayment, eventEndsAt: Date | null = null): number[] {
  const times: number[] = [];
  for (let next = nextAfter(payment, PROMPT_CHECKS, eventEndsAt); next !== null; ) {
    times.push(next);
    next = nextAfter({ ...payment, lastCheckedAt: at(next) }, PROMPT_CHECKS, eventEndsAt);
  }
  return times;
}

describe('a prompt', () => {
  test.each([
    [0, 5 * SECOND],
    [2 * MINUTE, 5 * SECOND],
    [3 * MINUTE, 30 * SECOND],
    [30 * MINUTE, 5 * MINUTE],
    [20 * HOUR, 30 * MINUTE],
  ])('pending and checked %i ms after its creation is checked again after %i ms', (age, wait) => {
    expect(nextAfter(pending(age))).toBe(age + wait);
  });

  test('that failed is checked less and less often for a week', () => {
    const times = appointments(failed(0));
    expect(times[0]).toBe(35 * SECOND);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect(times.at(-1)).toBe(7 * DAY);
  });

  test('that was refused at once is checked twice, because it may have been charged all the same', () => {
    const refused = failed(0, { attemptedAt: null, providerRef: null, lastCheckedAt: null });
    expect(appointments(refused)).toEqual([10 * MINUTE, DAY]);
  });

  test('that was counted is checked again for a week', () => {
    expect(appointments(completed(0))).toEqual([6 * HOUR, DAY, 3 * DAY, 7 * DAY]);
  });

  test.each([
    ['counted', completed],
    ['failed', failed],
  ])('that was %s is checked once after the event', (_what, settled) => {
    expect(appointments(settled(0), at(20 * DAY)).at(-1)).toBe(20 * DAY + HOUR);
    expect(appointments(settled(0), at(-20 * DAY))).toEqual(appointments(settled(0)));
  });

  test('that was reversed is not checked again', () => {
    expect(nextAfter(completed(0, { status: 'failed', failureReason: 'refunded' }))).toBeNull();
  });

  test('keeps all its planned checks on time, however often it is checked by request', () => {
    for (const payment of [failed(0), completed(0)]) {
      const planned = appointments(payment);
      for (const [index, due] of planned.entries()) {
        const previous = planned[index - 1] ?? 0;
        for (const between of [previous, previous + 2 * SECOND, (previous + due) / 2, due - 1]) {
          expect(nextAfter({ ...payment, lastCheckedAt: at(between) })).toBe(due);
        }
      }
    }
  });
});

describe('a card payment', () => {
  test('that was not attempted is not checked until it expires', () => {
    expect(nextAfter(pending(HOUR, { attemptedAt: null }), CARD_CHECKS)).toBe(GIVE_UP_AFTER_MS);
  });

  test.each([
    [0, 20 * SECOND],
    [4 * MINUTE, 20 * SECOND],
    [5 * MINUTE, 5 * MINUTE],
    [HOUR, HOUR],
  ])('checked %i ms after its attempt, is checked again after %i ms', (attempt, wait) => {
    const payment = pending(12 * HOUR, { attemptedAt: at(12 * HOUR - attempt) });
    expect(nextAfter(payment, CARD_CHECKS)).toBe(12 * HOUR + wait);
  });

  test("that is settled is not checked again, because its events are in the provider's list", () => {
    expect(nextAfter(failed(MINUTE), CARD_CHECKS)).toBeNull();
    expect(nextAfter(completed(MINUTE), CARD_CHECKS, at(20 * DAY))).toBeNull();
  });
});

describe.each([
  ['prompt', PROMPT_CHECKS],
  ['card', CARD_CHECKS],
])('any payment (%s)', (_what, schedule) => {
  test('has its last regular check when it expires', () => {
    expect(nextAfter(pending(GIVE_UP_AFTER_MS - MINUTE), schedule)).toBe(GIVE_UP_AFTER_MS);
  });

  test('that could not be ended then is checked less and less often', () => {
    const waits = [1, 10, 100].map(
      (days) => nextAfter(pending(days * DAY), schedule)! - days * DAY,
    );
    expect(waits).toEqual([3 * HOUR, 30 * HOUR, 300 * HOUR]);
  });

  test.each([
    ['pending', pending(20 * HOUR), 5 * MINUTE],
    ['failed', failed(20 * HOUR), HOUR],
    ['completed', completed(20 * HOUR), HOUR],
  ])(
    '%s whose check got no answer is checked again soon, then less and less often',
    (_state, payment, longest) => {
      const unanswered = (sinceMs: number) => ({
        ...payment,
        unansweredSince: at(20 * HOUR - sinceMs),
      });
      const waits = [0, 3 * SECOND, 10 * SECOND, 40 * SECOND, DAY].map(
        (ms) => nextAfter(unanswered(ms), schedule)! - 20 * HOUR,
      );
      expect(waits).toEqual([3 * SECOND, 3 * SECOND, 10 * SECOND, 40 * SECOND, longest]);
    },
  );

  test.each([
    ['pending', pending(20 * HOUR)],
    ['failed', failed(20 * HOUR)],
    ['completed', completed(20 * HOUR)],
  ])('%s with a hint and no answer is checked at least every minute', (_state, payment) => {
    const hinted = { ...payment, hintedAt: at(HOUR), unansweredSince: at(HOUR) };
    expect(nextAfter(hinted, schedule)).toBe(20 * HOUR + MINUTE);
  });

  test('that received a hint during a check is due at once', () => {
    const hinted = failed(MINUTE, { hintedAt: at(MINUTE + SECOND) });
    expect(nextAfter(hinted, schedule)).toBe(MINUTE + SECOND);
  });

  test('that gets no answer for days is left to administrators', () => {
    const unanswered = completed(5 * DAY, { unansweredSince: at(2 * DAY) });
    expect(hasStoppedChecking(unanswered)).toBe(true);
    expect(nextAfter(unanswered, schedule)).toBeNull();
    expect(hasStoppedChecking({ ...unanswered, unansweredSince: at(3 * DAY) })).toBe(false);
  });
});
