import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { chromiumPath } from './bench-browser.mjs';
import { median } from './benchmarks.mjs';
import { npm } from './run.mjs';

/** Too large for a dependency: npm keeps it in its cache. */
export const LIGHTHOUSE = 'lighthouse@12.8.2';

const METRICS = /** @type {const} */ ({
  largestPaint: 'largest-contentful-paint',
  firstPaint: 'first-contentful-paint',
  blocking: 'total-blocking-time',
  shift: 'cumulative-layout-shift',
});

/**
 * @typedef {{
 *   audits: Record<string, {
 *     score: number | null, numericValue?: number, details?: { items: { items: Part[] }[] },
 *   }>,
 *   categories: Record<string, { score: number }>,
 *   environment: { benchmarkIndex: number },
 * }} Report
 * @typedef {{ phase?: string, timing: number, node?: { selector: string } }} Part
 */

/** True when Lighthouse is installed, or npm can fetch it. */
export const hasLighthouse = async () => (await lighthouse(['--version'])).code === 0;

/**
 * Loads a page once as Lighthouse's simulated phone does.
 * @param {string} page
 * @param {string} dataDir
 * @param {string[]} options
 * @returns {Promise<Report>}
 */
export async function loadOnce(page, dataDir, options = []) {
  const file = path.join(dataDir, 'lighthouse.json');
  const { code, output } = await lighthouse([
    page,
    '--output=json',
    `--output-path=${file}`,
    '--chrome-flags=--headless --no-sandbox --disable-gpu',
    ...options,
  ]);
  if (code !== 0) throw new Error(`Lighthouse failed: ${output}`);
  return JSON.parse(await readFile(file, 'utf8'));
}

/**
 * Returns the medians of the reports: times in ms, scores out of 100.
 * @param {Report[]} reports
 */
export function summary(reports) {
  const metric = (/** @type {keyof typeof METRICS} */ name) =>
    median(reports.map(({ audits }) => audits[METRICS[name]]?.numericValue ?? Number.NaN));
  const score = (/** @type {string} */ category) =>
    100 * median(reports.map(({ categories }) => categories[category]?.score ?? Number.NaN));
  return {
    largestPaint: metric('largestPaint'),
    firstPaint: metric('firstPaint'),
    blocking: metric('blocking'),
    shift: metric('shift'),
    scores: {
      accessibility: score('accessibility'),
      'best practices': score('best-practices'),
      SEO: score('seo'),
    },
    machine: median(reports.map(({ environment }) => environment.benchmarkIndex)),
  };
}

/**
 * Returns the scores that do not depend on the speed of this machine.
 * @param {string} page
 * @param {boolean} isListed for search engines
 * @param {string} dataDir
 */
export async function staticScores(page, isListed, dataDir) {
  const { categories, audits } = await loadOnce(page, dataDir, [
    '--only-categories=seo,best-practices',
    // A page with `noindex` cannot be crawled.
    ...(isListed ? [] : ['--skip-audits=is-crawlable']),
  ]);
  const failed = Object.entries(audits).filter(
    ([, { score }]) => typeof score === 'number' && score < 1,
  );
  for (const [name] of failed) console.warn(`${page}: ${name}`);
  const score = (/** @type {string} */ category) =>
    100 * (categories[category]?.score ?? Number.NaN);
  return { seo: score('seo'), bestPractices: score('best-practices') };
}

/**
 * Returns the largest element and how its time is spent, which shows how to make it appear earlier.
 * @param {Report[]} reports
 */
export function largestPaint(reports) {
  const parts = reports.map(({ audits }) =>
    (audits['largest-contentful-paint-element']?.details?.items ?? []).flatMap(
      ({ items }) => items,
    ),
  );
  const [first = []] = parts;
  const times = first.flatMap(({ phase }) => {
    if (phase === undefined) return [];
    const all = parts.map((each) => each.find((part) => part.phase === phase)?.timing ?? 0);
    return `${phase} ${median(all).toFixed(0)} ms`;
  });
  return `${first[0]?.node?.selector}: ${times.join(', ')}`;
}

/** @param {string[]} args */
const lighthouse = (args) =>
  npm(['exec', '--yes', `--package=${LIGHTHOUSE}`, '--', 'lighthouse', ...args], {
    quiet: true,
    env: { ...process.env, CHROME_PATH: chromiumPath() },
  });
