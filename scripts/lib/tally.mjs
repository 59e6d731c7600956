/**
 * How the tests of one runner, or of several together, ended.
 * @typedef {{ passed: number, failed: number, skipped: number }} Tally
 */

/** @param {Tally[]} tallies */
export function sum(tallies) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of tallies) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  return total;
}

/** @param {Tally} tally */
export const closingLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

/**
 * The parts of Vitest's JSON report that count.
 * @typedef {object} VitestReport
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {{ status: string, assertionResults: unknown[] }[]} testResults
 */

/**
 * The parts of Playwright's JSON report that count.
 * @typedef {object} PlaywrightReport
 * @property {{ expected: number, unexpected: number, flaky: number, skipped: number }} stats
 * @property {unknown[]} errors
 */

/**
 * Counts the tests of Vitest's JSON report. A file that could not be loaded has no tests to fail,
 * so it counts as a failed one itself.
 * @param {VitestReport} report
 * @returns {Tally}
 */
export function tallyVitest(report) {
  const unloaded = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/**
 * Counts the tests of Playwright's JSON report; what failed outside of them counts as well.
 * @param {PlaywrightReport} report
 * @returns {Tally}
 */
export function tallyPlaywright({ stats, errors }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  };
}

/**
 * Puts a runner's report and its exit code together: failing without saying at what, or ending
 * without a report, counts as one failure.
 * @param {Tally | undefined} tally undefined when there is no report
 * @param {number} exitCode
 * @returns {Tally}
 */
export function conclude(tally, exitCode) {
  const known = tally ?? { passed: 0, failed: 0, skipped: 0 };
  const isUnexplained = known.failed === 0 && (exitCode !== 0 || tally === undefined);
  return isUnexplained ? { ...known, failed: 1 } : known;
}
