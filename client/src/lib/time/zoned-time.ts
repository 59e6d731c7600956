/** Returns what a clock in a time zone shows at this moment, in ms, as if it were UTC. */
export function clockAt(moment: number, timeZone: string): number {
  const shown = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(moment);
  return Date.parse(`${shown.replace(' ', 'T')}Z`);
}

/**
 * Returns the moment at which a clock in a time zone shows this.
 * @param local such as `2025-11-21T20:00`
 * @returns an invalid date for invalid input
 */
export function instantAt(local: string, timeZone: string): Date {
  const shown = Date.parse(`${local}Z`);
  if (Number.isNaN(shown)) return new Date(Number.NaN);
  const estimate = shown - (clockAt(shown, timeZone) - shown);
  // Summer time may begin or end between the two moments: the offset at the estimate is used.
  return new Date(shown - (clockAt(estimate, timeZone) - estimate));
}

/**
 * Returns the local time in a time zone in the format of date and time fields: `2025-11-21T20:00`.
 */
export const localTime = (isoInstant: string, timeZone: string): string =>
  new Date(clockAt(Date.parse(isoInstant), timeZone)).toISOString().slice(0, 16);
