import { box, COLOURS, type Coloured, cup, placed } from './shapes';
import type { SetText } from './text';

/** The event's mark on a photograph. */
export const mark = (event: SetText, x: number, y: number, size: number): Coloured[] => [
  ...placed([box(event.width + size * 3.1, size * 2, size)], x, y, `${COLOURS.ground}d9`),
  ...placed([cup(size * 1.2)], x + size * 0.6, y + size * 0.4, COLOURS.gold),
  ...placed(event.lines, x + size * 2.2, y + size * 0.36, COLOURS.ivory),
];

/**
 * Fades the photograph out, so that the text below it is legible.
 * @param middle opacity at half the height; linear by default
 */
export const fade = (width: number, from: number, to: number, middle = 0.625): string =>
  `<defs><linearGradient id="fade" x2="0" y2="1"><stop stop-color="${COLOURS.ground}" stop-opacity="0"/><stop offset=".5" stop-color="${COLOURS.ground}" stop-opacity="${middle}"/><stop offset=".8" stop-color="${COLOURS.ground}"/></linearGradient></defs>
  <rect y="${from}" width="${width}" height="${to - from + 1}" fill="url(#fade)"/>`;
