import sharp from 'sharp';
import { box, COLOURS, cup, placed, svgOf } from './canvas/index';

interface Icon {
  size: number;
  /**
   * Fraction of the width taken by the cup: where a launcher crops, it must stay within the middle.
   */
  share: number;
  /** Radius of the background's corners, for a width of 48. */
  radius: number;
}

/** By their names in the web app manifest. */
const ICONS: Readonly<Record<string, Icon>> = {
  '192': { size: 192, share: 0.83, radius: 11 },
  '512': { size: 512, share: 0.83, radius: 11 },
  'maskable-192': { size: 192, share: 0.6, radius: 0 },
  'maskable-512': { size: 512, share: 0.6, radius: 0 },
  'apple-180': { size: 180, share: 0.72, radius: 0 },
};

const renderedIcons = new Map<string, Promise<Buffer>>();

/** @returns null for an unknown name */
export function iconNamed(name: string): Promise<Buffer> | null {
  const icon = Object.hasOwn(ICONS, name) ? ICONS[name] : undefined;
  if (!icon) return null;
  const rendered = renderedIcons.get(name) ?? draw(icon);
  renderedIcons.set(name, rendered);
  return rendered;
}

function draw({ size, share, radius }: Icon): Promise<Buffer> {
  const side = size * share;
  const edge = (size - side) / 2;
  const svg = svgOf({ width: size, height: size }, [
    { ...box(size, size, (radius * size) / 48), fill: COLOURS.ground },
    ...placed([cup(side)], edge, edge, COLOURS.gold),
  ]);
  return sharp(svg).png({ palette: true }).toBuffer();
}
