import { Chart, type ChartConfiguration, type ChartType, type DefaultDataPoint } from 'chart.js';
import { useEffect, useRef } from 'react';

export interface Look {
  family: string;
  colour: string;
  lineColour: string;
  /** CSS pixels. */
  rem: number;
}

/** As the page's styles say at this moment: a canvas does not follow them by itself. */
export function lookOf(canvas: HTMLCanvasElement): Look {
  const { color, borderTopColor, fontFamily } = getComputedStyle(canvas);
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return { family: fontFamily, colour: color, lineColour: borderTopColor, rem };
}

interface CanvasChartProps<Type extends ChartType, Data, Label> {
  /** What is drawn; anew whenever it is another function. Whoever gives it has registered its parts. */
  configOf: (canvas: HTMLCanvasElement) => ChartConfiguration<Type, Data, Label>;
  /** What a screen reader says of it. */
  label: string;
}

/** Brings the charting library with it: to be loaded only where a chart comes into sight. */
export function CanvasChart<
  Type extends ChartType,
  Data = DefaultDataPoint<Type>,
  Label = unknown,
>({ configOf, label }: CanvasChartProps<Type, Data, Label>) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const chart = useRef<Chart<Type, Data, Label>>(null);

  useEffect(() => {
    if (!canvas.current) return;
    const config = configOf(canvas.current);
    if (chart.current === null) {
      chart.current = new Chart(canvas.current, config);
      return;
    }
    chart.current.data = config.data;
    chart.current.options = config.options ?? ({} as typeof chart.current.options);
    chart.current.update('none');
  }, [configOf]);

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
