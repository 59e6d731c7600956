import { expect } from 'vitest';

/** One line of the log for each fault, so that it says what the tests survived. */
export function injected(fault: string): void {
  process.stdout.write(`injected: ${fault} [${expect.getState().currentTestName ?? 'set-up'}]\n`);
}
