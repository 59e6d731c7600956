import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from 'chart.js';
import { useCallback } from 'react';
import { useChart } from '#client/ui/chart/use-chart';
import { chartConfig } from '../model/chart-config';
import type { Picture } from '../model/picture';

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

interface ChartCanvasProps {
  picture: Picture;
  /** What a screen reader says of it. */
  label: string;
}

/** Loaded with the charting library. */
export function ChartCanvas({ picture, label }: ChartCanvasProps) {
  const canvas = useChart(
    useCallback((element: HTMLCanvasElement) => chartConfig(picture, element), [picture]),
  );
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={label}
      className="border-surface-line text-ivory-soft"
    />
  );
}
