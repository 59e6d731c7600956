import { along, ball, block, lathe, ring, tube } from './forms';
import { place, placement, type Surface, type Vec3 } from './geometry';
import { plain } from './material';
import { black, brass, steel, wood } from './prop-materials';

export const instrumentProps = {
  guitar(): Surface[] {
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
  },
  trumpet(): Surface[] {
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
  },
  saxophone(): Surface[] {
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
  },
  mallets(): Surface[] {
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
  },
  drum(): Surface[] {
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
  },
  harp(): Surface[] {
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
  },
};
