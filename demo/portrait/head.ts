import { bell, mix, type Surface, signedPower, smoothstep, type Vec3 } from './geometry';
import type { Material } from './material';

/** Each trait runs from -1 to 1 round an average face. */
export interface FaceShape {
  width: number;
  jaw: number;
  length: number;
  nose: number;
  lips: number;
  cheeks: number;
  brow: number;
}

const HALF_WIDTH = 7.5;
const HALF_HEIGHT = 11.6;
const HALF_DEPTH = 9.7;

/** How far, in about centimetres, a shell of hair or cloth stands off the skull. */
export type Thickness = (longitude: number, latitude: number) => number;

/** Longitude 0 is the nose, latitude 0 the eyes. The middle of the skull is the origin. */
export function headPoint(face: FaceShape, longitude: number, latitude: number): Vec3 {
  const cx = Math.cos(latitude) * Math.sin(longitude);
  const cy = Math.sin(latitude);
  const cz = Math.cos(latitude) * Math.cos(longitude);
  const y = (cy > 0 ? 11 * signedPower(cy, 0.92) : HALF_HEIGHT * cy) * (1 + face.length * 0.05);
  const below = smoothstep(-1.5, -11.5, y);
  // The jaw keeps its width longer than an egg would.
  const ring = y < 0 ? Math.cos(latitude) ** (0.72 - face.jaw * 0.08) / Math.cos(latitude) : 1;
  const top = cy > 0 ? Math.cos(latitude) ** -0.12 : 1;
  let x =
    (HALF_WIDTH + face.width * 0.45) *
    signedPower(cx, 0.94) *
    Math.min(top, 1.4) *
    Math.min(ring, 2.2);
  x *= 1 - 0.2 * below - 0.07 * smoothstep(3, 9, y) * smoothstep(0, 1, cz);
  let z = HALF_DEPTH * (cz > 0 ? signedPower(cz, 0.93) : cz);
  if (cz < 0) z *= 1 - 0.75 * smoothstep(-3, -11, y);
  z += 4.2 * below * below;
  const front = smoothstep(-0.05, 0.4, cz);
  if (front > 0) z += front * relief(face, Math.abs(x), y);
  return [x, y, z];
}

/** The features as heights over the bare skull; symmetric, so x is never negative. */
function relief(face: FaceShape, x: number, y: number): number {
  const wide = 1 + face.nose * 0.2;
  const lip = 1 + face.lips * 0.25;
  // Forehead, brow, eyes with their lids closed.
  let height = 0.75 * bell(x, y, 0, 6, 5, 3.2);
  height += (0.5 + face.brow * 0.2) * bell(x, y, 2.9, 1.75, 2.3, 0.95);
  height += 0.35 * bell(x, y, 0, 1.7, 1.3, 1.2);
  height -= 1.45 * bell(x, y, 3.1, -0.1, 1.9, 1.3);
  height += 1.3 * bell(x, y, 3.15, -0.4, 1.45, 1.0);
  height -= 0.3 * bell(x, y + 0.09 * (x - 3.1) ** 2, 3.1, 0.62, 1.5, 0.2);
  height -= 0.28 * bell(x, y - 0.1 * (x - 3.1) ** 2, 3.1, -1.15, 1.6, 0.14);
  // The bridge of the nose grows downwards.
  const down = smoothstep(1, -4, y);
  const bridge = smoothstep(1.6, -0.6, y) * smoothstep(-5.3, -3.9, y);
  height += bridge * mix(0.65, 1.2, down) * Math.exp(-((x / (mix(0.95, 1.4, down) * wide)) ** 2));
  height += 1.2 * bell(x, y, 0, -3.85, 1.35 * wide, 0.95);
  height += 0.95 * bell(x, y, 1.6 * wide, -4.3, 0.85, 0.75);
  // Mouth: the lips stand on a rounded muzzle.
  const mouth = Math.exp(-((x / 2.25) ** 4));
  height += 0.95 * bell(x, y, 0, -7.1, 3.2, 2.5);
  height -= 0.14 * bell(x, y, 0, -5.7, 0.4, 0.5);
  height += 0.7 * lip * mouth * bell(x, y, 0.65, -6.55, 1.7, 0.58);
  height += 0.85 * lip * mouth * bell(x, y, 0, -8.0, 1.7, 0.72);
  height -= 0.6 * mouth * bell(x, y - 0.03 * x * x, 0, -7.2, 9, 0.17);
  height -= 0.25 * bell(x, y, 2.45, -7.1, 0.5, 0.45);
  height -= 0.45 * bell(x, y, 0, -9.25, 1.9, 0.45);
  height += 0.75 * bell(x, y, 0, -10.4, 2.2, 1.1);
  // Cheeks and temples.
  height += (0.65 + face.cheeks * 0.3) * bell(x, y, 4.7, -2.4, 1.9, 1.4);
  height -= (0.3 + face.cheeks * 0.2) * bell(x, y, 4.8, -6.2, 1.6, 2);
  height -= 0.35 * bell(x, y, 6.4, 2.6, 1.2, 2);
  return height;
}

export function headSurface(face: FaceShape, material: Material): Surface {
  return {
    material,
    columns: 112,
    rows: 112,
    point: (u, v) => headPoint(face, longitudeOf(u), latitudeOf(v)),
    texture(u, v) {
      const longitude = longitudeOf(u);
      const [x, y] = headPoint(face, longitude, latitudeOf(v));
      // Unrolled, so that the back of the head does not wear the face's colours.
      return [Math.cos(longitude) > 0 ? x : Math.sign(x) * (2 * HALF_WIDTH + 1) - x, y];
    },
  };
}

/** A layer over the skull that follows its form. */
export function shellSurface(
  face: FaceShape,
  material: Material,
  thickness: Thickness,
  columns = 88,
  rows = 64,
): Surface {
  return {
    material,
    columns,
    rows,
    point(u, v) {
      const longitude = (u * 2 - 1) * Math.PI;
      const latitude = Math.PI / 2 - v * Math.PI;
      const [x, y, z] = headPoint(face, longitude, latitude);
      const grow = 1 + thickness(longitude, latitude) / 9;
      return [x * grow, y * grow, z * grow];
    },
  };
}

export function earSurfaces(face: FaceShape, material: Material): Surface[] {
  return [-1, 1].map((side) => ({
    material,
    columns: 28,
    rows: 18,
    point(u, v) {
      const around = u * Math.PI * 2;
      const along = (v - 0.5) * Math.PI;
      const ring = Math.cos(along);
      const y = -1.6 + 2.9 * ring * Math.cos(around);
      const z = -1.2 + 1.9 * ring * Math.sin(around) - 0.25 * (y + 1.6);
      const hollow = 0.55 * Math.exp(-((ring / 0.6) ** 2));
      const out = Math.sin(along) > 0 ? 0.75 * Math.sin(along) - hollow : 0.5 * Math.sin(along);
      return [side * (HALF_WIDTH + face.width * 0.45 - 0.15 + out - z * 0.28), y, z];
    },
    texture: () => [100, 0],
  }));
}

/** Denser where the features are. */
function longitudeOf(u: number): number {
  return Math.PI * signedPower(u * 2 - 1, 1.5);
}

function latitudeOf(v: number): number {
  const shift = 0.12 * Math.PI * 2;
  const warped = v + 0.08 * (Math.sin(v * Math.PI * 2 - shift) + Math.sin(shift));
  return Math.PI / 2 - warped * Math.PI;
}
