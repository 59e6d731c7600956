import { and, gte, isNotNull, min, sql } from 'drizzle-orm';
import { type Database, ONE_SNAPSHOT, type Queryable, type Transaction } from '#server/db/client';
import { dayOf, lastDayOf } from '#server/kept-figures/index';
import { readDifference } from '#server/metrics/index';
import { createdDuring, type Edition } from '#server/settings/index';
import type { Books } from '#shared/contracts/books';
import { bookDays, bookDifferences, payments } from '#shared/schema';
import type { BookRange } from './context';
import { isDifferenceIn, isOnDays, isOnOwnDays, readDays } from './days';

/**
 * Returns one month of an edition's books, and whether all of them agree.
 * @param wanted defaults to the current month, or the last one of an archived edition
 */
export async function readBooksOf(
  db: Database,
  edition: Edition,
  timezone: string,
  wanted: string | undefined,
): Promise<Books> {
  const { today, firstMonth, lastMonth } = await readBounds(db, edition, timezone);
  const month = wanted ?? lastMonth;
  const range = { edition, timezone, from: `${month}-01`, until: `${monthAfter(month)}-01` };
  const ofMonth = async (tx: Transaction) => {
    const lines = await readDays(tx, range);
    const paidDays = lines.map(({ day }) => day);
    return {
      lines,
      comparisons: await readComparisons(tx, range, paidDays),
      open: await countOpen(tx, range),
      costs: await readCosts(tx, range),
    };
  };
  const [overall, { lines, comparisons, open, costs }] = await Promise.all([
    readDifference(db, edition),
    db.transaction(ofMonth, ONE_SNAPSHOT),
  ]);
  const named = [...lines, ...comparisons, ...open].map(({ day }) => day);
  const days = [...new Set(named)].sort().reverse();
  return {
    month,
    firstMonth,
    today,
    overall,
    days: days.map((day) => ({
      day,
      lines: ofDay(lines, day),
      comparisons: ofDay(comparisons, day),
      openDifferences: open.find((row) => row.day === day)?.count ?? 0,
    })),
    costs,
  };
}

/** Selects the rows of a day, without the day itself. */
const ofDay = <Row extends { day: string }>(rows: readonly Row[], wanted: string) =>
  rows.filter(({ day }) => day === wanted).map(({ day: _day, ...row }) => row);

/** Lists know no editions: a day with payments of two is shown in both. */
const readComparisons = (db: Queryable, range: BookRange, paidDays: string[]) =>
  db
    .select({ day: bookDays.day, provider: bookDays.provider, state: bookDays.state })
    .from(bookDays)
    .where(
      sql`${isOnDays(bookDays.day, range)} and (${isOnOwnDays(bookDays.day, range)}
        or ${bookDays.day} = any(${sql.param(paidDays)}::date[]))`,
    )
    .orderBy(bookDays.provider);

/**
 * Adds up the fees in the lists of each provider, of days that are over. Each day counts for one
 * edition.
 */
async function readCosts(db: Queryable, range: BookRange): Promise<Books['costs']> {
  const rows = await db
    .select({ provider: bookDays.provider, listed: bookDays.listed })
    .from(bookDays)
    .where(sql`${isOnOwnDays(bookDays.day, range)} and ${bookDays.state} = 'compared'`);
  const costs = new Map<string, Books['costs'][number]>();
  for (const { provider, listed } of rows) {
    for (const { currency, fee, net } of listed?.fees ?? []) {
      const key = `${provider} ${currency}`;
      const sum = costs.get(key) ?? { provider, currency, fee: 0, net: 0 };
      costs.set(key, { ...sum, fee: sum.fee + fee, net: sum.net + net });
    }
  }
  return [...costs.values()].sort((a, b) => b.fee + b.net - a.fee - a.net);
}

const countOpen = (db: Queryable, range: BookRange) =>
  db
    .select({ day: bookDifferences.day, count: sql<number>`count(*)::int` })
    .from(bookDifferences)
    .where(sql`${isDifferenceIn(range)} and ${bookDifferences.resolvedAt} is null`)
    .groupBy(bookDifferences.day);

const monthOf = (day: string): string => day.slice(0, 7);

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number)).toISOString().slice(0, 7);
}

async function readBounds(db: Database, edition: Edition, timezone: string) {
  const { createdAt, completedAt } = payments;
  const [bounds] = await db
    .select({ now: sql`now()`.mapWith(createdAt), first: min(completedAt) })
    .from(payments)
    .where(
      and(
        createdDuring(edition),
        // Without this bound, payments of all earlier editions would be read first.
        edition.begunAt ? gte(completedAt, edition.begunAt) : isNotNull(completedAt),
      ),
    );
  if (!bounds) throw new Error('PostgreSQL returned no row');
  const today = dayOf(bounds.now, timezone);
  const last = edition.state === 'archived' ? await lastDayOf(db, edition, timezone) : null;
  const lastMonth = monthOf(last ?? today);
  return {
    today,
    firstMonth: bounds.first ? monthOf(dayOf(bounds.first, timezone)) : lastMonth,
    lastMonth,
  };
}
