import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { unreachable } from './image-error';
import { RecentFailures } from './recent-failures';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

test('a failure is forgotten a minute after its last occurrence', () => {
  const failures = new RecentFailures();
  failures.add('a', unreachable('first'));
  vi.advanceTimersByTime(59_000);
  const again = unreachable('again');
  failures.add('a', again);
  vi.advanceTimersByTime(59_999);
  expect(failures.of('a')).toBe(again);
  vi.advanceTimersByTime(1);
  expect(failures.of('a')).toBeNull();
});

test('beyond a limit, the oldest are forgotten first', () => {
  const failures = new RecentFailures();
  for (let index = 0; index < 1_000; index++) failures.add(`${index}`, unreachable('away'));
  failures.add('0', unreachable('still away'));
  failures.add('one more', unreachable('away'));
  expect(failures.of('1')).toBeNull();
  expect(failures.of('0')).not.toBeNull();
  expect(failures.of('2')).not.toBeNull();
});
