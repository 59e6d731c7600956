import { sql } from 'drizzle-orm';
import type { Database } from '#server/db/client';
import {
  cutTo,
  type DaySpan,
  lastDayOf,
  moneyOf,
  PAID,
  type PaidFigures,
  type PaidLine,
  paidIn,
  readFigures,
  readSpans,
  STARTED,
  type StartedFigures,
  sumOfStarted,
} from '#server/kept-figures/index';
import { commonPeriod, countPayments, type PaymentCount } from '#server/payment-counts/index';
import { lifetimeOf } from '#server/settings/index';
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
  /** Whole days, including today, or the last one of an archived edition. */
  days: number;
}

/**
 * Returns the data of all charts of one edition: recent days, and leaders and methods of all its
 * time. The recent days of an archived edition are its last ones.
 */
export async function readAnalytics(db: Database, asked: AnalyticsContext): Promise<Analytics> {
  const { edition } = asked;
  const context = { ...asked, now: await lastMoment(db, asked) };
  const days = await recentDays(db, context);
  const [first] = days;
  const lifetime = lifetimeOf(edition);
  const created = days.flatMap((day) => cutTo(day, lifetime));
  const [paid, started, votesPerHour, leading, counts, funnel] = await Promise.all([
    readFigures(db, PAID, days),
    readFigures(db, STARTED, created).then(sumOfStarted),
    countHours(db, context),
    leadingArtists(db, edition),
    countPayments(db, lifetime),
    countPayments(db, commonPeriod({ from: first?.from }, lifetime)).then(funnelOf),
  ]);
  const sums = days.map(({ day }, index) => ({ day, lines: linesIn(paid[index], context) }));
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
    links: first ? await readLinkFigures(db, { ...context, since: first.day }, started) : [],
  };
}

/** Returns the present, or the end of the last day of an archived edition. */
async function lastMoment(db: Database, { edition, timezone, now }: ReportContext): Promise<Date> {
  const day = edition.state === 'archived' ? await lastDayOf(db, edition, timezone) : null;
  if (day === null) return edition.endedAt ?? now;
  const [span] = await readSpans(
    db,
    sql`select ${day}::text as day, ${day}::date::timestamp at time zone ${timezone}::text as "from",
      (${day}::date + 1)::timestamp at time zone ${timezone}::text as "until"`,
  );
  return span ? new Date(span.until.getTime() - 1) : now;
}

const linesIn = (figures: PaidFigures | undefined, { edition }: ReportContext): PaidLine[] =>
  figures ? paidIn(figures, edition.id) : [];

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
  context: ReportContext,
): Promise<Analytics['votesPerHour']> {
  const { now, timezone } = context;
  const last = sql`date_trunc('hour', ${now.toISOString()}::timestamptz, ${timezone}::text)`;
  const hours = await readSpans(
    db,
    sql`select ${isoText(sql`hour`)} as day, hour as "from", hour + interval '1 hour' as "until"
      from generate_series(
        ${last} - make_interval(hours => ${HOURS - 1}), ${last}, interval '1 hour') as hour
      order by hour`,
  );
  const figures = await readFigures(db, PAID, hours);
  return hours.map(({ day: at }, index) => ({
    at,
    votes: votesOf(linesIn(figures[index], context)),
  }));
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
