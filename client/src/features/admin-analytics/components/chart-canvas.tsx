import { BarController, BarElement, CategoryScale, Chart, LinearScale, Tooltip } from 'chart.js';
import { useEffect, useRef } from 'react';
import { type BarChartConfig, chartConfig } from '../model/chart-config';
import type { Picture } from '../model/picture';

Chart.register(BarController, BarElement, CategoryScale, LinearScale, Tooltip);

type BarChart = Chart<'bar', BarChartConfig['data']['datasets'][number]['data'], string | string[]>;

interface ChartCanvasProps {
  picture: Picture;
  /** What a screen reader says of it. */
  label: string;
}

/** The one place that knows the charting library, and is loaded with it. */
export function ChartCanvas({ picture, label }: ChartCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const chart = useRef<BarChart>(null);

  useEffect(() => {
    if (!canvas.current) return;
    const config = chartConfig(picture, canvas.current);
    if (chart.current === null) {
      chart.current = new Chart(canvas.current, config);
      return;
    }
    chart.current.data = config.data;
    chart.current.options = config.options ?? {};
    chart.current.update('none');
  }, [picture]);

  useEffect(
    () => () => {
      chart.current?.destroy();
      chart.current = null;
    },
    [],
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
