/**
 * A path at a position on a picture. Everything but photographs is one: texts, codes, marks, boxes.
 */
export interface Shape {
  /** As in an SVG path's `d`. */
  d: string;
  x: number;
  y: number;
  scale?: number;
}

/** Shapes from back to front, each with its colour. */
export type Coloured = Shape & { fill: string };

/** Positions shapes, in one colour. */
export const placed = (shapes: readonly Shape[], x: number, y: number, fill: string): Coloured[] =>
  shapes.map((shape) => ({ ...shape, x: x + shape.x, y: y + shape.y, fill }));

/** A box with rounded corners. */
export function box(width: number, height: number, radius = 0): Shape {
  const [w, h, r] = [width - 2 * radius, height - 2 * radius, radius];
  const corner = (x: number, y: number) => `a${r} ${r} 0 0 1 ${x} ${y}`;
  const d = `M${r} 0h${w}${corner(r, r)}v${h}${corner(-r, r)}h${-w}${corner(-r, -r)}v${-h}${corner(r, -r)}z`;
  return { d, x: 0, y: 0 };
}

/** The cup of the site's icon, in a box of 40. */
const CUP = [
  'M20 1.5l4.3 8.9 9.8 1.4-7.1 6.9 1.7 9.7L20 23.8l-8.7 4.6 1.7-9.7-7.1-6.9 9.8-1.4z',
  'M18.2 27.6l1.8-1 1.8 1 .9 5.4h-5.4z',
  'M11.5 35.2a2.2 2.2 0 0 1 2.2-2.2h12.6a2.2 2.2 0 0 1 2.2 2.2v1.1a2.2 2.2 0 0 1-2.2 2.2H13.7a2.2 2.2 0 0 1-2.2-2.2z',
].join('');

/** A cup with width and height `side`. */
export const cup = (side: number): Shape => ({ d: CUP, x: 0, y: 0, scale: side / 40 });

/** Colours of the site's design. */
export const COLOURS = {
  ground: '#120b1e',
  shade: '#2a1b45',
  high: '#281a42',
  line: '#43315f',
  ivory: '#fdf8ee',
  soft: '#d9cfe6',
  gold: '#f5b82e',
};

/** @param background SVG below all shapes: gradients, the areas they fill, a frame */
export const svgOf = (
  { width, height }: { width: number; height: number },
  shapes: readonly Coloured[],
  background = '',
): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${background}${shapes
      .map(
        ({ d, x, y, scale, fill }) =>
          `<path d="${d}" fill="${fill}" transform="translate(${x.toFixed(1)} ${y.toFixed(1)})${scale ? ` scale(${scale})` : ''}"/>`,
      )
      .join('')}</svg>`,
  );
