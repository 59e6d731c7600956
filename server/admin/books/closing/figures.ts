import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Transaction } from '#server/db/client';
import { ALL_DAYS, sumOfPaid } from '#server/kept-figures/index';
import { commonPeriod, countPayments, type Period } from '#server/payment-counts/index';
import { createdDuring, type Edition, lifetimeOf } from '#server/settings/index';
import type { ClosingFigures, ListedSums } from '#shared/contracts/books';
import { bookDays, bookDifferences, categories, paymentFlags, payments } from '#shared/schema';
import type { BookRange } from '../context';
import {
  isDifferenceIn,
  isOnOwnDays,
  nextDay,
  readPaidDays,
  startOf,
  withDifference,
} from '../days';

/** @param day null for the whole edition */
export const rangeOf = (edition: Edition, day: string | null, timezone: string): BookRange => ({
  edition,
  timezone,
  ...(day === null ? ALL_DAYS : { from: day, until: nextDay(day) }),
});

/** Returns all figures of a report about these days, in their current state. */
export async function readFigures(tx: Transaction, range: BookRange): Promise<ClosingFigures> {
  const days = await readPaidDays(tx, range);
  const { lines, votes } = sumOfPaid(days);
  const taken = days.flatMap(({ day, lines }) => lines.map(({ provider }) => ({ day, provider })));
  return {
    lines: lines.map(withDifference),
    fees: await readFees(tx, range),
    votesByCategory: await withNames(tx, range.edition, votes),
    open: await readOpen(tx, range, taken),
  };
}

/** Each day of a provider's list counts for one edition. */
async function readFees(tx: Transaction, range: BookRange) {
  const rows = await tx
    .select({ provider: bookDays.provider, listed: bookDays.listed })
    .from(bookDays)
    .where(sql`${isOnOwnDays(bookDays.day, range)} and ${bookDays.state} = 'compared'`)
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

async function withNames(tx: Transaction, edition: Edition, votes: Record<string, number>) {
  const { id, editionId, name, nameFr } = categories;
  const rows = await tx
    .select({ id, name, nameFr })
    .from(categories)
    .where(and(eq(editionId, edition.id), inArray(id, Object.keys(votes))))
    .orderBy(name, id);
  return rows.map((row) => ({ ...row, votes: votes[row.id] ?? 0 }));
}

/**
 * Counts the open items of these days.
 * @param taken the days on which each provider took money
 */
async function readOpen(
  tx: Transaction,
  range: BookRange,
  taken: readonly { day: string; provider: string }[],
) {
  const { edition, timezone, from, until } = range;
  const isOfDays = sql`${payments.createdAt} >= ${startOf(from, timezone)}
    and ${payments.createdAt} < ${startOf(until, timezone)}
    and ${createdDuring(edition) ?? sql`true`}`;
  const period = from === ALL_DAYS.from ? {} : await periodOf(tx, range);
  const pending = (await countPayments(tx, commonPeriod(period, lifetimeOf(edition))))
    .filter(({ status, isAttempted }) => status === 'pending' && isAttempted)
    .reduce((sum, { payments }) => sum + payments, 0);
  const { rows } = await tx.execute<Omit<ClosingFigures['open'], 'pending'>>(sql`
    select
      (select count(distinct ${paymentFlags.paymentId})::int from ${paymentFlags}
        join ${payments} on ${payments.id} = ${paymentFlags.paymentId}
        where ${paymentFlags.resolvedAt} is null and ${isOfDays}) as flagged,
      (select count(*)::int from ${bookDifferences}
        where resolved_at is null and ${isDifferenceIn(range)}) as differences,
      (select count(distinct (provider, day))::int from unnest(
          ${sql.param(taken.map(({ provider }) => provider))}::text[],
          ${sql.param(taken.map(({ day }) => day))}::date[]
        ) as taken (provider, day)
        where not exists (
          select from ${bookDays} as known
          where known.provider = taken.provider and known.day = taken.day
            and known.state = 'compared'
        )) as "notCompared"`);
  const [open] = rows;
  if (!open) throw new Error('PostgreSQL returned no row');
  return { pending, ...open };
}

async function periodOf(tx: Transaction, { timezone, from, until }: BookRange): Promise<Period> {
  const { rows } = await tx.execute<{ from: Date; to: Date }>(sql`
    select ${startOf(from, timezone)} as from, ${startOf(until, timezone)} as to`);
  return { from: new Date(rows[0]?.from ?? 0), to: new Date(rows[0]?.to ?? 0) };
}
