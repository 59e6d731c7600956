import { isNotNull, sql } from 'drizzle-orm';
import type { BookLine, Books } from '#shared/contracts/books';
import { payments } from '#shared/schema';
import type { Database } from '../db/client';
import { readDifference } from '../metrics';
import { readDays } from './days';

/** One month of the books, and whether all of them agree. */
export async function readBooksOf(
  db: Database,
  timezone: string,
  wanted: string | undefined,
): Promise<Books> {
  const { today, firstMonth } = await readBounds(db, timezone);
  const month = wanted ?? monthOf(today);
  const range = { timezone, from: `${month}-01`, until: `${monthAfter(month)}-01` };
  const [overall, lines] = await Promise.all([readDifference(db), readDays(db, range)]);
  return { month, firstMonth: firstMonth ?? monthOf(today), today, overall, days: byDay(lines) };
}

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
  if (!bounds) throw new Error('PostgreSQL answered without a row');
  const first: string | null = bounds.first;
  return { today: bounds.today, firstMonth: first && monthOf(first) };
}

function byDay(lines: readonly (BookLine & { day: string })[]): Books['days'] {
  const days = new Map<string, BookLine[]>();
  for (const { day, ...line } of lines) days.set(day, [...(days.get(day) ?? []), line]);
  return [...days].map(([day, ofDay]) => ({ day, lines: ofDay }));
}
