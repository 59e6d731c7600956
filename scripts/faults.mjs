import { parseArgs } from 'node:util';
import { installed, run, runMain } from './lib/run.mjs';

/**
 * The fault tests' storm, longer: `npm run faults -- --payments=1000`, and to have the same one again
 * `--seed=…`, which every run prints.
 */
await runMain(async () => {
  const { values } = parseArgs({
    options: {
      payments: { type: 'string', default: '300' },
      seed: { type: 'string', default: '' },
    },
  });
  const { code } = await run(installed('vitest'), ['run', 'tests/faults/storm.test.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      FAULT_PAYMENTS: values.payments,
      FAULT_SEED: values.seed,
    },
  });
  return code;
});
