import { clothMaterial } from './cloth';
import { ball, block, lathe, ring, tube } from './forms';
import { place, placement, type Surface, type Vec3 } from './geometry';
import { plain } from './material';
import { black, steel, wood } from './prop-materials';

export const toolProps = {
  camera(): Surface[] {
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
  },
  brushes(): Surface[] {
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
  },
  book(): Surface[] {
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
  },
  clapperboard(): Surface[] {
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
        ...[2.4, 0, -2.4].map((y) => block(plain('#d8d4ca'), [8, 0.08, 0.1], [0, y, 0.55], 0.2, 8)),
      ],
      placement({ yaw: 0.3, pitch: -0.12, roll: 0.1 }, [0, 0, 0], [8.6, -33, 14.5]),
    );
  },
  mask(): Surface[] {
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
  },
  spools(): Surface[] {
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
  },
  'measuring-tape'(): Surface[] {
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
  },
};
