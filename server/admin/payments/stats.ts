import { eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client';
import { moneyOf, PAID, type PaidLine, readFigures, readSpans } from '#server/kept-figures/index';
import { readDifference } from '#server/metrics/index';
import { countPayments } from '#server/payment-counts/index';
import { readCountState } from '#server/verification/index';
import type { Stats } from '#shared/contracts/admin-payments';
import type { Currency } from '#shared/domain/pricing';
import { artists, categories, nominationTotals, paymentFlags } from '#shared/schema';
import { localDay, type ReportContext, toUsd } from './report-context';

interface Revenue {
  currency: Currency;
  amount: number;
}

/** Returns the four figures of the dashboard, and today's. */
export async function readStats(
  db: Database,
  context: ReportContext,
): Promise<Omit<Stats, 'erasureFrom'>> {
  const [totalArtists, totalCategories, totalVotes, counts, today, needALook, difference, found] =
    await Promise.all([
      db.$count(artists, eq(artists.isActive, true)),
      db.$count(categories, eq(categories.isActive, true)),
      sumOfTotals(db),
      countPayments(db),
      countedToday(db, context),
      countNeedingReview(db),
      readDifference(db),
      readCountState(db),
    ]);
  const total = byCurrency(counts.filter(({ status }) => status === 'completed'));
  const todaysMoney = byCurrency(today.map(moneyOf));
  return {
    totalArtists,
    totalCategories,
    totalVotes,
    totalRevenue: toUsd(total, context),
    todayVotes: today.reduce((sum, { votes }) => sum + votes, 0),
    todayRevenue: toUsd(todaysMoney, context),
    totalByCurrency: total.map(toMoney),
    todayByCurrency: todaysMoney.map(toMoney),
    xafPerUsd: context.xafPerUsd,
    needALook,
    doBooksAgree: difference.differences.length === 0 && difference.votes === 0,
    doesCountHold: found.differences === 0 && found.pausedSince === null,
  };
}

async function countNeedingReview(db: Database): Promise<number> {
  const found = sql<number>`count(distinct ${paymentFlags.paymentId})::int`;
  const [open] = await db
    .select({ found })
    .from(paymentFlags)
    .where(isNull(paymentFlags.resolvedAt));
  return open?.found ?? 0;
}

async function sumOfTotals(db: Database): Promise<number> {
  const votes = sql`coalesce(sum(${nominationTotals.votes}), 0)`.mapWith(Number);
  const [total] = await db.select({ votes }).from(nominationTotals);
  return total?.votes ?? 0;
}

/**
 * Uses the time at which votes were counted: a payment started before midnight may count after it.
 */
async function countedToday(db: Database, context: ReportContext): Promise<PaidLine[]> {
  const day = localDay(context);
  const today = await readSpans(
    db,
    sql`select '' as day, ${day} at time zone ${context.timezone}::text as "from",
      (${day} + interval '1 day') at time zone ${context.timezone}::text as "until"`,
  );
  const [paid] = await readFigures(db, PAID, today);
  return paid?.lines ?? [];
}

const CURRENCIES = ['USD', 'XAF'] as const satisfies Currency[];

const byCurrency = (sums: readonly Revenue[]): Revenue[] =>
  CURRENCIES.map((currency) => ({
    currency,
    amount: sums
      .filter((sum) => sum.currency === currency)
      .reduce((total, { amount }) => total + amount, 0),
  })).filter(({ amount }) => amount > 0);

const toMoney = ({ amount, currency }: Revenue) => ({ amountMinor: amount, currency });
