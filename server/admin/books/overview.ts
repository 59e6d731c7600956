import { isNotNull, sql } from 'drizzle-orm';
import { type Database, ONE_SNAPSHOT, type Queryable, type Transaction } from '#server/db/client';
import type { DayRange } from '#server/kept-figures/index';
import { readDifference } from '#server/metrics/index';
import type { Books } from '#shared/contracts/books';
import { bookDays, bookDifferences, payments } from '#shared/schema';
import { readDays } from './days';

/** Returns one month of the books, and whether all of them agree. */
export async function readBooksOf(
  db: Database,
  timezone: string,
  wanted: string | undefined,
): Promise<Books> {
  const { today, firstMonth } = await readBounds(db, timezone);
  const month = wanted ?? monthOf(today);
  const range = { timezone, from: `${month}-01`, until: `${monthAfter(month)}-01` };
  const ofMonth = async (tx: Transaction) => ({
    lines: await readDays(tx, range),
    comparisons: await readComparisons(tx, range),
    open: await countOpen(tx, range),
    costs: await readCosts(tx, range),
  });
  const [overall, { lines, comparisons, open, costs }] = await Promise.all([
    readDifference(db),
    db.transaction(ofMonth, ONE_SNAPSHOT),
  ]);
  const named = [...lines, ...comparisons, ...open].map(({ day }) => day);
  const days = [...new Set(named)].sort().reverse();
  return {
    month,
    firstMonth: firstMonth ?? monthOf(today),
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

const isIn = (
  column: typeof bookDays.day | typeof bookDifferences.day,
  { from, until }: DayRange,
) => sql`${column} >= ${from} and ${column} < ${until}`;

const readComparisons = (db: Queryable, range: DayRange) =>
  db
    .select({ day: bookDays.day, provider: bookDays.provider, state: bookDays.state })
    .from(bookDays)
    .where(isIn(bookDays.day, range))
    .orderBy(bookDays.provider);

/** Adds up the fees in the lists of each provider, of days that are over. */
async function readCosts(db: Queryable, range: DayRange): Promise<Books['costs']> {
  const rows = await db
    .select({ provider: bookDays.provider, listed: bookDays.listed })
    .from(bookDays)
    .where(sql`${isIn(bookDays.day, range)} and ${bookDays.state} = 'compared'`);
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

const countOpen = (db: Queryable, range: DayRange) =>
  db
    .select({ day: bookDifferences.day, count: sql<number>`count(*)::int` })
    .from(bookDifferences)
    .where(sql`${isIn(bookDifferences.day, range)} and ${bookDifferences.resolvedAt} is null`)
    .groupBy(bookDifferences.day);

const monthOf = (day: string): string => day.slice(0, 7);

function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number)).toISOString().slice(0, 7);
}

async function readBounds(db: Database, timezone: string) {
  const dayOf = (moment: typeof payments.completedAt | ReturnType<typeof sql>) =>
    sql<string>`to_char(${moment} at time zone ${timezone}::text, 'YYYY-MM-DD')`;
  const [bounds] = await db
    .select({ today: dayOf(sql`now()`), first: dayOf(sql`min(${payments.completedAt})`) })
    .from(payments)
    .where(isNotNull(payments.completedAt));
  if (!bounds) throw new Error('PostgreSQL returned no row');
  const first: string | null = bounds.first;
  return { today: bounds.today, firstMonth: first && monthOf(first) };
}
