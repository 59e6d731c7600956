import type { StatementMapping } from '#shared/contracts/books';

type DateOrder = StatementMapping['dateOrder'];

const ZONE = String.raw`(Z|UTC|GMT|WAT|(?:UTC|GMT)?\s*[+-]\d{1,2}(?::?\d\d)?)`;
const CLOCK = String.raw`(\d{1,2})(?:\s*[:h]\s*(\d{2})(?:\s*(?::|min|m)\s*(\d{2})\s*(?:s|sec)?(?:[.,]\d+)?|\s*(?:min|mn))?|\s*h)`;
const TIME = String.raw`(?:[T\s,]+(?:(?:à|a|at|@|-)\s*)?${CLOCK}\s*([AP]\.?\s?M\.?)?)?\s*${ZONE}?`;
const IN_FIGURES = new RegExp(String.raw`^(\d{1,4})[-/. ](\d{1,2})[-/. ](\d{1,4})${TIME}$`, 'i');
const WITH_MONTH = new RegExp(
  String.raw`^(?:\p{L}{2,9}\.?,?\s+)?(\d{1,4})(?:er|st|nd|rd|th)?[-/. ]+(\p{L}{3,9})\.?,?[-/. ]+(\d{2,4})${TIME}$`,
  'iu',
);
const MONTH_FIRST = new RegExp(
  String.raw`^(?:\p{L}{2,9}\.?,?\s+)?(\p{L}{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})${TIME}$`,
  'iu',
);
const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:[T ]?(\d{2})(\d{2})(\d{2})?)?\s*(Z)?$/i;
const CLOCK_ALONE = new RegExp(String.raw`^${CLOCK}\s*([AP]\.?\s?M\.?)?$`, 'i');

const CLOCK_FIRST = /^(\d{1,2}[:h]\d{2}(?::\d{2})?),? (?!\d{1,2}[:h])(\S.*)$/i;
/** Longer than any moment; a cell may be much longer. */
const MAX_LENGTH = 80;

/** Beginnings of the months' names in English and French, without accents. */
const MONTHS: readonly RegExp[] = [
  /^jan/,
  /^(feb|fev)/,
  /^mar/,
  /^(apr|avr)/,
  /^(may|mai)/,
  /^(jun|juin)/,
  /^(jul|juil)/,
  /^(aug|aou)/,
  /^sep/,
  /^oct/,
  /^nov/,
  /^dec/,
];

/** Days before the year 2000 and after 2100, by Excel's count, are no moments of a statement. */
const EXCEL_DAYS = { first: 36_526, last: 73_415 } as const;
/** The same in seconds since 1970. */
const UNIX_SECONDS = { first: 946_684_800, last: 4_133_980_800 } as const;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** 1 January 1970 by Excel's count. */
const EXCEL_1970 = 25_569;

interface WallClock {
  year: string;
  month: number;
  day: string;
  hour?: string | undefined;
  minute?: string | undefined;
  second?: string | undefined;
  half?: string | undefined;
  zone?: string | undefined;
}

/**
 * Reads the moments of one statement in the usual notations of portals and spreadsheets; those
 * without a zone are in the event's time zone.
 */
export class MomentReader {
  readonly #order: DateOrder;
  readonly #clock: Intl.DateTimeFormat;
  /** Cached by the hour: time zone conversion would take longer than everything else. */
  readonly #offsets = new Map<number, number>();

  constructor(order: DateOrder, timezone: string) {
    this.#order = order;
    this.#clock = new Intl.DateTimeFormat('sv-SE', {
      timeZone: timezone,
      dateStyle: 'short',
      timeStyle: 'medium',
    });
  }

  /**
   * @param time of day, if it is in another column; empty otherwise
   * @returns null if it is not a moment
   */
  read(date: string, time = ''): Date | null {
    if (date.length > MAX_LENGTH || time.length > MAX_LENGTH) return null;
    const text = withSpaces(date);
    const clock = withSpaces(time);
    if (clock === '') return this.#parse(text);
    // A spreadsheet may write the day with midnight, and the time with its own day.
    const day = excelDay(text) ?? text.replace(/[T ]0{1,2}:00(:00)?$/, '');
    const timeOnly = /^(?:1899-12-3[01]|1900-01-0[01])[T ](.*)$/.exec(clock)?.[1] ?? clock;
    if (CLOCK_ALONE.test(timeOnly)) return this.#parse(`${day} ${timeOnly}`);
    const fraction = Number(timeOnly.replace(',', '.'));
    if (!(fraction >= 0 && fraction < 1)) return null;
    const seconds = Math.round((fraction * DAY_MS) / 1_000);
    return this.#parse(`${day} ${new Date(seconds * 1_000).toISOString().slice(11, 19)}`);
  }

  #parse(text: string, isSwapped = false): Date | null {
    const written = this.#inFigures(text) ?? withMonthName(text) ?? compact(text);
    // The time of day may come first; what follows then begins with a day.
    const first = isSwapped ? null : CLOCK_FIRST.exec(text);
    if (!written && first) return this.#parse(`${first[2]} ${first[1]}`, true);
    return written ? this.#momentOf(written) : this.#fromNumber(text);
  }

  #inFigures(text: string): WallClock | null {
    const parts = IN_FIGURES.exec(text);
    if (!parts) return null;
    const [, first = '', second = '', third = '', hour, minute, seconds, half, zone] = parts;
    const order =
      first.length === 4 ? 'ymd' : third.length === 4 && this.#order === 'ymd' ? null : this.#order;
    // Another order than that of the file.
    if (order === null || first.length === 3 || third.length === 3) return null;
    const [year, month, day] = {
      ymd: [first, second, third],
      dmy: [third, second, first],
      mdy: [third, first, second],
    }[order] as [string, string, string];
    return { year, month: Number(month), day, hour, minute, second: seconds, half, zone };
  }

  #momentOf({ year, month, day, hour = '0', minute = '0', second = '0', half, zone }: WallClock) {
    const fullYear = year.length === 2 ? `20${year}` : year;
    if (fullYear.length !== 4 || day.length > 2) return null;
    const hours = hourOf(Number(hour), half);
    const wallClockMs = Date.UTC(Number(fullYear), month - 1, Number(day), hours, +minute, +second);
    const written = new Date(wallClockMs);
    const isReal =
      written.getUTCMonth() === month - 1 &&
      written.getUTCDate() === Number(day) &&
      Number(minute) < 60 &&
      Number(second) < 60 &&
      hours < 24;
    if (!isReal) return null;
    return new Date(wallClockMs - (zone ? zoneOf(zone) : this.#offsetAt(wallClockMs)));
  }

  /** Excel's days, or seconds or milliseconds since 1970. */
  #fromNumber(text: string): Date | null {
    if (!/^\d+([.,]\d+)?$/.test(text)) return null;
    const value = Number(text.replace(',', '.'));
    if (value >= EXCEL_DAYS.first && value < EXCEL_DAYS.last) {
      const wallClockMs = Math.round((value - EXCEL_1970) * 86_400) * 1_000;
      return new Date(wallClockMs - this.#offsetAt(wallClockMs));
    }
    for (const unit of [1, 1_000]) {
      const seconds = value / unit;
      if (seconds >= UNIX_SECONDS.first && seconds < UNIX_SECONDS.last) {
        return new Date(Math.trunc(seconds) * 1_000);
      }
    }
    return null;
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

/** Returns the date of a whole number of days by Excel's count. */
function excelDay(text: string): string | null {
  const days = /^\d{5}$/.test(text) ? Number(text) : 0;
  if (days < EXCEL_DAYS.first || days >= EXCEL_DAYS.last) return null;
  return new Date((days - EXCEL_1970) * DAY_MS).toISOString().slice(0, 10);
}

/** Zones are also written in brackets. */
const withSpaces = (text: string): string => text.replace(/[\s\u00a0\u202f()]+/g, ' ').trim();

function withMonthName(text: string): WallClock | null {
  const dayFirst = WITH_MONTH.exec(text);
  const monthFirst = dayFirst ? null : MONTH_FIRST.exec(text);
  const parts = dayFirst ?? monthFirst;
  if (!parts) return null;
  const [, first = '', second = '', third = '', hour, minute, seconds, half, zone] = parts;
  const [name, one, other] = dayFirst ? [second, first, third] : [first, second, third];
  const letters = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const month = MONTHS.findIndex((beginning) => beginning.test(letters)) + 1;
  if (month === 0) return null;
  const [day, year] = one.length === 4 ? [other, one] : [one, other];
  return { year, month, day, hour, minute, second: seconds, half, zone };
}

function compact(text: string): WallClock | null {
  const parts = COMPACT.exec(text);
  if (!parts) return null;
  const [, year = '', month = '', day = '', hour, minute, second, zone] = parts;
  return { year, month: Number(month), day, hour, minute, second, zone };
}

function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return Number.NaN;
  return (hour % 12) + (/^p/i.test(half) ? 12 : 0);
}

/** Hour of Cameroon and its neighbours, which has a name of its own. */
const WEST_AFRICA_MS = 3_600_000;

/** @returns the offset from UTC in ms */
function zoneOf(text: string): number {
  if (/^wat$/i.test(text)) return WEST_AFRICA_MS;
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d{1,2}):?(\d\d)?$/.exec(text) ?? [];
  if (sign === undefined) return 0;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}
