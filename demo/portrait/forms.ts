import { clamp, cross, normalised, type Surface, signedPower, type Vec3 } from './geometry';
import type { Material } from './material';

/** A smooth curve through all points (Catmull-Rom), share from 0 to 1. */
export function along(points: readonly Vec3[], share: number): Vec3 {
  const last = points.length - 1;
  const position = clamp(share) * last;
  const index = Math.min(last - 1, Math.floor(position));
  const t = position - index;
  const pick = (at: number): Vec3 => points[clamp(at, 0, last)] ?? [0, 0, 0];
  const [a, b, c, d] = [pick(index - 1), pick(index), pick(index + 1), pick(index + 2)];
  const axis = (k: 0 | 1 | 2) =>
    0.5 *
    (2 * b[k] +
      (c[k] - a[k]) * t +
      (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k]) * t * t +
      (3 * b[k] - a[k] - 3 * c[k] + d[k]) * t * t * t);
  return [axis(0), axis(1), axis(2)];
}

/** Two directions across `axis`. */
function across(axis: Vec3): [Vec3, Vec3] {
  const side = normalised(cross(Math.abs(axis[2]) > 0.9 ? [0, 1, 0] : [0, 0, 1], axis));
  return [side, cross(axis, side)];
}

/** A rope, stick, strap or braid: `radius` may swell along the way, `flat` squeezes it. */
export function tube(
  material: Material,
  points: readonly Vec3[],
  radius: number | ((share: number) => number),
  detail: { sides?: number; segments?: number; flat?: number } = {},
): Surface {
  const { sides = 10, segments = 24, flat = 1 } = detail;
  const thickness = typeof radius === 'number' ? () => radius : radius;
  return {
    material,
    columns: sides,
    rows: segments,
    point(u, v) {
      const [x, y, z] = along(points, v);
      const before = along(points, v - 0.01);
      const after = along(points, v + 0.01);
      const axis = normalised([after[0] - before[0], after[1] - before[1], after[2] - before[2]]);
      const [side, up] = across(axis);
      const wide = Math.cos(u * Math.PI * 2) * thickness(v);
      const high = Math.sin(u * Math.PI * 2) * thickness(v) * flat;
      return [
        x + side[0] * wide + up[0] * high,
        y + side[1] * wide + up[1] * high,
        z + side[2] * wide + up[2] * high,
      ];
    },
    texture: (u, v) => [u * 6, v * points.length * 3],
  };
}

/** Turned on a lathe: profile of [radius, height] round the axis that starts at `base`. */
export function lathe(
  material: Material,
  profile: readonly (readonly [radius: number, height: number])[],
  base: Vec3 = [0, 0, 0],
  axis: Vec3 = [0, 1, 0],
  detail: { sides?: number; segments?: number } = {},
): Surface {
  const { sides = 40, segments = 40 } = detail;
  const curve = profile.map(([radius, height]): Vec3 => [radius, height, 0]);
  const direction = normalised(axis);
  const [side, up] = across(direction);
  return {
    material,
    columns: sides,
    rows: segments,
    point(u, v) {
      const [radius, height] = along(curve, v);
      const [c, s] = [Math.cos(u * Math.PI * 2) * radius, Math.sin(u * Math.PI * 2) * radius];
      return [
        base[0] + direction[0] * height + side[0] * c + up[0] * s,
        base[1] + direction[1] * height + side[1] * c + up[1] * s,
        base[2] + direction[2] * height + side[2] * c + up[2] * s,
      ];
    },
    texture: (u, v) => [u * 40, v * profile.length * 4],
  };
}

/** A ball (roundness 1) or, with a smaller roundness, a box with soft edges. */
export function block(
  material: Material,
  size: Vec3,
  centre: Vec3 = [0, 0, 0],
  roundness = 0.15,
  detail = 24,
): Surface {
  return {
    material,
    columns: detail * 2,
    rows: detail,
    point(u, v) {
      const longitude = u * Math.PI * 2;
      const latitude = (0.5 - v) * Math.PI;
      const flat = signedPower(Math.cos(latitude), roundness);
      return [
        centre[0] + size[0] * flat * signedPower(Math.sin(longitude), roundness),
        centre[1] + size[1] * signedPower(Math.sin(latitude), roundness),
        centre[2] + size[2] * flat * signedPower(Math.cos(longitude), roundness),
      ];
    },
    texture: (u, v) => [u * 30, v * 15],
  };
}

export function ball(material: Material, radius: number, centre: Vec3, detail = 12): Surface {
  return block(material, [radius, radius, radius], centre, 1, detail);
}

/** A ring of cord or metal. */
export function ring(
  material: Material,
  radius: number,
  thickness: number,
  centre: Vec3,
  axis: Vec3 = [0, 1, 0],
): Surface {
  const direction = normalised(axis);
  const [side, up] = across(direction);
  return {
    material,
    columns: 40,
    rows: 10,
    point(u, v) {
      const turn = u * Math.PI * 2;
      const out = radius + Math.cos(v * Math.PI * 2) * thickness;
      const lift = Math.sin(v * Math.PI * 2) * thickness;
      const [c, s] = [Math.cos(turn) * out, Math.sin(turn) * out];
      return [
        centre[0] + direction[0] * lift + side[0] * c + up[0] * s,
        centre[1] + direction[1] * lift + side[1] * c + up[1] * s,
        centre[2] + direction[2] * lift + side[2] * c + up[2] * s,
      ];
    },
    texture: (u, v) => [u * 40, v * 4],
  };
}
