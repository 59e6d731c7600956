import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client';
import {
  moneyOf,
  PAID,
  type PaidLine,
  paidIn,
  readFigures,
  readSpans,
} from '#server/kept-figures/index';
import { readDifference, totalsByEdition } from '#server/metrics/index';
import { countPayments } from '#server/payment-counts/index';
import { createdDuring, type Edition, lifetimeOf } from '#server/settings/index';
import { readCountState } from '#server/verification/index';
import type { Stats } from '#shared/contracts/admin-payments';
import { artists, categories, nominations, paymentFlags, payments } from '#shared/schema';
import { byCurrency, localDay, type ReportContext, toMoney, toUsd } from './report-context';

/** Returns the four figures of the dashboard, and today's, of one edition. */
export async function readStats(
  db: Database,
  context: ReportContext,
): Promise<Omit<Stats, 'erasureFrom'>> {
  const { edition } = context;
  const [totalArtists, totalCategories, totals, counts, today, needALook, difference, found] =
    await Promise.all([
      countArtists(db, edition),
      db.$count(
        categories,
        and(eq(categories.isActive, true), eq(categories.editionId, edition.id)),
      ),
      totalsByEdition(db),
      countPayments(db, lifetimeOf(edition)),
      countedToday(db, context),
      countNeedingReview(db, edition),
      readDifference(db, edition),
      readCountState(db),
    ]);
  const total = byCurrency(counts.filter(({ status }) => status === 'completed'));
  const todaysMoney = byCurrency(today.map(moneyOf));
  return {
    totalArtists,
    totalCategories,
    totalVotes: totals.get(edition.id) ?? 0,
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

/** Counts those nominated in the edition; a deleted artist is in none. */
async function countArtists(db: Database, edition: Edition): Promise<number> {
  const nominated = db
    .select({ id: nominations.artistId })
    .from(nominations)
    .innerJoin(categories, eq(categories.id, nominations.categoryId))
    .where(and(eq(categories.editionId, edition.id), isNull(nominations.withdrawnAt)));
  return db.$count(artists, and(eq(artists.isActive, true), inArray(artists.id, nominated)));
}

async function countNeedingReview(db: Database, edition: Edition): Promise<number> {
  const found = sql<number>`count(distinct ${paymentFlags.paymentId})::int`;
  const [open] = await db
    .select({ found })
    .from(paymentFlags)
    .innerJoin(payments, eq(payments.id, paymentFlags.paymentId))
    .where(and(isNull(paymentFlags.resolvedAt), createdDuring(edition)));
  return open?.found ?? 0;
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
  const [paid = { lines: [] }] = await readFigures(db, PAID, today);
  return paidIn(paid, context.edition.id);
}
