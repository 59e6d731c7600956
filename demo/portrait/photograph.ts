import sharp from 'sharp';
import { normalised, type Surface, type Vec3 } from './geometry';
import { linear, type Rgb, valueNoise } from './material';
import { buildMesh, VERTEX_SIZE } from './mesh';
import { bloom, blur, develop, type Picture, softenEdges } from './picture';
import { castShadows, look, type View } from './raster';

export interface Light {
  /** Unit vector towards the light. */
  direction: Vec3;
  colour: Rgb;
}

export interface Scene {
  surfaces: readonly Surface[];
  lights: readonly Light[];
  /** What comes from all sides: the haze above, the floor below. */
  ambient: { above: Rgb; below: Rgb };
  /** SVG text drawn out of focus behind everything. */
  backdrop: string;
  frame: Frame;
  /** Moves the grain. */
  grainOffset: number;
}

export interface Frame {
  width: number;
  height: number;
  /** Pixels of the finished picture per centimetre. */
  scale: number;
  /** The point in the middle. */
  centre: Vec3;
}

/** A portrait lens, in centimetres. */
const LENS_DISTANCE = 150;
/** The scene is taken smaller than it is printed: softer, like film, and twice as quick. */
const REDUCTION = 0.66;

/** The finished picture as WebP. */
export async function photograph(scene: Scene): Promise<Buffer> {
  const { frame } = scene;
  const width = Math.round(frame.width * REDUCTION);
  const height = Math.round(frame.height * REDUCTION);
  const picture = await projectBackdrop(scene.backdrop, width, height);
  expose(scene, picture);
  bloom(picture);
  const bytes = develop(picture, (column, row) =>
    valueNoise(column * 0.7 + scene.grainOffset, row * 0.7),
  );
  return sharp(bytes, { raw: { width, height, channels: 3 } })
    .resize(frame.width, frame.height)
    .webp({ quality: 70, effort: 3 })
    .toBuffer();
}

const SRGB_TO_LINEAR = Float32Array.from({ length: 256 }, (_, value) => {
  const hex = value.toString(16).padStart(2, '0');
  return linear(`#${hex}${hex}${hex}`)[0];
});

async function projectBackdrop(svg: string, width: number, height: number): Promise<Picture> {
  const bytes = await sharp(Buffer.from(svg))
    .removeAlpha()
    .resize(width, height, { kernel: 'cubic' })
    .raw()
    .toBuffer();
  const light = new Float32Array(bytes.length);
  for (let at = 0; at < bytes.length; at += 1) light[at] = SRGB_TO_LINEAR[bytes[at] ?? 0] ?? 0;
  return { width, height, light };
}

function expose(scene: Scene, picture: Picture): void {
  const mesh = buildMesh(scene.surfaces);
  const { width, height } = picture;
  const view = look(mesh, {
    width,
    height,
    scale: scene.frame.scale * REDUCTION,
    centre: scene.frame.centre,
    distance: LENS_DISTANCE,
  });
  const lamps = scene.lights.map(({ direction, colour }) => {
    // Blinn's half vector for a camera that looks along -z.
    const half = normalised([direction[0], direction[1], direction[2] + 1]);
    return {
      direction,
      colour,
      half,
      reach: castShadows(mesh, direction),
      // Grazing light shines more (Schlick).
      grazing: 0.25 + 0.75 * (1 - half[2]) ** 3,
    };
  });
  const openness = contactShade(view);
  const { above, below } = scene.ambient;
  // Powers are dear: where a highlight would be too weak to see, none is worked out.
  const materials = mesh.materials.map((material) => ({
    material,
    darkBelow: 0.004 ** (1 / material.sharpness),
  }));
  const vertex = new Float32Array(VERTEX_SIZE);
  const paint = new Float32Array(4);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const row = (pixel / width) | 0;
    const found = materials[view.sample(pixel - row * width, row, vertex)];
    if (!found) continue;
    const { material, darkBelow } = found;
    const s = vertex[6] ?? 0;
    const t = vertex[7] ?? 0;
    let nx = vertex[3] ?? 0;
    let ny = vertex[4] ?? 0;
    let nz = vertex[5] ?? 0;
    if (material.grain) {
      const { amount, s: perS, t: perT } = material.grain;
      nx += (valueNoise(s * perS, t * perT) - 0.5) * amount;
      ny += (valueNoise(s * perS + 37, t * perT + 11) - 0.5) * amount;
    }
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1;
    nx /= length;
    ny /= length;
    nz /= length;
    const x = (vertex[0] ?? 0) + nx * SHADOW_OFFSET;
    const y = (vertex[1] ?? 0) + ny * SHADOW_OFFSET;
    const z = (vertex[2] ?? 0) + nz * SHADOW_OFFSET;
    const open = openness[pixel] ?? 1;
    const up = 0.5 + 0.5 * ny;
    let red = (below[0] * (1 - up) + above[0] * up) * open;
    let green = (below[1] * (1 - up) + above[1] * up) * open;
    let blue = (below[2] * (1 - up) + above[2] * up) * open;
    let [shineRed, shineGreen, shineBlue] = [0, 0, 0];
    material.paint(s, t, paint);
    const gloss = material.gloss * (paint[3] ?? 1);
    for (const { direction, colour, half, reach, grazing } of lamps) {
      const facing = nx * direction[0] + ny * direction[1] + nz * direction[2];
      if (facing <= 0) continue;
      const lit = reach(x, y, z);
      if (lit === 0) continue;
      const share = facing * lit * (0.45 + 0.55 * open);
      red += colour[0] * share;
      green += colour[1] * share;
      blue += colour[2] * share;
      const align = nx * half[0] + ny * half[1] + nz * half[2];
      if (align < darkBelow) continue;
      const shine = align ** material.sharpness * gloss * grazing * lit;
      shineRed += colour[0] * shine;
      shineGreen += colour[1] * shine;
      shineBlue += colour[2] * shine;
    }
    picture.light[pixel * 3] = (paint[0] ?? 0) * red + shineRed;
    picture.light[pixel * 3 + 1] = (paint[1] ?? 0) * green + shineGreen;
    picture.light[pixel * 3 + 2] = (paint[2] ?? 0) * blue + shineBlue;
  }
  softenEdges(picture, view.depth);
}

/** Shadows are looked up this far off the surface, or it would shade itself in stripes. */
const SHADOW_OFFSET = 0.8;
/** Depth taken for the backdrop where contact is judged. */
const BACKDROP_DEPTH = -18;

/** How open each point is to the room: less where its surroundings stand nearer. */
function contactShade({ depth, width, height }: View): Float32Array {
  const step = 2;
  const [columns, rows] = [Math.ceil(width / step), Math.ceil(height / step)];
  const coarse = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const z = depth[row * step * width + column * step] ?? BACKDROP_DEPTH;
      coarse[row * columns + column] = Math.max(z, BACKDROP_DEPTH);
    }
  }
  const around = blur(coarse, columns, rows, 1, 6);
  const open = new Float32Array(width * height);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const pixel = row * width + column;
      const mean = around[((row / step) | 0) * columns + ((column / step) | 0)] ?? 0;
      const below = mean - (depth[pixel] ?? 0);
      open[pixel] = below <= 0 ? 1 : 1 - Math.min(0.6, below * 0.14);
    }
  }
  return open;
}
