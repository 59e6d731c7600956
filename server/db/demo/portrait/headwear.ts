import { type Cloth, clothMaterial } from './cloth';
import { ball, block, lathe, ring, tube } from './forms';
import { mix, place, placement, type Surface, smoothstep, type Vec3 } from './geometry';
import { HIDDEN } from './hair';
import { type FaceShape, shellSurface } from './head';
import { type Material, plain, valueNoise } from './material';

export type Headwear =
  | { kind: 'headwrap'; cloth: Cloth; knot: 'front' | 'side' | 'crown' }
  | { kind: 'turban'; cloth: Cloth }
  | { kind: 'round-cap'; cloth: Cloth }
  | { kind: 'brimmed-hat'; colour: string; band: string }
  | { kind: 'flat-cap'; cloth: Cloth }
  | { kind: 'beret'; colour: string }
  | { kind: 'beanie'; colour: string }
  | { kind: 'feathers'; colours: readonly string[] }
  | { kind: 'beaded-band'; colours: readonly string[] }
  | { kind: 'headphones'; colour: string };

/** How far cloth covers the head: 1 above a line that dips towards the nape. */
function covered(longitude: number, latitude: number, front = 0.5, back = -0.25): number {
  const line = mix(front, back, smoothstep(0.5, 2.2, Math.abs(longitude)));
  return smoothstep(line - 0.05, line + 0.05, latitude);
}

export function headwearSurfaces(wear: Headwear, face: FaceShape): Surface[] {
  switch (wear.kind) {
    case 'headwrap': {
      const material = clothMaterial(wear.cloth);
      const wrap = texture(
        shellSurface(
          face,
          material,
          (lo, la) => {
            const crease = Math.abs(Math.sin(la * 9 + lo * 1.1 + Math.sin(lo * 2) * 0.5));
            return mix(
              HIDDEN,
              0.9 + 0.7 * crease + 1.8 * smoothstep(0.4, 1.3, la),
              covered(lo, la),
            );
          },
          112,
          80,
        ),
        62,
        34,
      );
      return [wrap, ...knot(material, wear.knot)];
    }
    case 'turban': {
      const material = clothMaterial(wear.cloth);
      const windings = [0, 1, 2, 3, 4].map((turn) => {
        const high = turn / 4;
        return place(
          [
            {
              material,
              columns: 80,
              rows: 18,
              point(u, v): Vec3 {
                const a = u * Math.PI * 2;
                const b = v * Math.PI * 2;
                const thick =
                  2.1 + 0.35 * Math.sin(a * 3 + turn * 2) + 0.22 * Math.sin(b * 4 + a * 2);
                const reach = mix(8.0, 4.6, high ** 1.5) + Math.cos(b) * thick * 0.8;
                return [
                  reach * Math.sin(a),
                  4.9 + turn * 2.05 + Math.sin(b) * thick,
                  reach * 1.16 * Math.cos(a) - 0.8,
                ];
              },
              texture: (u: number, v: number) => [u * 60, v * 12] as const,
            },
          ],
          placement({ roll: turn % 2 === 0 ? 0.13 : -0.14, pitch: -0.1 }, [0, 6, 0]),
        );
      });
      const drape = tube(
        material,
        [
          [-7.6, 3, -1.5],
          [-8.4, -6, -1.4],
          [-7.4, -13, 3],
          [-1, -16, 6.6],
          [7.4, -14.4, 3.4],
          [8.4, -16, -4],
        ],
        2.3,
        {
          flat: 0.6,
          sides: 14,
          segments: 50,
        },
      );
      return [...windings.flat(), ball(material, 4.6, [0, 12, -1]), drape];
    }
    case 'round-cap':
      return place(
        [
          lathe(
            clothMaterial(wear.cloth),
            [
              [8.15, 3.6],
              [8.2, 4.6],
              [7.9, 8.4],
              [7.4, 11.6],
              [6.9, 12.5],
              [4, 12.9],
              [0.01, 12.9],
            ],
            [0, 0, 0],
            [0, 1, 0],
            { sides: 72, segments: 60 },
          ),
        ].map(deepen),
        placement({ pitch: -0.12 }, [0, 5, 0], [0, 0.2, -0.6]),
      );
    case 'brimmed-hat': {
      const felt = plain(wear.colour, 0.12, 8);
      return place(
        [
          lathe(felt, [
            [8.2, 3.6],
            [8.2, 5],
            [7.9, 9],
            [7.2, 12.4],
            [5.4, 13.8],
            [2.5, 13.2],
            [0.01, 12.6],
          ]),
          lathe(felt, [
            [7.6, 4.5],
            [9.6, 4.2],
            [12.6, 3.9],
            [14.4, 4.4],
            [14.6, 4.7],
            [14.2, 4.9],
            [12.4, 4.5],
            [9.6, 4.8],
            [7.6, 5],
          ]),
          lathe(plain(wear.band, 0.3, 14), [
            [8.3, 4.6],
            [8.5, 4.9],
            [8.4, 6.8],
            [8.2, 7],
          ]),
        ].map(deepen),
        placement({ pitch: -0.08, roll: 0.1 }, [0, 5, 0], [0, 0.4, -0.3]),
      );
    }
    case 'flat-cap': {
      const material = clothMaterial(wear.cloth);
      return place(
        [
          deepen(
            lathe(material, [
              [8.0, 4.4],
              [9.0, 6.6],
              [9.6, 8.6],
              [8.4, 10.8],
              [5, 11.9],
              [0.01, 12],
            ]),
          ),
          block(material, [6.4, 0.5, 4.2], [0, 4.9, 9.4], 0.6),
        ],
        placement({ pitch: 0.06 }, [0, 5, 0]),
      );
    }
    case 'beret':
      return place(
        [
          deepen(
            lathe(plain(wear.colour, 0.08, 6), [
              [8.0, 4.6],
              [8.3, 5.4],
              [10.6, 8],
              [11.2, 9.6],
              [9.6, 11],
              [5, 11.9],
              [0.01, 12.2],
            ]),
          ),
        ],
        placement({ roll: -0.24, pitch: -0.1 }, [0, 5, 0], [0.9, 0.6, -0.5]),
      );
    case 'beanie': {
      const knit: Material = {
        ...plain(wear.colour, 0.05, 5),
        grain: { amount: 0.7, s: 3.2, t: 0.2 },
      };
      return [
        texture(
          shellSurface(face, knit, (lo, la) =>
            mix(HIDDEN, 0.8 + 0.9 * smoothstep(0.6, 1.5, la), covered(lo, la, 0.52, 0)),
          ),
          70,
          30,
        ),
        deepen(
          lathe(
            knit,
            [
              [8.1, 3.9],
              [8.8, 4.3],
              [8.9, 6.4],
              [8.4, 7],
            ],
            [0, 0, -0.2],
          ),
        ),
      ];
    }
    case 'feathers':
      return featherCrown(wear.colours);
    case 'beaded-band':
      return wear.colours.map((colour, row) => {
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
    case 'headphones': {
      const shell = plain(wear.colour, 0.5, 26);
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
  }
}

/** Skulls are deeper than wide; so are hats. */
function deepen(surface: Surface): Surface {
  return {
    ...surface,
    point(u, v) {
      const [x, y, z] = surface.point(u, v);
      return [x, y, z * 1.17];
    },
  };
}

function texture(surface: Surface, s: number, t: number): Surface {
  return { ...surface, texture: (u, v) => [u * s, v * t] };
}

function knot(material: Material, where: 'front' | 'side' | 'crown'): Surface[] {
  const centre: Vec3 =
    where === 'front' ? [0, 10.5, 6.2] : where === 'side' ? [7.2, 8.6, 2.4] : [0, 14.2, -1.2];
  const petal = (turn: number, size: number): Surface => ({
    material,
    columns: 40,
    rows: 24,
    point(u, v) {
      const a = u * Math.PI * 2;
      const along = v;
      const width = size * Math.sin(along * Math.PI) ** 0.7 * (0.5 + 0.5 * along);
      const fold = 0.4 * Math.sin(a * 3 + along * 5);
      const x = Math.cos(a) * width * 0.5;
      const z = Math.sin(a) * (width * 0.3 + fold * 0.5);
      const y = along * size * 2.1;
      return [
        centre[0] + Math.cos(turn) * x - Math.sin(turn) * y,
        centre[1] + Math.sin(turn) * x + Math.cos(turn) * y,
        centre[2] + z,
      ];
    },
    texture: (u, v) => [u * 16, v * 14],
  });
  if (where === 'crown') {
    return [0, 1, 2].map((layer) => ({
      material,
      columns: 60,
      rows: 18,
      point(u, v) {
        const a = u * Math.PI * 2;
        const b = v * Math.PI * 2;
        const thick = 2.4 + 0.4 * Math.sin(a * 4 + layer);
        const reach = 5 - layer * 1.3 + Math.cos(b) * thick * 0.9;
        return [
          centre[0] + reach * Math.sin(a),
          centre[1] - 1.6 + layer * 2.7 + Math.sin(b) * thick,
          centre[2] + reach * Math.cos(a),
        ];
      },
      texture: (u, v) => [u * 34, v * 12],
    }));
  }
  return [
    petal(0.75, 3.6),
    petal(-0.75, 3.6),
    petal(2.2, 2.4),
    petal(-2.2, 2.4),
    ball(material, 1.9, [centre[0], centre[1], centre[2] + 0.8]),
  ];
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
