// Checks whether an installed package is known to be vulnerable, or is not what its author
// published. If the registry does not respond or has no such service, that is reported and does not
// fail.
import { npm, runMain } from './lib/run.mjs';

/** With these, npm prints the response as JSON and nothing else, and does not retry. */
const JSON_OPTIONS = ['--json', '--silent', '--fetch-retries=0', '--fetch-timeout=20000'];

/**
 * @param {string[]} args
 * @returns {Promise<Record<string, any> | null>} null when there was no response
 */
async function queryNpm(args) {
  const { output } = await npm([...args, ...JSON_OPTIONS], { quiet: true });
  try {
    return JSON.parse(output);
  } catch {
    return null;
  }
}

async function countVulnerabilities() {
  const report = await queryNpm(['audit', '--audit-level=high']);
  const counts = report?.metadata?.vulnerabilities;
  if (!counts) {
    console.log('vulnerabilities: the registry does not respond');
    return 0;
  }
  const severe = Object.entries(report.vulnerabilities).filter(
    ([, { severity }]) => severity === 'high' || severity === 'critical',
  );
  for (const [name, { severity }] of severe) console.error(`${name}: ${severity}`);
  console.log(`vulnerabilities: ${counts.total} known, ${severe.length} of them high or critical`);
  return severe.length;
}

async function countInvalidSignatures() {
  const report = await queryNpm(['audit', 'signatures']);
  if (!Array.isArray(report?.invalid)) {
    console.log('signatures: the registry does not respond');
    return 0;
  }
  for (const { name, version } of report.invalid)
    console.error(`${name}@${version} has an invalid signature`);
  console.log(`signatures: ${report.invalid.length} wrong, ${report.missing.length} missing`);
  return report.invalid.length;
}

await runMain(async () =>
  (await countVulnerabilities()) + (await countInvalidSignatures()) > 0 ? 1 : 0,
);
