import { benchArtists } from './lib/bench-artists.mjs';
import { runMain } from './lib/run.mjs';

/**
 * Measures what two thousand artists cost an administrator's browser, and prints it. No test
 * depends on it: machines differ.
 */
await runMain(async () => {
  await benchArtists();
  return 0;
});
