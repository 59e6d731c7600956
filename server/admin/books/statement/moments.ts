import type { StatementMapping } from '#shared/contracts/books';

type DateOrder = StatementMapping['dateOrder'];

const ZONE = String.raw`(Z|UTC|GMT|WAT|CET|(?:UTC|GMT)?\s*[+-]\d{1,2}(?::?\d\d)?(?:\s+(?:UTC|GMT|WAT|CET))?)`;
const CLOCK = String.raw`(\d{1,2})(?:(?:\s*[:h]\s*|\.)(\d{2})(?:(?:\s*(?::|min|m)\s*|(?<=\.\d\d)\.)(\d{2})\s*(?:s|sec)?(?:[.,]\d+|:\d{3})?|\s*(?:min|mn))?|\s*h)(?:\s*h(?:rs?)?\.?)?`;
const TIME_OF_DAY = String.raw`${CLOCK}\s*([AP]\.?\s?M\.?)?\s*${ZONE}?`;
/** A zone stands only after a time of day: after a day, a hyphen joins both. */
const TIME = String.raw`(?:[T\s,_-]+(?:(?:à|a|at|@)\s*)?${TIME_OF_DAY})?`;
const WEEKDAY =
  '(?:lun(?:di)?|mar(?:di)?|mer(?:credi)?|jeu(?:di)?|ven(?:dredi)?|sam(?:edi)?|dim(?:anche)?|(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?)';
const LEAD = String.raw`^(?:le\s+)?(?:${WEEKDAY}\.?,?\s+)?`;
const IN_FIGURES = new RegExp(
  String.raw`${LEAD}(\d{1,4})[-/. ](\d{1,2})[-/. ](\d{1,4})${TIME}$`,
  'i',
);
const WITH_MONTH = new RegExp(
  String.raw`${LEAD}(\d{1,4})(?:er|st|nd|rd|th)?[-/. ]+(\p{L}{3,9})\.?,?[-/. ]+(\d{2,4})${TIME}$`,
  'iu',
);
const MONTH_FIRST = new RegExp(
  String.raw`${LEAD}(\p{L}{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})${TIME}$`,
  'iu',
);
const CLOCK_ALONE = new RegExp(`^${TIME_OF_DAY}$`, 'i');
/** A day without marks, with or without its hours, minutes and seconds. */
const COMPACT =
  /^(20\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])(?:(\d\d)|[T _-]?(\d\d)(\d\d)(\d\d)?)?(?![\d:])/i;
/** `Nov 24 10:05:00 WAT 2026`, as computers write it. */
const YEAR_LAST = /(\p{L} \d{1,2}) (\d{1,2}:\d\d:\d\d(?: \p{L}{3})?) (\d{4})$/u;
const CLOCK_FIRST = /^(\d{1,2}[:h]\d{2}(?::\d{2})?),? (?!\d{1,2}[:h])(\S.*)$/i;
/** Longer than any moment; a cell may be much longer. */
const MAX_LENGTH = 80;

/** Beginnings of the months' names in English and French, without accents. */
const MONTHS: readonly RegExp[] = [
  /^jan/,
  /^(feb|fev)/,
  /^mar(?!di)/,
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
    const day = excelDay(text) ?? withoutMidnight(text);
    const timeOnly = clock
      .replace(/^(?:1899-12-3[01]|1900-01-0[01])[T ]/, '')
      .replace(/^(\d\d)(\d\d)(\d\d)$/, '$1:$2:$3');
    // `0.25` is a part of a day, `00.25` and `10.25` are hours and minutes.
    const fraction = timeOnly.startsWith('00') ? Number.NaN : Number(timeOnly.replace(',', '.'));
    if (!(fraction >= 0 && fraction < 1)) {
      return CLOCK_ALONE.test(timeOnly) ? this.#parse(`${day} ${timeOnly}`) : null;
    }
    const seconds = Math.round((fraction * DAY_MS) / 1_000);
    return this.#parse(`${day} ${new Date(seconds * 1_000).toISOString().slice(11, 19)}`);
  }

  #parse(text: string, isSwapped = false): Date | null {
    const usual = inUsualOrder(text);
    const written = this.#inFigures(usual) ?? withMonthName(usual);
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
    if (!/^20\d\d$/.test(fullYear) || day.length > 2) return null;
    const hours = hourOf(Number(hour), half);
    const wallClockMs = Date.UTC(Number(fullYear), month - 1, Number(day), hours, +minute, +second);
    const written = new Date(wallClockMs);
    const isReal =
      written.getUTCMonth() === month - 1 &&
      written.getUTCDate() === Number(day) &&
      Number(minute) < 60 &&
      Number(second) < 60 &&
      hours < 24;
    const offset = zone === undefined ? this.#offsetAt(wallClockMs) : zoneOf(zone);
    return isReal && offset !== null ? new Date(wallClockMs - offset) : null;
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

/** Removes midnight, which spreadsheets and programs write after a day, with its zone. */
export const withoutMidnight = (text: string): string =>
  text.replace(/[T ]0{1,2}:00(?::00(?:\.0+)?)?(?:Z|[+-]\d\d:?\d\d)?$/, '');

/** Zones are also written in brackets; browsers write the name of one after its offset. */
const withSpaces = (text: string): string =>
  text
    .replace(/([+-]\d{4}) \([^()]+\)$/, '$1')
    .replace(/[\s\u00a0\u202f()]+/g, ' ')
    .trim();

/** Puts marks into compact figures, and a year at the end before the time of day. */
const inUsualOrder = (text: string): string =>
  text
    .replace(
      COMPACT,
      (_, year, month, day, hourOnly, hour = hourOnly, minute = '00', second = '00') =>
        hour === undefined
          ? `${year}-${month}-${day}`
          : `${year}-${month}-${day} ${hour}:${minute}:${second}`,
    )
    .replace(YEAR_LAST, '$1 $3 $2');

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

function hourOf(hour: number, half: string | undefined): number {
  if (half === undefined) return hour;
  if (hour < 1 || hour > 12) return Number.NaN;
  return (hour % 12) + (/^p/i.test(half) ? 12 : 0);
}

const HOUR_MS = 3_600_000;
/** No zone is farther from UTC. */
const MAX_OFFSET_HOURS = 14;
/** Hours from UTC of the zones that are written by name: Cameroon and its neighbours are in WAT. */
const NAMED_ZONES: Readonly<Record<string, number>> = { Z: 0, UTC: 0, GMT: 0, WAT: 1, CET: 1 };

/** @returns the offset from UTC in ms; null if there is no such zone */
function zoneOf(text: string): number | null {
  const name = /\p{L}+$/u.exec(text)?.[0].toUpperCase();
  const named = name === undefined ? undefined : NAMED_ZONES[name];
  const [, sign, hours, minutes = '0'] = /([+-])(\d{1,2}):?(\d\d)?(?!\d)/.exec(text) ?? [];
  const size = Number(hours) + Number(minutes) / 60;
  const offset = sign === undefined ? named : sign === '-' ? -size : size;
  const isReal =
    offset !== undefined &&
    Number(minutes) < 60 &&
    Math.abs(offset) <= MAX_OFFSET_HOURS &&
    (named ?? offset) === offset;
  return isReal ? Math.round(offset * HOUR_MS) : null;
}

const ZONE_IN_HEADING =
  /(?:(?<!\p{L})(?:utc|gmt|wat)|(?<![A-Z])(?:UTC|GMT|WAT|Utc|Gmt|Wat))(?!\p{L})(?:\s*([+\-\u2212\u2013]\s*\d{1,2}(?::?\d\d)?)(?!\d))?/u;

/**
 * Returns the time zone that the heading of a column names, as in `Date (UTC)` or `Date (GMT+1)`;
 * null for none.
 */
export function zoneInHeading(heading: string): string | null {
  const [zone, offset] = ZONE_IN_HEADING.exec(heading) ?? [];
  if (zone === undefined) return null;
  const written = offset?.replace(/\s/g, '').replace(/[\u2212\u2013]/, '-');
  const ms = zoneOf(written ?? zone);
  const hours = ms === null ? Number.NaN : ms / HOUR_MS;
  // The database of zones has no others of this kind.
  if (!Number.isInteger(hours) || hours < -12) return null;
  // Its names have the signs of POSIX, which are reversed.
  return hours === 0 ? 'UTC' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}

/** Higher figures are no month. */
const MONTHS_A_YEAR = 12;

/**
 * Tells whether a spreadsheet with the American order has swapped days and months: it made dates of
 * all texts in which the day could be a month, and left the others as they were.
 */
export class SwappedDates {
  #converted = 0;
  #left = 0;
  #isRefuted = false;

  add(text: string): void {
    const day = /^\s*\d{4}-\d\d-(\d\d)(?!\d)/.exec(text)?.[1];
    const first = /^\s*(\d{1,2})[-/.]\d{1,2}[-/.](?:\d{4}|\d\d)(?!\d)/.exec(text)?.[1];
    if (day !== undefined) this.#converted += 1;
    if (first !== undefined) this.#left += 1;
    if (Number(day) > MONTHS_A_YEAR || Number(first) <= MONTHS_A_YEAR) this.#isRefuted = true;
  }

  get areLikely(): boolean {
    return !this.#isRefuted && this.#converted > 0 && this.#left > 0;
  }
}
