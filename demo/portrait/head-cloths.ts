import { type Cloth, clothMaterial } from './cloth';
import { ball, tube } from './forms';
import { mix, place, placement, type Surface, smoothstep, textured, type Vec3 } from './geometry';
import { HIDDEN } from './hair';
import { type FaceShape, shellSurface } from './head';
import type { Material } from './material';

/** How far cloth covers the head: 1 above a line that dips towards the nape. */
export function covered(longitude: number, latitude: number, front = 0.5, back = -0.25): number {
  const line = mix(front, back, smoothstep(0.5, 2.2, Math.abs(longitude)));
  return smoothstep(line - 0.05, line + 0.05, latitude);
}

export type Knot = 'front' | 'side' | 'crown';

export function headwrap(face: FaceShape, cloth: Cloth, knotted: Knot): Surface[] {
  const material = clothMaterial(cloth);
  const wrap = textured(
    shellSurface(
      face,
      material,
      (lo, la) => {
        const crease = Math.abs(Math.sin(la * 9 + lo * 1.1 + Math.sin(lo * 2) * 0.5));
        return mix(HIDDEN, 0.9 + 0.7 * crease + 1.8 * smoothstep(0.4, 1.3, la), covered(lo, la));
      },
      112,
      80,
    ),
    62,
    34,
  );
  return [wrap, ...knot(material, knotted)];
}

export function turban(cloth: Cloth): Surface[] {
  const material = clothMaterial(cloth);
  const windings = [0, 1, 2, 3, 4].map((turn) => {
    const high = turn / 4;
    return place(
      [
        {
          material,
          columns: 80,
          rows: 18,
          point(u, v): Vec3 {
            const a = u * Math.PI * 2;
            const b = v * Math.PI * 2;
            const thick = 2.1 + 0.35 * Math.sin(a * 3 + turn * 2) + 0.22 * Math.sin(b * 4 + a * 2);
            const reach = mix(8.0, 4.6, high ** 1.5) + Math.cos(b) * thick * 0.8;
            return [
              reach * Math.sin(a),
              4.9 + turn * 2.05 + Math.sin(b) * thick,
              reach * 1.16 * Math.cos(a) - 0.8,
            ];
          },
          texture: (u: number, v: number) => [u * 60, v * 12] as const,
        },
      ],
      placement({ roll: turn % 2 === 0 ? 0.13 : -0.14, pitch: -0.1 }, [0, 6, 0]),
    );
  });
  const drape = tube(
    material,
    [
      [-7.6, 3, -1.5],
      [-8.4, -6, -1.4],
      [-7.4, -13, 3],
      [-1, -16, 6.6],
      [7.4, -14.4, 3.4],
      [8.4, -16, -4],
    ],
    (share) => 2.7 + 0.45 * Math.sin(share * 34),
    {
      flat: 0.42,
      sides: 14,
      segments: 50,
    },
  );
  return [...windings.flat(), ball(material, 4.6, [0, 12, -1]), drape];
}

function knot(material: Material, where: Knot): Surface[] {
  const centre: Vec3 =
    where === 'front' ? [0, 10.5, 6.2] : where === 'side' ? [7.2, 8.6, 2.4] : [0, 14.2, -1.2];
  const petal = (turn: number, size: number): Surface => ({
    material,
    columns: 40,
    rows: 24,
    point(u, v) {
      const a = u * Math.PI * 2;
      const along = v;
      const width = size * Math.sin(along * Math.PI) ** 0.7 * (0.5 + 0.5 * along);
      const fold = 0.4 * Math.sin(a * 3 + along * 5);
      const x = Math.cos(a) * width * 0.5;
      const z = Math.sin(a) * (width * 0.3 + fold * 0.5);
      const y = along * size * 2.1;
      return [
        centre[0] + Math.cos(turn) * x - Math.sin(turn) * y,
        centre[1] + Math.sin(turn) * x + Math.cos(turn) * y,
        centre[2] + z,
      ];
    },
    texture: (u, v) => [u * 16, v * 14],
  });
  if (where === 'crown') {
    return [0, 1, 2].map((layer) => ({
      material,
      columns: 60,
      rows: 18,
      point(u, v) {
        const a = u * Math.PI * 2;
        const b = v * Math.PI * 2;
        const thick = 2.4 + 0.4 * Math.sin(a * 4 + layer);
        const reach = 5 - layer * 1.3 + Math.cos(b) * thick * 0.9;
        return [
          centre[0] + reach * Math.sin(a),
          centre[1] - 1.6 + layer * 2.7 + Math.sin(b) * thick,
          centre[2] + reach * Math.cos(a),
        ];
      },
      texture: (u, v) => [u * 34, v * 12],
    }));
  }
  return [
    petal(0.75, 3.6),
    petal(-0.75, 3.6),
    petal(2.2, 2.4),
    petal(-2.2, 2.4),
    ball(material, 1.9, [centre[0], centre[1], centre[2] + 0.8]),
  ];
}
