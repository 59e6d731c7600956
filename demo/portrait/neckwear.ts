import { type Build, bodyPoint } from './body';
import { type Cloth, clothMaterial } from './cloth';
import { tube } from './forms';
import { clamp, mix, type Surface, smoothstep, type Vec3 } from './geometry';
import { plain } from './material';

/** A long cloth round the neck, its ends hanging in front. */
export function scarf(build: Build, cloth: Cloth): Surface[] {
  const material = clothMaterial(cloth);
  const wound = [0, 1].map(
    (turn): Surface => ({
      material,
      columns: 72,
      rows: 20,
      point(u, v) {
        const angle = (u - 0.5) * Math.PI * 2;
        const around = v * Math.PI * 2;
        const ripple =
          0.5 * Math.sin(around * 3 + angle * (2 + turn)) + 0.35 * Math.sin(angle * 9 + turn);
        const thick = 1.9 + ripple * 0.5;
        const reach = 7.8 + build * 0.4 + turn * 0.9 + Math.cos(around) * thick;
        return [
          reach * Math.sin(angle),
          -15.2 - turn * 2.4 - 1.2 * Math.cos(angle + turn * 0.6) + Math.sin(around) * thick,
          reach * 0.95 * Math.cos(angle) - 2.6,
        ];
      },
      texture: (u, v) => [u * 48, v * 12],
    }),
  );
  return [
    ...wound,
    tube(
      material,
      [
        [-4, -17, 7.5],
        [-5.2, -24, 8.6],
        [-4.6, -33, 10],
        [-5, -42, 11],
      ],
      2.8,
      { flat: 0.4, sides: 16 },
    ),
  ];
}

export interface BeadString {
  colour: string;
  /** Centimetres from the middle of the neck to where it hangs. */
  radius: number;
  bead: number;
}

/** Beads on strings, from the throat outwards. */
export function necklace(build: Build, strings: readonly BeadString[]): Surface[] {
  return strings.map(({ colour, radius, bead }) => {
    const points = Array.from({ length: 33 }, (_, index): Vec3 => {
      const angle = (index / 32 - 0.5) * Math.PI * 2;
      const front = smoothstep(-0.2, 1, Math.cos(angle));
      const drop = front * (radius - 6.5) * 1.15;
      const share = clamp((drop + 3.2) / 28, 0.05, 0.9);
      const [, , z] = bodyPoint(build, angle, share, 0.7);
      return [
        mix(6.6, radius * 1.02, front) * Math.sin(angle),
        -15.6 - drop,
        Math.cos(angle) > 0 ? z + 0.3 : mix(z, -8, 1 - front),
      ];
    });
    const count = Math.round((radius * 6.3) / (bead * 1.9));
    return tube(
      plain(colour, 0.7, 30),
      points,
      (share) => bead * (0.35 + 0.65 * Math.abs(Math.sin(share * count * Math.PI))),
      {
        sides: 8,
        segments: count * 6,
      },
    );
  });
}
