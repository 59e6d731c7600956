const HOUR_MS = 3_600_000;

/** A half-open interval; all time if without bounds. */
export interface Period {
  from?: Date | undefined;
  to?: Date | undefined;
}

export interface Tiles {
  /**
   * Starts and ends at a full hour (UTC), or is open; null when the period contains no whole hour.
   */
  wholeHours: Period | null;
  /** The rest of the period's first and last hour. */
  remainders: { from: Date; to: Date }[];
}

/** Divides a period into whole hours and the remainders at its ends. */
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
