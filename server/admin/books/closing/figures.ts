import { sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/client';
import type { ClosingFigures, ListedSums } from '#shared/contracts/books';
import {
  bookDays,
  bookDifferences,
  categories,
  nominations,
  paymentFlags,
  payments,
  paymentVotes,
} from '#shared/schema';
import { type DayRange, nextDay, readProviders, startOf } from '../days';

/** Days before and after all possible ones. */
const ALL_DAYS = { from: '1000-01-01', until: '9999-12-31' };

/** @param day null for the whole event */
export const rangeOf = (day: string | null, timezone: string): DayRange => ({
  timezone,
  ...(day === null ? ALL_DAYS : { from: day, until: nextDay(day) }),
});

/** Returns all figures of a report about these days, in their current state. */
export async function readFigures(tx: Transaction, range: DayRange): Promise<ClosingFigures> {
  return {
    lines: await readProviders(tx, range),
    fees: await readFees(tx, range),
    votesByCategory: await readVotes(tx, range),
    open: await readOpen(tx, range),
  };
}

async function readFees(tx: Transaction, { from, until }: DayRange) {
  const rows = await tx
    .select({ provider: bookDays.provider, listed: bookDays.listed })
    .from(bookDays)
    .where(sql`${bookDays.day} >= ${from} and ${bookDays.day} < ${until}
      and ${bookDays.listed} is not null`)
    .orderBy(bookDays.provider);
  const sums = new Map<string, ClosingFigures['fees'][number]>();
  for (const { provider, listed } of rows) {
    for (const { currency, fee, net } of feesIn(listed)) {
      const key = `${provider} ${currency}`;
      const sum = sums.get(key) ?? { provider, currency, fee: 0, net: 0 };
      sums.set(key, { ...sum, fee: sum.fee + fee, net: sum.net + net });
    }
  }
  return [...sums.values()];
}

const feesIn = (listed: ListedSums | null) => listed?.fees ?? [];

function readVotes(tx: Transaction, { timezone, from, until }: DayRange) {
  return tx
    .select({
      id: categories.id,
      name: categories.name,
      nameFr: categories.nameFr,
      votes: sql<number>`sum(${paymentVotes.voteCount})::float8`,
    })
    .from(payments)
    .innerJoin(paymentVotes, sql`${paymentVotes.paymentId} = ${payments.id}`)
    .innerJoin(nominations, sql`${nominations.id} = ${paymentVotes.nominationId}`)
    .innerJoin(categories, sql`${categories.id} = ${nominations.categoryId}`)
    .where(sql`${payments.status} = 'completed'
      and ${payments.completedAt} >= ${startOf(from, timezone)}
      and ${payments.completedAt} < ${startOf(until, timezone)}`)
    .groupBy(categories.id)
    .orderBy(categories.name, categories.id);
}

/** Counts the open items of these days. */
async function readOpen(tx: Transaction, { timezone, from, until }: DayRange) {
  const isOfDays = (column: typeof payments.completedAt | typeof payments.createdAt) =>
    sql`${column} >= ${startOf(from, timezone)} and ${column} < ${startOf(until, timezone)}`;
  const { rows } = await tx.execute<ClosingFigures['open'] & Record<string, unknown>>(sql`
    select
      (select count(*)::int from ${payments}
        where status = 'pending' and attempted_at is not null
          and ${isOfDays(payments.createdAt)}) as pending,
      (select count(distinct ${paymentFlags.paymentId})::int from ${paymentFlags}
        join ${payments} on ${payments.id} = ${paymentFlags.paymentId}
        where ${paymentFlags.resolvedAt} is null
          and ${isOfDays(payments.createdAt)}) as flagged,
      (select count(*)::int from ${bookDifferences}
        where resolved_at is null and day >= ${from} and day < ${until}) as differences,
      (select count(*)::int from (
        select distinct provider, (completed_at at time zone ${timezone}::text)::date as day
        from ${payments} where ${isOfDays(payments.completedAt)}
      ) as taken where not exists (
        select from ${bookDays} as known
        where known.provider = taken.provider and known.day = taken.day
          and known.state = 'compared'
      )) as "notCompared"`);
  const [open] = rows;
  if (!open) throw new Error('PostgreSQL returned no row');
  return open;
}
