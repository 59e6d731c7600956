import { box, COLOURS, type Coloured, cup, placed } from './shapes';
import type { SetText } from './text';

/** The event's mark upon a photograph. */
export const mark = (event: SetText, x: number, y: number, size: number): Coloured[] => [
  ...placed([box(event.width + size * 3.1, size * 2, size)], x, y, `${COLOURS.ground}d9`),
  ...placed([cup(size * 1.2)], x + size * 0.6, y + size * 0.4, COLOURS.gold),
  ...placed(event.lines, x + size * 2.2, y + size * 0.36, COLOURS.ivory),
];

/**
 * The photograph goes out like a light, so that what stands below it can be read.
 * @param middle how dark it is halfway; the same step everywhere, unless it says so
 */
export const fade = (width: number, from: number, to: number, middle = 0.625): string =>
  `<defs><linearGradient id="fade" x2="0" y2="1"><stop stop-color="${COLOURS.ground}" stop-opacity="0"/><stop offset=".5" stop-color="${COLOURS.ground}" stop-opacity="${middle}"/><stop offset=".8" stop-color="${COLOURS.ground}"/></linearGradient></defs>
  <rect y="${from}" width="${width}" height="${to - from + 1}" fill="url(#fade)"/>`;
