import { ball, block, ring, tube } from './forms';
import type { Surface, Vec3 } from './geometry';
import { type Material, plain } from './material';

export type Eyewear =
  | { kind: 'round' | 'square'; frame: string; lens: 'dark' | 'amber' }
  | { kind: 'wire'; frame: string };

export function eyewearSurfaces(eyewear: Eyewear): Surface[] {
  const frame = plain(eyewear.frame, 0.8, 30);
  const temples = [-1, 1].map((side) =>
    tube(
      frame,
      [
        [side * 6.2, 0.6, 8.6],
        [side * 7.7, 0.4, 4],
        [side * 8.1, 0.2, -1],
      ],
      0.22,
      { sides: 6 },
    ),
  );
  const bridge = tube(
    frame,
    [
      [-1.1, 0.4, 10.9],
      [0, 0.75, 11.4],
      [1.1, 0.4, 10.9],
    ],
    0.22,
    { sides: 6, segments: 10 },
  );
  const rims = [-1, 1].map((side): Surface => {
    const turned: Vec3 = [side * 0.22, 0.02, 1];
    if (eyewear.kind === 'wire') return ring(frame, 2.55, 0.16, [side * 3.35, -0.2, 10.3], turned);
    if (eyewear.kind === 'round') return ring(frame, 2.75, 0.3, [side * 3.4, -0.2, 10.3], turned);
    return block(frame, [2.95, 2.25, 0.35], [side * 3.4, -0.3, 10.05], 0.45, 20);
  });
  if (eyewear.kind === 'wire') return [...temples, bridge, ...rims];
  const tint: Material = plain(eyewear.lens === 'dark' ? '#08070c' : '#5a2a08', 1.6, 60);
  const lenses = [-1, 1].map((side) =>
    eyewear.kind === 'round'
      ? block(tint, [2.7, 2.7, 0.5], [side * 3.4, -0.2, 10.2], 1, 18)
      : block(tint, [2.65, 1.95, 0.6], [side * 3.4, -0.3, 10.2], 0.55, 18),
  );
  return [...temples, bridge, ...rims, ...lenses];
}

export type Earrings = { kind: 'hoops' | 'drops' | 'discs'; colour: string };

export function earringSurfaces({ kind, colour }: Earrings): Surface[] {
  const metal = plain(colour, 1.2, 26);
  return [-1, 1].flatMap((side) => {
    const lobe: Vec3 = [side * 7.9, -4.4, -0.6];
    if (kind === 'hoops')
      return [ring(metal, 2.3, 0.26, [lobe[0], lobe[1] - 2.3, lobe[2]], [0.35, 0, 1])];
    if (kind === 'discs')
      return [block(metal, [1.9, 1.9, 0.3], [lobe[0], lobe[1] - 1.8, lobe[2] + 0.6], 1, 14)];
    return [0, 1, 2].map((k) =>
      ball(metal, 0.45 + k * 0.2, [lobe[0], lobe[1] - 0.6 - k * 1.35, lobe[2]], 10),
    );
  });
}
