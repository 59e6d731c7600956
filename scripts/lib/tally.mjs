import { stripVTControlCharacters } from 'node:util';

/**
 * Test results of one runner, or of several together. `failures` has a line for each failed test,
 * as far as the runner reported it.
 * @typedef {{ passed: number, failed: number, skipped: number, failures: string[] }} Tally
 */

/** @param {Tally[]} tallies */
export function sum(tallies) {
  /** @type {Tally} */
  const total = { passed: 0, failed: 0, skipped: 0, failures: [] };
  for (const { passed, failed, skipped, failures } of tallies) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
    total.failures.push(...failures);
  }
  return total;
}

/** @param {Tally} tally */
export const closingLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

/**
 * The parts of Vitest's JSON report that are used.
 * @typedef {object} VitestReport
 * @property {number} numPassedTests
 * @property {number} numFailedTests
 * @property {number} numPendingTests
 * @property {number} numTodoTests
 * @property {VitestFile[]} testResults
 *
 * @typedef {object} VitestFile
 * @property {string} name absolute path
 * @property {string} status
 * @property {string} [message]
 * @property {{ status: string, fullName: string, failureMessages?: string[] | null }[]} assertionResults
 */

/**
 * The parts of Playwright's JSON report that are used.
 * @typedef {object} PlaywrightReport
 * @property {{ expected: number, unexpected: number, flaky: number, skipped: number }} stats
 * @property {{ message?: string }[]} errors
 * @property {PlaywrightSuite[]} [suites]
 *
 * @typedef {object} PlaywrightSuite
 * @property {string} title
 * @property {PlaywrightSuite[]} [suites]
 * @property {PlaywrightSpec[]} [specs]
 *
 * @typedef {object} PlaywrightSpec
 * @property {string} title
 * @property {boolean} ok
 * @property {{ results: { errors?: { message?: string }[] }[] }[]} tests
 */

/**
 * Counts the tests in Vitest's JSON report. A file that could not be loaded, or whose setup failed,
 * has no failed test, so it counts as a failure itself.
 * @param {VitestReport} report
 * @returns {Tally}
 */
export function tallyVitest(report) {
  const hasFailed = (/** @type {{ status: string }} */ { status }) => status === 'failed';
  const broken = report.testResults.filter(
    (file) => hasFailed(file) && !file.assertionResults.some(hasFailed),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [
      ...broken.map(({ name, message }) => line(name, message)),
      ...report.testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter(hasFailed)
          .map(({ fullName, failureMessages }) =>
            line(`${name} › ${fullName}`, failureMessages?.[0]),
          ),
      ),
    ],
  };
}

/**
 * Counts the tests in Playwright's JSON report; failures outside of tests count as well.
 * @param {PlaywrightReport} report
 * @returns {Tally}
 */
export function tallyPlaywright({ stats, errors, suites = [] }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    failures: [
      ...errors.map(({ message }) => line('outside of the browser tests', message)),
      ...suites.flatMap((suite) => failedSpecs(suite)),
    ],
  };
}

/**
 * @param {PlaywrightSuite} suite
 * @returns {string[]}
 */
function failedSpecs({ title, suites = [], specs = [] }) {
  return [
    ...specs
      .filter(({ ok }) => !ok)
      .map((spec) => line(spec.title, spec.tests[0]?.results[0]?.errors?.[0]?.message)),
    ...suites.flatMap((inner) => failedSpecs(inner)),
  ].map((failure) => `${title} › ${failure}`);
}

/**
 * Formats a failure with the first line of its reason, without terminal colours.
 * @param {string} name
 * @param {string} [why]
 */
function line(name, why = '') {
  const [first = ''] = stripVTControlCharacters(why).trim().split('\n');
  const shortened = name.replace(`${process.cwd()}/`, '');
  return first === '' ? shortened : `${shortened}: ${first.slice(0, 300)}`;
}

/**
 * Combines a runner's report and its exit code: a failure without a failed test, or a missing
 * report, counts as one failure.
 * @param {string} runner its name
 * @param {Tally | undefined} tally undefined when there is no report
 * @param {number} exitCode
 * @returns {Tally}
 */
export function conclude(runner, tally, exitCode) {
  const counted = tally ?? { passed: 0, failed: 0, skipped: 0, failures: [] };
  const isUnexplained = counted.failed === 0 && (exitCode !== 0 || tally === undefined);
  if (!isUnexplained) return counted;
  const failures = [`${runner} ended with exit code ${exitCode} and named no failure`];
  return { ...counted, failed: 1, failures };
}
