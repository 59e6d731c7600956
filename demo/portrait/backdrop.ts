import { type Random, seededRandom } from '../random';
import type { Gels } from './gels';

/** A stage's back wall, as wide and high as its picture. */
interface Wall {
  width: number;
  height: number;
  light: Gels;
  random: Random;
}

const settings = {
  bokeh: ({ width, height, random }: Wall) =>
    repeat(width / 27, () => {
      const radius = 18 + random() ** 2 * 60;
      const [x, y] = [random() * width, random() * height * 0.7];
      return circle(x, y, radius, either(random), 0.15 + random() * 0.5);
    }),
  beams: ({ width, height, random }: Wall) =>
    repeat(width / 115, (index) => {
      const side = index % 2 === 0 ? 'left' : 'right';
      const from = 60 + index * 115 + random() * 50;
      const to = from + (random() - 0.5) * 700;
      const half = 60 + random() * 110;
      const corners = [
        from - 8,
        -20,
        from + 8,
        -20,
        to + half,
        height * 0.9,
        to - half,
        height * 0.9,
      ];
      return `<polygon points="${corners.map(Math.round).join(' ')}" fill="url(#beam-${side})"/>${circle(from, 8, 30, side, 1)}`;
    }),
  sun: ({ width, height, random }: Wall) => {
    const [x, y] = [width * (0.43 + random() * 0.14), height * 0.39];
    return circle(x, y, width * 0.65, 'haze-left', 1) + circle(x, y, height * 0.31, 'disc', 1);
  },
  arches: ({ width, height, light }: Wall) =>
    repeat(5, (index) => {
      const radius = width * 0.52 - index * 72;
      const colour = index % 2 === 0 ? light.left : light.right;
      return `<path d="M${width / 2 - radius} ${height}V${height * 0.43}a${radius} ${radius} 0 0 1 ${radius * 2} 0V${height}" fill="none" stroke="${colour}" stroke-width="13" opacity="${0.25 + index * 0.1}"/>`;
    }),
  curtain: ({ width, height, light, random }: Wall) =>
    repeat(width / 47, (index) => {
      const x = Math.round(index * 50 + random() * 14 - 20);
      const fold = Math.round(16 + random() * 16);
      const bottom = height + 10;
      return `<path d="M${x} -10C${x + 14} ${height * 0.3} ${x - 12} ${height * 0.7} ${x + 4} ${bottom}h${fold}C${x + 26} ${height * 0.7} ${x + 44} ${height * 0.3} ${x + 24} -10z" fill="${light.glow}" opacity="${0.25 + random() * 0.45}"/>`;
    }),
  screen: ({ width, height, random }: Wall) =>
    repeat(width / 66, (column) =>
      repeat(height / 77, (row) => {
        const wave = 0.5 + 0.5 * Math.sin(column * 0.8 + row * 0.55 + random() * 0.9);
        const side = (column + row) % 3 === 0 ? 'lamp-right' : 'lamp-left';
        return circle(column * 70 + 15, row * 70 + 20, 8 + wave * 20, side, 0.08 + wave * 0.42);
      }),
    ),
  weave: ({ width, height, light, random }: Wall) =>
    repeat(height / 100, (row) =>
      repeat(width / 114, (column) => {
        const [x, y] = [column * 130 + (row % 2) * 65 - 30, row * 96 - 20];
        const colour = (row + column) % 2 === 0 ? light.left : light.right;
        return `<path d="M${x} ${y - 48}l60 48-60 48-60-48z" fill="none" stroke="${colour}" stroke-width="10" opacity="${0.14 + random() * 0.38}"/>`;
      }),
    ),
} satisfies Record<string, (wall: Wall) => string>;

export type Setting = keyof typeof settings;

/** The lens throws it out of focus: it is drawn this much smaller than the picture. */
const BLUR = 0.3;

/** What stands behind the figure, as SVG text; the same for the same seed. */
export function backdropSvg(
  setting: Setting,
  light: Gels,
  seed: string,
  { width, height }: { width: number; height: number },
): string {
  const random = seededRandom(`backdrop ${seed}`);
  const spot: Fade = [
    [0, 0.9],
    [0.75, 0.6],
    [0.9, 0.75],
    [1, 0],
  ];
  const definitions = [
    radial('glow', light.glow, [
      [0, 0.95],
      [0.45, 0.5],
      [1, 0],
    ]),
    radial('left', light.left, spot),
    radial('right', light.right, spot),
    radial('lamp-left', light.left, [
      [0, 1],
      [0.95, 1],
      [1, 0],
    ]),
    radial('lamp-right', light.right, [
      [0, 1],
      [0.95, 1],
      [1, 0],
    ]),
    radial('haze-left', light.left, [
      [0, 0.55],
      [1, 0],
    ]),
    radial('haze-right', light.right, [
      [0, 0.55],
      [1, 0],
    ]),
    downwards('disc', [light.left, 1], [light.right, 1]),
    downwards('floor', ['#000', 0], ['#000', 0.65]),
    downwards('beam-left', [light.left, 0.6], [light.left, 0]),
    downwards('beam-right', [light.right, 0.6], [light.right, 0]),
  ];
  const shapes = [
    `<rect width="${width}" height="${height}" fill="${light.room}"/>`,
    circle(width * (0.37 + random() * 0.25), height * 0.38, width * 0.7, 'glow', 1),
    settings[setting]({ width, height, light, random }),
    circle(width * 0.05, height * 0.25, width * 0.52, 'haze-left', 0.5),
    circle(width * 0.96, height * 0.33, width * 0.52, 'haze-right', 0.5),
    `<rect y="${height * 0.45}" width="${width}" height="${height * 0.55}" fill="url(#floor)"/>`,
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width * BLUR}" height="${height * BLUR}">`,
    `<defs>${definitions.join('')}</defs>`,
    ...shapes,
    '</svg>',
  ].join('');
}

type Fade = readonly (readonly [offset: number, opacity: number])[];

function radial(id: string, colour: string, fade: Fade): string {
  const stops = fade.map(
    ([offset, opacity]) =>
      `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
  );
  return `<radialGradient id="${id}">${stops.join('')}</radialGradient>`;
}

type Stop = readonly [colour: string, opacity: number];

function downwards(id: string, top: Stop, bottom: Stop): string {
  const stops = [top, bottom].map(
    ([colour, opacity], index) =>
      `<stop offset="${index}" stop-color="${colour}" stop-opacity="${opacity}"/>`,
  );
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops.join('')}</linearGradient>`;
}

function circle(x: number, y: number, radius: number, fill: string, opacity: number): string {
  return `<circle cx="${Math.round(x)}" cy="${Math.round(y)}" r="${Math.round(radius)}" fill="url(#${fill})" opacity="${opacity.toFixed(2)}"/>`;
}

function either(random: Random): 'left' | 'right' {
  return random() < 0.5 ? 'left' : 'right';
}

function repeat(count: number, draw: (index: number) => string): string {
  return Array.from({ length: Math.ceil(count) }, (_, index) => draw(index)).join('');
}
