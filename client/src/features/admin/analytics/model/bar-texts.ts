import type { Chart, Plugin } from 'chart.js';
import { TEXT_ON_PLUM } from './chart';

export const BAR_REM = 1.375;
const NAME_REM = 0.8125;
const GAP_REM = 0.375;

export interface Lettering {
  family: string;
  colour: string;
  /** In CSS pixels. */
  rem: number;
}

/** Returns the text, or as much of its start as fits, with an ellipsis. */
export function shortened(text: string, room: number, widthOf: (text: string) => number): string {
  if (widthOf(text) <= room) return text;
  const letters = [...text];
  while (letters.length > 1) {
    letters.pop();
    const beginning = `${letters.join('').trimEnd()}…`;
    if (widthOf(beginning) <= room) return beginning;
  }
  return '…';
}

/** True when the text fits after the bar; otherwise it is drawn inside the end of the bar. */
export const fitsAfterBar = (barEnd: number, textWidth: number, edge: number): boolean =>
  barEnd + textWidth <= edge;

/**
 * Draws the name and the figure of each row, which are a pair in the chart's labels. The name is
 * above its bar: on a phone there is no space beside it.
 */
export const barTexts = (lettering: () => Lettering): Plugin<'bar'> => ({
  id: 'barTexts',
  afterDatasetsDraw(chart: Chart) {
    const { ctx, chartArea, data } = chart;
    const { family, colour, rem } = lettering();
    const gap = GAP_REM * rem;
    const widthOf = (text: string) => ctx.measureText(text).width;
    ctx.save();
    for (const [index, bar] of chart.getDatasetMeta(0).data.entries()) {
      const label: unknown = data.labels?.[index];
      if (!Array.isArray(label)) continue;
      const [name, figure] = label.map(String);
      if (name === undefined || figure === undefined) continue;

      ctx.font = `600 ${NAME_REM * rem}px ${family}`;
      ctx.fillStyle = colour;
      ctx.textAlign = 'left';
      ctx.textBaseline = 'bottom';
      const top = bar.y - (BAR_REM * rem) / 2;
      const room = chartArea.right - chartArea.left;
      ctx.fillText(shortened(name, room, widthOf), chartArea.left, top - gap / 2);

      ctx.textBaseline = 'middle';
      const isAfterBar = fitsAfterBar(bar.x + gap, widthOf(figure), chartArea.right);
      ctx.textAlign = isAfterBar ? 'left' : 'right';
      ctx.fillStyle = isAfterBar ? colour : TEXT_ON_PLUM;
      ctx.fillText(figure, isAfterBar ? bar.x + gap : bar.x - gap, bar.y);
    }
    ctx.restore();
  },
});
