import type { Numbers } from '#client/ui/chart/numbers-table';

/** Names of the payment methods, as in the checkout. */
export const METHOD_NAMES = {
  card: 'checkout.method.card',
  'mobile-money': 'checkout.method.mobile-money',
} as const;

/**
 * Colours of bars and columns. Each has a contrast of at least 3:1 against the white of the
 * administration and against the other, so that they can be told apart without colour vision; a
 * test computes it.
 */
export const MARKS = { plum: '#4b2e83', ochre: '#cc7a00' } as const;
type Mark = keyof typeof MARKS;

/** Text colour on a plum bar. */
export const TEXT_ON_PLUM = '#ffffff';

const COLUMNS_REM = 15;
/** Height of a bar with its name above it. */
const ROW_REM = 3;
export const FIRST_NAME_REM = 0.5;

/** Known before the charting library has loaded, so that content below a chart never moves. */
export const chartHeight = (chart: Chart): string =>
  chart.kind === 'columns'
    ? `${COLUMNS_REM}rem`
    : `${chart.rows.length * ROW_REM + FIRST_NAME_REM}rem`;

/** One series of columns; several are stacked unless they are grouped. */
export interface Series {
  name: string;
  mark: Mark;
  values: readonly number[];
}

/** A time series: the label of the x axis below a column, and the full one when pointed at. */
export interface Columns {
  kind: 'columns';
  labels: readonly { short: string; full: string }[];
  series: readonly Series[];
  /** True for series beside each other, which are compared and not added up. */
  isGrouped?: boolean;
  format: (value: number) => string;
  /** Shorter format for round numbers; `format` when nothing can be left out. */
  formatTick?: (value: number) => string;
}

/** A list to compare, with names above the bars. */
export interface Bars {
  kind: 'bars';
  rows: readonly { name: string; value: number; text: string }[];
}

/** A chart in our own terms: the charting library is loaded only by the code that draws. */
export type Chart = Columns | Bars;

/** Figures as a sentence, as a chart and as a table of numbers. */
export interface ChartContent {
  summary: string;
  chart: Chart;
  numbers: Numbers;
}
