import type { Random } from './random';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Douala is at UTC+1 all year. */
const DOUALA_OFFSET_MS = HOUR_MS;

export const HISTORY_DAYS = 30;

/** Share of a day's votes by local hour: night, lunch break, then the evening. */
const HOURS = [
  14, 7, 3, 2, 2, 4, 9, 15, 19, 22, 24, 30, 42, 40, 30, 27, 30, 38, 52, 72, 88, 82, 56, 30,
] as const;
const HOURS_TOTAL = HOURS.reduce((sum, weight) => sum + weight, 0);

/**
 * Days before `now` when the nominees were on television, and the resulting increase of votes.
 */
const TV_SHOW = { daysAgo: 9, boost: 2.3, nextDayBoost: 1.5 };

/** Returns start times of payments over the 30 days up to `now`, in order. */
export function paymentMoments(now: Date, random: Random): Date[] {
  const moments: number[] = [];
  const today = Math.floor((now.getTime() + DOUALA_OFFSET_MS) / DAY_MS);
  for (let daysAgo = HISTORY_DAYS; daysAgo >= 0; daysAgo -= 1) {
    const dayStart = (today - daysAgo) * DAY_MS - DOUALA_OFFSET_MS;
    const count = Math.round(paymentsOn(today - daysAgo, daysAgo) * (0.88 + random() * 0.24));
    for (let index = 0; index < count; index += 1) {
      moments.push(Math.floor(dayStart + localTime(random)));
    }
  }
  const earliest = now.getTime() - HISTORY_DAYS * DAY_MS;
  // Payments started in the last minutes would still be in progress.
  const latest = now.getTime() - HOUR_MS / 6;
  return moments
    .filter((moment) => moment > earliest && moment < latest)
    .sort((a, b) => a - b)
    .map((moment) => new Date(moment));
}

function paymentsOn(dayNumber: number, daysAgo: number): number {
  // Day 0 of the calendar was a Thursday.
  const weekday = (dayNumber + 4) % 7;
  const weekend = weekday === 0 || weekday === 6 ? 1.4 : weekday === 5 ? 1.25 : 1;
  const growth = 17 + ((HISTORY_DAYS - daysAgo) / HISTORY_DAYS) * 16;
  const show =
    daysAgo === TV_SHOW.daysAgo
      ? TV_SHOW.boost
      : daysAgo === TV_SHOW.daysAgo - 1
        ? TV_SHOW.nextDayBoost
        : 1;
  return growth * weekend * show;
}

/** Returns milliseconds after local midnight. */
function localTime(random: Random): number {
  let left = random() * HOURS_TOTAL;
  const hour = HOURS.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
  return (Math.max(hour, 0) + random()) * HOUR_MS;
}
