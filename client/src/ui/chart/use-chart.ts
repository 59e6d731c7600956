import { Chart, type ChartConfiguration, type ChartType, type DefaultDataPoint } from 'chart.js';
import { type RefObject, useEffect, useRef } from 'react';

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

/**
 * Draws on a canvas, and anew whenever `configOf` is another function. What the chart is made of has to
 * be registered by whoever draws.
 */
export function useChart<Type extends ChartType, Data = DefaultDataPoint<Type>, Label = unknown>(
  configOf: (canvas: HTMLCanvasElement) => ChartConfiguration<Type, Data, Label>,
): RefObject<HTMLCanvasElement | null> {
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
  return canvas;
}
