import { max } from 'drizzle-orm';
import type { Queryable } from '#server/db/client';
import { createdDuring, type Edition } from '#server/settings/index';
import { payments } from '#shared/schema';
import { PAID, readFigures } from './figures';
import { paidIn } from './paid';
import { daysWithPayments } from './span';

/** Days before and after all possible ones. */
export const ALL_DAYS = { from: '1000-01-01', until: '9999-12-31' };

/** Days as YYYY-MM-DD; `until` is exclusive. */
export interface Days {
  from: string;
  until: string;
}

/**
 * Returns the days that count for one edition alone, where something is only known by day: the day
 * on which an edition begins counts for the new one. A draft has none.
 */
export const ownDays = (
  { state, begunAt, endedAt }: Pick<Edition, 'state' | 'begunAt' | 'endedAt'>,
  timezone: string,
): Days =>
  state === 'draft'
    ? { from: ALL_DAYS.from, until: ALL_DAYS.from }
    : {
        from: begunAt ? dayOf(begunAt, timezone) : ALL_DAYS.from,
        until: endedAt ? dayOf(endedAt, timezone) : ALL_DAYS.until,
      };

/** Returns the day of a moment in a time zone, as YYYY-MM-DD. */
export const dayOf = (moment: Date, timezone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: timezone }).format(moment);

/** Far longer than any payment waits for its completion. */
const LATE_DAYS_MS = 366 * 86_400_000;

/**
 * Returns the last day of which an archived edition has figures: that of its last payment, which may
 * have been completed after the next edition began, but not looked for later than a year. Null
 * without a payment.
 */
export async function lastDayOf(
  db: Queryable,
  edition: Edition,
  timezone: string,
): Promise<string | null> {
  const [last] = await db
    .select({ createdAt: max(payments.createdAt) })
    .from(payments)
    .where(createdDuring(edition));
  if (!last?.createdAt) return null;
  const lastDay = dayOf(last.createdAt, timezone);
  const until = new Date(Date.parse(lastDay) + LATE_DAYS_MS).toISOString().slice(0, 10);
  const days = await daysWithPayments(db, { timezone, from: lastDay, until });
  const figures = await readFigures(db, PAID, days);
  const index = figures.findLastIndex((paid) => paidIn(paid, edition.id).length > 0);
  return days[index]?.day ?? lastDay;
}
