import type { Cloth } from './cloth';
import { lathe, ring, tube } from './forms';
import { mix, type Surface, type Vec3 } from './geometry';
import { beanie, beret, brimmedHat, deepen, flatCap, roundCap } from './hats';
import type { FaceShape } from './head';
import { headwrap, type Knot, turban } from './head-cloths';
import { type Material, plain, valueNoise } from './material';

export type Headwear =
  | { kind: 'headwrap'; cloth: Cloth; knot: Knot }
  | { kind: 'turban'; cloth: Cloth }
  | { kind: 'round-cap'; cloth: Cloth }
  | { kind: 'brimmed-hat'; colour: string; band: string }
  | { kind: 'flat-cap'; cloth: Cloth }
  | { kind: 'beret'; colour: string }
  | { kind: 'beanie'; colour: string }
  | { kind: 'feathers'; colours: readonly string[] }
  | { kind: 'beaded-band'; colours: readonly string[] }
  | { kind: 'headphones'; colour: string };

export function headwearSurfaces(wear: Headwear, face: FaceShape): Surface[] {
  switch (wear.kind) {
    case 'headwrap':
      return headwrap(face, wear.cloth, wear.knot);
    case 'turban':
      return turban(wear.cloth);
    case 'round-cap':
      return roundCap(wear.cloth);
    case 'brimmed-hat':
      return brimmedHat(wear.colour, wear.band);
    case 'flat-cap':
      return flatCap(wear.cloth);
    case 'beret':
      return beret(wear.colour);
    case 'beanie':
      return beanie(face, wear.colour);
    case 'feathers':
      return featherCrown(wear.colours);
    case 'beaded-band':
      return beadedBand(wear.colours);
    case 'headphones':
      return headphones(wear.colour);
  }
}

function beadedBand(colours: readonly string[]): Surface[] {
  return colours.map((colour, row) => {
    const radius = 8.05 - row * 0.28;
    const points = Array.from({ length: 33 }, (_, k): Vec3 => {
      const a = (k / 32) * Math.PI * 2;
      return [
        radius * Math.sin(a),
        5.0 + row * 1.15 - Math.cos(a) * 0.6,
        radius * 1.2 * Math.cos(a) - 0.3,
      ];
    });
    return tube(
      plain(colour, 0.6, 26),
      points,
      (share) => 0.62 * (0.45 + 0.55 * Math.abs(Math.sin(share * 120))),
      { sides: 8, segments: 240 },
    );
  });
}

function headphones(colour: string): Surface[] {
  const shell = plain(colour, 0.5, 26);
  const cushion = plain('#101014', 0.15, 8);
  const band = tube(
    shell,
    [
      [-8.8, -1, -0.6],
      [-8.9, 6, -0.6],
      [-5.4, 12.4, -0.6],
      [0, 14.1, -0.6],
      [5.4, 12.4, -0.6],
      [8.9, 6, -0.6],
      [8.8, -1, -0.6],
    ],
    0.95,
    { flat: 0.6, segments: 60 },
  );
  const cups = [-1, 1].flatMap((side) => [
    lathe(
      shell,
      [
        [0.01, 2.4],
        [2.4, 2.3],
        [3.4, 1.4],
        [3.6, 0.2],
      ],
      [side * 8.3, -1.4, -0.8],
      [side, 0, 0],
    ),
    ring(cushion, 2.9, 0.95, [side * 8.4, -1.4, -0.8], [side, 0, 0]),
  ]);
  return [band, ...cups];
}

function featherCrown(colours: readonly string[]): Surface[] {
  const materials = colours.map(
    (colour): Material => ({ ...plain(colour, 0.12, 6), grain: { amount: 0.9, s: 0.4, t: 6 } }),
  );
  const fallback = plain('#c03030');
  const feathers: Surface[] = [];
  for (let row = 0; row < 3; row += 1) {
    const count = 23 - row * 3;
    for (let index = 0; index < count; index += 1) {
      const spread = mix(-1.7, 1.7, index / (count - 1));
      const reach = 20 - row * 3.4 + 2.2 * valueNoise(index * 7.1, row * 3.3);
      const lean = -0.42 + row * 0.3;
      feathers.push({
        material: materials[(index + row) % materials.length] ?? fallback,
        columns: 8,
        rows: 16,
        point(u, v) {
          const width = 1.35 * Math.sin((0.12 + v * 0.86) * Math.PI) ** 0.8;
          const side = (u - 0.5) * 2 * width;
          const far = 6.2 + v * (reach - 6.2);
          const curl = v * v * 2.2;
          return [
            Math.sin(spread) * far + Math.cos(spread) * side,
            Math.cos(spread) * far * 0.96 - Math.sin(spread) * side + 2.2,
            lean * far * 0.7 + 3.4 - Math.abs(side) * 0.35 + curl * 0.6,
          ];
        },
        texture: (u, v) => [u * 4, v * 12],
      });
    }
  }
  const band = lathe(fallback, [
    [8.2, 4.4],
    [8.5, 5],
    [8.2, 7.2],
    [7.7, 7.6],
  ]);
  return [...feathers, deepen(band)];
}
