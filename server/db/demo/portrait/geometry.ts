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

/** Interleaved vertices (x, y, z, nx, ny, nz, s, t) and triangles that refer to them. */
export interface Mesh {
  vertices: Float32Array;
  triangles: Uint32Array;
  /** Index into `materials` for each triangle. */
  triangleMaterials: Uint8Array;
  materials: Material[];
}

export const VERTEX_SIZE = 8;

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

/** Samples every surface on its grid; normals point away from the surface's middle. */
export function buildMesh(surfaces: readonly Surface[]): Mesh {
  const vertexCount = surfaces.reduce((sum, s) => sum + (s.columns + 1) * (s.rows + 1), 0);
  const triangleCount = surfaces.reduce((sum, s) => sum + s.columns * s.rows * 2, 0);
  const vertices = new Float32Array(vertexCount * VERTEX_SIZE);
  const triangles = new Uint32Array(triangleCount * 3);
  const triangleMaterials = new Uint8Array(triangleCount);
  const materials = [...new Set(surfaces.map((surface) => surface.material))];
  let firstVertex = 0;
  let triangle = 0;
  for (const surface of surfaces) {
    samplePoints(surface, vertices, firstVertex);
    sampleNormals(surface, vertices, firstVertex);
    const stride = surface.columns + 1;
    const material = materials.indexOf(surface.material);
    for (let row = 0; row < surface.rows; row += 1) {
      for (let column = 0; column < surface.columns; column += 1) {
        const corner = firstVertex + row * stride + column;
        triangles.set([corner, corner + 1, corner + stride], triangle * 3);
        triangles.set([corner + 1, corner + stride + 1, corner + stride], triangle * 3 + 3);
        triangleMaterials[triangle] = material;
        triangleMaterials[triangle + 1] = material;
        triangle += 2;
      }
    }
    firstVertex += stride * (surface.rows + 1);
  }
  return { vertices, triangles, triangleMaterials, materials };
}

function samplePoints(surface: Surface, vertices: Float32Array, firstVertex: number): void {
  let at = firstVertex * VERTEX_SIZE;
  for (let row = 0; row <= surface.rows; row += 1) {
    for (let column = 0; column <= surface.columns; column += 1) {
      const [u, v] = [column / surface.columns, row / surface.rows];
      vertices.set(surface.point(u, v), at);
      vertices.set(surface.texture?.(u, v) ?? [u, v], at + 6);
      at += VERTEX_SIZE;
    }
  }
}

function sampleNormals(surface: Surface, vertices: Float32Array, firstVertex: number): void {
  const { columns, rows } = surface;
  const stride = columns + 1;
  const at = (column: number, row: number) => (firstVertex + row * stride + column) * VERTEX_SIZE;
  const read = (index: number) => vertices[index] ?? 0;
  const isClosed =
    Math.hypot(
      read(at(0, rows >> 1)) - read(at(columns, rows >> 1)),
      read(at(0, rows >> 1) + 1) - read(at(columns, rows >> 1) + 1),
      read(at(0, rows >> 1) + 2) - read(at(columns, rows >> 1) + 2),
    ) < 1e-4;
  const middle = [0, 0, 0];
  for (let index = 0; index < stride * (rows + 1); index += 1) {
    for (let axis = 0; axis < 3; axis += 1) {
      middle[axis] =
        (middle[axis] ?? 0) +
        read((firstVertex + index) * VERTEX_SIZE + axis) / (stride * (rows + 1));
    }
  }
  let outwards = 0;
  for (let row = 0; row <= rows; row += 1) {
    for (let column = 0; column <= columns; column += 1) {
      // At a pole the ring has no length, so the direction is taken from its neighbour.
      const ring = clamp(row, 1, rows - 1);
      const left = at(column > 0 ? column - 1 : isClosed ? columns - 1 : 0, ring);
      const right = at(column < columns ? column + 1 : isClosed ? 1 : columns, ring);
      const above = at(column, Math.max(0, row - 1));
      const below = at(column, Math.min(rows, row + 1));
      const ux = read(right) - read(left);
      const uy = read(right + 1) - read(left + 1);
      const uz = read(right + 2) - read(left + 2);
      const vx = read(below) - read(above);
      const vy = read(below + 1) - read(above + 1);
      const vz = read(below + 2) - read(above + 2);
      const nx = uy * vz - uz * vy;
      const ny = uz * vx - ux * vz;
      const nz = ux * vy - uy * vx;
      const length = Math.hypot(nx, ny, nz) || 1;
      const here = at(column, row);
      vertices[here + 3] = nx / length;
      vertices[here + 4] = ny / length;
      vertices[here + 5] = nz / length;
      outwards +=
        nx * (read(here) - (middle[0] ?? 0)) +
        ny * (read(here + 1) - (middle[1] ?? 0)) +
        nz * (read(here + 2) - (middle[2] ?? 0));
    }
  }
  if (outwards >= 0) return;
  for (let index = firstVertex; index < firstVertex + stride * (rows + 1); index += 1) {
    for (let axis = 3; axis < 6; axis += 1) {
      vertices[index * VERTEX_SIZE + axis] = -read(index * VERTEX_SIZE + axis);
    }
  }
}
