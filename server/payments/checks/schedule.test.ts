import { describe, expect, test } from 'vitest';
import {
  CARD_CHECKS,
  type CheckedPayment,
  GIVE_UP_AFTER_MS,
  nextCheckAfter,
  PROMPT_CHECKS,
} from './schedule';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const NOW = new Date('2025-11-28T20:00:00Z');
const ago = (ms: number) => new Date(NOW.getTime() - ms);

const pending = (ageMs: number, attemptAgeMs?: number): CheckedPayment => ({
  status: 'pending',
  completedAt: null,
  createdAt: ago(ageMs),
  attemptedAt: attemptAgeMs === undefined ? null : ago(attemptAgeMs),
  checkCount: 7,
});

describe('a prompt', () => {
  test.each([
    [0, 5 * SECOND],
    [2 * MINUTE, 5 * SECOND],
    [3 * MINUTE, 30 * SECOND],
    [30 * MINUTE, 5 * MINUTE],
    [20 * HOUR, 30 * MINUTE],
  ])('pending for %i ms is asked about again after %i ms', (age, wait) => {
    expect(nextCheckAfter(PROMPT_CHECKS, pending(age), NOW, true)).toBe(wait);
  });

  test('that failed is asked about five more times, more and more rarely', () => {
    const waits = [0, 1, 2, 3, 4, 5].map((checkCount) =>
      nextCheckAfter(
        PROMPT_CHECKS,
        { ...pending(MINUTE), status: 'failed', checkCount },
        NOW,
        true,
      ),
    );
    expect(waits.at(-1)).toBeNull();
    const asked = waits.slice(0, -1).map(Number);
    expect(asked).toHaveLength(5);
    expect(asked).toEqual([...asked].sort((a, b) => a - b));
    expect(asked.reduce((sum, wait) => sum + wait, 0)).toBeLessThan(GIVE_UP_AFTER_MS);
  });
});

describe('a card payment', () => {
  test('that nobody attempted is left alone until it is given up', () => {
    expect(nextCheckAfter(CARD_CHECKS, pending(HOUR), NOW, true)).toBe(GIVE_UP_AFTER_MS - HOUR);
  });

  test.each([
    [0, 20 * SECOND],
    [4 * MINUTE, 20 * SECOND],
    [5 * MINUTE, 5 * MINUTE],
    [HOUR, HOUR],
  ])(
    'attempted %i ms ago, however long after it was made, is asked about after %i ms',
    (attempt, wait) => {
      expect(nextCheckAfter(CARD_CHECKS, pending(12 * HOUR, attempt), NOW, true)).toBe(wait);
    },
  );

  test('that failed is not asked about again: a canceled intent stays canceled', () => {
    const failed: CheckedPayment = { ...pending(MINUTE), status: 'failed', checkCount: 0 };
    expect(nextCheckAfter(CARD_CHECKS, failed, NOW, true)).toBeNull();
  });
});

describe.each([
  ['prompt', PROMPT_CHECKS],
  ['card', CARD_CHECKS],
])('any payment (%s)', (_what, checks) => {
  test('has its last regular check at the moment we give up', () => {
    const almostOver = pending(GIVE_UP_AFTER_MS - MINUTE, HOUR);
    expect(nextCheckAfter(checks, almostOver, NOW, true)).toBe(MINUTE);
  });

  test('that could not be given up then is asked about ever more rarely', () => {
    const waits = [1, 10, 100].map((days) =>
      nextCheckAfter(checks, pending(days * 24 * HOUR), NOW, true),
    );
    expect(waits).toEqual([3 * HOUR, 30 * HOUR, 300 * HOUR]);
  });

  test('that was counted is asked about again only if the last question got no answer', () => {
    const completed: CheckedPayment = {
      ...pending(MINUTE),
      status: 'completed',
      completedAt: ago(MINUTE),
      checkCount: 0,
    };
    for (const counted of [completed, { ...completed, status: 'failed' as const }]) {
      expect(nextCheckAfter(checks, counted, NOW, true)).toBeNull();
      expect(nextCheckAfter(checks, counted, NOW, false)).toBe(5 * MINUTE);
    }
  });
});
