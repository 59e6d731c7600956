import type { Material } from './material';

/** Centimetres; x to the viewer's right, y up, z towards the camera. */
export type Vec3 = readonly [x: number, y: number, z: number];

/** A skin, garment or prop as a parametric sheet, u and v from 0 to 1. */
export interface Surface {
  material: Material;
  columns: number;
  rows: number;
  point(u: number, v: number): Vec3;
  /** Where the material is looked up; u and v themselves unless told. */
  texture?(u: number, v: number): readonly [s: number, t: number];
}

export function clamp(value: number, low = 0, high = 1): number {
  return Math.min(high, Math.max(low, value));
}

export function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

/** 0 at `from`, 1 at `to` (which may be the smaller), smooth between. */
export function smoothstep(from: number, to: number, value: number): number {
  const t = clamp((value - from) / (to - from));
  return t * t * (3 - 2 * t);
}

/** A bell of height 1 round (cx, cy). */
export function bell(x: number, y: number, cx: number, cy: number, sx: number, sy: number): number {
  const dx = (x - cx) / sx;
  const dy = (y - cy) / sy;
  const square = dx * dx + dy * dy;
  return square > 12 ? 0 : Math.exp(-square);
}

export function signedPower(value: number, power: number): number {
  return Math.sign(value) * Math.abs(value) ** power;
}

export function normalised([x, y, z]: Vec3): Vec3 {
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
}

export function cross(a: Vec3, b: Vec3): Vec3 {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export type Placement = (point: Vec3) => Vec3;

/** Turns about `pivot` (radians: right, down, clockwise), then moves by `offset`. */
export function placement(
  turn: { yaw?: number; pitch?: number; roll?: number },
  pivot: Vec3 = [0, 0, 0],
  offset: Vec3 = [0, 0, 0],
): Placement {
  const { yaw = 0, pitch = 0, roll = 0 } = turn;
  const [cy, sy] = [Math.cos(yaw), Math.sin(yaw)];
  const [cp, sp] = [Math.cos(pitch), Math.sin(pitch)];
  const [cr, sr] = [Math.cos(roll), Math.sin(roll)];
  return ([px, py, pz]) => {
    const [x0, y0, z0] = [px - pivot[0], py - pivot[1], pz - pivot[2]];
    const [x1, z1] = [x0 * cy + z0 * sy, z0 * cy - x0 * sy];
    const [y2, z2] = [y0 * cp - z1 * sp, z1 * cp + y0 * sp];
    const [x3, y3] = [x1 * cr + y2 * sr, y2 * cr - x1 * sr];
    return [x3 + pivot[0] + offset[0], y3 + pivot[1] + offset[1], z2 + pivot[2] + offset[2]];
  };
}

export function place(surfaces: readonly Surface[], move: Placement): Surface[] {
  return surfaces.map((surface) => ({
    ...surface,
    point: (u, v) => move(surface.point(u, v)),
  }));
}

/** How often the material repeats: `s` and `t` units over the whole surface. */
export function textured(surface: Surface, s: number, t: number): Surface {
  return { ...surface, texture: (u, v) => [u * s, v * t] };
}
