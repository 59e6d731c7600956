import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runChecks } from './lib/checks.mjs';
import { describeChromium, findChromium } from './lib/chromium.mjs';
import { describeTimes, playwrightTimes, vitestTimes } from './lib/durations.mjs';
import { installed, run, runMain } from './lib/run.mjs';
import { closingLine, conclude, sum, tallyPlaywright, tallyVitest } from './lib/tally.mjs';

/**
 * Runs everything: checks, unit and integration tests, browser tests. `--quick` runs types, lint,
 * unit and server tests, `--sandbox` the sandboxes' tests, `--shard=1/4` a quarter of everything;
 * with other arguments, only the unit and integration tests they name. The other runners continue
 * when one fails.
 */
await runMain(async () => {
  const args = process.argv.slice(2);
  const reports = await mkdtemp(path.join(tmpdir(), 'festival-awards-reports-'));
  try {
    const tallies = [];
    for (const runner of runnersFor(args, reports)) tallies.push(await runner());
    const total = sum(tallies);
    for (const failure of total.failures) console.log(`Failed: ${failure}`);
    console.log(closingLine(total));
    return total.failed === 0 ? 0 : 1;
  } finally {
    await rm(reports, { recursive: true, force: true });
  }
});

/**
 * @param {string[]} args
 * @param {string} reports
 */
function runnersFor(args, reports) {
  const vitest = (/** @type {string[]} */ ...selection) => runVitest(reports, selection);
  if (args[0]?.startsWith('--shard=')) return shardOf(args[0].slice('--shard='.length), reports);
  switch (args[0]) {
    case undefined:
      return [runChecks, () => vitest(), () => runPlaywright(reports)];
    case '--quick':
      return [
        () => runChecks(['types', 'format and lint']),
        () => vitest('--project=unit', '--project=server'),
      ];
    case '--sandbox':
      return [() => vitest('--project=sandbox')];
    default:
      return [() => vitest(...args)];
  }
}

/**
 * One part of everything, for several machines: the first shard also runs the checks.
 * @param {string} shard such as `1/4`
 * @param {string} reports
 */
function shardOf(shard, reports) {
  const [, part, parts] = /^(\d+)\/(\d+)$/.exec(shard) ?? [];
  if (part === undefined || Number(part) < 1 || Number(part) > Number(parts)) {
    throw new Error('Give the shard as 1/4, 2/4, …');
  }
  return [
    ...(part === '1' ? [runChecks] : []),
    () => runVitest(reports, [`--shard=${shard}`]),
    () => runPlaywright(reports, [`--shard=${shard}`]),
  ];
}

/**
 * @param {string} reports
 * @param {string[]} selection files or projects; empty for all
 */
async function runVitest(reports, selection) {
  const file = path.join(reports, 'vitest.json');
  const startedAt = performance.now();
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { code } = await run(installed('vitest'), ['run', ...reporters, ...selection], {
    env: { ...process.env, NODE_ENV: 'test' },
  });
  await printTimes('Vitest', startedAt, file, vitestTimes);
  return report('Vitest', code, await read(file, tallyVitest));
}

/**
 * @param {string} reports
 * @param {string[]} [more] arguments of Playwright
 */
async function runPlaywright(reports, more = []) {
  const file = path.join(reports, 'playwright.json');
  const dataDir = path.join(tmpdir(), `festival-awards-test-${randomUUID()}`);
  const startedAt = performance.now();
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file, BROWSER_TEST_DATA_DIR: dataDir };
  try {
    const args = [
      'test',
      '--project=browser',
      '--project=engines',
      '--reporter=list,json',
      ...more,
    ];
    const { code } = await run(installed('playwright'), args, {
      env: { ...process.env, ...env },
    });
    const { chromium } = await import('@playwright/test');
    const program = findChromium(chromium);
    console.log(`Browser: ${program === undefined ? 'none' : describeChromium(program)}`);
    await printTimes('Playwright', startedAt, file, playwrightTimes);
    return report('Playwright', code, await read(file, tallyPlaywright));
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

/**
 * @template Report
 * @param {string} runner
 * @param {number} startedAt in ms, as by `performance.now()`
 * @param {string} file with its report
 * @param {(report: Report) => import('./lib/durations.mjs').FileTime[]} timesIn
 */
async function printTimes(runner, startedAt, file, timesIn) {
  const times = await read(file, timesIn);
  if (!times) return;
  console.log(`${runner}: ${Math.round((performance.now() - startedAt) / 1_000)} s`);
  for (const line of describeTimes(times)) console.log(`  ${line}`);
}

/**
 * @template Report, Result
 * @param {string} file
 * @param {(report: Report) => Result} extract
 */
async function read(file, extract) {
  try {
    return extract(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return undefined;
  }
}

/**
 * @param {string} runner
 * @param {number} code
 * @param {import('./lib/tally.mjs').Tally | undefined} tally
 */
function report(runner, code, tally) {
  if (!tally) console.log(`${runner} ended (exit code ${code}) without a report.`);
  return conclude(runner, tally, code);
}
