import { clothMaterial } from './cloth';
import { along, ball, block, lathe, ring, tube } from './forms';
import { place, placement, type Surface, type Vec3 } from './geometry';
import { linear, type Material, mixRgb, plain, valueNoise } from './material';

export type Prop =
  | 'stage-microphone'
  | 'studio-microphone'
  | 'headset'
  | 'guitar'
  | 'trumpet'
  | 'saxophone'
  | 'mallets'
  | 'drum'
  | 'harp'
  | 'camera'
  | 'brushes'
  | 'book'
  | 'clapperboard'
  | 'mask'
  | 'spools'
  | 'measuring-tape'
  | 'turntable-headphones';

const steel = () => plain('#8d9099', 1.3, 30);
const black = () => plain('#0c0b10', 0.6, 20);
const brass = () => plain('#b98326', 1.6, 24);

function wood(light: string, dark: string): Material {
  const [from, to] = [linear(light), linear(dark)];
  return {
    gloss: 0.45,
    sharpness: 20,
    paint(s, t, out) {
      const colour = mixRgb(from, to, valueNoise(s * 1.6, t * 0.35) ** 1.4);
      out[0] = colour[0];
      out[1] = colour[1];
      out[2] = colour[2];
      out[3] = 1;
    },
  };
}

function mesh(): Material {
  return { ...plain('#4c4f58', 1, 14), grain: { amount: 0.6, s: 2.2, t: 2.2 } };
}

/** Things stand in front of the chest, in the figure's own space. */
export function propSurfaces(prop: Prop): Surface[] {
  switch (prop) {
    case 'stage-microphone': {
      const head: Vec3 = [5.6, -11.4, 16.5];
      return [
        ball(mesh(), 2.7, head, 20),
        ring(steel(), 2.55, 0.3, [6.3, -12.5, 16.6], [0.55, -0.82, 0]),
        tube(
          black(),
          [
            [6.4, -12.8, 16.6],
            [9, -16.6, 16.8],
            [11.4, -20.4, 17],
          ],
          (share) => 1.75 - share * 0.65,
        ),
        tube(
          steel(),
          [
            [9.6, -18, 16.9],
            [15, -24, 16.6],
            [22, -31, 16],
          ],
          0.5,
        ),
      ];
    }
    case 'studio-microphone':
      return [
        ...place(
          [
            lathe(mesh(), [
              [3.1, 0],
              [3.2, 2],
              [3.2, 6],
              [2.8, 8],
              [1.6, 8.8],
              [0.01, 9],
            ]),
            lathe(steel(), [
              [2.2, -7],
              [2.9, -6.6],
              [3.2, -5],
              [3.2, -0.2],
              [3.3, 0.2],
            ]),
          ],
          placement({ roll: -0.14 }, [0, 0, 0], [-9.2, -18.2, 15]),
        ),
        ring(black(), 4.4, 0.34, [-9.4, -19.4, 15], [0.14, 1, 0.1]),
        tube(
          steel(),
          [
            [-9.6, -23, 15],
            [-13, -29, 14],
            [-17, -38, 13],
          ],
          0.6,
        ),
      ];
    case 'headset':
      return [
        tube(
          black(),
          [
            [7.9, -1.5, -0.5],
            [7.4, -4.6, 4.5],
            [5.4, -7.4, 8.6],
            [4.2, -8.0, 10],
          ],
          0.2,
          { sides: 6 },
        ),
        ball(mesh(), 0.75, [3.7, -8.1, 10.6], 10),
      ];
    case 'guitar': {
      const neck = wood('#5a3318', '#2a160a');
      const axis: Vec3 = [-0.62, 0.62, 0.06];
      const at = (share: number, side = 0, lift = 0): Vec3 => [
        9 + axis[0] * share * 40 + side * 0.7,
        -33 + axis[1] * share * 40 + side * 0.7,
        16 + axis[2] * share * 40 + lift,
      ];
      const strings = [-1.1, -0.66, -0.22, 0.22, 0.66, 1.1].map((side) =>
        tube(steel(), [at(0, side, 1.3), at(0.9, side * 0.9, 1.3)], 0.07, {
          sides: 5,
          segments: 8,
        }),
      );
      const frets = [0.1, 0.22, 0.33, 0.43, 0.52, 0.6, 0.67, 0.73].map((share) =>
        tube(brass(), [at(share, -1.7, 1), at(share, 1.7, 1)], 0.14, { sides: 6, segments: 4 }),
      );
      const pegs = [0.82, 0.88, 0.94].flatMap((share) =>
        [-1, 1].map((side) => ball(steel(), 0.7, at(share, side * 3.1), 8)),
      );
      return [
        tube(neck, [at(-0.2), at(0.4), at(0.78)], 2.3, { flat: 0.45, sides: 16 }),
        tube(
          neck,
          [at(0.76), at(0.82), at(0.94), at(1)],
          (share) => 2.3 + Math.sin(share * Math.PI) * 1.1,
          { flat: 0.35, sides: 16 },
        ),
        ...strings,
        ...frets,
        ...pegs,
      ];
    }
    case 'trumpet':
      return place(
        [
          lathe(
            brass(),
            [
              [0.7, 0],
              [0.75, 12],
              [0.9, 20],
              [1.5, 25],
              [2.8, 28.5],
              [5.2, 31],
              [5.4, 31.2],
              [5, 31],
              [2.6, 28.2],
              [0.4, 22],
            ],
            [0, 0, 0],
            [0, 0, 1],
            { sides: 40, segments: 80 },
          ),
          ...[5, 7.6, 10.2].map((z) =>
            lathe(
              brass(),
              [
                [0.95, -5],
                [1, -1],
                [1, 2.4],
                [0.5, 2.6],
                [0.5, 3.8],
                [0.8, 4],
                [0.01, 4.2],
              ],
              [0, 0, z],
            ),
          ),
          tube(
            brass(),
            [
              [0, -3.4, 2],
              [0, -3.6, 15],
              [0, -1.8, 17],
              [0, 0, 16],
            ],
            0.6,
          ),
        ],
        placement({ yaw: -0.75, pitch: -0.28 }, [0, 0, 0], [7, -27, 9]),
      );
    case 'saxophone':
      return place(
        [
          tube(
            brass(),
            [
              [-6, 17, 4],
              [-3, 18.5, 5],
              [0.5, 16, 5],
              [1.5, 8, 5],
              [2.4, -4, 5],
              [3.6, -12, 6],
              [7, -14, 7],
              [10, -10, 8],
              [11.5, -2, 9],
            ],
            (share) => 0.55 + share ** 1.6 * 2.9,
            { sides: 22, segments: 90 },
          ),
          lathe(
            brass(),
            [
              [3.3, 0],
              [3.9, 2],
              [5.6, 4.2],
              [5.9, 4.5],
              [5.5, 4.3],
              [3.2, 1],
            ],
            [11.4, -2.4, 9],
            [0.16, 1, 0.12],
          ),
          tube(
            black(),
            [
              [-6, 17, 4],
              [-8.4, 16, 3.4],
            ],
            0.9,
          ),
          ...[0, 1, 2, 3, 4].map((k) =>
            block(brass(), [1.15, 1.15, 0.4], [1.4 + k * 0.24, 9 - k * 3.2, 7.6], 1, 10),
          ),
        ],
        placement({ roll: 0.1 }, [0, 0, 0], [2.5, -27, 9]),
      );
    case 'mallets': {
      const stick = wood('#a5743e', '#6b4522');
      const heads = plain('#c23b2e', 0.1, 6);
      return [
        tube(
          stick,
          [
            [-15, -38, 16],
            [-4.5, -17, 18],
          ],
          0.5,
        ),
        ball(heads, 2.1, [-4.2, -16.4, 18], 16),
        tube(
          stick,
          [
            [15, -37, 17],
            [2.4, -18.6, 18.6],
          ],
          0.5,
        ),
        ball(heads, 2.1, [2.0, -18, 18.6], 16),
        ...[0, 1, 2, 3, 4, 5].map((k) =>
          block(
            wood('#8a5226', '#44230f'),
            [3, 0.9, 8],
            [-17.5 + k * 7, -33 + Math.abs(k - 2.5) * 0.4, 18],
            0.3,
            12,
          ),
        ),
      ];
    }
    case 'drum': {
      const hide = { ...plain('#b99468', 0.15, 8), grain: { amount: 0.25, s: 1, t: 1 } };
      const base: Vec3 = [-9.5, -36, 10];
      const axis: Vec3 = [0.14, 1, 0.62];
      return [
        lathe(
          wood('#7a4520', '#35190b'),
          [
            [8, -8],
            [9, -2],
            [9.6, 4],
            [9.6, 6],
          ],
          base,
          axis,
        ),
        lathe(
          hide,
          [
            [9.8, 5],
            [9.9, 6.2],
            [9, 6.7],
            [0.01, 6.8],
          ],
          base,
          axis,
        ),
        ring(
          plain('#d9c39a', 0.1, 6),
          9.9,
          0.5,
          along([base, [base[0] + 0.6, base[1] + 4.2, base[2] + 2.6]], 1),
          axis,
        ),
      ];
    }
    case 'harp': {
      const neck = wood('#6b3f1c', '#3a1f0d');
      const gourd = wood('#c08a4a', '#8a5626');
      const foot: Vec3 = [-13, -31, 15];
      const strings = [0.25, 0.38, 0.51, 0.64, 0.77, 0.9].map((share) =>
        tube(
          plain('#e9d9b0', 0.6, 20),
          [
            [foot[0] + 4 + share * 8, foot[1] + 1, foot[2] + 2.5],
            [foot[0] + 1 + share * 2, foot[1] + share * 38, foot[2] + 1],
          ],
          0.08,
          { sides: 5, segments: 6 },
        ),
      );
      return [
        tube(
          neck,
          [
            foot,
            [foot[0] + 0.4, foot[1] + 20, foot[2] + 0.4],
            [foot[0] + 3.6, foot[1] + 38, foot[2] + 1],
          ],
          0.85,
        ),
        ball(gourd, 8, [foot[0] + 7, foot[1] - 4, foot[2] - 1], 28),
        ...strings,
        ...[0.45, 0.6, 0.75, 0.9].map((share) =>
          tube(
            neck,
            [
              [foot[0] - 1.2, foot[1] + share * 37, foot[2] + 1],
              [foot[0] + 2.8, foot[1] + share * 37, foot[2] + 1],
            ],
            0.4,
          ),
        ),
      ];
    }
    case 'camera': {
      const glass = plain('#150c2a', 2, 40);
      return [
        tube(
          plain('#2a2018', 0.3, 10),
          [
            [-7.4, -17.6, 3],
            [-9, -23, 9.4],
            [-6, -28, 13],
          ],
          0.7,
          { flat: 0.3 },
        ),
        tube(
          plain('#2a2018', 0.3, 10),
          [
            [7.4, -17.6, 3],
            [9, -23, 9.4],
            [6, -28, 13],
          ],
          0.7,
          { flat: 0.3 },
        ),
        block(
          { ...black(), grain: { amount: 0.35, s: 3, t: 3 } },
          [7, 4.6, 2.6],
          [0, -29.5, 12.6],
          0.22,
          24,
        ),
        block(steel(), [6.8, 0.8, 2.4], [0, -25, 12.6], 0.3, 16),
        block(black(), [2.4, 1.4, 2.2], [0, -24.2, 12.8], 0.3, 14),
        lathe(
          black(),
          [
            [3.6, 0],
            [3.7, 3],
            [3.9, 3.2],
            [3.9, 6],
            [3.4, 6.2],
            [3.1, 5.4],
          ],
          [0, -29.8, 14.6],
          [0, 0, 1],
        ),
        ring(steel(), 3.75, 0.16, [0, -29.8, 17.8], [0, 0, 1]),
        block(glass, [3.15, 3.15, 1.1], [0, -29.8, 19.4], 1, 18),
      ];
    }
    case 'brushes': {
      const tips = ['#d9442e', '#1f8a86', '#f0b429', '#e8e0d0', '#5a3fa0'];
      return tips.flatMap((tip, k) => {
        const lean = (k - 2) * 1.7;
        const from: Vec3 = [10 + k * 1.1, -38, 15 - Math.abs(k - 2)];
        const to: Vec3 = [10.5 + lean * 1.4, -20.5 - Math.abs(k - 2) * 1.2, 16 - Math.abs(k - 2)];
        const end: Vec3 = [to[0] + lean * 0.28, to[1] + 3.6, to[2]];
        return [
          tube(wood('#c99a5b', '#9a6a34'), [from, to], 0.5),
          tube(steel(), [[to[0] - lean * 0.1, to[1] - 1.6, to[2]], to], 0.72),
          tube(
            plain(tip, 0.2, 8),
            [to, [to[0] + lean * 0.12, to[1] + 1.6, to[2]], end],
            (share) =>
              0.15 +
              1.05 * Math.sin(Math.min(1, (1 - share) * 1.15 + 0.02) * 2.2) * (1 - share * 0.5),
          ),
        ];
      });
    }
    case 'book':
      return place(
        [
          block(
            clothMaterial({
              motif: 'diamonds',
              colours: ['#7a1f2e', '#e0b04a', '#7a1f2e', '#f0dca0'],
              scale: 0.6,
            }),
            [7.2, 9.6, 0.5],
            [0, 0, 1.6],
            0.12,
            24,
          ),
          block(plain('#e9dec4', 0.1, 6), [6.8, 9.2, 1.3], [0.3, 0, 0], 0.12, 20),
        ],
        placement({ yaw: -0.35, pitch: -0.2, roll: -0.12 }, [0, 0, 0], [-9, -31, 14]),
      );
    case 'clapperboard': {
      const chalk = (lift: number, slant: number) => {
        const bar = block(
          clothMaterial({
            motif: 'bands',
            colours: ['#141418', '#141418', '#c9c4b8', '#c9c4b8'],
            scale: 0.55,
          }),
          [9, 1.2, 0.6],
          [0, lift, 0.1],
          0.12,
          40,
        );
        const stripes: Surface = {
          ...bar,
          texture(u, v) {
            const [x, y] = bar.point(u, v);
            return [x + y * slant + 20, 0];
          },
        };
        return stripes;
      };
      return place(
        [
          block(plain('#16161b', 0.3, 12), [9, 6.4, 0.5], [0, 0, 0], 0.12, 20),
          chalk(7.6, 1),
          ...place([chalk(0, -1)], placement({ roll: -0.3 }, [-9, 0, 0], [0, 10.2, 0])),
          ...[2.4, 0, -2.4].map((y) =>
            block(plain('#d8d4ca'), [8, 0.08, 0.1], [0, y, 0.55], 0.2, 8),
          ),
        ],
        placement({ yaw: 0.3, pitch: -0.12, roll: 0.1 }, [0, 0, 0], [8.6, -33, 14.5]),
      );
    }
    case 'mask': {
      const carved = wood('#6b3a1a', '#2c150a');
      const chalk = plain('#e6dcc8', 0.15, 8);
      return place(
        [
          {
            material: carved,
            columns: 64,
            rows: 64,
            point(u, v): Vec3 {
              const lo = (u - 0.5) * Math.PI * 2;
              const la = (0.5 - v) * Math.PI;
              const x = 5 * Math.cos(la) * Math.sin(lo);
              const y = 8.6 * Math.sin(la);
              const bulge =
                Math.cos(lo) > 0
                  ? 1.5 * Math.exp(-((x / 0.8) ** 2)) * Math.exp(-(((y + 0.6) / 2.6) ** 2)) -
                    0.9 * Math.exp(-(((Math.abs(x) - 2.1) / 1.1) ** 2) - ((y - 1.6) / 0.8) ** 2) +
                    1.3 * Math.exp(-((x / 1.3) ** 2) - ((y + 4.6) / 0.9) ** 2)
                  : 0;
              return [x, y, 3.2 * Math.cos(la) * Math.cos(lo) + bulge];
            },
            texture: (u: number, v: number) => [u * 20, v * 18] as const,
          },
          ...[-1, 1].map((side) => ball(chalk, 0.8, [side * 2.1, 1.5, 2.3], 10)),
          ...[-2, -1, 0, 1, 2].map((k) =>
            tube(
              chalk,
              [
                [k * 1.2, 6.8 - Math.abs(k) * 0.4, 2.2],
                [k * 1.5, 11.2 - Math.abs(k) * 0.7, 0.6],
              ],
              0.55,
            ),
          ),
        ],
        placement({ yaw: 0.35, roll: 0.16 }, [0, 0, 0], [-11.5, -26, 13]),
      );
    }
    case 'spools':
      return ['#e0a02e', '#1f8a86', '#c23b4e'].flatMap((colour, k) => {
        const base: Vec3 = [6 + k * 5.2, -33 + (k % 2) * 1.6, 14.5];
        const thread = { ...plain(colour, 0.35, 10), grain: { amount: 0.5, s: 0.05, t: 4 } };
        return [
          lathe(
            thread,
            [
              [1.2, 0],
              [2.3, 0.4],
              [2.1, 3.5],
              [2.3, 6.6],
              [1.2, 7],
            ],
            base,
          ),
          lathe(
            wood('#c99a5b', '#9a6a34'),
            [
              [0.01, 7],
              [2.6, 7],
              [2.6, 7.7],
              [0.7, 7.9],
              [0.01, 7.9],
            ],
            base,
          ),
        ];
      });
    case 'measuring-tape': {
      const tape = clothMaterial({ motif: 'plain', colours: ['#e9d44a'] });
      return [
        tube(
          tape,
          [
            [-8, -14.6, 4],
            [-9.6, -22, 8.2],
            [-9, -30, 10.6],
            [-9.4, -40, 11],
          ],
          1.1,
          { flat: 0.2 },
        ),
        tube(
          tape,
          [
            [8, -14.6, 4],
            [9.4, -22, 8.2],
            [9, -27, 10.4],
          ],
          1.1,
          { flat: 0.2 },
        ),
      ];
    }
    case 'turntable-headphones': {
      const shell = plain('#1b1b22', 0.7, 24);
      return [
        tube(
          shell,
          [
            [-8.2, -18, 6.4],
            [-9.6, -15.4, 0],
            [-6, -14, -7.4],
            [6, -14, -7.4],
            [9.6, -15.4, 0],
            [8.2, -18, 6.4],
          ],
          0.8,
          { segments: 60 },
        ),
        ...[-1, 1].flatMap((side) => [
          lathe(
            shell,
            [
              [0.01, 2.2],
              [2.6, 2],
              [3.5, 1],
              [3.6, -0.6],
            ],
            [side * 7.8, -20.2, 8.2],
            [side * 0.5, 0.2, 1],
          ),
          ring(steel(), 2.4, 0.2, [side * 8.6, -19.8, 10.2], [side * 0.5, 0.2, 1]),
        ]),
      ];
    }
  }
}
