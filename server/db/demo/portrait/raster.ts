import { type Mesh, VERTEX_SIZE, type Vec3 } from './geometry';

/** What the camera sees at each pixel; `material` 0 is nothing, else index + 1. */
export interface View {
  width: number;
  height: number;
  depth: Float32Array;
  material: Uint8Array;
  /** x, y, z, nx, ny, nz, s, t per pixel. */
  attributes: Float32Array;
}

export interface Camera {
  width: number;
  height: number;
  /** Pixels per centimetre at z = 0. */
  scale: number;
  /** The point in the middle of the picture. */
  centre: Vec3;
  /** Distance of the lens in centimetres: long, as for portraits. */
  distance: number;
}

const NOWHERE = -1e9;
/** Slightly outside, so that no crack opens between neighbours. */
const EDGE = -1e-5;

export function look(mesh: Mesh, camera: Camera): View {
  const { width, height, scale, centre, distance } = camera;
  const depth = new Float32Array(width * height).fill(NOWHERE);
  const material = new Uint8Array(width * height);
  const attributes = new Float32Array(width * height * VERTEX_SIZE);
  const projected = new Float32Array((mesh.vertices.length / VERTEX_SIZE) * 3);
  for (let from = 0, to = 0; from < mesh.vertices.length; from += VERTEX_SIZE, to += 3) {
    const z = (mesh.vertices[from + 2] ?? 0) - centre[2];
    const zoom = (scale * distance) / (distance - z);
    projected[to] = width / 2 + ((mesh.vertices[from] ?? 0) - centre[0]) * zoom;
    projected[to + 1] = height / 2 - ((mesh.vertices[from + 1] ?? 0) - centre[1]) * zoom;
    projected[to + 2] = z;
  }
  const { vertices, triangleMaterials } = mesh;
  fill(mesh.triangles, projected, width, height, depth, (pixel, triangle, a, b, c, wa, wb, wc) => {
    material[pixel] = (triangleMaterials[triangle] ?? 0) + 1;
    const out = pixel * VERTEX_SIZE;
    for (let k = 0; k < VERTEX_SIZE; k += 1) {
      attributes[out + k] =
        wa * (vertices[a * VERTEX_SIZE + k] ?? 0) +
        wb * (vertices[b * VERTEX_SIZE + k] ?? 0) +
        wc * (vertices[c * VERTEX_SIZE + k] ?? 0);
    }
  });
  return { width, height, depth, material, attributes };
}

/** How far each direction is blocked, seen from a far-away light. */
export interface ShadowMap {
  /** 1 where the light reaches the point, 0 in shadow. */
  reach(x: number, y: number, z: number): number;
}

const SHADOW_SIZE = 352;
const SHADOW_RADIUS = 34;
const SHADOW_CENTRE: Vec3 = [0, -6, 0];

export function castShadows(mesh: Mesh, towardsLight: Vec3): ShadowMap {
  const [lx, ly, lz] = towardsLight;
  // Two axes across the light's direction.
  const flat = Math.hypot(lx, lz);
  const [rx, rz] = [lz / flat, -lx / flat];
  const [ux, uy, uz] = [ly * rz, lz * rx - lx * rz, -ly * rx];
  const scale = SHADOW_SIZE / (2 * SHADOW_RADIUS);
  const half = SHADOW_SIZE / 2;
  const count = mesh.vertices.length / VERTEX_SIZE;
  const projected = new Float32Array(count * 3);
  for (let index = 0; index < count; index += 1) {
    const x = (mesh.vertices[index * VERTEX_SIZE] ?? 0) - SHADOW_CENTRE[0];
    const y = (mesh.vertices[index * VERTEX_SIZE + 1] ?? 0) - SHADOW_CENTRE[1];
    const z = (mesh.vertices[index * VERTEX_SIZE + 2] ?? 0) - SHADOW_CENTRE[2];
    projected[index * 3] = half + (x * rx + z * rz) * scale;
    projected[index * 3 + 1] = half + (x * ux + y * uy + z * uz) * scale;
    projected[index * 3 + 2] = x * lx + y * ly + z * lz;
  }
  const depth = new Float32Array(SHADOW_SIZE * SHADOW_SIZE).fill(NOWHERE);
  fill(mesh.triangles, projected, SHADOW_SIZE, SHADOW_SIZE, depth);
  return {
    reach(px, py, pz) {
      const x = px - SHADOW_CENTRE[0];
      const y = py - SHADOW_CENTRE[1];
      const z = pz - SHADOW_CENTRE[2];
      const column = Math.round(half + (x * rx + z * rz) * scale);
      const row = Math.round(half + (x * ux + y * uy + z * uz) * scale);
      const toLight = x * lx + y * ly + z * lz + 0.5;
      if (column < 1 || row < 1 || column > SHADOW_SIZE - 2 || row > SHADOW_SIZE - 2) return 1;
      let lit = 0;
      for (let dy = -1; dy <= 0; dy += 1) {
        for (let dx = -1; dx <= 0; dx += 1) {
          if ((depth[(row + dy) * SHADOW_SIZE + column + dx] ?? NOWHERE) < toLight) lit += 1;
        }
      }
      return lit / 4;
    },
  };
}

type Shade = (
  pixel: number,
  triangle: number,
  a: number,
  b: number,
  c: number,
  wa: number,
  wb: number,
  wc: number,
) => void;

/** Z-buffered triangles; nearer is larger. */
function fill(
  triangles: Uint32Array,
  points: Float32Array,
  width: number,
  height: number,
  depth: Float32Array,
  shade?: Shade,
): void {
  for (let index = 0; index < triangles.length; index += 3) {
    const a = triangles[index] ?? 0;
    const b = triangles[index + 1] ?? 0;
    const c = triangles[index + 2] ?? 0;
    const ax = points[a * 3] ?? 0;
    const ay = points[a * 3 + 1] ?? 0;
    const bx = points[b * 3] ?? 0;
    const by = points[b * 3 + 1] ?? 0;
    const cx = points[c * 3] ?? 0;
    const cy = points[c * 3 + 1] ?? 0;
    const area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);
    if (area === 0) continue;
    const left = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5));
    const right = Math.min(width - 1, Math.floor(Math.max(ax, bx, cx) - 0.5));
    const top = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5));
    const bottom = Math.min(height - 1, Math.floor(Math.max(ay, by, cy) - 0.5));
    if (left > right || top > bottom) continue;
    const az = points[a * 3 + 2] ?? 0;
    const bz = points[b * 3 + 2] ?? 0;
    const cz = points[c * 3 + 2] ?? 0;
    // Barycentric shares change by a constant from one pixel to the next.
    const wbStep = (cy - ay) / area;
    const wcStep = -(by - ay) / area;
    for (let row = top; row <= bottom; row += 1) {
      const px = left + 0.5 - ax;
      const py = row + 0.5 - ay;
      let wb = (px * (cy - ay) - py * (cx - ax)) / area;
      let wc = (py * (bx - ax) - px * (by - ay)) / area;
      let pixel = row * width + left;
      for (let column = left; column <= right; column += 1) {
        const wa = 1 - wb - wc;
        if (wa > EDGE && wb > EDGE && wc > EDGE) {
          const z = wa * az + wb * bz + wc * cz;
          if (z > (depth[pixel] ?? NOWHERE)) {
            depth[pixel] = z;
            shade?.(pixel, index / 3, a, b, c, wa, wb, wc);
          }
        }
        wb += wbStep;
        wc += wcStep;
        pixel += 1;
      }
    }
  }
}
