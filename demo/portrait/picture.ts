/** Light that reached the film: linear red, green, blue per pixel, row by row. */
export interface Picture {
  width: number;
  height: number;
  light: Float32Array;
}

/** Two box passes each way, close to a Gaussian. */
export function blur(
  source: Float32Array,
  width: number,
  height: number,
  channels: number,
  radius: number,
): Float32Array {
  const blurred = source.slice();
  const swap = new Float32Array(source.length);
  const across = { lines: height, length: width, lineStep: width * channels, step: channels };
  const down = { lines: width, length: height, lineStep: channels, step: width * channels };
  for (let pass = 0; pass < 2; pass += 1) {
    boxPass(blurred, swap, across, channels, radius);
    boxPass(swap, blurred, down, channels, radius);
  }
  return blurred;
}

function boxPass(
  from: Float32Array,
  to: Float32Array,
  path: { lines: number; length: number; lineStep: number; step: number },
  channels: number,
  radius: number,
): void {
  const { lines, length, lineStep, step } = path;
  const size = radius * 2 + 1;
  for (let line = 0; line < lines; line += 1) {
    for (let channel = 0; channel < channels; channel += 1) {
      const start = line * lineStep + channel;
      const end = start + (length - 1) * step;
      let sum = (from[start] ?? 0) * (radius + 1);
      for (let k = 1; k <= radius; k += 1) sum += from[Math.min(end, start + k * step)] ?? 0;
      for (let k = 0; k < length; k += 1) {
        const at = start + k * step;
        to[at] = sum / size;
        sum += from[Math.min(end, at + (radius + 1) * step)] ?? 0;
        sum -= from[Math.max(start, at - radius * step)] ?? 0;
      }
    }
  }
}

/** A jump in depth, in centimetres, that shows as an outline. */
const EDGE_DEPTH = 1.2;

/** One look per pixel leaves stairs where depth jumps; averages those away. */
export function softenEdges({ width, height, light }: Picture, depth: Float32Array): void {
  const sharp = light.slice();
  for (let row = 1; row < height - 1; row += 1) {
    for (let column = 1; column < width - 1; column += 1) {
      const pixel = row * width + column;
      const z = depth[pixel] ?? 0;
      const isFlat =
        Math.abs(z - (depth[pixel - 1] ?? 0)) < EDGE_DEPTH &&
        Math.abs(z - (depth[pixel + 1] ?? 0)) < EDGE_DEPTH &&
        Math.abs(z - (depth[pixel - width] ?? 0)) < EDGE_DEPTH &&
        Math.abs(z - (depth[pixel + width] ?? 0)) < EDGE_DEPTH;
      if (isFlat) continue;
      for (let at = pixel * 3; at < pixel * 3 + 3; at += 1) {
        const round =
          (sharp[at - 3] ?? 0) +
          (sharp[at + 3] ?? 0) +
          (sharp[at - width * 3] ?? 0) +
          (sharp[at + width * 3] ?? 0);
        light[at] = ((sharp[at] ?? 0) * 2 + round) / 6;
      }
    }
  }
}

const BLOOM_STEP = 4;

/** Bright parts bleed, as in a lens. */
export function bloom({ width, height, light }: Picture): void {
  const [columns, rows] = [Math.ceil(width / BLOOM_STEP), Math.ceil(height / BLOOM_STEP)];
  const bright = new Float32Array(columns * rows * 3);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const from = (row * BLOOM_STEP * width + column * BLOOM_STEP) * 3;
      const to = (row * columns + column) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        bright[to + channel] = Math.min(3, Math.max(0, (light[from + channel] ?? 0) - 0.35));
      }
    }
  }
  const glow = blur(bright, columns, rows, 3, 5);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const from = (((row / BLOOM_STEP) | 0) * columns + ((column / BLOOM_STEP) | 0)) * 3;
      const to = (row * width + column) * 3;
      for (let channel = 0; channel < 3; channel += 1) {
        light[to + channel] = (light[to + channel] ?? 0) + 0.22 * (glow[from + channel] ?? 0);
      }
    }
  }
}

const FILM_STEPS = 8192;
const FILM_RANGE = 6;

/** The film's answer to light: a shoulder that never clips hard, then the display's gamma. */
const FILM = Float32Array.from({ length: FILM_STEPS }, (_, step) => {
  const value = ((step + 0.5) / FILM_STEPS) * FILM_RANGE;
  return 255 * Math.min(1, (value * (1 + value * 0.12)) / (1 + value * 0.75)) ** (1 / 2.2);
});

/** Light to bytes, with vignette; `grain` is a number of 0 to 1 per pixel. */
export function develop(
  { width, height, light }: Picture,
  grain: (column: number, row: number) => number,
): Uint8ClampedArray {
  const bytes = new Uint8ClampedArray(light.length);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const dx = column / width - 0.5;
      const dy = row / height - 0.46;
      const vignette = 1.15 - Math.max(0, dx * dx + dy * dy - 0.06);
      const speck = (grain(column, row) - 0.5) * 9;
      const from = (row * width + column) * 3;
      for (let at = from; at < from + 3; at += 1) {
        const exposure = (light[at] ?? 0) * vignette * (FILM_STEPS / FILM_RANGE);
        bytes[at] = (FILM[Math.min(FILM_STEPS - 1, exposure) | 0] ?? 0) + speck;
      }
    }
  }
  return bytes;
}
