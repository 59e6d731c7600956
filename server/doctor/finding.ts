import { clockDifference } from '#server/db/clock-difference';

/** Result of one check. Contains nothing secret or personal. */
export interface Finding {
  level: 'ok' | 'warning' | 'fault';
  /** Subject in a word or two. */
  about: string;
  /** The subject's state and, unless that is ok, what to do. */
  text: string;
}

/** A check of one part of the server's environment. */
export interface Check {
  about: string;
  /** Runs the check; any error becomes a fault. */
  run(): Promise<Finding[]>;
}

export const ok = (about: string, text: string): Finding => ({ level: 'ok', about, text });
export const warning = (about: string, text: string): Finding => ({
  level: 'warning',
  about,
  text,
});
export const fault = (about: string, text: string): Finding => ({ level: 'fault', about, text });

/**
 * @param theirs time by their clock
 * @param askedAt our time before the request: however slow the response, theirs lies between then
 *   and now
 */
export function clockFinding(about: string, theirs: Date, askedAt: number): Finding {
  const { ms, state } = clockDifference(theirs, askedAt);
  if (state === 'well') return ok(about, 'its clock agrees with ours');
  const seconds = Math.round(Math.abs(ms) / 1_000);
  const text = `its clock and ours differ by ${seconds} s: synchronise both by NTP`;
  return (state === 'wrong' ? fault : warning)(about, text);
}

/** Returns an error code, not another system's message, which may contain addresses and names. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  for (const candidate of [error, error.cause]) {
    if (candidate instanceof Error && 'code' in candidate && typeof candidate.code === 'string')
      return candidate.code;
  }
  return error.name;
}
