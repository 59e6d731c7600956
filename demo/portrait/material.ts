/** What light does where it falls on a surface. Colours are linear, not sRGB. */
export interface Material {
  /** Writes red, green, blue and a factor for the highlight to `out`. */
  paint(s: number, t: number, out: Float32Array): void;
  /** Strength and tightness of the highlight. */
  gloss: number;
  sharpness: number;
  /** Unevenness of the normal: how much, and how often per unit of s and t. */
  grain?: { amount: number; s: number; t: number };
}

export type Rgb = readonly [red: number, green: number, blue: number];

/** '#rrggbb' to linear light. */
export function linear(hex: string): Rgb {
  const channel = (from: number) => {
    const value = Number.parseInt(hex.slice(from, from + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

export function mixRgb(from: Rgb, to: Rgb, share: number): Rgb {
  return [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    from[2] + (to[2] - from[2]) * share,
  ];
}

export function plain(hex: string, gloss = 0.1, sharpness = 12): Material {
  const [red, green, blue] = linear(hex);
  return {
    gloss,
    sharpness,
    paint(_s, _t, out) {
      out[0] = red;
      out[1] = green;
      out[2] = blue;
      out[3] = 1;
    },
  };
}

/** Repeatable noise in [0, 1) at whole coordinates. */
export function latticeNoise(x: number, y: number): number {
  let hash = Math.imul(x | 0, 374761393) + Math.imul(y | 0, 668265263);
  hash = Math.imul(hash ^ (hash >>> 13), 1274126177);
  return ((hash ^ (hash >>> 16)) >>> 0) / 4294967296;
}

/** Smooth noise in [0, 1). */
export function valueNoise(x: number, y: number): number {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const fx = x - x0;
  const fy = y - y0;
  const wx = fx * fx * (3 - 2 * fx);
  const wy = fy * fy * (3 - 2 * fy);
  const topLeft = latticeNoise(x0, y0);
  const bottomLeft = latticeNoise(x0, y0 + 1);
  const top = topLeft + (latticeNoise(x0 + 1, y0) - topLeft) * wx;
  const bottom = bottomLeft + (latticeNoise(x0 + 1, y0 + 1) - bottomLeft) * wx;
  return top + (bottom - top) * wy;
}
