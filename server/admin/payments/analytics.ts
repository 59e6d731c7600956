import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client';
import {
  type DaySpan,
  moneyOf,
  PAID,
  type PaidLine,
  readFigures,
  readSpans,
  STARTED,
  type StartedFigures,
  sumOfStarted,
} from '#server/kept-figures/index';
import { countPayments, type PaymentCount } from '#server/payment-counts/index';
import { readLinkFigures } from '#server/visits/index';
import type { Analytics } from '#shared/contracts/admin-payments';
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
  const days = await recentDays(db, context);
  const [first] = days;
  const [paid, started, votesPerHour, leading, counts, funnel] = await Promise.all([
    readFigures(db, PAID, days),
    readFigures(db, STARTED, days).then(sumOfStarted),
    countHours(db, context),
    leadingArtists(db),
    countPayments(db),
    countPayments(db, { from: first?.from }).then(funnelOf),
  ]);
  const sums = days.map(({ day }, index) => ({ day, lines: paid[index]?.lines ?? [] }));
  return {
    ...leading,
    paymentMethods: methodsOf(counts),
    votesPerDay: sums.map(({ day, lines }) => ({ day, votes: votesOf(lines) })),
    votesPerHour,
    revenuePerDay: sums.map(({ day, lines }) => ({
      day,
      card: revenueOf(lines.filter(isOfCards), context),
      mobileMoney: revenueOf(
        lines.filter((line) => !isOfCards(line)),
        context,
      ),
    })),
    funnel,
    failureReasons: failuresOf(started),
    links: first ? await readLinkFigures(db, first.day, started) : [],
  };
}

/** Returns the days to show; a day on which clocks change has 23 or 25 hours. */
function recentDays(db: Database, context: AnalyticsContext): Promise<DaySpan[]> {
  const { timezone, days } = context;
  const today = localDay(context);
  return readSpans(
    db,
    sql`select to_char(day, 'YYYY-MM-DD') as day, day at time zone ${timezone}::text as "from",
        (day + interval '1 day') at time zone ${timezone}::text as "until"
      from generate_series(
        ${today} - make_interval(days => ${days - 1}), ${today}, interval '1 day') as day
      order by day`,
  );
}

const isOfCards = ({ provider }: PaidLine) => provider === 'stripe';

const votesOf = (lines: readonly PaidLine[]): number =>
  lines.reduce((sum, { votes }) => sum + votes, 0);

/** Returns US dollars, without what was returned in full. */
const revenueOf = (lines: readonly PaidLine[], context: ReportContext): number =>
  toUsd(lines.map(moneyOf), context);

/** Counts votes by hour, the current hour last. */
async function countHours(
  db: Database,
  { now, timezone }: ReportContext,
): Promise<Analytics['votesPerHour']> {
  const last = sql`date_trunc('hour', ${now.toISOString()}::timestamptz, ${timezone}::text)`;
  const hours = await readSpans(
    db,
    sql`select ${isoText(sql`hour`)} as day, hour as "from", hour + interval '1 hour' as "until"
      from generate_series(
        ${last} - make_interval(hours => ${HOURS - 1}), ${last}, interval '1 hour') as hour
      order by hour`,
  );
  const figures = await readFigures(db, PAID, hours);
  return hours.map(({ day: at }, index) => ({ at, votes: votesOf(figures[index]?.lines ?? []) }));
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

/** Returns the most frequent reasons first. */
const failuresOf = ({ failures }: StartedFigures): Analytics['failureReasons'] =>
  Object.entries(failures)
    .map(([reason, payments]) => ({ reason, payments }))
    .sort((a, b) => b.payments - a.payments || (a.reason < b.reason ? -1 : 1));
