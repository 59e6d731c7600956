// Checks whether an installed package is known to be vulnerable, or is not what its author
// published. If the registry does not respond or has no such service, that is reported and does not
// fail.
import { npm, runMain } from './lib/run.mjs';

/** Prints the response and nothing else, without retries. */
const PLAINLY = ['--json', '--silent', '--fetch-retries=0', '--fetch-timeout=20000'];

/**
 * @param {string[]} args
 * @returns {Promise<Record<string, any> | null>} null when there was no response
 */
async function ask(args) {
  const { output } = await npm([...args, ...PLAINLY], { quiet: true });
  try {
    return JSON.parse(output);
  } catch {
    return null;
  }
}

async function findWeaknesses() {
  const report = await ask(['audit', '--audit-level=high']);
  const counts = report?.metadata?.vulnerabilities;
  if (!counts) {
    console.log('vulnerabilities: the registry does not respond');
    return 0;
  }
  const grave = Object.entries(report.vulnerabilities).filter(
    ([, { severity }]) => severity === 'high' || severity === 'critical',
  );
  for (const [name, { severity }] of grave) console.error(`${name}: ${severity}`);
  console.log(`vulnerabilities: ${counts.total} known, ${grave.length} of them high or critical`);
  return grave.length;
}

async function findForgeries() {
  const report = await ask(['audit', 'signatures']);
  if (!Array.isArray(report?.invalid)) {
    console.log('signatures: the registry does not respond');
    return 0;
  }
  for (const { name, version } of report.invalid)
    console.error(`${name}@${version} has an invalid signature`);
  console.log(`signatures: ${report.invalid.length} wrong, ${report.missing.length} missing`);
  return report.invalid.length;
}

await runMain(async () => ((await findWeaknesses()) + (await findForgeries()) > 0 ? 1 : 0));
