import { type SQL, sql } from 'drizzle-orm';
import type { Edition } from '#server/settings/index';
import type { Currency, Money } from '#shared/domain/pricing';

/** Parameters of figures about time and money. */
export interface ReportContext {
  /** All figures are of its payments. */
  edition: Edition;
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

/** In minor units. */
interface Revenue {
  currency: Currency;
  amount: number;
}

const CURRENCIES = ['USD', 'XAF'] as const satisfies Currency[];

/** Adds sums up by currency; omits currencies without money. */
export const byCurrency = (sums: readonly Revenue[]): Revenue[] =>
  CURRENCIES.map((currency) => ({
    currency,
    amount: sums
      .filter((sum) => sum.currency === currency)
      .reduce((total, { amount }) => total + amount, 0),
  })).filter(({ amount }) => amount > 0);

export const toMoney = ({ amount, currency }: Revenue): Money => ({
  amountMinor: amount,
  currency,
});
