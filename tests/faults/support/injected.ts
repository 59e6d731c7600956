import { expect } from 'vitest';

/** Logs a line for each fault, so that the log shows what the tests survived. */
export function logFault(fault: string): void {
  process.stdout.write(`injected: ${fault} [${expect.getState().currentTestName ?? 'set-up'}]\n`);
}
