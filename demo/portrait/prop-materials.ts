import { linear, type Material, mixRgb, plain, valueNoise } from './material';

export const steel = () => plain('#8d9099', 1.3, 30);
export const black = () => plain('#0c0b10', 0.6, 20);
export const brass = () => plain('#b98326', 1.6, 24);

export function wood(light: string, dark: string): Material {
  const [from, to] = [linear(light), linear(dark)];
  return {
    gloss: 0.45,
    sharpness: 20,
    paint(s, t, out) {
      const colour = mixRgb(from, to, valueNoise(s * 1.6, t * 0.35) ** 1.4);
      out[0] = colour[0];
      out[1] = colour[1];
      out[2] = colour[2];
      out[3] = 1;
    },
  };
}

/** The head of a microphone. */
export function wireMesh(): Material {
  return { ...plain('#4c4f58', 1, 14), grain: { amount: 0.6, s: 2.2, t: 2.2 } };
}
