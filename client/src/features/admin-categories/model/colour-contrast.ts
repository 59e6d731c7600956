import { tokens } from '#client/design-tokens';

const { ivory, surface } = tokens.colors;

type Rgb = readonly [number, number, number];

/** Null for anything but `#rrggbb`. */
function readColour(hex: string): Rgb | null {
  const digits = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  if (!digits) return null;
  const [, red = '', green = '', blue = ''] = digits;
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)];
}

/** Relative luminance (WCAG 2.2). */
function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

const contrast = (one: Rgb, other: Rgb): number => {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
};

/** The brightest of `category-backdrop`: so much of the colour, the rest is `surface`. */
const COLOUR_SHARE = 0.7;
/** WCAG AA for text of any size. */
const ENOUGH = 4.5;

/** Whether the site's light text is hard to read where a category shows its colour most. */
export function isTooBright(hex: string): boolean {
  const [colour, dark, light] = [hex, surface.DEFAULT, ivory.DEFAULT].map(readColour);
  if (!colour || !dark || !light) return false;
  const mix = (index: 0 | 1 | 2) => colour[index] * COLOUR_SHARE + dark[index] * (1 - COLOUR_SHARE);
  return contrast(light, [mix(0), mix(1), mix(2)]) < ENOUGH;
}
