import type { Numbers } from '#client/ui/chart/numbers-table';

/** As the checkout calls them. */
export const METHOD_NAMES = {
  card: 'checkout.method.card',
  'mobile-money': 'checkout.method.mobile-money',
} as const;

/**
 * The colours of bars and columns. Each has a contrast of 3:1 or more against the white of the administration, and
 * against the other, so that they can be told apart without seeing colours; a test computes it.
 */
export const MARKS = { plum: '#4b2e83', ochre: '#cc7a00' } as const;
type Mark = keyof typeof MARKS;

/** On a bar of plum. */
export const TEXT_ON_PLUM = '#ffffff';

const COLUMNS_REM = 15;
/** A bar with its name above it. */
const ROW_REM = 3;
export const FIRST_NAME_REM = 0.5;

/** Known before the charting library is: what stands below a picture never moves. */
export const heightOf = (picture: Picture): string =>
  picture.kind === 'columns'
    ? `${COLUMNS_REM}rem`
    : `${picture.rows.length * ROW_REM + FIRST_NAME_REM}rem`;

/** One group of columns; several stand on top of each other. */
export interface Series {
  name: string;
  mark: Mark;
  values: readonly number[];
}

/** Something over time: what the x axis says below a column, and in full when pointed at. */
export interface Columns {
  kind: 'columns';
  labels: readonly { short: string; full: string }[];
  series: readonly Series[];
  format: (value: number) => string;
  /** Shorter, for round numbers; `format` where there is nothing to leave out. */
  formatTick?: (value: number) => string;
}

/** A list to compare, the names above their bars. */
export interface Bars {
  kind: 'bars';
  rows: readonly { name: string; value: number; text: string }[];
}

/** What is to be drawn, in our own words: the charting library is loaded with its drawing only. */
export type Picture = Columns | Bars;

/** Figures as a sentence, as a chart and as a table of numbers. */
export interface Story {
  summary: string;
  picture: Picture;
  numbers: Numbers;
}
