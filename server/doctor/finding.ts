import { clockDifference } from '#server/db/clock-difference';

/** What one look at one thing came to. Nothing secret and nothing personal is in it. */
export interface Finding {
  level: 'ok' | 'warning' | 'fault';
  /** In a word or two. */
  about: string;
  /** How it is, and unless it is well what to do. */
  text: string;
}

/** A part of the surroundings to be looked at. */
export interface Check {
  about: string;
  /** Whatever it throws becomes a fault. */
  look(): Promise<Finding[]>;
}

export const ok = (about: string, text: string): Finding => ({ level: 'ok', about, text });
export const warning = (about: string, text: string): Finding => ({
  level: 'warning',
  about,
  text,
});
export const fault = (about: string, text: string): Finding => ({ level: 'fault', about, text });

/**
 * @param theirs what their clock said
 * @param askedAt what ours said before they were asked: however slow the answer, it lies in between
 */
export function clockFinding(about: string, theirs: Date, askedAt: number): Finding {
  const { ms, state } = clockDifference(theirs, askedAt);
  if (state === 'well') return ok(about, 'its clock agrees with ours');
  const seconds = Math.round(Math.abs(ms) / 1_000);
  const text = `its clock and ours differ by ${seconds} s: have NTP set both`;
  return (state === 'wrong' ? fault : warning)(about, text);
}

/** A code, and no sentence of somebody else's: those quote addresses and names. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  for (const one of [error, error.cause]) {
    if (one instanceof Error && 'code' in one && typeof one.code === 'string') return one.code;
  }
  return error.name;
}
