import { along } from './forms';
import { bell, mix, type Surface, signedPower, smoothstep, type Vec3 } from './geometry';
import type { Material } from './material';

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

/** A point of the skin, or `offset` centimetres over it; angle 0 is the front. */
export function bodyPoint(build: Build, angle: number, share: number, offset: number): Vec3 {
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
