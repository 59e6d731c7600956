import { Chart, type ChartConfiguration, type ChartType, type DefaultDataPoint } from 'chart.js';
import { useEffect, useRef } from 'react';

export interface ChartStyle {
  family: string;
  colour: string;
  lineColour: string;
  /** In CSS pixels. */
  rem: number;
}

/** Reads the page's current styles: a canvas does not inherit them. */
export function chartStyleOf(canvas: HTMLCanvasElement): ChartStyle {
  const { color, borderTopColor, fontFamily } = getComputedStyle(canvas);
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return { family: fontFamily, colour: color, lineColour: borderTopColor, rem };
}

interface CanvasChartProps<Type extends ChartType, Data, Label> {
  /**
   * Returns the chart; it is drawn again whenever this function changes. The caller has registered
   * the parts that it uses.
   */
  configOf: (canvas: HTMLCanvasElement) => ChartConfiguration<Type, Data, Label>;
  /** Accessible name of the chart. */
  label: string;
}

/** Imports the charting library: load it only where a chart comes into view. */
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
