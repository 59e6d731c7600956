import type { Timeline } from '#shared/contracts/open-count';
import type { Period } from '../api';

export type Steps = NonNullable<Timeline['timeline']>;
type Nominee = Steps['nominations'][number];

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Length of the period before the last vote. */
export const RANGES = ['hour', 'day', 'week', 'all'] as const;
export type Range = (typeof RANGES)[number];
const LENGTHS = { hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS } as const;

/** @param until when the last vote was counted */
export function periodOf(range: Range, until: string): Period | null {
  if (range === 'all') return null;
  return { from: new Date(Date.parse(until) - LENGTHS[range]).toISOString(), to: until };
}

/** Returns start and end of a step, in epoch ms. */
export function stepTimes({ from, stepMinutes }: Steps, step: number): [from: number, to: number] {
  const length = stepMinutes * MINUTE_MS;
  const begin = Date.parse(from) + step * length;
  return [begin, begin + length];
}

/** Returns the totals at the end of each step. */
export function sumsOf({ before, votes }: Nominee): number[] {
  let sum = before;
  return votes.map((own) => {
    sum += own;
    return sum;
  });
}

const totalOf = ({ before, votes }: Nominee): number =>
  votes.reduce((sum, count) => sum + count, before);

/** Sorts by votes, most first. */
export const byVotes = ({ nominations }: Steps): Nominee[] =>
  [...nominations].sort((a, b) => totalOf(b) - totalOf(a));

/** Returns the step with the most votes; the first of several. */
export function stepWithMostVotes({ steps, nominations }: Steps): number {
  let best = 0;
  let most = Number.NEGATIVE_INFINITY;
  for (let step = 0; step < steps; step++) {
    const votes = nominations.reduce((sum, nominee) => sum + (nominee.votes[step] ?? 0), 0);
    if (votes > most) [best, most] = [step, votes];
  }
  return best;
}

export interface Part {
  nominationId: string;
  artistName: string;
  votes: number;
  payments: number;
  takenBack: number;
}

/** Returns the nominees with votes in a step, most votes first. */
export const partsOf = ({ nominations }: Steps, step: number): Part[] =>
  nominations
    .map(({ nominationId, artistName, votes, payments, takenBack }) => ({
      nominationId,
      artistName,
      votes: votes[step] ?? 0,
      payments: payments[step] ?? 0,
      takenBack: takenBack[step] ?? 0,
    }))
    .filter(({ payments, takenBack }) => payments + takenBack > 0)
    .sort((a, b) => b.votes - a.votes);
