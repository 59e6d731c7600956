import { bell, clamp, mix, smoothstep } from './geometry';
import { linear, type Material, type Rgb, valueNoise } from './material';

export interface Complexion {
  /** '#rrggbb' in daylight. */
  tone: string;
  lips?: string;
  eyelids?: string;
  eyes: 'open' | 'closed';
  beard?: Beard;
  /** Colour of the beard. */
  hair: string;
  /** Paint as worn on stage. */
  paint?: { colour: string; figure: PaintFigure };
}

type Beard = 'stubble' | 'moustache' | 'goatee' | 'full';
type PaintFigure = 'dots' | 'line' | 'band';

const LASHES: Rgb = [0.004, 0.003, 0.003];
const BROWS: Rgb = [0.012, 0.008, 0.006];
const NOSTRILS: Rgb = [0.01, 0.005, 0.004];
const EYE_WHITE: Rgb = [0.36, 0.31, 0.27];
const IRIS: Rgb = [0.02, 0.009, 0.005];
const PUPIL: Rgb = [0.002, 0.002, 0.002];
const UNDER_LID: Rgb = [0.03, 0.02, 0.015];
/** What the stage lights leave in every eye. */
const CATCHLIGHT: Rgb = [1.6, 1.5, 1.4];

/**
 * Paints a face. The material's coordinates are centimetres from the middle of the face, as
 * `headSurface` hands them over; past the ears, and on the body, there is only skin.
 */
export function skinMaterial(complexion: Complexion): Material {
  const tone = linear(complexion.tone);
  const warm: Rgb = [tone[0] * 0.82, tone[1] * 0.56, tone[2] * 0.52];
  const hollow: Rgb = [tone[0] * 0.5, tone[1] * 0.42, tone[2] * 0.4];
  const lips = complexion.lips ? linear(complexion.lips) : warm;
  const hair = linear(complexion.hair);
  const eyelids = complexion.eyelids ? linear(complexion.eyelids) : null;
  const { beard } = complexion;
  const stagePaint = complexion.paint && {
    colour: linear(complexion.paint.colour),
    figure: complexion.paint.figure,
  };
  return {
    gloss: 0.42,
    sharpness: 20,
    grain: { amount: 0.07, s: 5, t: 5 },
    paint(s, y, out) {
      const mottle = 0.94 + 0.12 * valueNoise(s * 0.9 + 20, y * 0.9);
      out[0] = tone[0] * mottle;
      out[1] = tone[1] * mottle;
      out[2] = tone[2] * mottle;
      out[3] = 1;
      const x = Math.abs(s);
      if (x > FACE_EDGE) return;
      blend(
        out,
        warm,
        0.35 * bell(x, y, 4.2, -3.4, 2.2, 1.8) + 0.3 * bell(x, y, 0, -4.3, 2.4, 1.4),
      );
      blend(out, hollow, 0.5 * bell(x, y, 3.1, -0.6, 2.1, 1.3));
      if (eyelids) {
        blend(out, eyelids, 0.8 * bell(x, y, 3.2, 0, 1.6, 0.75) * smoothstep(-0.9, -0.5, y));
      }
      if (beard) paintBeard(out, hair, beard, s, y);
      paintMouth(out, lips, x, y);
      blend(out, NOSTRILS, 0.8 * bell(x, y, 0.95, -4.95, 0.45, 0.22));
      paintBrow(out, s, y);
      if (complexion.eyes === 'open') paintOpenEye(out, x, y);
      else paintClosedLid(out, x, y);
      if (stagePaint) blend(out, stagePaint.colour, 0.9 * paintMask(stagePaint.figure, x, y));
    },
  };
}

/** Where the unrolled face ends, behind the ears. */
const FACE_EDGE = 10;

function blend(out: Float32Array, colour: Rgb, share: number): void {
  if (share < 0.004) return;
  out[0] = mix(out[0] ?? 0, colour[0], share);
  out[1] = mix(out[1] ?? 0, colour[1], share);
  out[2] = mix(out[2] ?? 0, colour[2], share);
}

function paintBeard(out: Float32Array, hair: Rgb, beard: Beard, s: number, y: number): void {
  const grown = beardMask(beard, Math.abs(s), y);
  if (grown === 0) return;
  const density = beard === 'stubble' ? 0.55 : 1.1;
  blend(out, hair, clamp(grown * density * (0.7 + 0.45 * valueNoise(s * 9, y * 7))));
  out[3] = 1 - 0.8 * grown;
}

function paintMouth(out: Float32Array, lips: Rgb, x: number, y: number): void {
  const lip = lipMask(x, y);
  blend(out, lips, 0.85 * lip);
  out[3] = (out[3] ?? 1) + lip * 0.35;
  // The line between the lips.
  blend(out, NOSTRILS, 0.85 * bell(x, y - 0.03 * x * x, 0, -7.2, 2.1, 0.1));
}

function paintBrow(out: Float32Array, s: number, y: number): void {
  const x = Math.abs(s);
  const arch = 1.75 + 0.5 * Math.sin(clamp((x - 1.2) / 4) * 2.6);
  const thickness = mix(0.5, 0.26, clamp((x - 1.3) / 3.6));
  const hairs = 0.8 + 0.3 * valueNoise(s * 12, y * 5);
  const length = smoothstep(1, 1.7, x) * smoothstep(5.2, 4.2, x);
  blend(out, BROWS, 0.92 * hairs * length * Math.exp(-(((y - arch) / thickness) ** 2)));
}

function paintClosedLid(out: Float32Array, x: number, y: number): void {
  const line = y + 1.02 - 0.1 * (x - 3.1) ** 2;
  const length = smoothstep(1.5, 2, x) * smoothstep(5.1, 4.6, x);
  blend(out, LASHES, 0.95 * length * Math.exp(-((line / 0.19) ** 2)));
}

function paintOpenEye(out: Float32Array, x: number, y: number): void {
  const u = (x - 3.12) / 1.72;
  if (Math.abs(u) > 1.25) return;
  const span = Math.max(0, 1 - u * u);
  const upper = -0.75 + 0.7 * span ** 0.8 + 0.1 * u;
  const lower = -0.75 - 0.44 * span + 0.1 * u;
  const inside =
    smoothstep(upper + 0.04, upper - 0.06, y) * smoothstep(lower - 0.04, lower + 0.06, y);
  blend(out, EYE_WHITE, inside);
  const fromPupil = Math.hypot(x - 3.08, y + 0.48);
  blend(out, IRIS, inside * smoothstep(0.72, 0.63, fromPupil));
  blend(out, PUPIL, inside * smoothstep(0.3, 0.22, fromPupil));
  blend(out, UNDER_LID, inside * 0.75 * smoothstep(upper - 0.5, upper, y));
  const upperLashes = Math.exp(-(((y - upper) / 0.14) ** 2)) * smoothstep(1.2, 0.95, Math.abs(u));
  blend(out, LASHES, 0.95 * upperLashes);
  const lowerLashes = Math.exp(-(((y - lower) / 0.08) ** 2)) * smoothstep(1.1, 0.9, Math.abs(u));
  blend(out, UNDER_LID, 0.5 * lowerLashes);
  out[3] = mix(out[3] ?? 1, 0.25, inside);
  blend(out, CATCHLIGHT, inside * bell(x, y, 2.82, -0.22, 0.13, 0.13));
}

function lipMask(x: number, y: number): number {
  const u = x / 2.42;
  if (u > 1) return 0;
  const span = 1 - u * u;
  // Cupid's bow dips in the middle.
  const top = -7.12 + 1.12 * span ** 0.75 - 0.16 * Math.exp(-((x / 0.35) ** 2));
  const bottom = -7.08 - 1.75 * span ** 0.7;
  return smoothstep(top + 0.12, top - 0.1, y) * smoothstep(bottom - 0.15, bottom + 0.1, y);
}

function beardMask(kind: Beard, x: number, y: number): number {
  const moustache =
    smoothstep(-6.5, -6.2, y) * smoothstep(-5.35, -5.65, y + 0.12 * x) * smoothstep(3.2, 2.6, x);
  if (kind === 'moustache') return moustache;
  const chin = smoothstep(-8.7, -9.2, y);
  const corners = bell(x, y, 3.1, -7.6, 0.5, 1.6);
  if (kind === 'goatee') return clamp(moustache + chin * smoothstep(3.4, 2.6, x) + corners);
  const cheekLine = -7.4 + (x - 3) * 0.85;
  const jaw = smoothstep(cheekLine + 0.5, cheekLine - 0.6, y) * smoothstep(2.7, 3.3, x);
  const sideburn = Math.exp(-(((x - 8) / 0.9) ** 2)) * smoothstep(0.5, -0.5, y);
  return clamp(moustache + chin + corners + jaw + sideburn);
}

function paintMask(figure: PaintFigure, x: number, y: number): number {
  switch (figure) {
    case 'dots': {
      // A row over the brows.
      const off = y - (2.9 + 0.25 * Math.sin(x * 0.7));
      const along = (((x / 0.95) % 1) - 0.5) * 0.95;
      return smoothstep(0.26, 0.2, Math.hypot(off, along)) * smoothstep(5.6, 5.2, x);
    }
    case 'line':
      return smoothstep(0.2, 0.12, x) * smoothstep(-10.5, -9.5, y) * (1 - lipMask(x, y));
    case 'band': {
      const off = Math.abs(y + 2.3 - 0.05 * x * x);
      return smoothstep(0.35, 0.25, off) * smoothstep(2, 2.3, x) * smoothstep(6.4, 6, x);
    }
  }
}
