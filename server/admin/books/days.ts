import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#server/db/client';
import {
  type DayRange,
  daysWithPayments,
  PAID,
  type PaidFigures,
  type PaidLine,
  readFigures,
  sumOfPaid,
} from '#server/kept-figures/index';
import type { BookLine } from '#shared/contracts/books';

export const nextDay = (day: string): string =>
  new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

/** Start of a day of the event. */
export const startOf = (day: string, timezone: string): SQL =>
  sql`${day}::date::timestamp at time zone ${timezone}::text`;

type PaidDay = PaidFigures & { day: string };

/**
 * Returns the money taken and the votes bought on each day, newest first, by time of completion.
 * Added up from the payments and their vote lines, so that it also verifies the counters.
 */
export async function readPaidDays(db: Queryable, range: DayRange): Promise<PaidDay[]> {
  const days = await daysWithPayments(db, range);
  const figures = await readFigures(db, PAID, days);
  return figures.map((paid, index) => ({ day: days[index]?.day ?? '', ...paid })).reverse();
}

/** Returns the lines of each day, newest first. */
export async function readDays(
  db: Queryable,
  range: DayRange,
): Promise<(BookLine & { day: string })[]> {
  const days = await readPaidDays(db, range);
  return days.flatMap(({ day, ...paid }) => linesOf(paid).map((line) => ({ day, ...line })));
}

/** Adds up the lines of all providers, by currency. */
export function linesOf({ lines }: Pick<PaidFigures, 'lines'>): BookLine[] {
  const ofAll = lines.map((line) => ({ ...line, provider: '' }));
  return sumOfPaid([{ lines: ofAll, votes: {} }]).lines.map(({ provider: _all, ...line }) =>
    withDifference(line),
  );
}

/** Adds what must be 0. */
export const withDifference = <Line extends Omit<PaidLine, 'provider'>>(line: Line) => ({
  ...line,
  difference: line.taken - line.refunded - line.disputed - line.asked,
});
