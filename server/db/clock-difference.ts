/**
 * Tolerated difference in ms: clocks and networks are never exact, and a `Date` header has whole
 * seconds.
 */
const TOLERATED_MS = 5_000;
/** Difference in ms from which tokens and signatures of other systems are rejected. */
const REFUSED_MS = 60_000;

export interface ClockDifference {
  /** How far our clock is ahead, in ms; negative when behind. */
  ms: number;
  state: 'well' | 'look' | 'wrong';
}

/**
 * Compares our clock with that of another machine.
 * @param theirs time by their clock
 * @param askedAt our time before the request: however slow the response, theirs lies between then
 *   and now
 */
export function clockDifference(
  theirs: Date,
  askedAt: number,
  answeredAt = Date.now(),
): ClockDifference {
  const theirTime = theirs.getTime();
  const ms = theirTime < askedAt ? askedAt - theirTime : Math.min(answeredAt - theirTime, 0);
  const absoluteMs = Math.abs(ms);
  const state = absoluteMs > REFUSED_MS ? 'wrong' : absoluteMs > TOLERATED_MS ? 'look' : 'well';
  return { ms, state };
}
