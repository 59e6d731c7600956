import { and, count, desc, gte, inArray, isNull, sql } from 'drizzle-orm';
import type { Database } from '#server/db/client';
import { countPayments, type PaymentCount } from '#server/payment-counts/index';
import { readLinkFigures } from '#server/visits/index';
import type { Analytics } from '#shared/contracts/admin-payments';
import { PAYMENT_SEGMENTS } from '#shared/domain/payment';
import type { Currency } from '#shared/domain/pricing';
import { payments } from '#shared/schema';
import { leadingArtists } from './leading-artists';
import { isoText, localDay, type ReportContext, toUsd } from './report-context';

const HOURS = 48;

/** Shown until the first payment is completed. */
const FORECAST: Analytics['paymentMethods'] = {
  isForecast: true,
  methods: [
    { method: 'card', percent: 65, payments: 0 },
    { method: 'mobile-money', percent: 35, payments: 0 },
  ],
};

export interface AnalyticsContext extends ReportContext {
  /** Whole days, including today. */
  days: number;
}

/** Returns the data of all charts: recent days, and leaders and methods of all time. */
export async function readAnalytics(db: Database, context: AnalyticsContext): Promise<Analytics> {
  const [parts, votesPerHour, leading, counts] = await Promise.all([
    countDays(db, context),
    countHours(db, context),
    leadingArtists(db),
    countPayments(db),
  ]);
  const from = parts[0] && new Date(parts[0].startsAt);
  const days = sumUp(parts, context);
  const [funnel, failureReasons, links] = await Promise.all([
    countPayments(db, { from }).then(funnelOf),
    countFailures(db, from),
    parts[0] ? readLinkFigures(db, parts[0]) : [],
  ]);
  return {
    ...leading,
    paymentMethods: methodsOf(counts),
    votesPerDay: days.map(({ day, votes }) => ({ day, votes })),
    votesPerHour,
    revenuePerDay: days.map(({ day, card, mobileMoney }) => ({ day, card, mobileMoney })),
    funnel,
    failureReasons,
    links,
  };
}

/**
 * Counts of a day by method and currency; everything but the day is null if nothing was counted.
 */
type DayPart = {
  day: string;
  startsAt: string;
  isCard: boolean | null;
  currency: Currency | null;
  amount: number | null;
  votes: number | null;
};

/** Counts votes and money by day; a day on which clocks change has 23 or 25 hours. */
async function countDays(db: Database, context: AnalyticsContext): Promise<DayPart[]> {
  const { timezone, days } = context;
  const today = localDay(context);
  const { rows } = await db.execute<DayPart>(sql`
    with days as (
      select day, day at time zone ${timezone}::text as starts_at,
        (day + interval '1 day') at time zone ${timezone}::text as ends_at
      from generate_series(
        ${today} - make_interval(days => ${days - 1}), ${today}, interval '1 day') as day
    )
    select to_char(day, 'YYYY-MM-DD') as day, ${isoText(sql`starts_at`)} as "startsAt",
      provider = 'stripe' as "isCard", currency,
      sum(amount)::float8 as amount, sum(total_votes)::int as votes
    from days left join ${payments}
      on status = 'completed' and completed_at >= starts_at and completed_at < ends_at
    group by days.day, starts_at, provider = 'stripe', currency order by starts_at`);
  return rows;
}

interface Day {
  day: string;
  votes: number;
  /** In US dollars. */
  card: number;
  mobileMoney: number;
}

function sumUp(parts: DayPart[], context: ReportContext): Day[] {
  const days = [...new Set(parts.map(({ day }) => day))];
  return days.map((day) => {
    const ofDay = parts.filter((part) => part.day === day);
    const cards = ofDay.filter(({ isCard }) => isCard);
    const others = ofDay.filter(({ isCard }) => isCard === false);
    return {
      day,
      votes: ofDay.reduce((sum, { votes }) => sum + (votes ?? 0), 0),
      card: revenueOf(cards, context),
      mobileMoney: revenueOf(others, context),
    };
  });
}

const revenueOf = (parts: DayPart[], context: ReportContext): number =>
  toUsd(
    parts.flatMap(({ currency, amount }) =>
      currency !== null && amount !== null ? [{ currency, amount }] : [],
    ),
    context,
  );

/** Counts votes by hour, the current hour last. */
async function countHours(
  db: Database,
  { now, timezone }: ReportContext,
): Promise<Analytics['votesPerHour']> {
  const last = sql`date_trunc('hour', ${now.toISOString()}::timestamptz, ${timezone}::text)`;
  const { rows } = await db.execute<{ at: string; votes: number }>(sql`
    select ${isoText(sql`hour`)} as at, coalesce(sum(total_votes), 0)::int as votes
    from generate_series(
      ${last} - make_interval(hours => ${HOURS - 1}), ${last}, interval '1 hour') as hour
    left join ${payments} on status = 'completed'
      and completed_at >= hour and completed_at < hour + interval '1 hour'
    group by hour order by hour`);
  return rows;
}

const sumOf = (counts: PaymentCount[]) => counts.reduce((sum, { payments }) => sum + payments, 0);

function methodsOf(counts: PaymentCount[]): Analytics['paymentMethods'] {
  const completed = counts.filter(({ status }) => status === 'completed');
  const all = sumOf(completed);
  if (all === 0) return FORECAST;
  const cards = sumOf(completed.filter(({ method }) => method === 'card'));
  // Rounded once, so that both always add up to a hundred.
  const percent = Math.round((cards / all) * 1_000) / 10;
  return {
    isForecast: false,
    methods: [
      { method: 'card', percent, payments: cards },
      { method: 'mobile-money', percent: (1_000 - percent * 10) / 10, payments: all - cards },
    ],
  };
}

const funnelOf = (counts: PaymentCount[]): Analytics['funnel'] => {
  const completed = counts.filter(({ status }) => status === 'completed');
  // A paid payment was attempted, even if the time of the attempt was not stored.
  const attempted = counts.filter(
    ({ status, isAttempted }) => isAttempted || status === 'completed',
  );
  return { created: sumOf(counts), attempted: sumOf(attempted), completed: sumOf(completed) };
};

const FAILED = PAYMENT_SEGMENTS.filter(({ status }) => status === 'failed').map(
  ({ segment }) => segment,
);

/** Returns the most frequent reasons first. A refunded payment is not a failure. */
function countFailures(db: Database, from: Date | undefined): Promise<Analytics['failureReasons']> {
  const reason = sql<string>`${payments.failureReason}`;
  return db
    .select({ reason, payments: count() })
    .from(payments)
    .where(
      and(
        inArray(payments.segment, FAILED),
        isNull(payments.completedAt),
        from && gte(payments.createdAt, from),
      ),
    )
    .groupBy(reason)
    .orderBy(desc(count()), reason);
}
