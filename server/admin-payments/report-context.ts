import { type SQL, sql } from 'drizzle-orm';

/** What figures about time and money depend on. */
export interface ReportContext {
  /** Days and hours begin in this zone. */
  timezone: string;
  /** Turns both currencies into one figure. */
  xafPerUsd: number;
  now: Date;
}

/** US dollars, to the cent. */
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

/** The present day, as a timestamp without zone. */
export const localDay = ({ now, timezone }: Pick<ReportContext, 'now' | 'timezone'>): SQL =>
  sql`date_trunc('day', ${now.toISOString()}::timestamptz at time zone ${timezone}::text)`;

/** ISO 8601, in UTC. */
export const isoText = (moment: SQL): SQL =>
  sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
