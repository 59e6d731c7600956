import type { Chart, Plugin } from 'chart.js';
import { TEXT_ON_PLUM } from './picture';

export const BAR_REM = 1.375;
const NAME_REM = 0.8125;
const GAP_REM = 0.375;

export interface Lettering {
  family: string;
  colour: string;
  /** CSS pixels. */
  rem: number;
}

/** The text, or as much of its beginning as fits, with a sign that there was more. */
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

/** Behind the bar where there is room for the text, otherwise within its end. */
export const fitsBehind = (barEnd: number, textWidth: number, edge: number): boolean =>
  barEnd + textWidth <= edge;

/**
 * Writes each row's name and figure, which stand in the chart's labels as a pair. The name is above
 * its bar: beside it a phone has no room for either.
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
      const isBehind = fitsBehind(bar.x + gap, widthOf(figure), chartArea.right);
      ctx.textAlign = isBehind ? 'left' : 'right';
      ctx.fillStyle = isBehind ? colour : TEXT_ON_PLUM;
      ctx.fillText(figure, isBehind ? bar.x + gap : bar.x - gap, bar.y);
    }
    ctx.restore();
  },
});
