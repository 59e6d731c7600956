/**
 * Seconds that tests took, added up over the workers that ran at the same time.
 * @typedef {{ group: string, file: string, seconds: number }} FileTime
 *
 * @typedef {{ testResults: { name: string, startTime: number, endTime: number }[] }} VitestTimes
 *
 * @typedef {object} PlaywrightTimes
 * @property {PlaywrightTimes[]} [suites]
 * @property {{ file: string, tests: { projectName: string, results: { duration: number }[] }[] }[]} [specs]
 */

/** Number of files that are listed. */
const LISTED = 12;

/**
 * Reads the time of each file from Vitest's JSON report; its group is its folder in `tests`.
 * @param {VitestTimes} report
 * @returns {FileTime[]}
 */
export const vitestTimes = ({ testResults }) =>
  testResults.map(({ name, startTime, endTime }) => {
    const file = name.replace(`${process.cwd()}/`, '');
    const [, group = 'unit'] = /^tests\/(\w+)\//.exec(file) ?? [];
    return { group, file, seconds: (endTime - startTime) / 1_000 };
  });

/**
 * Reads the time of each test from Playwright's JSON report; its group is its project.
 * @param {PlaywrightTimes} report
 * @returns {FileTime[]}
 */
export const playwrightTimes = ({ suites = [], specs = [] }) => [
  ...specs.flatMap(({ file, tests }) =>
    tests.map(({ projectName, results }) => ({
      group: projectName,
      file,
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1_000,
    })),
  ),
  ...suites.flatMap((suite) => playwrightTimes(suite)),
];

/**
 * Describes where a runner's time went: the sum of each group, then the longest files.
 * @param {FileTime[]} times
 * @returns {string[]} lines
 */
export function describeTimes(times) {
  const sumBy = (/** @type {'group' | 'file'} */ key) => {
    /** @type {Map<string, number>} */
    const sums = new Map();
    for (const time of times) sums.set(time[key], (sums.get(time[key]) ?? 0) + time.seconds);
    return [...sums]
      .sort(([, a], [, b]) => b - a)
      .map(([name, seconds]) => `${name} ${Math.round(seconds)}`);
  };
  return [
    `seconds by group: ${sumBy('group').join(', ')}`,
    `seconds by file: ${sumBy('file').slice(0, LISTED).join(', ')}`,
  ];
}
