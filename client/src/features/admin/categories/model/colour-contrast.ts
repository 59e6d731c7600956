import { tokens } from '#client/design-tokens';
import { contrast, readColour } from '#client/ui/colour';

const { ivory, surface } = tokens.colors;

/** Share of the colour at the brightest point of `category-backdrop`; the rest is `surface`. */
const COLOUR_SHARE = 0.7;
/** WCAG AA contrast ratio for text of any size. */
const MIN_CONTRAST = 4.5;

/**
 * True when the site's light text is hard to read where a category shows the most of its colour.
 */
export function isTooBright(hex: string): boolean {
  const [colour, dark, light] = [hex, surface.DEFAULT, ivory.DEFAULT].map(readColour);
  if (!colour || !dark || !light) return false;
  const mix = (index: 0 | 1 | 2) => colour[index] * COLOUR_SHARE + dark[index] * (1 - COLOUR_SHARE);
  return contrast(light, [mix(0), mix(1), mix(2)]) < MIN_CONTRAST;
}
