import { normalised, type Vec3 } from './geometry';
import { linear, type Rgb } from './material';
import type { Scene } from './photograph';

/** Colours over the stage lights, and those of the room behind. */
export interface Gels {
  key: string;
  left: string;
  right: string;
  room: string;
  glow: string;
}

export const gels = {
  'plum-gold': {
    key: '#ffd9a6',
    left: '#f5a623',
    right: '#b048d8',
    room: '#1b0a2a',
    glow: '#7a2a8c',
  },
  'teal-coral': {
    key: '#ffd2bd',
    left: '#ff6a4d',
    right: '#1fc7c0',
    room: '#06212a',
    glow: '#0e7c86',
  },
  'indigo-gold': {
    key: '#ffe2b8',
    left: '#5a6bff',
    right: '#ffb52e',
    room: '#0a0e33',
    glow: '#3340b8',
  },
  'coral-plum': {
    key: '#ffcdb8',
    left: '#d63cc0',
    right: '#ff7a4a',
    room: '#2a0a1e',
    glow: '#b8324e',
  },
  'gold-dusk': {
    key: '#ffdca0',
    left: '#ffb030',
    right: '#ff8a3a',
    room: '#241004',
    glow: '#b8661a',
  },
  'teal-indigo': {
    key: '#ffe0cc',
    left: '#24d0c8',
    right: '#6a5cff',
    room: '#070a2a',
    glow: '#1a5a9c',
  },
  'rose-teal': {
    key: '#ffdbd0',
    left: '#ff4f8a',
    right: '#2ad0b8',
    room: '#20081e',
    glow: '#8c2a6a',
  },
  'emerald-gold': {
    key: '#ffe4b0',
    left: '#2fd08a',
    right: '#ffc23a',
    room: '#04201a',
    glow: '#0f7a58',
  },
} satisfies Record<string, Gels>;

export type GelName = keyof typeof gels;

/** A main light from the front, one gel from behind on either side, and the haze between. */
export function stageLights(gel: GelName, key: Vec3): Pick<Scene, 'lights' | 'ambient'> {
  const { key: keyColour, left, right, glow } = gels[gel];
  return {
    lights: [
      { direction: normalised(key), colour: shining(keyColour, 2.3) },
      { direction: normalised([-0.9, 0.35, -0.28]), colour: shining(left, 4.8) },
      { direction: normalised([0.9, 0.35, -0.28]), colour: shining(right, 4.8) },
    ],
    ambient: { above: shining(glow, 0.32), below: shining(glow, 0.26) },
  };
}

function shining(hex: string, strength: number): Rgb {
  const [red, green, blue] = linear(hex);
  return [red * strength, green * strength, blue * strength];
}
