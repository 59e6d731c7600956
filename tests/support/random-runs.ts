/**
 * How often a test with random input runs: a tenth of `whole` in `npm test`, all of it in
 * `npm run test:long`. The seeds are fixed, so the tenth is the beginning of the whole.
 */
export const randomRuns = (whole: number): number =>
  process.env.TEST_LONG ? whole : Math.ceil(whole / 10);
