import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from 'chart.js';
import { useCallback } from 'react';
import { CanvasChart } from '#client/ui/chart/canvas-chart';
import type { Chart as ChartData } from '../model/chart';
import { chartConfig } from '../model/chart-config';

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

interface ChartCanvasProps {
  chart: ChartData;
  label: string;
}

/** Loaded lazily, together with the charting library. */
export function ChartCanvas({ chart, label }: ChartCanvasProps) {
  const configOf = useCallback((canvas: HTMLCanvasElement) => chartConfig(chart, canvas), [chart]);
  return <CanvasChart configOf={configOf} label={label} />;
}
