import {
  CategoryScale,
  Chart,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
} from 'chart.js';
import { useCallback } from 'react';
import { useChart } from '#client/ui/chart/use-chart';
import { type LinesPicture, linesConfig } from '../model/lines';

Chart.register(CategoryScale, LinearScale, LineController, LineElement, PointElement);

interface LineCanvasProps {
  picture: LinesPicture;
  /** What a screen reader says of it. */
  label: string;
}

export function LineCanvas({ picture, label }: LineCanvasProps) {
  const canvas = useChart(
    useCallback((element: HTMLCanvasElement) => linesConfig(picture, element), [picture]),
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
