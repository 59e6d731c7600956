/** What the clock of a time zone shows at this moment, in ms, as if that were UTC. */
export function clockAt(moment: number, timeZone: string): number {
  const shown = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  }).format(moment);
  return Date.parse(`${shown.replace(' ', 'T')}Z`);
}

/**
 * When the clock of a time zone shows this.
 * @param local such as `2025-11-21T20:00`
 * @returns an invalid date for what is no time
 */
export function instantAt(local: string, timeZone: string): Date {
  const shown = Date.parse(`${local}Z`);
  if (Number.isNaN(shown)) return new Date(Number.NaN);
  const close = shown - (clockAt(shown, timeZone) - shown);
  // Summer time may begin or end between the two: what counts is the clock at the place itself.
  return new Date(shown - (clockAt(close, timeZone) - close));
}

/** What the clock of a time zone shows, as fields for date and time take it: `2025-11-21T20:00`. */
export const localTime = (isoInstant: string, timeZone: string): string =>
  new Date(clockAt(Date.parse(isoInstant), timeZone)).toISOString().slice(0, 16);
