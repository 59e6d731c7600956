import { type Cloth, clothMaterial } from './cloth';
import { block, lathe } from './forms';
import { mix, place, placement, type Surface, smoothstep, textured } from './geometry';
import { HIDDEN } from './hair';
import { type FaceShape, shellSurface } from './head';
import { covered } from './head-cloths';
import { type Material, plain } from './material';

export function roundCap(cloth: Cloth): Surface[] {
  return place(
    [
      lathe(
        clothMaterial(cloth),
        [
          [8.15, 3.6],
          [8.2, 4.6],
          [7.9, 8.4],
          [7.4, 11.6],
          [6.9, 12.5],
          [4, 12.9],
          [0.01, 12.9],
        ],
        [0, 0, 0],
        [0, 1, 0],
        { sides: 72, segments: 60 },
      ),
    ].map(deepen),
    placement({ pitch: -0.12 }, [0, 5, 0], [0, 0.2, -0.6]),
  );
}

export function brimmedHat(colour: string, band: string): Surface[] {
  const felt = plain(colour, 0.12, 8);
  return place(
    [
      lathe(felt, [
        [8.2, 3.6],
        [8.2, 5],
        [7.9, 9],
        [7.2, 12.4],
        [5.4, 13.8],
        [2.5, 13.2],
        [0.01, 12.6],
      ]),
      lathe(felt, [
        [7.6, 4.5],
        [9.6, 4.2],
        [12.6, 3.9],
        [14.4, 4.4],
        [14.6, 4.7],
        [14.2, 4.9],
        [12.4, 4.5],
        [9.6, 4.8],
        [7.6, 5],
      ]),
      lathe(plain(band, 0.3, 14), [
        [8.3, 4.6],
        [8.5, 4.9],
        [8.4, 6.8],
        [8.2, 7],
      ]),
    ].map(deepen),
    placement({ pitch: -0.08, roll: 0.1 }, [0, 5, 0], [0, 0.4, -0.3]),
  );
}

export function flatCap(cloth: Cloth): Surface[] {
  const material = clothMaterial(cloth);
  return place(
    [
      deepen(
        lathe(material, [
          [8.0, 4.4],
          [9.0, 6.6],
          [9.6, 8.6],
          [8.4, 10.8],
          [5, 11.9],
          [0.01, 12],
        ]),
      ),
      block(material, [6.4, 0.5, 4.2], [0, 4.9, 9.4], 0.6),
    ],
    placement({ pitch: 0.06 }, [0, 5, 0]),
  );
}

export function beret(colour: string): Surface[] {
  return place(
    [
      deepen(
        lathe(plain(colour, 0.08, 6), [
          [8.0, 4.6],
          [8.3, 5.4],
          [10.6, 8],
          [11.2, 9.6],
          [9.6, 11],
          [5, 11.9],
          [0.01, 12.2],
        ]),
      ),
    ],
    placement({ roll: -0.24, pitch: -0.1 }, [0, 5, 0], [0.9, 0.6, -0.5]),
  );
}

export function beanie(face: FaceShape, colour: string): Surface[] {
  const knit: Material = {
    ...plain(colour, 0.05, 5),
    grain: { amount: 0.7, s: 3.2, t: 0.2 },
  };
  return [
    textured(
      shellSurface(face, knit, (lo, la) =>
        mix(HIDDEN, 0.8 + 0.9 * smoothstep(0.6, 1.5, la), covered(lo, la, 0.52, 0)),
      ),
      70,
      30,
    ),
    deepen(
      lathe(
        knit,
        [
          [8.1, 3.9],
          [8.8, 4.3],
          [8.9, 6.4],
          [8.4, 7],
        ],
        [0, 0, -0.2],
      ),
    ),
  ];
}

/** Skulls are deeper than wide; so are hats. */
export function deepen(surface: Surface): Surface {
  return {
    ...surface,
    point(u, v) {
      const [x, y, z] = surface.point(u, v);
      return [x, y, z * 1.17];
    },
  };
}
