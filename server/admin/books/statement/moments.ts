import type { StatementMapping } from '#shared/contracts/books';

/** Currency letters, and every kind of space, around or within a number. */
const DECORATION = /[\s\u00a0\u202f']|XAF|F?CFA/gi;

/**
 * Parses an amount in the notation of various countries.
 * @returns null if it is not an amount
 */
export function amountIn(
  text: string,
  decimalMark: StatementMapping['decimalMark'],
): number | null {
  const figure = text.replace(DECORATION, '').replace(/^\+/, '').replace('\u2212', '-');
  const [mark, thousands] = decimalMark === ',' ? [',', '\\.'] : ['\\.', ','];
  const form = new RegExp(`^-?(\\d+|\\d{1,3}(${thousands}\\d{3})+)(${mark}\\d+)?$`);
  if (!form.test(figure)) return null;
  const plain = figure.replace(new RegExp(thousands, 'g'), '').replace(',', '.');
  const amount = Number(plain);
  return Number.isSafeInteger(Math.trunc(amount)) ? amount : null;
}

const MOMENT =
  /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})(?:[T\s,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*([AP]\.?M\.?)?)?\s*(Z|[+-]\d\d:?\d\d)?$/i;

/** Parses times of one statement; without a zone they are in the event's time zone. */
export class MomentReader {
  readonly #order: StatementMapping['dateOrder'];
  readonly #clock: Intl.DateTimeFormat;
  /** Cached by the hour: time zone conversion would take longer than everything else. */
  readonly #offsets = new Map<number, number>();

  constructor(order: StatementMapping['dateOrder'], timezone: string) {
    this.#order = order;
    this.#clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone: timezone,
      dateStyle: 'short',
      timeStyle: 'medium',
    });
  }

  /** @returns null if it is not a time */
  read(text: string): Date | null {
    const parts = MOMENT.exec(text.trim());
    if (!parts) return null;
    const [
      ,
      firstPart = '',
      secondPart = '',
      thirdPart = '',
      hour = '0',
      minute = '0',
      second = '0',
    ] = parts;
    const [year = '', month = '', day = ''] = {
      ymd: [firstPart, secondPart, thirdPart],
      dmy: [thirdPart, secondPart, firstPart],
      mdy: [thirdPart, firstPart, secondPart],
    }[this.#order];
    if (year.length !== 4) return null;
    const hours = hourOf(Number(hour), parts[7]);
    const wallClockMs = Date.UTC(
      Number(year),
      Number(month) - 1,
      Number(day),
      hours,
      +minute,
      +second,
    );
    const written = new Date(wallClockMs);
    const isReal =
      written.getUTCMonth() === Number(month) - 1 &&
      written.getUTCDate() === Number(day) &&
      Number(minute) < 60 &&
      hours < 24;
    if (!isReal) return null;
    return new Date(wallClockMs - (parts[8] ? zoneOf(parts[8]) : this.#offsetAt(wallClockMs)));
  }

  #offsetAt(wallClockMs: number): number {
    const hour = Math.floor(wallClockMs / 3_600_000);
    const cached = this.#offsets.get(hour);
    if (cached !== undefined) return cached;
    const offset = this.#clockAt(wallClockMs - this.#clockAt(wallClockMs));
    this.#offsets.set(hour, offset);
    return offset;
  }

  /** Returns the offset from UTC at a given time. */
  #clockAt(moment: number): number {
    return (
      Date.parse(`${this.#clock.format(moment).replace(' ', 'T')}Z`) - moment + (moment % 1_000)
    );
  }
}

function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return Number.NaN;
  return (hour % 12) + (/^p/i.test(half) ? 12 : 0);
}

function zoneOf(text: string): number {
  if (/^z$/i.test(text)) return 0;
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(-2));
  return (text.startsWith('-') ? -1 : 1) * minutes * 60_000;
}
