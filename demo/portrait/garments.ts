import { type Build, bodyPoint } from './body';
import { type Cloth, clothMaterial } from './cloth';
import { tube } from './forms';
import { clamp, mix, type Surface, smoothstep, type Vec3 } from './geometry';
import { valueNoise } from './material';

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
