const RealDate = Date;
let shiftMs = 0;

/** The clock of the process, shifted; everything else of a date is unchanged. */
class ShiftedDate extends RealDate {
  constructor(...parts: []) {
    super(...((parts.length === 0 ? [ShiftedDate.now()] : parts) as [number]));
  }

  static override now(): number {
    return RealDate.now() + shiftMs;
  }

  /** Dates from before the clock was shifted are dates as well. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return Object.prototype.toString.call(value) === '[object Date]';
  }
}

/** @param ms how far the clock of this process is ahead of the real one; negative when behind */
export function shiftDate(ms: number): void {
  shiftMs = ms;
  globalThis.Date = ShiftedDate as unknown as DateConstructor;
}
