import { backdropSvg, type Setting } from './portrait/backdrop';
import { type Cloth, clothMaterial } from './portrait/cloth';
import { ball, block, lathe, tube } from './portrait/forms';
import { type GelName, gels, stageLights } from './portrait/gels';
import { place, placement, type Surface, type Vec3 } from './portrait/geometry';
import { type Material, plain } from './portrait/material';
import { photograph } from './portrait/photograph';
import { type Prop, propSurfaces } from './portrait/props';
import { seededRandom } from './random';

/** Things on a stage, 3:2, for behind a category's name. */
export interface StillLife {
  surfaces: () => Surface[];
  gel: GelName;
  setting: Setting;
}

const goldMetal: Material = plain('#b8862e', 1.7, 22);

/** Takes what a sitter would hold and sets it down elsewhere. */
function standing(
  prop: Prop,
  offset: Vec3,
  turn: { yaw?: number; pitch?: number; roll?: number } = {},
  size = 1,
): Surface[] {
  const move = placement(turn, [0, -24, 14], offset);
  return place(propSurfaces(prop), ([x, y, z]) =>
    move([x * size, (y + 24) * size - 24, (z - 14) * size + 14]),
  );
}

function trophy(at: Vec3, size: number): Surface[] {
  const cup = lathe(
    goldMetal,
    [
      [0.01, -9],
      [5, -9],
      [5.2, -8.2],
      [4.4, -7.6],
      [1.6, -6.6],
      [1, -4],
      [1.3, -2],
      [3.6, 0.4],
      [5.4, 5],
      [5.9, 10],
      [6.2, 11],
      [5.7, 11],
      [5.2, 6],
      [0.01, 1],
    ],
    [0, 0, 0],
    [0, 1, 0],
    { sides: 64, segments: 90 },
  );
  const handles = [-1, 1].map((side) =>
    tube(
      goldMetal,
      [
        [side * 5.6, 9, 0],
        [side * 9, 9.6, 0],
        [side * 9.4, 5, 0],
        [side * 4.8, 2.4, 0],
      ],
      0.6,
      { segments: 40 },
    ),
  );
  const foot = block(plain('#17101c', 0.5, 20), [5.6, 2.2, 5.6], [0, -11, 0], 0.25);
  return place([cup, ...handles, foot], ([x, y, z]) => [
    x * size + at[0],
    y * size + at[1],
    z * size + at[2],
  ]);
}

function record(
  at: Vec3,
  radius: number,
  label: [string, string, string],
  turn: { yaw: number; pitch: number; roll: number },
): Surface[] {
  const vinyl = plain('#0b0a10', 0.4, 40);
  const disc: Surface = {
    material: vinyl,
    columns: 96,
    rows: 150,
    point(u, v) {
      const a = u * Math.PI * 2;
      const r = v * radius;
      // Grooves wide enough to be seen: they catch the light in two fans, as real ones do.
      return [Math.sin(a) * r, Math.cos(a) * r, 0.09 * Math.sin(r * 7)];
    },
    texture: (u, v) => [u * 4, v * radius * 2],
  };
  const sticker: Surface = {
    material: clothMaterial({ motif: 'discs', colours: label, scale: 0.5 }),
    columns: 48,
    rows: 10,
    point(u, v) {
      const a = u * Math.PI * 2;
      const r = v * radius * 0.34;
      return [Math.sin(a) * r, Math.cos(a) * r, 0.3];
    },
    texture(u, v) {
      const a = u * Math.PI * 2;
      return [Math.sin(a) * v * 5, Math.cos(a) * v * 5];
    },
  };
  return place([disc, sticker], placement(turn, [0, 0, 0], at));
}

function star(at: Vec3, size: number, turn: { yaw: number; roll: number }): Surface[] {
  const body: Surface = {
    material: goldMetal,
    columns: 120,
    rows: 24,
    point(u, v) {
      const a = u * Math.PI * 2;
      // The straight edge from a point of the star to the notch next to it.
      const turn = Math.PI / 5;
      const off = Math.abs((((u * 5 + 0.5) % 1) - 0.5) * 2) * turn;
      const notch = 0.44;
      const reach =
        (size * notch * Math.sin(turn)) / (Math.sin(off) + notch * Math.sin(turn - off));
      const side = v * 2 - 1;
      const share = 1 - Math.abs(side);
      return [
        Math.sin(a) * reach * share,
        Math.cos(a) * reach * share,
        Math.sign(side) * (1 - share) * size * 0.26,
      ];
    },
  };
  return place([body], placement(turn, [0, 0, 0], at));
}

function confetti(seed: string, count: number): Surface[] {
  const random = seededRandom(seed);
  const papers = ['#d9a441', '#e8503a', '#1fc7c0', '#b048d8', '#efe6d0'].map((colour) =>
    plain(colour, 0.4, 10),
  );
  return papers.flatMap((paper) =>
    Array.from({ length: count / papers.length }, () => {
      const at: Vec3 = [(random() - 0.5) * 78, 20 - random() * 46, -6 + random() * 26];
      return place(
        [block(paper, [0.7, 0.45, 0.06], [0, 0, 0], 0.3, 6)],
        placement({ yaw: random() * 6, pitch: random() * 6, roll: random() * 6 }, [0, 0, 0], at),
      );
    }).flat(),
  );
}

function keys(): Surface[] {
  const wood = clothMaterial({ motif: 'plain', colours: ['#7a4520'], finish: 'leather' });
  return Array.from({ length: 11 }, (_, k): Surface[] => {
    const length = 8.5 - k * 0.42;
    return place(
      [block(wood, [2.3, 0.75, length], [0, 0, 0], 0.3, 14)],
      placement({ pitch: 0.62, roll: 0.02 }, [0, 0, 0], [-26 + k * 5.4, -18 + k * 0.5, 4]),
    );
  }).flat();
}

function palette(at: Vec3, size: number): Surface[] {
  const paints = ['#d9442e', '#1f8a86', '#f0b429', '#d9d2c0', '#5a3fa0', '#c2374a'];
  const wood = plain('#8a5a2e', 0.5, 16);
  return place(
    [
      block(wood, [size, size * 0.74, 0.7], [0, 0, 0], 0.9, 40),
      ...paints.map((paint, k) => {
        const a = -0.5 + k * 0.62;
        const spot: Vec3 = [-Math.cos(a) * size * 0.66, Math.sin(a) * size * 0.48, 0.7];
        return block(plain(paint, 0.8, 22), [2.3, 1.9, 1], spot, 1, 16);
      }),
    ],
    placement({ yaw: -0.3, pitch: -0.35, roll: 0.25 }, [0, 0, 0], at),
  );
}

function curtain(cloth: Cloth, from: number, to: number): Surface {
  return {
    material: clothMaterial(cloth),
    columns: 120,
    rows: 40,
    point(u, v) {
      const x = from + (to - from) * u;
      return [x, 22 - v * 56, -8 + 2.6 * Math.sin(u * 26) + 1.2 * Math.sin(u * 61 + v * 3)];
    },
    texture: (u, v) => [u * (to - from) * 1.25, v * 56],
  };
}

/** By category slug. The right half carries the weight: words stand on the left. */
export const stillLifes: Readonly<Record<string, StillLife>> = {
  'artist-of-the-year': {
    gel: 'plum-gold',
    setting: 'beams',
    surfaces: () => [...trophy([12, -7, 4], 1.5), ...confetti('trophy', 70)],
  },
  'song-of-the-year': {
    gel: 'coral-plum',
    setting: 'bokeh',
    surfaces: () => standing('stage-microphone', [-1, 2, 2], { roll: -0.1 }, 1.9),
  },
  'album-of-the-year': {
    gel: 'teal-indigo',
    setting: 'arches',
    surfaces: () => [
      ...record([16, -4, 2], 17, ['#e8503a', '#f0b429', '#f4ead0'], {
        yaw: -0.45,
        pitch: -0.2,
        roll: 0.2,
      }),
      ...record([-8, -16, -6], 15, ['#1fa0a8', '#f4ead0', '#14204a'], {
        yaw: 0.5,
        pitch: -0.5,
        roll: -0.4,
      }),
    ],
  },
  breakthrough: {
    gel: 'gold-dusk',
    setting: 'bokeh',
    surfaces: () => [
      ...star([14, -6, 4], 15, { yaw: -0.4, roll: 0.2 }),
      ...star([-12, 6, -6], 6, { yaw: 0.5, roll: -0.2 }),
      ...star([-22, -14, -4], 4.4, { yaw: 0.2, roll: 0.5 }),
    ],
  },
  'makossa-bikutsi': {
    gel: 'emerald-gold',
    setting: 'weave',
    surfaces: () => [
      ...keys(),
      tube(
        plain('#a5743e', 0.4, 14),
        [
          [30, 16, 18],
          [9, -9, 9],
        ],
        0.6,
      ),
      ball(plain('#c23b2e', 0.15, 6), 2.6, [8.4, -9.8, 8.8], 20),
      tube(
        plain('#a5743e', 0.4, 14),
        [
          [6, 18, 18],
          [-3, -7, 8],
        ],
        0.6,
      ),
      ball(plain('#c23b2e', 0.15, 6), 2.6, [-3.2, -8, 7.8], 20),
    ],
  },
  'rumba-ndombolo': {
    gel: 'rose-teal',
    setting: 'curtain',
    surfaces: () => standing('guitar', [5, 14, 0], { roll: 0.1 }, 1.5),
  },
  urban: {
    gel: 'teal-coral',
    setting: 'screen',
    surfaces: () =>
      standing('turntable-headphones', [10, 11, 2], { pitch: 0.25, yaw: -0.35, roll: 0.12 }, 1.75),
  },
  gospel: {
    gel: 'indigo-gold',
    setting: 'arches',
    surfaces: () => standing('studio-microphone', [24, 8, 2], { roll: 0.05 }, 1.7),
  },
  heritage: {
    gel: 'gold-dusk',
    setting: 'sun',
    surfaces: () => [
      curtain({ motif: 'ndop', colours: ['#151c52', '#d9d2c0'], scale: 1.25 }, 6, 46),
      ...standing('drum', [24, 14, 4], {}, 1.15),
      ...standing('mask', [26, 22, -4], {}, 1.25),
    ],
  },
  'live-performance': {
    gel: 'teal-indigo',
    setting: 'beams',
    surfaces: () => [
      ...standing('saxophone', [10, 18, 0], { yaw: 0.2 }, 1.15),
      ...confetti('live', 50),
    ],
  },
  screen: {
    gel: 'teal-coral',
    setting: 'curtain',
    surfaces: () => [...standing('clapperboard', [-1, 23, 2], { yaw: -0.5 }, 1.45)],
  },
  'visual-arts': {
    gel: 'rose-teal',
    setting: 'bokeh',
    surfaces: () => [
      ...palette([19, -12, 0], 15),
      ...standing('brushes', [3, 17, 6], { roll: -0.25 }, 1.3),
    ],
  },
};

const SIZE = { width: 1200, height: 800 };

/** 1200 × 800 pixels, WebP. */
export function stillLifeOf({ surfaces, gel, setting }: StillLife, seed: string): Promise<Buffer> {
  return photograph({
    surfaces: surfaces(),
    ...stageLights(gel, [-0.5, 0.7, 0.6]),
    backdrop: backdropSvg(setting, gels[gel], seed, SIZE),
    frame: { ...SIZE, scale: 16, centre: [0, -4, 0] },
    grainOffset: 0,
  });
}
