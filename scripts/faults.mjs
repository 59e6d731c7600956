import { parseArgs } from 'node:util';
import { installed, run, runMain } from './lib/run.mjs';

/**
 * Runs a longer load of the fault tests, over a database that loses its last ten seconds twice:
 * `npm run faults -- --payments=1000`, more often or never with `--losses=…`, and `--seed=…` to
 * repeat a run, whose seed is printed.
 */
await runMain(async () => {
  const { values } = parseArgs({
    options: {
      payments: { type: 'string', default: '300' },
      seed: { type: 'string', default: '' },
      losses: { type: 'string', default: '2' },
    },
  });
  const { code } = await run(installed('vitest'), ['run', 'tests/faults/storm.test.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      FAULT_PAYMENTS: values.payments,
      FAULT_SEED: values.seed,
      FAULT_LOSSES: values.losses,
    },
  });
  return code;
});
