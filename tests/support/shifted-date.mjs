import { readFileSync } from 'node:fs';

const RealDate = Date;
let shiftMs = 0;

/** The process's own clock, shifted; everything else of a date is unchanged. */
class ShiftedDate extends RealDate {
  /** @param {[]} parts */
  constructor(...parts) {
    super(.../** @type {[number]} */ (parts.length === 0 ? [ShiftedDate.now()] : parts));
  }

  /** @override */
  static now() {
    return RealDate.now() + readShift();
  }

  /**
   * Dates from before the clock was installed are dates as well.
   * @override
   * @param {unknown} value
   */
  static [Symbol.hasInstance](value) {
    return Object.prototype.toString.call(value) === '[object Date]';
  }
}

let readShift = () => shiftMs;

/** @param {number} ms how far the clock of this process is ahead of the real one */
export function shiftDate(ms) {
  shiftMs = ms;
  globalThis.Date = /** @type {DateConstructor} */ (/** @type {unknown} */ (ShiftedDate));
}

/** Restores the clock of this process. */
export function restoreDate() {
  shiftMs = 0;
  globalThis.Date = RealDate;
}

/** @param {string} path missing once the test is over, which a process may outlive for a moment */
function readIfThere(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

const { CLOCK_FILE: file } = process.env;
if (file) {
  // Another process, with this file preloaded: the path's content is how far its clock is ahead.
  const LOOK_EVERY_MS = 10;
  let lookAt = 0;
  readShift = () => {
    if (performance.now() >= lookAt) {
      lookAt = performance.now() + LOOK_EVERY_MS;
      shiftMs = Number(readIfThere(file)) || shiftMs;
    }
    return shiftMs;
  };
  shiftDate(0);
}
