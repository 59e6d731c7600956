import type { Mark } from './marks';

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
