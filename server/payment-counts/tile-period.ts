const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A half-open interval; all time if without bounds. */
export interface Period {
  from?: Date | undefined;
  to?: Date | undefined;
}

export interface Tiles {
  /** Whole days (UTC), or open at an end; null when the period contains none. */
  days: Period | null;
  /** Whole hours before and after these days. */
  hours: Period[];
  /** The rest of the period's first and last hour. */
  remainders: Period[];
}

/** Divides a period into whole days, whole hours and the remainders at its ends. */
export function tilePeriod(period: Period): Tiles {
  const { from, to } = period;
  if (from && to && from >= to) return { days: null, hours: [], remainders: [] };
  const { whole: days, rests } = divide(period, DAY_MS);
  const parts = rests.map((rest) => divide(rest, HOUR_MS));
  return {
    days,
    hours: parts.flatMap(({ whole }) => whole ?? []),
    remainders: parts.flatMap((part) => part.rests),
  };
}

/** Returns the part of a period that consists of whole units, and the rests at its ends. */
function divide({ from, to }: Period, unitMs: number): { whole: Period | null; rests: Period[] } {
  const first = from && new Date(Math.ceil(from.getTime() / unitMs) * unitMs);
  const last = to && new Date(Math.floor(to.getTime() / unitMs) * unitMs);
  if (first && last && first >= last) return { whole: null, rests: [{ from, to }] };
  return {
    whole: { from: first, to: last },
    rests: [
      ...(from && first && from < first ? [{ from, to: first }] : []),
      ...(to && last && last < to ? [{ from: last, to }] : []),
    ],
  };
}

/** Returns the part that two periods have in common; it may be reversed, which means empty. */
export const commonPeriod = (a: Period, b: Period): Period => ({
  from:
    a.from && b.from ? new Date(Math.max(a.from.getTime(), b.from.getTime())) : (a.from ?? b.from),
  to: a.to && b.to ? new Date(Math.min(a.to.getTime(), b.to.getTime())) : (a.to ?? b.to),
});
