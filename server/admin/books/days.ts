import { type SQL, sql } from 'drizzle-orm';
import type { Queryable } from '#server/db/client';
import {
  type Days,
  dayOf,
  daysWithPayments,
  ownDays,
  PAID,
  type PaidFigures,
  type PaidLine,
  paidIn,
  readFigures,
  sumOfPaid,
} from '#server/kept-figures/index';
import { createdDuring } from '#server/settings/index';
import type { BookLine } from '#shared/contracts/books';
import { type bookDays, bookDifferences, payments } from '#shared/schema';
import type { BookRange } from './context';

export const nextDay = (day: string): string =>
  new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

/** Start of a day of the event. */
export const startOf = (day: string, timezone: string): SQL =>
  sql`${day}::date::timestamp at time zone ${timezone}::text`;

type PaidDay = PaidFigures & { day: string };

/**
 * Returns the money taken and the votes bought by payments of an edition on each day, newest first,
 * by time of completion. Added up from the payments and their vote lines, so that it also verifies
 * the counters. `votes` has the categories of other editions as well.
 */
export async function readPaidDays(
  db: Queryable,
  { edition, timezone, from, until }: BookRange,
): Promise<PaidDay[]> {
  const begins = edition.begunAt ? dayOf(edition.begunAt, timezone) : from;
  const range = { timezone, from: begins > from ? begins : from, until };
  const days = await daysWithPayments(db, range);
  const figures = await readFigures(db, PAID, days);
  return figures
    .map((paid, index) => ({
      day: days[index]?.day ?? '',
      lines: paidIn(paid, edition.id),
      votes: paid.votes,
    }))
    .reverse();
}

type DayColumn = typeof bookDays.day | typeof bookDifferences.day;

/** Condition on rows of a day: they are in the range. */
export const isOnDays = (column: DayColumn, { from, until }: Days): SQL =>
  sql`${column} >= ${from} and ${column} < ${until}`;

/**
 * Condition on rows of a provider's list, which knows no editions: their day is in the range, and
 * counts for its edition.
 */
export const isOnOwnDays = (column: DayColumn, range: BookRange): SQL =>
  sql`(${isOnDays(column, range)} and ${isOnDays(column, ownDays(range.edition, range.timezone))})`;

/**
 * Condition on `book_differences` of these days: those that name a payment belong to its edition,
 * all others to that of their day.
 */
export function isDifferenceIn(range: BookRange): SQL {
  const { day, paymentId } = bookDifferences;
  const isOfEdition = createdDuring(range.edition) ?? sql`true`;
  return sql`(${isOnDays(day, range)} and case when ${paymentId} is null
    then ${isOnDays(day, ownDays(range.edition, range.timezone))}
    else (select ${isOfEdition} from ${payments} where ${payments.id} = ${paymentId}) end)`;
}

/** Returns the lines of each day, newest first. */
export async function readDays(
  db: Queryable,
  range: BookRange,
): Promise<(BookLine & { day: string })[]> {
  const days = await readPaidDays(db, range);
  return days.flatMap(({ day, ...paid }) => linesOf(paid).map((line) => ({ day, ...line })));
}

/** Adds up the lines of all providers in one edition, by currency. */
export function linesOf({ lines }: Pick<PaidFigures, 'lines'>): BookLine[] {
  const ofAll = lines.map((line) => ({ ...line, provider: '' }));
  return sumOfPaid([{ lines: ofAll, votes: {} }]).lines.map(({ provider: _all, ...line }) =>
    withDifference(line),
  );
}

/** Adds what must be 0. */
export const withDifference = <Line extends Omit<PaidLine, 'provider'>>({
  edition: _one,
  ...line
}: Line) => ({
  ...line,
  difference: line.taken - line.refunded - line.disputed - line.asked,
});
