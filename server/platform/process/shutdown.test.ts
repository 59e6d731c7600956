import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Shutdown } from './shutdown';

/** A shutdown that records its calls instead of ending this process. */
function aShutdown() {
  const history: string[] = [];
  let ended = (_code: number): void => undefined;
  const exitCode = new Promise<number>((resolve) => {
    ended = resolve;
  });
  const shutdown = new Shutdown((code) => {
    history.push(`exit ${code}`);
    ended(code);
  });
  /** A step that finishes at once. */
  const step = (name: string) =>
    shutdown.onStop(name, async (isUrgent) => {
      history.push(isUrgent ? `${name}, urgently` : name);
    });
  /** A step that never finishes unless it is urgent. */
  const stuckStep = (name: string) => {
    let begun = (): void => undefined;
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    shutdown.onStop(name, async (isUrgent) => {
      history.push(isUrgent ? `${name}, urgently` : name);
      begun();
      if (!isUrgent) await new Promise(() => undefined);
    });
    return hasBegun;
  };
  return { shutdown, history, exitCode, step, stuckStep };
}

let printed: string[];
beforeEach(() => {
  printed = [];
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    printed.push(String(text));
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

test('undoes the start in reverse order, one step after the other, then exits', async () => {
  const { shutdown, history, exitCode, step } = aShutdown();
  step('database');
  shutdown.onStop('reconciler', async () => {
    history.push('reconciler begins');
    await new Promise((resolve) => setImmediate(resolve));
    history.push('reconciler ends');
  });
  step('requests');
  shutdown.begin(0);
  expect(await exitCode).toBe(0);
  expect(history).toEqual([
    'requests',
    'reconciler begins',
    'reconciler ends',
    'database',
    'exit 0',
  ]);
  expect(printed).toEqual([]);
});

test('with no steps exits at once, with the given code', async () => {
  const { shutdown, exitCode } = aShutdown();
  shutdown.begin(1);
  expect(await exitCode).toBe(1);
});

test('aborts a start in progress', () => {
  const { shutdown } = aShutdown();
  expect(shutdown.signal.aborted).toBe(false);
  shutdown.begin(0);
  expect(shutdown.signal.aborted).toBe(true);
});

test('runs steps that are added while it is stopping', async () => {
  const { shutdown, history, exitCode, step } = aShutdown();
  step('database');
  shutdown.onStop('requests', async () => {
    history.push('requests');
    step('late');
  });
  shutdown.begin(0);
  await exitCode;
  expect(history).toEqual(['requests', 'late', 'database', 'exit 0']);
});

describe('a step that fails', () => {
  test.each<[how: string, fail: () => Promise<void>]>([
    ['later', async () => Promise.reject(new Error('stuck'))],
    [
      'at once',
      () => {
        throw new Error('stuck');
      },
    ],
  ])(
    '%s stops no other step, is logged by name, and shows in the exit code',
    async (_how, fail) => {
      const { shutdown, history, exitCode, step } = aShutdown();
      step('database');
      shutdown.onStop('reconciler', fail);
      step('requests');
      shutdown.begin(0);
      expect(await exitCode).toBe(1);
      expect(history).toEqual(['requests', 'database', 'exit 1']);
      expect(printed).toEqual(['Stopping the reconciler failed: Error: stuck\n']);
    },
  );
});

describe('a second signal', () => {
  test('restarts the running step as urgent, and makes all later ones urgent', async () => {
    const { shutdown, history, exitCode, step, stuckStep } = aShutdown();
    step('database');
    step('reconciler');
    const draining = stuckStep('requests');
    shutdown.begin(0);
    await draining;
    shutdown.begin(0);
    expect(await exitCode).toBe(0);
    expect(history).toEqual([
      'requests',
      'requests, urgently',
      'reconciler, urgently',
      'database, urgently',
      'exit 0',
    ]);
  });

  test('has no further effect when repeated', async () => {
    const { shutdown, history, exitCode, step, stuckStep } = aShutdown();
    step('database');
    const draining = stuckStep('requests');
    shutdown.begin(0);
    await draining;
    shutdown.begin(0);
    shutdown.begin(1);
    shutdown.begin(1);
    expect(await exitCode).toBe(0);
    expect(history.filter((entry) => entry.startsWith('exit'))).toEqual(['exit 0']);
  });

  test('does not wait for the graceful step, whose late failure does no harm', async () => {
    const { shutdown, history, exitCode, step } = aShutdown();
    step('database');
    let failLate = (_error: Error): void => undefined;
    shutdown.onStop('requests', (isUrgent) => {
      if (isUrgent) return Promise.resolve();
      return new Promise((_resolve, reject) => {
        failLate = reject;
      });
    });
    shutdown.begin(0);
    shutdown.begin(0);
    expect(await exitCode).toBe(0);
    // Would end this test run as an unhandled rejection.
    failLate(new Error('too late'));
    expect(history).toEqual(['database, urgently', 'exit 0']);
    expect(printed).toEqual([]);
  });

  test('an urgent step that fails does not keep the database running', async () => {
    const { shutdown, history, exitCode, step } = aShutdown();
    step('database');
    shutdown.onStop('requests', async (isUrgent) => {
      if (isUrgent) throw new Error('no');
      await new Promise(() => undefined);
    });
    shutdown.begin(0);
    shutdown.begin(0);
    expect(await exitCode).toBe(1);
    expect(history).toEqual(['database, urgently', 'exit 1']);
  });
});
