import type { TFunction } from 'i18next';
import { formatMoney, formatNumber } from '#client/lib/format';
import type { EditionFigures } from '#shared/contracts/admin-payments';
import type { Language } from '#shared/domain/localized';
import type { Currency } from '#shared/domain/pricing';
import type { ChartContent, Series } from './chart';

type ComparedEdition = EditionFigures['editions'][number];

/** What is compared day by day: votes, or the money of one currency. */
export type Measure = 'votes' | Currency;

/** A day with less than this share of all votes of an edition is no end of its voting. */
const LAST_DAY_SHARE = 0.001;

/** Returns what can be compared: money only in currencies in which some was taken. */
export const measuresOf = ({ all }: EditionFigures): Measure[] => [
  'votes',
  ...all.money.map(({ currency }) => currency),
];

/**
 * Returns two editions by day since the opening of each, the newer one first; null before the first
 * day. The table has each day's figures and the sums up to it.
 */
export function sideBySide(
  [newer, older]: readonly [ComparedEdition, ComparedEdition],
  measure: Measure,
  { t, language }: { t: TFunction; language: Language },
): ChartContent | null {
  const lastDay = Math.max(lastDayOf(newer), lastDayOf(older));
  if (lastDay === 0) return null;
  const format = (value: number) =>
    measure === 'votes'
      ? formatNumber(value, language)
      : formatMoney({ amountMinor: value, currency: measure }, language);
  const days = Array.from({ length: lastDay }, (_day, index) => index + 1);
  const valuesOf = (edition: ComparedEdition) => days.map((day) => valueOn(edition, day, measure));
  const [ofNewer, ofOlder] = [valuesOf(newer), valuesOf(older)];
  const [sumsOfNewer, sumsOfOlder] = [runningSums(ofNewer), runningSums(ofOlder)];
  // As far as the newer one has got, so that a running edition is compared with the same days.
  const reached = Math.max(lastDayOf(newer), 1);
  const dayName = (day: number) => t('analytics.sideBySide.day', { day });
  const series: Series[] = [
    { name: newer.year, mark: 'plum', values: ofNewer },
    { name: older.year, mark: 'ochre', values: ofOlder },
  ];
  const upTo = (year: string) => t('analytics.sideBySide.upTo', { year });
  return {
    summary: t('analytics.sideBySide.summary', {
      day: reached,
      newer: format(sumsOfNewer[reached - 1] ?? 0),
      year: newer.year,
      older: format(sumsOfOlder[reached - 1] ?? 0),
      other: older.year,
    }),
    chart: {
      kind: 'columns',
      isGrouped: true,
      labels: days.map((day) => ({ short: formatNumber(day, language), full: dayName(day) })),
      series,
      format,
    },
    numbers: {
      columns: [
        t('analytics.column.day'),
        newer.year,
        upTo(newer.year),
        older.year,
        upTo(older.year),
      ],
      rows: days.map((day, index) => ({
        id: String(day),
        cells: [
          dayName(day),
          ...[ofNewer, sumsOfNewer, ofOlder, sumsOfOlder].map((all) => format(all[index] ?? 0)),
        ],
      })),
    },
  };
}

function valueOn({ days }: ComparedEdition, number: number, measure: Measure): number {
  const found = days.find(({ day }) => day === number);
  if (!found) return 0;
  if (measure === 'votes') return found.votes;
  return found.money.find(({ currency }) => currency === measure)?.amountMinor ?? 0;
}

/** A payment settled long after the end must not make all other days too narrow to see. */
const lastDayOf = ({ days, votes }: ComparedEdition): number =>
  days.reduce((last, day) => (day.votes >= votes * LAST_DAY_SHARE ? day.day : last), 0);

function runningSums(values: readonly number[]): number[] {
  let sum = 0;
  return values.map((value) => {
    sum += value;
    return sum;
  });
}
