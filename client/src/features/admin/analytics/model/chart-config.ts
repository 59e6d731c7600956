import type { ChartConfiguration, ChartOptions } from 'chart.js';
import { type ChartStyle, chartStyleOf } from '#client/ui/chart/canvas-chart';
import { BAR_REM, barTexts, type Lettering } from './bar-texts';
import type { Bars, Chart, Columns } from './chart';
import { FIRST_NAME_REM, MARKS } from './chart';

/** Labels of columns are one line of text; labels of bars are a name and a figure. */
export type BarChartConfig = ChartConfiguration<'bar', number[], string | string[]>;

const WIDEST_COLUMN_REM = 3;
/** Above this number, columns are drawn without gaps. */
const DENSE = 48;
const TICK_REM = 0.75;

/** No animation: figures are refreshed while they are being read. */
const NO_ANIMATION = {
  animation: false,
  maintainAspectRatio: false,
} as const satisfies ChartOptions<'bar'>;

export const chartConfig = (chart: Chart, canvas: HTMLCanvasElement): BarChartConfig =>
  chart.kind === 'columns'
    ? columnsConfig(chart, chartStyleOf(canvas))
    : barsConfig(chart, chartStyleOf(canvas), () => chartStyleOf(canvas));

function columnsConfig(
  { labels, series, isGrouped = false, format, formatTick = format }: Columns,
  style: ChartStyle,
): BarChartConfig {
  const font = { family: style.family, size: TICK_REM * style.rem };
  const ticks = { color: style.colour, font };
  return {
    type: 'bar',
    data: {
      labels: labels.map(({ short }) => short),
      datasets: series.map(({ name, mark, values }) => ({
        label: name,
        data: [...values],
        backgroundColor: MARKS[mark],
        // With many narrow columns, gaps would hide the columns.
        ...(labels.length > DENSE && { barPercentage: 1, categoryPercentage: 1 }),
        maxBarThickness: WIDEST_COLUMN_REM * style.rem,
      })),
    },
    options: {
      ...NO_ANIMATION,
      interaction: { mode: 'index', intersect: false },
      scales: {
        x: {
          stacked: !isGrouped,
          grid: { display: false },
          border: { color: style.lineColour },
          ticks: { ...ticks, maxRotation: 0, autoSkipPadding: style.rem },
        },
        y: {
          stacked: !isGrouped,
          beginAtZero: true,
          grid: { color: style.lineColour },
          border: { display: false },
          ticks: { ...ticks, maxTicksLimit: 6, callback: (value) => formatTick(Number(value)) },
        },
      },
      plugins: {
        tooltip: {
          titleFont: font,
          bodyFont: font,
          backgroundColor: style.colour,
          boxPadding: style.rem / 4,
          displayColors: series.length > 1,
          callbacks: {
            title: ([item]) => (item && labels[item.dataIndex]?.full) ?? '',
            label: ({ datasetIndex, dataIndex, dataset }) =>
              `${dataset.label} · ${format(series[datasetIndex]?.values[dataIndex] ?? 0)}`,
          },
        },
      },
    },
  };
}

function barsConfig({ rows }: Bars, style: ChartStyle, lettering: () => Lettering): BarChartConfig {
  return {
    type: 'bar',
    data: {
      labels: rows.map(({ name, text }) => [name, text]),
      datasets: [
        {
          data: rows.map(({ value }) => value),
          backgroundColor: MARKS.plum,
          barThickness: BAR_REM * style.rem,
        },
      ],
    },
    options: {
      ...NO_ANIMATION,
      indexAxis: 'y',
      // No hover: every figure is drawn already.
      events: [],
      layout: { padding: { top: FIRST_NAME_REM * style.rem } },
      scales: {
        x: { display: false, beginAtZero: true },
        y: { display: false },
      },
      plugins: { tooltip: { enabled: false } },
    },
    plugins: [barTexts(lettering)],
  };
}
