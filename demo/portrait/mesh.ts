import { clamp, cross, type Surface, type Vec3 } from './geometry';
import type { Material } from './material';

/** Interleaved vertices (x, y, z, nx, ny, nz, s, t) and triangles that refer to them. */
export interface Mesh {
  vertices: Float32Array;
  triangles: Uint32Array;
  /** Index into `materials` for each triangle. */
  triangleMaterials: Uint8Array;
  materials: Material[];
}

export const VERTEX_SIZE = 8;

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

/** From the differences between neighbours on the grid. */
function sampleNormals(surface: Surface, vertices: Float32Array, firstVertex: number): void {
  const { columns, rows } = surface;
  const at = (column: number, row: number) =>
    (firstVertex + row * (columns + 1) + column) * VERTEX_SIZE;
  const difference = (to: number, from: number): Vec3 => [
    (vertices[to] ?? 0) - (vertices[from] ?? 0),
    (vertices[to + 1] ?? 0) - (vertices[from + 1] ?? 0),
    (vertices[to + 2] ?? 0) - (vertices[from + 2] ?? 0),
  ];
  const seam = difference(at(0, rows >> 1), at(columns, rows >> 1));
  const isClosed = Math.hypot(...seam) < 1e-4;
  const middle = middleOf(vertices, at(0, 0), at(columns, rows));
  let outwards = 0;
  for (let row = 0; row <= rows; row += 1) {
    for (let column = 0; column <= columns; column += 1) {
      // At a pole the ring has no length, so the direction is taken from its neighbour.
      const ring = clamp(row, 1, rows - 1);
      const left = at(column > 0 ? column - 1 : isClosed ? columns - 1 : 0, ring);
      const right = at(column < columns ? column + 1 : isClosed ? 1 : columns, ring);
      const above = at(column, Math.max(0, row - 1));
      const below = at(column, Math.min(rows, row + 1));
      const [nx, ny, nz] = cross(difference(right, left), difference(below, above));
      const length = Math.hypot(nx, ny, nz) || 1;
      const here = at(column, row);
      vertices[here + 3] = nx / length;
      vertices[here + 4] = ny / length;
      vertices[here + 5] = nz / length;
      outwards +=
        nx * ((vertices[here] ?? 0) - middle[0]) +
        ny * ((vertices[here + 1] ?? 0) - middle[1]) +
        nz * ((vertices[here + 2] ?? 0) - middle[2]);
    }
  }
  if (outwards >= 0) return;
  for (let here = at(0, 0); here <= at(columns, rows); here += VERTEX_SIZE) {
    for (let axis = 3; axis < 6; axis += 1) vertices[here + axis] = -(vertices[here + axis] ?? 0);
  }
}

function middleOf(vertices: Float32Array, first: number, last: number): Vec3 {
  const count = (last - first) / VERTEX_SIZE + 1;
  const sum: [number, number, number] = [0, 0, 0];
  for (let here = first; here <= last; here += VERTEX_SIZE) {
    sum[0] += vertices[here] ?? 0;
    sum[1] += vertices[here + 1] ?? 0;
    sum[2] += vertices[here + 2] ?? 0;
  }
  return [sum[0] / count, sum[1] / count, sum[2] / count];
}
