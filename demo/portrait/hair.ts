import type { Random } from '../random';
import { along, ball, block, ring, tube } from './forms';
import { mix, type Surface, smoothstep, textured, type Vec3 } from './geometry';
import { type FaceShape, headPoint, shellSurface } from './head';
import { linear, type Material, plain, valueNoise } from './material';

export type HairStyle =
  | 'bald'
  | 'cropped'
  | 'high-top'
  | 'afro'
  | 'puff'
  | 'bun'
  | 'cornrows'
  | 'long-braids'
  | 'bob'
  | 'locs'
  | 'knots';

function hairMaterial(hex: string, kind: 'coils' | 'strands' | 'close'): Material {
  const [red, green, blue] = linear(hex);
  const grain = {
    coils: { amount: 1.5, s: 1, t: 1 },
    strands: { amount: 0.8, s: 7, t: 0.5 },
    close: { amount: 0.7, s: 1, t: 1 },
  }[kind];
  return {
    gloss: 0.28,
    sharpness: 9,
    grain,
    paint(s, t, out) {
      const depth = 0.45 + 0.9 * valueNoise(s * grain.s * 1.3 + 5, t * grain.t * 1.3);
      out[0] = red * depth;
      out[1] = green * depth;
      out[2] = blue * depth;
      out[3] = depth;
    },
  };
}

/** Deep enough under the skin that no groove of the face lets it through. */
export const HIDDEN = -2.4;

/** 1 where hair grows: above the forehead, behind the temples, round the nape. */
function scalp(longitude: number, latitude: number): number {
  const off = Math.abs(longitude);
  const line =
    off < 1.25
      ? mix(0.72, 0.42, smoothstep(0.35, 1.15, off))
      : mix(0.42, -0.62, smoothstep(1.25, 1.75, off));
  return smoothstep(line - 0.07, line + 0.09, latitude);
}

/** Rope after rope from the scalp down past the jaw. */
function hanging(
  face: FaceShape,
  material: Material,
  random: Random,
  options: { count: number; length: number; radius: number; from?: number; beads?: Material },
): Surface[] {
  const surfaces: Surface[] = [];
  for (let index = 0; index < options.count; index += 1) {
    const longitude = mix(-2.5, 2.5, (index + 0.5) / options.count);
    if (Math.abs(longitude) < (options.from ?? 0.62)) continue;
    const latitude = 0.55 + random() * 0.5;
    const [x, y, z] = headPoint(face, longitude, latitude);
    const out = 1.1 + random() * 0.06;
    const sway = (random() - 0.5) * 1.6;
    const end = options.length * (0.85 + random() * 0.25);
    const side = Math.sign(x);
    const points: Vec3[] = [
      [x * 0.6, y * 1.06, z * 0.6],
      [x * 1.06, y + 1.0, z * 1.06],
      [x * out * 1.1 + side * 0.7, y - 6, z * 1.05],
      [x * out * 1.12 + side * 1.2 + sway * 0.3, y - 6 - end * 0.4, z + (z > 0 ? 0.8 : -0.6)],
      [x * out * 1.1 + side * 1.4 + sway, y - 6 - end, z + (z > 0 ? 2.2 : -0.5)],
    ];
    surfaces.push(
      tube(
        material,
        points,
        (share) => options.radius * (1 + 0.16 * Math.sin(share * 70)) * mix(1, 0.72, share),
        {
          sides: 7,
          segments: 34,
        },
      ),
    );
    if (options.beads && index % 3 === 0) {
      const tip = along(points, 0.93);
      surfaces.push(ball(options.beads, options.radius * 1.5, tip, 8));
    }
  }
  return surfaces;
}

export function hairSurfaces(
  style: HairStyle,
  hex: string,
  face: FaceShape,
  random: Random,
): Surface[] {
  const close = hairMaterial(hex, 'close');
  const cap = (thickness: number) =>
    textured(
      shellSurface(face, close, (lo, la) => mix(HIDDEN, thickness, scalp(lo, la))),
      190,
      95,
    );
  const coils = hairMaterial(hex, 'coils');
  const strands = hairMaterial(hex, 'strands');
  switch (style) {
    case 'bald':
      return [];
    case 'cropped':
      return [cap(0.28)];
    case 'high-top':
      return [cap(0.25), lumpy(block(coils, [7.1, 4.4, 8.2], [0, 10.4, -1.4], 0.42, 44), 0.6)];
    case 'afro':
      return [cap(0.5), textured(ballOf(coils, 12.2, [0, 6.4, -4.6], 1.3, 26), 120, 60)];
    case 'puff':
      return [cap(0.35), textured(ballOf(coils, 6.4, [0, 12.6, -4.4], 1.3), 80, 40)];
    case 'bun':
      return [
        textured(
          shellSurface(face, strands, (lo, la) => mix(HIDDEN, 0.45, scalp(lo, la))),
          60,
          30,
        ),
        textured(ballOf(strands, 4.6, [0, 11.8, -4.8], 0.5, 4), 26, 16),
        ring(strands, 3.1, 0.9, [0, 8.9, -4.2], [0, 1, -0.35]),
      ];
    case 'cornrows':
      return [
        textured(
          shellSurface(
            face,
            close,
            (lo, la) => {
              const [x, , z] = headPoint(face, lo, la);
              const row = Math.abs(Math.sin((x + 0.02 * z) * 1.75));
              return mix(HIDDEN, 0.5 * row ** 0.7, scalp(lo, la));
            },
            160,
            80,
          ),
          190,
          95,
        ),
        ...hanging(face, strands, random, { count: 44, length: 11, radius: 0.5, from: 1.75 }),
      ];
    case 'long-braids':
      return [
        cap(0.6),
        ...hanging(face, strands, random, {
          count: 58,
          length: 24,
          radius: 0.62,
          beads: plain('#e0a83c', 1, 24),
        }),
      ];
    case 'locs':
      return [cap(0.8), ...hanging(face, coils, random, { count: 40, length: 15, radius: 0.95 })];
    case 'bob':
      return [
        textured(
          shellSurface(face, strands, (lo, la) => mix(HIDDEN, 0.9, scalp(lo, la))),
          60,
          30,
        ),
        ...hanging(face, strands, random, { count: 64, length: 5.5, radius: 0.85 }),
      ];
    case 'knots':
      return [
        cap(0.25),
        ...KNOTS.map(([lo, la]) => {
          const [x, y, z] = headPoint(face, lo, la);
          return textured(ballOf(strands, 1.75, [x * 1.1, y * 1.1, z * 1.1], 0.2), 18, 9);
        }),
      ];
  }
}

/** Longitude and latitude of each knot. */
const KNOTS = [
  [-0.9, 0.75],
  [-0.3, 0.95],
  [0.3, 0.95],
  [0.9, 0.75],
  [-0.6, 1.25],
  [0.6, 1.25],
  [-1.5, 0.6],
  [1.5, 0.6],
  [3.1, 1.25],
] as const;

/** Dents and tufts, and a texture that follows them. */
function lumpy(surface: Surface, lumps: number): Surface {
  return {
    ...surface,
    point(u, v) {
      const [x, y, z] = surface.point(u, v);
      const grow = 1 + (lumps / 10) * (valueNoise(x * 2.3 + z + 50, y * 2.3 + z * 2 + 50) - 0.5);
      return [x * grow, y * grow, z * grow];
    },
    texture(u, v) {
      const [x, y, z] = surface.point(u, v);
      return [(x + z * 0.7) * 1.6, (y + z * 0.4) * 1.6];
    },
  };
}

/** A ball with an uneven surface. */
function ballOf(
  material: Material,
  radius: number,
  centre: Vec3,
  lumps: number,
  often = 10,
): Surface {
  return {
    material,
    columns: 104,
    rows: 64,
    point(u, v) {
      const lo = u * Math.PI * 2;
      const la = (0.5 - v) * Math.PI;
      const [x, y, z] = [Math.cos(la) * Math.sin(lo), Math.sin(la), Math.cos(la) * Math.cos(lo)];
      const noise = valueNoise(x * often + z * 3.1 + 50, y * often + z * often * 0.7 + 50) - 0.5;
      const r = radius + noise * lumps;
      return [centre[0] + r * x, centre[1] + r * y * 0.94, centre[2] + r * z];
    },
  };
}
