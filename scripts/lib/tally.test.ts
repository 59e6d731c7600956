import { describe, expect, test } from 'vitest';
import { closingLine, conclude, sum, tallyPlaywright, tallyVitest } from './tally.mjs';

const vitestReport = {
  numPassedTests: 5,
  numFailedTests: 1,
  numPendingTests: 2,
  numTodoTests: 1,
  testResults: [
    { status: 'passed', assertionResults: [{}] },
    { status: 'failed', assertionResults: [{}] },
  ],
};
const playwrightStats = { expected: 3, unexpected: 1, flaky: 1, skipped: 2 };

describe('the closing line', () => {
  test('adds up all runners', () => {
    const tallies = [
      { passed: 5, failed: 0, skipped: 1 },
      tallyVitest(vitestReport),
      tallyPlaywright({ stats: playwrightStats, errors: [] }),
    ];
    expect(closingLine(sum(tallies))).toBe('14 passed, 2 failed, 6 skipped');
  });

  test('counts a test file that could not be loaded as failed', () => {
    const unloaded = { status: 'failed', assertionResults: [] };
    const report = { ...vitestReport, numFailedTests: 0, testResults: [unloaded] };
    expect(tallyVitest(report).failed).toBe(1);
  });

  test('counts what failed outside of the browser tests', () => {
    expect(tallyPlaywright({ stats: playwrightStats, errors: [{}] }).failed).toBe(2);
  });
});

describe('a runner', () => {
  const allPassed = { passed: 2, failed: 0, skipped: 0 };

  test('that ended without a report has failed, even with exit code 0', () => {
    expect(conclude(undefined, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  test('that failed without saying at what has failed once', () => {
    expect(conclude(allPassed, 1)).toEqual({ passed: 2, failed: 1, skipped: 0 });
  });

  test('whose failures are reported is taken at its word', () => {
    const reported = { passed: 2, failed: 3, skipped: 0 };
    expect(conclude(reported, 1)).toEqual(reported);
    expect(conclude(allPassed, 0)).toEqual(allPassed);
  });
});
