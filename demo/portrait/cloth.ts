import { linear, type Material, valueNoise } from './material';

/** Which of a palette's colours is printed at a point, in centimetres. */
type Motif = (s: number, t: number) => number;

const wrap = (value: number, period: number) => value - Math.floor(value / period) * period;
const fold = (value: number, period: number) => Math.abs(wrap(value, period) - period / 2);

/** Designs in the manner of the region's prints, weaves and embroideries. */
const motifs = {
  plain: () => 0,
  /** Targets on a brick grid, with a spot in each gap. */
  discs(s, t) {
    const row = Math.floor(t / 6);
    const x = wrap(s + (row % 2) * 3.5, 7) - 3.5;
    const y = wrap(t, 6) - 3;
    const r = Math.hypot(x, y);
    if (r < 0.7) return 2;
    if (r < 1.35) return 0;
    if (r < 2.1) return 1;
    if (r < 2.35) return 3;
    if (r < 2.7 && Math.floor(Math.atan2(y, x) * 5) % 2 === 0) return 2;
    return Math.hypot(Math.abs(x) - 3.5, Math.abs(y) - 3) < 0.55 ? 3 : 0;
  },
  /** Overlapping shells. */
  fans(s, t) {
    for (const lift of [0, 1]) {
      const row = Math.floor(t / 2.2) - lift;
      const x = wrap(s + (wrap(row, 2) === 0 ? 0 : 2.4), 4.8) - 2.4;
      const r = Math.hypot(x, t - row * 2.2);
      if (r < 2.75) return r > 2.4 ? 3 : r > 1.7 ? 0 : r > 1.35 ? 2 : r > 0.7 ? 1 : 2;
    }
    return 0;
  },
  diamonds(s, t) {
    const r = fold(s, 5) + fold(t, 7) * 0.72;
    if (r < 0.6) return 3;
    if (r < 1.2) return 1;
    if (r < 1.55) return 0;
    if (r < 2.2) return 2;
    return r < 2.5 ? 3 : 0;
  },
  zigzag(s, t) {
    const band = wrap(t + fold(s, 4) * 1.2, 8);
    if (band < 1.6) return 1;
    if (band < 2.1) return 3;
    if (band < 4) return 0;
    if (band < 5.2) return 2;
    return band < 5.6 ? 3 : 0;
  },
  /** Indigo reserved with white stitches, as in the western grassfields. */
  ndop(s, t) {
    const cell = Math.floor(s / 8) + Math.floor(t / 8);
    const x = wrap(s, 8) - 4;
    const y = wrap(t, 8) - 4;
    const stitched = wrap(x * 2.2 + y * 2.2, 1) < 0.68;
    const line =
      wrap(cell, 2) === 0
        ? Math.abs(Math.hypot(x, y) - 2.9) < 0.28 || Math.abs(Math.hypot(x, y) - 1.4) < 0.26
        : Math.abs(Math.abs(x) - Math.abs(y)) < 0.34 ||
          Math.abs(Math.abs(x) + Math.abs(y) - 3) < 0.3;
    const frame = Math.abs(x) > 3.75 || Math.abs(y) > 3.75;
    return (line || frame) && stitched ? 1 : 0;
  },
  /** Embroidered velvet: bright hooks and stars between borders. */
  toghu(s, t) {
    const x = fold(s, 9);
    const y = wrap(t, 11);
    if (y < 0.5 || (y > 1.1 && y < 1.5)) return 2;
    if (y < 1.1) return wrap(s, 1.2) < 0.6 ? 3 : 1;
    const r = x + Math.abs(y - 6.2) * 0.9;
    if (r < 0.9) return 3;
    if (r > 1.7 && r < 2.4) return wrap(s * 1.4 + t, 1) < 0.85 ? 1 : 0;
    if (r > 3.1 && r < 3.6) return 2;
    return Math.hypot(x - 4.2, y - 2.8) < 0.55 ? 3 : 0;
  },
  /** Woven bands of uneven width. */
  bands(s) {
    const x = wrap(s, 9);
    if (x < 1.8) return 1;
    if (x < 2.2) return 3;
    if (x < 3.4) return 0;
    if (x < 3.8) return 2;
    if (x < 6.6) return 0;
    return x < 7.4 ? 2 : x < 7.7 ? 3 : 0;
  },
  /** Interlocking angles, as in cut-pile raffia. */
  raffia(s, t) {
    const x = fold(s + (Math.floor(t / 5) % 2) * 2.5, 5);
    const y = fold(t, 5);
    const step = Math.floor((x + y) / 0.62);
    return Math.max(x, y) > 2.2 ? 1 : step % 2 === 0 ? 0 : x > y ? 2 : 1;
  },
  /** Four-petalled flowers, every second one turned. */
  petals(s, t) {
    const row = Math.floor(t / 5);
    const x = wrap(s + wrap(row, 2) * 2.9, 5.8) - 2.9;
    const y = wrap(t, 5) - 2.5;
    const r = Math.hypot(x, y);
    const petal = Math.abs(Math.cos(2 * Math.atan2(y, x) + wrap(row, 2) * (Math.PI / 2)));
    if (r < 0.55) return 3;
    if (r < 2.05 * petal) return r > 1.55 * petal ? 3 : 1;
    return r < 2.5 && r > 2.28 ? 2 : 0;
  },
} satisfies Record<string, Motif>;

export type MotifName = keyof typeof motifs;

export interface Cloth {
  motif: MotifName;
  /** Ground, then up to three print colours, '#rrggbb'. */
  colours: readonly [ground: string, ...prints: string[]];
  finish?: 'cotton' | 'satin' | 'velvet' | 'sequins' | 'leather';
  /** Size of the design; 1 unless told. */
  scale?: number;
}

const finishes = {
  cotton: { gloss: 0.06, sharpness: 6 },
  satin: { gloss: 0.4, sharpness: 10 },
  velvet: { gloss: 0.1, sharpness: 3 },
  sequins: { gloss: 0.9, sharpness: 18 },
  leather: { gloss: 0.35, sharpness: 22 },
} as const;

export function clothMaterial({ motif, colours, finish = 'cotton', scale = 1 }: Cloth): Material {
  const palette = colours.map(linear);
  const ground = palette[0] ?? [0, 0, 0];
  const draw: Motif = motifs[motif];
  const isSequined = finish === 'sequins';
  const looks = motif === 'plain' ? SPREAD.slice(0, 1) : SPREAD;
  return {
    ...finishes[finish],
    grain: isSequined ? { amount: 1.1, s: 4, t: 4 } : { amount: 0.16, s: 3.4, t: 3.4 },
    paint(s, t, out) {
      const weave = isSequined ? 0.6 : 0.9 + 0.2 * valueNoise(s * 6, t * 6);
      let [red, green, blue] = [0, 0, 0];
      // Four looks a quarter of a pixel apart keep the print's edges from stepping.
      for (const [ds, dt] of looks) {
        const colour = palette[draw((s + ds) / scale, (t + dt) / scale) % palette.length] ?? ground;
        red += colour[0];
        green += colour[1];
        blue += colour[2];
      }
      out[0] = (red * weave) / looks.length;
      out[1] = (green * weave) / looks.length;
      out[2] = (blue * weave) / looks.length;
      out[3] = isSequined ? 0.2 + 3 * valueNoise(s * 4, t * 4) ** 3 : 1;
    },
  };
}

const SPREAD = [
  [0.01, 0.03],
  [0.03, -0.01],
  [-0.01, -0.03],
  [-0.03, 0.01],
] as const;
