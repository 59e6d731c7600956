import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { startRepeating } from './held-repeat';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a press shorter than 400 ms does not call the action', () => {
  const act = vi.fn(() => true);
  const held = startRepeating(act);
  vi.advanceTimersByTime(399);
  held.stop();
  vi.advanceTimersByTime(10_000);
  expect(act).not.toHaveBeenCalled();
  expect(held.hasRepeated()).toBe(false);
});

test('a press of 400 ms calls the action, and again every 80 ms', () => {
  const act = vi.fn(() => true);
  const held = startRepeating(act);
  vi.advanceTimersByTime(400);
  expect(act).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(800);
  expect(act).toHaveBeenCalledTimes(11);
  held.stop();
  vi.advanceTimersByTime(800);
  expect(act).toHaveBeenCalledTimes(11);
  expect(held.hasRepeated()).toBe(true);
});

test('the repetition stops when the action returns false', () => {
  const act = vi.fn().mockReturnValueOnce(true).mockReturnValue(false);
  startRepeating(act);
  vi.advanceTimersByTime(10_000);
  expect(act).toHaveBeenCalledTimes(2);
});
