import { describe, expect, test } from 'vitest';
import { closingLine, conclude, sum, tallyPlaywright, tallyVitest } from './tally.mjs';

const vitestReport = {
  numPassedTests: 5,
  numFailedTests: 1,
  numPendingTests: 2,
  numTodoTests: 1,
  testResults: [
    {
      name: `${process.cwd()}/one.test.ts`,
      status: 'passed',
      assertionResults: [{ status: 'passed', fullName: 'holds' }],
    },
    {
      name: `${process.cwd()}/other.test.ts`,
      status: 'failed',
      assertionResults: [
        { status: 'failed', fullName: 'adds up', failureMessages: ['\u001b[31mno sum\n at x'] },
      ],
    },
  ],
};
const playwrightStats = { expected: 3, unexpected: 1, flaky: 1, skipped: 2 };

describe('the closing line', () => {
  test('adds up all runners', () => {
    const tallies = [
      { passed: 5, failed: 0, skipped: 1, failures: [] },
      tallyVitest(vitestReport),
      tallyPlaywright({ stats: playwrightStats, errors: [] }),
    ];
    expect(closingLine(sum(tallies))).toBe('14 passed, 2 failed, 6 skipped');
  });

  test('counts a test file that could not be loaded as failed', () => {
    const unloaded = { name: 'x', status: 'failed', message: 'no module', assertionResults: [] };
    const report = { ...vitestReport, numFailedTests: 0, testResults: [unloaded] };
    expect(tallyVitest(report)).toMatchObject({ failed: 1, failures: ['x: no module'] });
  });

  test('counts a test file whose setup failed', () => {
    const assertionResults = [{ status: 'skipped', fullName: 'never ran' }];
    const unprepared = { name: 'x', status: 'failed', message: 'no server', assertionResults };
    const report = { ...vitestReport, numFailedTests: 0, testResults: [unprepared] };
    expect(tallyVitest(report)).toMatchObject({ failed: 1, failures: ['x: no server'] });
  });

  test('counts failures outside of the browser tests', () => {
    expect(tallyPlaywright({ stats: playwrightStats, errors: [{}] }).failed).toBe(2);
  });
});

describe('a failure', () => {
  test('has a name and the first line of its reason', () => {
    expect(tallyVitest(vitestReport).failures).toEqual(['other.test.ts › adds up: no sum']);
  });

  test('in the browser tests is named with its groups', () => {
    const results = [{ errors: [{ message: 'Error: not seen\n  at y' }] }];
    const group = {
      title: 'the receipt',
      specs: [
        { title: 'opens', ok: false, tests: [{ results }] },
        { title: 'closes', ok: true, tests: [] },
      ],
    };
    const suites = [{ title: 'receipt.spec.ts', suites: [group] }];
    expect(tallyPlaywright({ stats: playwrightStats, errors: [], suites }).failures).toEqual([
      'receipt.spec.ts › the receipt › opens: Error: not seen',
    ]);
  });
});

describe('a runner', () => {
  const allPassed = { passed: 2, failed: 0, skipped: 0, failures: [] };

  test('without a report has failed, even with exit code 0', () => {
    const failures = ['Vitest ended with exit code 0 and named no failure'];
    expect(conclude('Vitest', undefined, 0)).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
      failures,
    });
  });

  test('that failed without a failed test counts as one failure', () => {
    expect(conclude('Vitest', allPassed, 1)).toMatchObject({ passed: 2, failed: 1, skipped: 0 });
  });

  test('with reported failures is counted as reported', () => {
    const reported = { passed: 2, failed: 3, skipped: 0, failures: ['a', 'b', 'c'] };
    expect(conclude('Vitest', reported, 1)).toEqual(reported);
    expect(conclude('Vitest', allPassed, 0)).toEqual(allPassed);
  });
});
