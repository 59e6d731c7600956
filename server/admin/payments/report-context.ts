import { type SQL, sql } from 'drizzle-orm';

/** Parameters of figures about time and money. */
export interface ReportContext {
  /** Time zone in which days and hours start. */
  timezone: string;
  /** Exchange rate that converts both currencies to one figure. */
  xafPerUsd: number;
  now: Date;
}

/** Returns US dollars, rounded to the cent. */
export function toUsd(
  sums: readonly { currency: string; amount: number }[],
  { xafPerUsd }: Pick<ReportContext, 'xafPerUsd'>,
): number {
  const dollars = sums.reduce(
    (total, { currency, amount }) =>
      total + (currency === 'USD' ? amount / 100 : amount / xafPerUsd),
    0,
  );
  return Math.round(dollars * 100) / 100;
}

/** The current day, as a timestamp without time zone. */
export const localDay = ({ now, timezone }: Pick<ReportContext, 'now' | 'timezone'>): SQL =>
  sql`date_trunc('day', ${now.toISOString()}::timestamptz at time zone ${timezone}::text)`;

/** Formats as ISO 8601 in UTC. */
export const isoText = (moment: SQL): SQL =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
