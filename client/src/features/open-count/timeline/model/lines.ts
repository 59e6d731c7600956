import {
  CategoryScale,
  Chart,
  type ChartConfiguration,
  LinearScale,
  LineController,
  LineElement,
  type Plugin,
  PointElement,
} from 'chart.js';
import { formatNumber } from '#client/lib/format';
import { chartStyleOf } from '#client/ui/chart/canvas-chart';
import { type TextContext, tickTexts } from './step-text';
import { byVotes, type Steps, sumsOf } from './steps';

Chart.register(CategoryScale, LinearScale, LineController, LineElement, PointElement);

/**
 * The colours of lines, and the dashes of each for people who cannot tell the colours apart. Each
 * has a contrast of at least 3:1 against the page; a test computes it.
 */
export const LINES = [
  { colour: '#F5B82E', dash: [] },
  { colour: '#5FD39B', dash: [10, 4] },
  { colour: '#6EC6FF', dash: [2, 3] },
  { colour: '#FF7A59', dash: [14, 4, 2, 4] },
  { colour: '#FF9AD5', dash: [6, 6] },
  { colour: '#FBF6EA', dash: [18, 6] },
] as const;

interface LinesChart {
  steps: Steps;
  /** Ids of the chosen nominations, each with the index of its colour. */
  chosen: ReadonlyMap<string, number>;
  step: number;
  context: TextContext;
  onStep: (step: number) => void;
}

export type LinesConfig = ChartConfiguration<'line', number[], string>;

const TICK_REM = 0.75;

/** Returns a chart with lines from the votes before the first step to those after the last one. */
export function linesConfig(
  { steps, chosen, step, context, onStep }: LinesChart,
  canvas: HTMLCanvasElement,
): LinesConfig {
  const style = chartStyleOf(canvas);
  const ticks = { color: style.colour, font: { family: style.family, size: TICK_REM * style.rem } };
  return {
    type: 'line',
    data: {
      labels: tickTexts(steps, context),
      datasets: byVotes(steps).flatMap((nominee) => {
        const place = chosen.get(nominee.nominationId);
        const line = place === undefined ? undefined : LINES[place];
        if (!line) return [];
        return {
          label: nominee.artistName,
          data: sumsOf(nominee),
          borderColor: line.colour,
          borderDash: [...line.dash],
          backgroundColor: line.colour,
          borderWidth: 2,
          // With a single step there is no line.
          pointRadius: ({ dataIndex }) => (dataIndex === step || steps.steps === 1 ? 4 : 0),
          stepped: 'before',
        };
      }),
    },
    options: {
      animation: false,
      maintainAspectRatio: false,
      events: ['click'],
      // A press selects a moment at any height.
      interaction: { mode: 'index', intersect: false },
      onClick: (_event, [nearest]) => {
        if (nearest) onStep(nearest.index);
      },
      scales: {
        x: {
          grid: { display: false },
          border: { color: style.lineColour },
          ticks: { ...ticks, maxRotation: 0, autoSkipPadding: style.rem },
        },
        y: {
          grid: { color: style.lineColour },
          border: { display: false },
          ticks: {
            ...ticks,
            maxTicksLimit: 6,
            precision: 0,
            callback: (value) => formatNumber(Number(value), context.language),
          },
        },
      },
      plugins: { chosenStep: { step, colour: style.colour } } as object,
    },
    plugins: [chosenStep],
  };
}

/** Draws a vertical line at the selected step. */
const chosenStep: Plugin<'line', { step?: number; colour?: string }> = {
  id: 'chosenStep',
  beforeDatasetsDraw({ ctx, chartArea: { top, bottom }, scales: { x } }, _args, { step, colour }) {
    if (step === undefined || !x) return;
    const at = x.getPixelForValue(step);
    ctx.save();
    ctx.strokeStyle = colour ?? '';
    ctx.lineWidth = 1;
    ctx.beginPath();
    ctx.moveTo(at, top);
    ctx.lineTo(at, bottom);
    ctx.stroke();
    ctx.restore();
  },
};
