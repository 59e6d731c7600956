import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { publish } from './lib/benchmarks.mjs';
import { installed, run, runMain } from './lib/run.mjs';

/**
 * Simulates a whole finals night: voters arrive as on a real one, each from the category's page to
 * the receipt, while a worker is killed, the database restarted, the provider slow and then down.
 * Prints a timeline and finally compares the books:
 * `npm run evening -- --voters=2000 --minutes=6`. With `--laptop`, one client beside the voters
 * requests pictures of receipts without end. A successful run is added to docs/benchmarks.md.
 */
await runMain(async () => {
  const { values } = parseArgs({
    options: {
      voters: { type: 'string', default: '2000' },
      minutes: { type: 'string', default: '6' },
      seed: { type: 'string', default: '' },
      laptop: { type: 'boolean', default: false },
    },
  });
  const directory = await mkdtemp(path.join(tmpdir(), 'festival-awards-evening-'));
  const timeline = path.join(directory, 'timeline.json');
  const { code } = await run(installed('vitest'), ['run', 'tests/faults/evening.test.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      EVENING_VOTERS: values.voters,
      EVENING_SECONDS: String(Number(values.minutes) * 60),
      FAULT_SEED: values.seed,
      EVENING_TIMELINE: timeline,
      EVENING_LAPTOP: values.laptop ? '1' : '',
    },
  });
  if (code === 0) {
    const beside = values.laptop ? ', with a client that requests pictures without end' : '';
    const title = `An evening of ${values.voters} voters in ${values.minutes} minutes${beside}`;
    await publish(title, JSON.parse(await readFile(timeline, 'utf8')));
  }
  await rm(directory, { recursive: true });
  return code;
});
