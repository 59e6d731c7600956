import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from 'chart.js';
import { useCallback } from 'react';
import { CanvasChart } from '#client/ui/chart/canvas-chart';
import { chartConfig } from '../model/chart-config';
import type { Picture } from '../model/picture';

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

interface ChartCanvasProps {
  picture: Picture;
  label: string;
}

/** Loaded lazily, together with the charting library. */
export function ChartCanvas({ picture, label }: ChartCanvasProps) {
  const configOf = useCallback(
    (canvas: HTMLCanvasElement) => chartConfig(picture, canvas),
    [picture],
  );
  return <CanvasChart configOf={configOf} label={label} />;
}
