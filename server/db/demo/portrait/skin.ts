import { bell, clamp, mix, smoothstep } from './geometry';
import { linear, type Material, type Rgb, valueNoise } from './material';

export interface Complexion {
  /** '#rrggbb' in daylight. */
  tone: string;
  lips?: string;
  eyelids?: string;
  eyes: 'open' | 'closed';
  beard?: 'stubble' | 'moustache' | 'goatee' | 'full';
  hair: string;
  /** Dots or lines of paint as worn on stage. */
  paint?: { colour: string; figure: 'dots' | 'line' | 'band' };
}

/** Paints a face by centimetres from its middle, as `headSurface` hands them over. */
export function skinMaterial(complexion: Complexion): Material {
  const tone = linear(complexion.tone);
  const warm: Rgb = [tone[0] * 0.82, tone[1] * 0.56, tone[2] * 0.52];
  const lips = complexion.lips ? linear(complexion.lips) : warm;
  const hair = linear(complexion.hair);
  const eyelids = complexion.eyelids ? linear(complexion.eyelids) : undefined;
  const facePaint = complexion.paint ? linear(complexion.paint.colour) : undefined;
  const blend = (out: Float32Array, colour: Rgb, share: number) => {
    for (let channel = 0; channel < 3; channel += 1) {
      out[channel] = mix(out[channel] ?? 0, colour[channel] ?? 0, share);
    }
  };
  return {
    gloss: 0.42,
    sharpness: 20,
    grain: { amount: 0.07, s: 5, t: 5 },
    paint(s, y, out) {
      out[0] = tone[0];
      out[1] = tone[1];
      out[2] = tone[2];
      out[3] = 1;
      const x = Math.abs(s);
      if (x > 10) return;
      const mottle = 0.94 + 0.12 * valueNoise(s * 0.9 + 20, y * 0.9);
      for (let channel = 0; channel < 3; channel += 1) out[channel] = (out[channel] ?? 0) * mottle;
      blend(
        out,
        warm,
        0.35 * bell(x, y, 4.2, -3.4, 2.2, 1.8) + 0.3 * bell(x, y, 0, -4.3, 2.4, 1.4),
      );
      blend(
        out,
        [tone[0] * 0.5, tone[1] * 0.42, tone[2] * 0.4],
        0.5 * bell(x, y, 3.1, -0.6, 2.1, 1.3),
      );
      if (eyelids)
        blend(out, eyelids, 0.8 * bell(x, y, 3.2, 0.0, 1.6, 0.75) * smoothstep(-0.9, -0.5, y));
      const beard = complexion.beard ? beardMask(complexion.beard, x, y) : 0;
      if (beard > 0) {
        const strands = valueNoise(s * 9, y * 7);
        blend(
          out,
          hair,
          clamp(beard * (complexion.beard === 'stubble' ? 0.55 : 1.1) * (0.7 + 0.45 * strands)),
        );
        out[3] = 1 - 0.8 * beard;
      }
      const lip = lipMask(x, y);
      blend(out, lips, 0.85 * lip);
      out[3] = (out[3] ?? 1) + lip * 0.35;
      blend(out, [0.012, 0.005, 0.005], 0.85 * bell(x, y - 0.03 * x * x, 0, -7.2, 2.1, 0.1));
      blend(out, [0.01, 0.005, 0.004], 0.8 * bell(x, y, 0.95, -4.95, 0.45, 0.22));
      const brow = bell(
        x,
        y,
        0,
        1.75 + 0.5 * Math.sin(clamp((x - 1.2) / 4) * 2.6),
        99,
        mix(0.5, 0.26, clamp((x - 1.3) / 3.6)),
      );
      blend(
        out,
        hair,
        0.95 *
          brow *
          smoothstep(1.0, 1.7, x) *
          smoothstep(5.2, 4.2, x) *
          (0.8 + 0.3 * valueNoise(s * 12, y * 5)),
      );
      if (complexion.eyes === 'open') paintOpenEye(out, blend, x, y);
      else {
        const lash = y + 1.02 - 0.1 * (x - 3.1) ** 2;
        blend(
          out,
          [0.004, 0.003, 0.003],
          0.92 *
            Math.exp(-((lash / 0.14) ** 2)) *
            smoothstep(1.5, 2.0, x) *
            smoothstep(5.1, 4.6, x),
        );
      }
      if (facePaint && complexion.paint)
        blend(out, facePaint, 0.9 * paintMask(complexion.paint.figure, x, y));
    },
  };
}

function paintOpenEye(
  out: Float32Array,
  blend: (out: Float32Array, colour: Rgb, share: number) => void,
  x: number,
  y: number,
): void {
  const u = (x - 3.12) / 1.72;
  if (Math.abs(u) > 1.25) return;
  const span = Math.max(0, 1 - u * u);
  const upper = -0.75 + 0.7 * span ** 0.8 + 0.1 * u;
  const lower = -0.75 - 0.44 * span + 0.1 * u;
  const inside =
    smoothstep(upper + 0.04, upper - 0.06, y) * smoothstep(lower - 0.04, lower + 0.06, y);
  blend(out, [0.36, 0.31, 0.27], inside);
  const iris = Math.hypot(x - 3.08, y + 0.48);
  blend(out, [0.02, 0.009, 0.005], inside * smoothstep(0.72, 0.63, iris));
  blend(out, [0.002, 0.002, 0.002], inside * smoothstep(0.3, 0.22, iris));
  // The shade of the upper lid, then the lashes.
  blend(out, [0.03, 0.02, 0.015], inside * 0.75 * smoothstep(upper - 0.5, upper, y));
  const lash = Math.exp(-(((y - upper) / 0.14) ** 2));
  blend(out, [0.004, 0.003, 0.003], 0.95 * lash * smoothstep(1.2, 0.95, Math.abs(u)));
  blend(
    out,
    [0.05, 0.03, 0.02],
    0.5 * Math.exp(-(((y - lower) / 0.08) ** 2)) * smoothstep(1.1, 0.9, Math.abs(u)),
  );
  out[3] = mix(out[3] ?? 1, 0.25, inside);
  // What the stage lights leave in every eye.
  blend(out, [1.6, 1.5, 1.4], inside * bell(x, y, 2.82, -0.22, 0.13, 0.13));
}

function lipMask(x: number, y: number): number {
  const u = x / 2.42;
  if (u > 1) return 0;
  const span = 1 - u * u;
  const top = -7.12 + 1.12 * span ** 0.75 - 0.16 * bell(x, 0, 0, 0, 0.35, 1);
  const bottom = -7.08 - 1.75 * span ** 0.7;
  return smoothstep(top + 0.12, top - 0.1, y) * smoothstep(bottom - 0.15, bottom + 0.1, y);
}

function beardMask(kind: NonNullable<Complexion['beard']>, x: number, y: number): number {
  const moustache =
    smoothstep(-6.5, -6.2, y) * smoothstep(-5.35, -5.65, y + 0.12 * x) * smoothstep(3.2, 2.6, x);
  if (kind === 'moustache') return moustache;
  const chin = smoothstep(-8.7, -9.2, y) * smoothstep(3.4, 2.6, x);
  const corners = bell(x, y, 3.1, -7.6, 0.5, 1.6);
  if (kind === 'goatee') return clamp(moustache + chin + corners);
  const cheekLine = -7.4 + (x - 3) * 0.85;
  const jaw = smoothstep(cheekLine + 0.5, cheekLine - 0.6, y) * smoothstep(2.7, 3.3, x);
  const sideburn = bell(x, 0, 8, 0, 0.9, 1) * smoothstep(0.5, -0.5, y);
  return clamp(moustache + smoothstep(-8.7, -9.2, y) + corners + jaw + sideburn);
}

function paintMask(figure: 'dots' | 'line' | 'band', x: number, y: number): number {
  if (figure === 'dots') {
    const arc = y - (2.9 + 0.25 * Math.sin(x * 0.7));
    const spot = ((x / 0.95) % 1) - 0.5;
    return smoothstep(0.26, 0.2, Math.hypot(arc, spot * 0.95)) * smoothstep(5.6, 5.2, x);
  }
  if (figure === 'line')
    return smoothstep(0.2, 0.12, Math.abs(x)) * smoothstep(-10.5, -9.5, y) * (1 - lipMask(x, y));
  return (
    smoothstep(0.35, 0.25, Math.abs(y + 2.3 - 0.05 * x * x)) *
    smoothstep(2, 2.3, x) *
    smoothstep(6.4, 6, x)
  );
}
