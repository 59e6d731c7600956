import { ConfigError, loadConfig, readEnvironment } from '#server/config/index';
import { examine, type Finding } from '#server/doctor/index';
import { PAYMENT_ADAPTERS } from '#server/payments/index';

// A check that timed out may still be waiting for a response.
process.exit(await main());

async function main(): Promise<number> {
  try {
    const findings = await examine(loadConfig(readEnvironment(), PAYMENT_ADAPTERS));
    for (const finding of findings) console.log(lineOf(finding));
    return findings.some(({ level }) => level === 'fault') ? 1 : 0;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    // Without the configuration, nothing else can be checked.
    for (const text of error.problems) {
      console.log(lineOf({ level: 'fault', about: 'configuration', text }));
    }
    return 1;
  }
}

function lineOf({ level, about, text }: Finding): string {
  return `${level.padEnd(8)} ${about}: ${text}`;
}
