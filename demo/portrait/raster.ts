import type { Vec3 } from './geometry';
import { type Mesh, VERTEX_SIZE } from './mesh';

export interface Camera {
  width: number;
  height: number;
  /** Pixels per centimetre at the centre's distance. */
  scale: number;
  /** The point in the middle of the picture. */
  centre: Vec3;
  /** Distance of the lens in centimetres: long, as for portraits. */
  distance: number;
}

/** What the camera sees. */
export interface View {
  width: number;
  height: number;
  /** Per pixel, larger is nearer; far below zero where there is nothing. */
  depth: Float32Array;
  /**
   * Fills `vertex` (x, y, z, nx, ny, nz, s, t) with the point seen at a pixel.
   * @returns the index of its material, or -1 where there is nothing
   */
  sample(column: number, row: number, vertex: Float32Array): number;
}

const NOTHING = -1e9;
/** Slightly outside, so that no crack opens between neighbours. */
const EDGE = -1e-5;

export function look(mesh: Mesh, camera: Camera): View {
  const { width, height, scale, centre, distance } = camera;
  const points = project(mesh, (x, y, z, out, at) => {
    const near = z - centre[2];
    const zoom = (scale * distance) / (distance - near);
    out[at] = width / 2 + (x - centre[0]) * zoom;
    out[at + 1] = height / 2 - (y - centre[1]) * zoom;
    out[at + 2] = near;
  });
  const depth = new Float32Array(width * height).fill(NOTHING);
  const seen = new Int32Array(width * height).fill(-1);
  fill(mesh.triangles, points, width, height, depth, seen);
  const { vertices, triangles, triangleMaterials } = mesh;
  return {
    width,
    height,
    depth,
    sample(column, row, vertex) {
      const triangle = seen[row * width + column] ?? -1;
      if (triangle < 0) return -1;
      const a = triangles[triangle * 3] ?? 0;
      const b = triangles[triangle * 3 + 1] ?? 0;
      const c = triangles[triangle * 3 + 2] ?? 0;
      const ax = points[a * 3] ?? 0;
      const ay = points[a * 3 + 1] ?? 0;
      const abx = (points[b * 3] ?? 0) - ax;
      const aby = (points[b * 3 + 1] ?? 0) - ay;
      const acx = (points[c * 3] ?? 0) - ax;
      const acy = (points[c * 3 + 1] ?? 0) - ay;
      const px = column + 0.5 - ax;
      const py = row + 0.5 - ay;
      const area = abx * acy - aby * acx;
      const shareB = (px * acy - py * acx) / area;
      const shareC = (py * abx - px * aby) / area;
      const shareA = 1 - shareB - shareC;
      for (let k = 0; k < VERTEX_SIZE; k += 1) {
        vertex[k] =
          shareA * (vertices[a * VERTEX_SIZE + k] ?? 0) +
          shareB * (vertices[b * VERTEX_SIZE + k] ?? 0) +
          shareC * (vertices[c * VERTEX_SIZE + k] ?? 0);
      }
      return triangleMaterials[triangle] ?? -1;
    },
  };
}

/** 1 where a far-away light reaches the point, 0 in shadow, between at the rim of a shadow. */
export type Reach = (x: number, y: number, z: number) => number;

const SHADOW_SIZE = 352;
/** Centimetres round the middle of a figure that cast shadows. */
const SHADOW_RADIUS = 34;
const SHADOW_CENTRE: Vec3 = [0, -6, 0];
/** A surface must not shade itself. */
const SHADOW_BIAS = 0.5;

export function castShadows(mesh: Mesh, [lx, ly, lz]: Vec3): Reach {
  // Two axes across the light's direction.
  const flat = Math.hypot(lx, lz);
  const [rx, rz] = [lz / flat, -lx / flat];
  const [ux, uy, uz] = [ly * rz, lz * rx - lx * rz, -ly * rx];
  const [mx, my, mz] = SHADOW_CENTRE;
  const scale = SHADOW_SIZE / (2 * SHADOW_RADIUS);
  const half = SHADOW_SIZE / 2;
  const points = project(mesh, (px, py, pz, out, at) => {
    const [x, y, z] = [px - mx, py - my, pz - mz];
    out[at] = half + (x * rx + z * rz) * scale;
    out[at + 1] = half + (x * ux + y * uy + z * uz) * scale;
    out[at + 2] = x * lx + y * ly + z * lz;
  });
  const depth = new Float32Array(SHADOW_SIZE * SHADOW_SIZE).fill(NOTHING);
  fill(mesh.triangles, points, SHADOW_SIZE, SHADOW_SIZE, depth);
  return (px, py, pz) => {
    const x = px - mx;
    const y = py - my;
    const z = pz - mz;
    const column = Math.round(half + (x * rx + z * rz) * scale);
    const row = Math.round(half + (x * ux + y * uy + z * uz) * scale);
    if (column < 1 || row < 1 || column >= SHADOW_SIZE || row >= SHADOW_SIZE) return 1;
    const near = x * lx + y * ly + z * lz + SHADOW_BIAS;
    const corner = row * SHADOW_SIZE + column;
    let lit = 0;
    if ((depth[corner] ?? NOTHING) < near) lit += 0.25;
    if ((depth[corner - 1] ?? NOTHING) < near) lit += 0.25;
    if ((depth[corner - SHADOW_SIZE] ?? NOTHING) < near) lit += 0.25;
    if ((depth[corner - SHADOW_SIZE - 1] ?? NOTHING) < near) lit += 0.25;
    return lit;
  };
}

function project(
  { vertices }: Mesh,
  write: (x: number, y: number, z: number, out: Float32Array, at: number) => void,
): Float32Array {
  const points = new Float32Array((vertices.length / VERTEX_SIZE) * 3);
  for (let from = 0, to = 0; from < vertices.length; from += VERTEX_SIZE, to += 3) {
    write(vertices[from] ?? 0, vertices[from + 1] ?? 0, vertices[from + 2] ?? 0, points, to);
  }
  return points;
}

/** A z-buffer: `depth` keeps the nearest of each pixel, `seen` its triangle. */
function fill(
  triangles: Uint32Array,
  points: Float32Array,
  width: number,
  height: number,
  depth: Float32Array,
  seen?: Int32Array,
): void {
  for (let index = 0; index < triangles.length; index += 3) {
    const a = (triangles[index] ?? 0) * 3;
    const b = (triangles[index + 1] ?? 0) * 3;
    const c = (triangles[index + 2] ?? 0) * 3;
    const ax = points[a] ?? 0;
    const ay = points[a + 1] ?? 0;
    const bx = points[b] ?? 0;
    const by = points[b + 1] ?? 0;
    const cx = points[c] ?? 0;
    const cy = points[c + 1] ?? 0;
    const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    if (area === 0) continue;
    const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5));
    const right = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5));
    const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
    const bottom = Math.min(height - 1, Math.floor(Math.max(ay, by, cy) - 0.5));
    if (left > right || top > bottom) continue;
    const az = points[a + 2] ?? 0;
    const abz = (points[b + 2] ?? 0) - az;
    const acz = (points[c + 2] ?? 0) - az;
    // Barycentric shares change by a constant from one pixel to the next.
    const stepB = (cy - ay) / area;
    const stepC = (ay - by) / area;
    for (let row = top; row <= bottom; row += 1) {
      const px = left + 0.5 - ax;
      const py = row + 0.5 - ay;
      let shareB = (px * (cy - ay) - py * (cx - ax)) / area;
      let shareC = (py * (bx - ax) - px * (by - ay)) / area;
      for (let pixel = row * width + left; pixel <= row * width + right; pixel += 1) {
        if (shareB > EDGE && shareC > EDGE && shareB + shareC < 1 - EDGE) {
          const z = az + shareB * abz + shareC * acz;
          if (z > (depth[pixel] ?? NOTHING)) {
            depth[pixel] = z;
            if (seen) seen[pixel] = index / 3;
          }
        }
        shareB += stepB;
        shareC += stepC;
      }
    }
  }
}
