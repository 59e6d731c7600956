import { runChecks } from './lib/checks.mjs';
import { runMain } from './lib/run.mjs';
import { closingLine } from './lib/tally.mjs';

await runMain(async () => {
  const tally = await runChecks();
  console.log(closingLine(tally));
  return tally.failed === 0 ? 0 : 1;
});
