import { parseArgs } from 'node:util';
import { installed, run, runMain } from './lib/run.mjs';

/**
 * A whole finals night: voters come as on a real one, each from the category's page to the receipt,
 * while a worker is killed, the database restarted, the provider slow and then gone. Prints a timeline
 * and ends with the books compared: `npm run evening -- --voters=2000 --minutes=6`.
 */
await runMain(async () => {
  const { values } = parseArgs({
    options: {
      voters: { type: 'string', default: '2000' },
      minutes: { type: 'string', default: '6' },
      seed: { type: 'string', default: '' },
    },
  });
  const { code } = await run(installed('vitest'), ['run', 'tests/faults/evening.test.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      EVENING_VOTERS: values.voters,
      EVENING_SECONDS: String(Number(values.minutes) * 60),
      FAULT_SEED: values.seed,
    },
  });
  return code;
});
