import { type Cloth, clothMaterial } from './cloth';
import { along, tube } from './forms';
import { bell, clamp, mix, type Surface, signedPower, smoothstep, type Vec3 } from './geometry';
import { type Material, plain, valueNoise } from './material';

/** 0 is average; -1 slight, 1 broad. */
export type Build = number;

/** Half width, height and half depth: the neck, then the trunk to below the frame. */
const NECK: readonly Vec3[] = [
  [5.5, -5, 5.5],
  [5.4, -9, 5.4],
  [5.5, -12, 5.5],
];
const TRUNK: readonly Vec3[] = [
  [5.9, -14.2, 5.8],
  [7.4, -16.6, 6.3],
  [10.8, -18.3, 7.0],
  [14.2, -19.6, 7.6],
  [16.8, -21.4, 8.2],
  [18.2, -24.2, 9.0],
  [18.8, -29, 9.8],
  [19.1, -34, 10.6],
  [19.5, -41, 11.4],
];
const CONTOUR = [...NECK, ...TRUNK];
/** Shares below 0 are the neck, 0 to 1 the trunk. */
const TOP = -NECK.length / (TRUNK.length - 1);

function bodyPoint(build: Build, angle: number, share: number, offset: number): Vec3 {
  const [halfWidth, y, halfDepth] = along(CONTOUR, (share - TOP) / (1 - TOP));
  const trunk = smoothstep(-13, -19, y);
  const width = halfWidth * (1 + build * mix(0.06, 0.1, trunk)) + offset;
  const depth = halfDepth * (1 + build * 0.05) + offset;
  const roundness = mix(1, 0.86, trunk);
  const x = width * signedPower(Math.sin(angle), roundness);
  const lean = mix(-1.2, -3.4, smoothstep(-5, -17, y)) + 2.2 * smoothstep(-17, -30, y);
  // Between arm and chest.
  const armpit =
    1.7 * bell(Math.abs(x), y, 13.4 + build, -33, 1.5, 10) * smoothstep(0, 0.4, Math.cos(angle));
  const z = depth * signedPower(Math.cos(angle), roundness) + lean - armpit;
  return [x, y + offset * 0.6 * (1 - smoothstep(0.3, 0.6, share)), z];
}

export function bareBody(build: Build, skin: Material): Surface {
  return {
    material: skin,
    columns: 80,
    rows: 72,
    point(u, v) {
      const angle = (u - 0.5) * Math.PI * 2;
      const [x, y, z] = bodyPoint(build, angle, mix(TOP, 1, v), 0);
      const front = smoothstep(0.2, 0.8, Math.cos(angle));
      const off = Math.abs(x);
      // Collar bones with the hollow between them, and the tendons that meet there.
      const bone = y + 19.4 - 0.05 * off - 0.5 * Math.sin(off * 0.35);
      const ridge =
        0.6 * Math.exp(-((bone / 0.8) ** 2)) * smoothstep(1.2, 2.4, off) * smoothstep(14, 10, off);
      const hollow = 0.9 * bell(x, y, 0, -18.4, 1.3, 1.2);
      const tendon =
        0.3 *
        Math.exp(-(((off - mix(4.2, 1.2, smoothstep(-9, -18, y))) / 0.8) ** 2)) *
        smoothstep(-8, -11, y) *
        smoothstep(-19.5, -18, y);
      return [x, y, z + front * (ridge + tendon - hollow)];
    },
    texture: (u, v) => [40 + u * 90, v * 36],
  };
}

export interface Garment {
  cloth: Cloth;
  /** Where the upper edge runs, seen from the front. */
  neckline:
    | 'round'
    | 'vee'
    | 'deep-vee'
    | 'boat'
    | 'shoulderless'
    | 'one-shoulder'
    | 'jacket'
    | 'high';
  /** Centimetres of air under the cloth. */
  looseness: number;
  /** Depth of the folds, 0 to 1. */
  folds?: number;
  /** A band of another cloth along the upper edge. */
  trim?: Cloth;
}

/** The opening of a jacket runs straight from the button to the collar. */
const JACKET = { top: 0.1, bottom: 0.72, spread: 0.62 };

/** The share of the trunk at which the cloth begins, by angle from the front. */
function upperEdge(neckline: Garment['neckline'], angle: number): number {
  const off = Math.abs(angle);
  const side = Math.sin(angle);
  switch (neckline) {
    case 'high':
      return -0.12;
    case 'round':
      return mix(0.3, 0.13, smoothstep(0.05, 1.0, off));
    case 'boat':
      return mix(0.3, 0.27, smoothstep(0.2, 1.3, off));
    case 'vee':
      return mix(0.62, 0.13, smoothstep(0, 1, clamp(off / 0.75)) ** 0.7);
    case 'deep-vee':
      return mix(0.85, 0.14, clamp(off / 0.62) ** 0.8);
    case 'jacket':
      return mix(JACKET.bottom, JACKET.top, clamp(off / JACKET.spread));
    case 'shoulderless':
      return 0.6 - 0.03 * Math.cos(angle * 2) + 0.02 * Math.cos(angle);
    case 'one-shoulder':
      return clamp(0.4 + 0.42 * side, 0.12, 0.8);
  }
}

export function garmentSurfaces(build: Build, garment: Garment): Surface[] {
  const { looseness, folds = 0.4, neckline } = garment;
  const material = clothMaterial(garment.cloth);
  const edge = (angle: number, offset: number): Vec3 =>
    bodyPoint(build, angle, upperEdge(neckline, angle), offset);
  const cover = (angle: number, v: number): Vec3 => {
    const start = upperEdge(neckline, angle);
    const share = mix(start, 1, v);
    // Starts on the skin, so that the edge has a thickness.
    const rise = looseness * smoothstep(0, 0.04, v) - 0.25 * (1 - smoothstep(0, 0.03, v));
    const hang = smoothstep(0.1, 0.7, share);
    const pleat =
      Math.sin(angle * 13 + Math.sin(share * 7) * 1.4) * 0.55 +
      (valueNoise(angle * 2.6 + 9, share * 7) - 0.5) * 2.2;
    const [x, y, z] = bodyPoint(build, angle, share, rise + folds * hang * pleat);
    // Loose cloth falls from the shoulder instead of following the arm.
    return [x * (1 + 0.035 * looseness * smoothstep(0.45, 1, share)), y, z];
  };
  const surfaces: Surface[] = [
    {
      material,
      columns: 96,
      rows: 50,
      point: (u, v) => cover((u - 0.5) * Math.PI * 2, v),
      texture(u, v) {
        const angle = (u - 0.5) * Math.PI * 2;
        return [angle * 13, mix(upperEdge(neckline, angle), 1, v) * 31];
      },
    },
  ];
  if (garment.trim) {
    const points = Array.from(
      { length: 41 },
      (_, index): Vec3 => edge((index / 40 - 0.5) * Math.PI * 2, looseness * 0.9),
    );
    surfaces.push(
      tube(clothMaterial(garment.trim), points, 0.85, { sides: 10, segments: 110, flat: 0.8 }),
    );
  }
  return surfaces;
}

/** The turned-back edges of a jacket. */
export function lapels(build: Build, cloth: Cloth): Surface[] {
  const material = clothMaterial(cloth);
  return [-1, 1].map((side) => ({
    material,
    columns: 16,
    rows: 48,
    point(u, v) {
      const share = mix(JACKET.top + 0.03, JACKET.bottom, v);
      const edge = JACKET.spread * clamp((JACKET.bottom - share) / (JACKET.bottom - JACKET.top));
      const notch = v < 0.4 ? mix(0.22, 0.42, v / 0.4) : mix(0.34, 0.02, (v - 0.4) / 0.6);
      return bodyPoint(
        build,
        side * (edge - 0.02 + u * notch),
        share,
        mix(1.9, 2.5, clamp(v * 5)) - 0.9 * (u - 0.4) ** 2,
      );
    },
    texture: (u, v) => [u * 6, v * 24],
  }));
}

/** A long cloth round the neck, its ends hanging in front. */
export function scarf(build: Build, cloth: Cloth): Surface[] {
  const material = clothMaterial(cloth);
  const wound = [0, 1].map(
    (turn): Surface => ({
      material,
      columns: 72,
      rows: 20,
      point(u, v) {
        const angle = (u - 0.5) * Math.PI * 2;
        const around = v * Math.PI * 2;
        const ripple =
          0.5 * Math.sin(around * 3 + angle * (2 + turn)) + 0.35 * Math.sin(angle * 9 + turn);
        const thick = 1.9 + ripple * 0.5;
        const reach = 7.8 + build * 0.4 + turn * 0.9 + Math.cos(around) * thick;
        return [
          reach * Math.sin(angle),
          -15.2 - turn * 2.4 - 1.2 * Math.cos(angle + turn * 0.6) + Math.sin(around) * thick,
          reach * 0.95 * Math.cos(angle) - 2.6,
        ];
      },
      texture: (u, v) => [u * 48, v * 12],
    }),
  );
  return [
    ...wound,
    tube(
      material,
      [
        [-4, -17, 7.5],
        [-5.2, -24, 8.6],
        [-4.6, -33, 10],
        [-5, -42, 11],
      ],
      2.8,
      { flat: 0.4, sides: 16 },
    ),
  ];
}

/** Beads on strings, from the throat outwards. */
export function necklace(
  build: Build,
  strings: readonly { colour: string; radius: number; bead: number }[],
): Surface[] {
  return strings.map(({ colour, radius, bead }) => {
    const points = Array.from({ length: 33 }, (_, index): Vec3 => {
      const angle = (index / 32 - 0.5) * Math.PI * 2;
      const front = smoothstep(-0.2, 1, Math.cos(angle));
      const drop = front * (radius - 6.5) * 1.15;
      const share = clamp((drop + 3.2) / 28, 0.05, 0.9);
      const [, , z] = bodyPoint(build, angle, share, 0.7);
      return [
        mix(6.6, radius * 1.02, front) * Math.sin(angle),
        -15.6 - drop,
        Math.cos(angle) > 0 ? z + 0.3 : mix(z, -8, 1 - front),
      ];
    });
    const count = Math.round((radius * 6.3) / (bead * 1.9));
    return tube(
      plain(colour, 0.7, 30),
      points,
      (share) => bead * (0.35 + 0.65 * Math.abs(Math.sin(share * count * Math.PI))),
      {
        sides: 8,
        segments: count * 6,
      },
    );
  });
}
