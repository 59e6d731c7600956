import { ball, lathe, ring, tube } from './forms';
import { place, placement, type Surface, type Vec3 } from './geometry';
import { plain } from './material';
import { black, steel, wireMesh } from './prop-materials';

export const audioProps = {
  'stage-microphone'(): Surface[] {
    const head: Vec3 = [5.6, -11.4, 16.5];
    return [
      ball(wireMesh(), 2.7, head, 20),
      ring(steel(), 2.55, 0.3, [6.3, -12.5, 16.6], [0.55, -0.82, 0]),
      tube(
        black(),
        [
          [6.4, -12.8, 16.6],
          [9, -16.6, 16.8],
          [11.4, -20.4, 17],
        ],
        (share) => 1.75 - share * 0.65,
      ),
      tube(
        steel(),
        [
          [9.6, -18, 16.9],
          [15, -24, 16.6],
          [22, -31, 16],
        ],
        0.5,
      ),
    ];
  },
  'studio-microphone'(): Surface[] {
    return [
      ...place(
        [
          lathe(wireMesh(), [
            [3.1, 0],
            [3.2, 2],
            [3.2, 6],
            [2.8, 8],
            [1.6, 8.8],
            [0.01, 9],
          ]),
          lathe(steel(), [
            [2.2, -7],
            [2.9, -6.6],
            [3.2, -5],
            [3.2, -0.2],
            [3.3, 0.2],
          ]),
        ],
        placement({ roll: -0.14 }, [0, 0, 0], [-9.2, -18.2, 15]),
      ),
      ring(black(), 4.4, 0.34, [-9.4, -19.4, 15], [0.14, 1, 0.1]),
      tube(
        steel(),
        [
          [-9.6, -23, 15],
          [-13, -29, 14],
          [-17, -38, 13],
        ],
        0.6,
      ),
    ];
  },
  headset(): Surface[] {
    return [
      tube(
        black(),
        [
          [7.9, -1.5, -0.5],
          [7.4, -4.6, 4.5],
          [5.4, -7.4, 8.6],
          [4.2, -8.0, 10],
        ],
        0.2,
        { sides: 6 },
      ),
      ball(wireMesh(), 0.75, [3.7, -8.1, 10.6], 10),
    ];
  },
  'turntable-headphones'(): Surface[] {
    const shell = plain('#1b1b22', 0.7, 24);
    return [
      tube(
        shell,
        [
          [-8.2, -18, 6.4],
          [-9.6, -15.4, 0],
          [-6, -14, -7.4],
          [6, -14, -7.4],
          [9.6, -15.4, 0],
          [8.2, -18, 6.4],
        ],
        0.8,
        { segments: 60 },
      ),
      ...[-1, 1].flatMap((side) => [
        lathe(
          shell,
          [
            [0.01, 2.2],
            [2.6, 2],
            [3.5, 1],
            [3.6, -0.6],
          ],
          [side * 7.8, -20.2, 8.2],
          [side * 0.5, 0.2, 1],
        ),
        ring(steel(), 2.4, 0.2, [side * 8.6, -19.8, 10.2], [side * 0.5, 0.2, 1]),
      ]),
    ];
  },
};
