import { benchPayments } from './lib/bench-payments.mjs';
import { runMain } from './lib/run.mjs';

const DEFAULT_SIZES = [5_000, 200_000];

/**
 * Measures what must not grow with the number of payments, and prints it: `npm run bench`, or for
 * other sizes `npm run bench 5000 1000000`. No test depends on it: machines differ.
 */
await runMain(async () => {
  const [small, large] = process.argv.slice(2).map(Number);
  const sizes = small && large ? [small, large] : DEFAULT_SIZES;
  await benchPayments(sizes);
  return 0;
});
