import { installed, run } from './run.mjs';

/**
 * All checks that do not run the program.
 * @type {{ name: string, command: string, args: string[] }[]}
 */
const CHECKS = [
  { name: 'types', command: installed('tsc'), args: ['--build'] },
  { name: 'format and lint', command: installed('biome'), args: ['ci', '.'] },
  { name: 'unused code', command: installed('knip'), args: [] },
  { name: 'OpenAPI document', command: installed('tsx'), args: ['scripts/openapi.mjs'] },
  ...Object.entries({
    'import directions': 'scripts/import-directions.mjs',
    'source rules': 'scripts/source-rules.mjs',
    'folders and features': 'scripts/lib/client-structure.mjs',
    'schema and migrations': 'scripts/db-check.mjs',
    'oldest browsers': 'scripts/browser-floor.mjs',
  }).map(([name, script]) => ({ name, command: process.execPath, args: [script] })),
];
const CONCURRENCY = 2;

/**
 * Runs checks and prints a line for each, with the output of a failing one.
 * @param {string[]} [names] all checks if omitted
 * @returns {Promise<import('./tally.mjs').Tally>}
 */
export async function runChecks(names) {
  /** @type {import('./tally.mjs').Tally} */
  const tally = { passed: 0, failed: 0, skipped: 0, failures: [] };
  const queue = CHECKS.filter(({ name }) => names?.includes(name) ?? true);
  const worker = async () => {
    for (let check = queue.shift(); check; check = queue.shift()) {
      if (await passes(check)) {
        tally.passed += 1;
      } else {
        tally.failed += 1;
        tally.failures.push(`check: ${check.name}`);
      }
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return tally;
}

/** @param {(typeof CHECKS)[number]} check */
async function passes({ name, command, args }) {
  const start = performance.now();
  const { code, output } = await run(command, args, { quiet: true });
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${code === 0 ? 'ok    ' : 'FAILED'}  ${name} (${seconds} s)`);
  if (code !== 0) console.log(output.trimEnd());
  return code === 0;
}
