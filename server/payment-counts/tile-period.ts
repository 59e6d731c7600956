const HOUR_MS = 3_600_000;

/** Half open; without bounds, all time. */
export interface Period {
  from?: Date | undefined;
  to?: Date | undefined;
}

export interface Tiles {
  /** Begins and ends with an hour (UTC), or is open; null when it holds no whole hour. */
  wholeHours: Period | null;
  /** What is left of the period's first and last hour. */
  remainders: { from: Date; to: Date }[];
}

/** Cuts a period into whole hours and what is left at its ends. */
export function tilePeriod({ from, to }: Period): Tiles {
  if (from && to && from >= to) return { wholeHours: null, remainders: [] };
  const first = from && new Date(Math.ceil(from.getTime() / HOUR_MS) * HOUR_MS);
  const last = to && new Date(Math.floor(to.getTime() / HOUR_MS) * HOUR_MS);
  if (from && to && first && last && first >= last) {
    return { wholeHours: null, remainders: [{ from, to }] };
  }
  return {
    wholeHours: { from: first, to: last },
    remainders: [
      ...(from && first && from < first ? [{ from, to: first }] : []),
      ...(to && last && last < to ? [{ from: last, to }] : []),
    ],
  };
}
