import { randomInt } from 'node:crypto';
import { seededRandom } from '#demo/random';
import { logFault } from './injected';

/** Reproducible random choices: the log shows the seed, `FAULT_SEED` sets it. */
export function randomChoices() {
  const seed = process.env.FAULT_SEED || String(randomInt(2 ** 31));
  logFault(`random choices with FAULT_SEED=${seed}`);
  const next = seededRandom(seed);
  /** An integer, both ends included. */
  const between = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  return {
    between,
    pick: <const T>(choices: readonly [T, ...T[]]): T =>
      choices[between(0, choices.length - 1)] ?? choices[0],
  };
}
