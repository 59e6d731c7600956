import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CircuitBreaker } from './circuit-breaker';

const FAILURES_TO_OPEN = 3;
const PROBE_AFTER_MS = 10_000;

let states: string[];
let breaker: CircuitBreaker;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  states = [];
  breaker = new CircuitBreaker({
    failuresToOpen: FAILURES_TO_OPEN,
    probeAfterMs: PROBE_AFTER_MS,
    onChange: (state) => states.push(state),
  });
});
afterEach(() => vi.useRealTimers());

type Outcome = 'answer' | 'silence';
const attempt = (outcome: Outcome | Promise<Outcome>) =>
  breaker.run(
    async () => outcome,
    (result) => result === 'answer',
  );

async function open() {
  for (let failure = 0; failure < FAILURES_TO_OPEN; failure++) await attempt('silence');
  expect(states).toEqual(['open']);
}

function anOutcome() {
  let settle: (outcome: Outcome) => void = () => {};
  const promise = new Promise<Outcome>((resolve) => {
    settle = resolve;
  });
  return { promise, settle };
}

test('an answer in between restarts the count of failures', async () => {
  for (const outcome of ['silence', 'silence', 'answer', 'silence', 'silence'] as const) {
    expect(await attempt(outcome)).toBe(outcome);
  }
  expect(states).toEqual([]);
});

test('once open, no attempt is made until the probe is due', async () => {
  await open();
  expect(await attempt('answer')).toBeNull();
  vi.advanceTimersByTime(PROBE_AFTER_MS - 1);
  expect(await attempt('answer')).toBeNull();
  vi.advanceTimersByTime(1);
  expect(await attempt('answer')).toBe('answer');
  expect(states).toEqual(['open', 'closed']);
});

test('a single probe is sent, however many attempts arrive', async () => {
  await open();
  vi.advanceTimersByTime(PROBE_AFTER_MS);
  const probe = anOutcome();
  const probing = attempt(probe.promise);
  expect(await attempt('answer')).toBeNull();
  probe.settle('answer');
  await probing;
  expect(await attempt('answer')).toBe('answer');
});

test('a probe without an answer keeps it open for the same time again, and is reported once', async () => {
  await open();
  vi.advanceTimersByTime(PROBE_AFTER_MS);
  expect(await attempt('silence')).toBe('silence');
  vi.advanceTimersByTime(PROBE_AFTER_MS - 1);
  expect(await attempt('answer')).toBeNull();
  vi.advanceTimersByTime(1);
  expect(await attempt('answer')).toBe('answer');
  expect(states).toEqual(['open', 'closed']);
});

test('attempts in flight when it opened do not keep it open any longer', async () => {
  const late = anOutcome();
  const running = attempt(late.promise);
  await open();
  vi.advanceTimersByTime(PROBE_AFTER_MS - 1);
  late.settle('silence');
  await running;
  vi.advanceTimersByTime(1);
  expect(await attempt('answer')).toBe('answer');
});

test('an attempt without a response does not count when another one got a response', async () => {
  const waiting = Array.from({ length: FAILURES_TO_OPEN }, anOutcome);
  const attempts = waiting.map(({ promise }) => attempt(promise));
  vi.advanceTimersByTime(1);
  await attempt('answer');
  for (const { settle } of waiting) settle('silence');
  await Promise.all(attempts);
  expect(states).toEqual([]);
  await open();
});
