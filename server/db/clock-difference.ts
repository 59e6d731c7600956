/** Clocks and networks are never exact, and a `Date` header has whole seconds. */
const TOLERATED_MS = 5_000;
/** Tokens and signatures of others are refused from here on. */
const REFUSED_MS = 60_000;

export interface ClockDifference {
  /** How far ours is ahead, in ms; negative where it is behind. */
  ms: number;
  state: 'well' | 'look' | 'wrong';
}

/**
 * Our clock, beside that of another machine.
 * @param theirs what their clock said
 * @param askedAt what ours said before they were asked: however slow the answer, theirs lies in between
 */
export function clockDifference(
  theirs: Date,
  askedAt: number,
  answeredAt = Date.now(),
): ClockDifference {
  const they = theirs.getTime();
  const ms = they < askedAt ? askedAt - they : Math.min(answeredAt - they, 0);
  const off = Math.abs(ms);
  const state = off > REFUSED_MS ? 'wrong' : off > TOLERATED_MS ? 'look' : 'well';
  return { ms, state };
}
