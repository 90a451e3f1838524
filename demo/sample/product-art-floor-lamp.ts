import type { Artist } from './product-art-artist.ts';
import { lightPool, shade } from './product-art-lighting-parts.ts';
import { darker, lighter } from './product-art-pen.ts';
import { box, groundShadow, line, path, roundFill, turned } from './product-art-shapes.ts';

export const floorLamp: Artist = {
  place: 'floor',
  draw(pen, shape, main, second) {
    lightPool(pen, 200, 440, 170);
    if (shape === 'tripod') {
      groundShadow(pen, 200, 446, 74, 0.25);
      const wood = roundFill(pen, main);
      pen.put(
        path('M196 188l8 0 -6 262 -7 0Z', `fill="${darker(main, 0.35)}"`),
        path('M194 190l9 2 -74 262 -8 -2Z', `fill="${wood}"`),
        path('M197 192l9 -2 73 260 -8 2Z', `fill="${darker(main, 0.12)}"`),
      );
      pen.put(box(188, 180, 24, 20, 6, `fill="${roundFill(pen, '#b99343', 0.5)}"`));
      shade(
        pen,
        200,
        [
          [62, 72],
          [62, 72],
          [182, 98],
          [182, 98],
        ],
        second,
      );
    } else if (shape === 'arc') {
      groundShadow(pen, 118, 452, 44);
      pen.put(
        line('M118 446V150C118 66 226 32 272 112', main, 7),
        line('M116 446V150C116 64 226 30 270 110', lighter(main, 0.4), 1.6, 'opacity=".7"'),
      );
      pen.put(
        path(
          turned(118, [
            [440, 40],
            [440, 40],
            [452, 44],
          ]),
          `fill="${roundFill(pen, main)}"`,
        ),
      );
      shade(
        pen,
        274,
        [
          [108, 12],
          [116, 40],
          [142, 62],
          [168, 70],
          [168, 70],
        ],
        second,
      );
    } else {
      groundShadow(pen, 200, 452, 48);
      pen.put(
        path(
          turned(200, [
            [190, 4],
            [430, 4],
            [438, 10],
            [446, 50],
            [453, 50],
          ]),
          `fill="${roundFill(pen, main)}"`,
        ),
      );
      shade(
        pen,
        200,
        [
          [60, 44],
          [60, 44],
          [198, 74],
          [198, 74],
        ],
        second,
      );
    }
  },
};
