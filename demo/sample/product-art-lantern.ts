import type { Artist } from './product-art-artist.ts';
import { lightPool } from './product-art-lighting-parts.ts';
import { darker, lighter } from './product-art-pen.ts';
import {
  box,
  boxPath,
  downFill,
  ellipse,
  glowFill,
  groundShadow,
  line,
  path,
  roundFill,
  turned,
  vessel,
} from './product-art-shapes.ts';

export const lantern: Artist = {
  place: 'table',
  draw(pen, shape, main, second) {
    lightPool(pen, 200, 420, 200);
    groundShadow(pen, 200, 416, 82);
    const flame = () => {
      pen.put(
        path(
          turned(200, [
            [300, 27],
            [300, 27],
            [392, 28],
          ]),
          `fill="${roundFill(pen, '#f2ead9', 0.4)}"`,
        ),
        ellipse(200, 300, 27, 4, 'fill="#fff6dc"'),
      );
      pen.put(
        line('M200 300v-8', '#3b2f26', 2),
        ellipse(200, 274, 70, 76, `fill="${glowFill(pen, '#ffd98a', 0.8)}"`),
        path(
          'M200 244c13 17 14 34 0 42c-14 -8 -13 -25 0 -42Z',
          `fill="${downFill(pen, '#fff7d8', '#f6b24a')}"`,
        ),
      );
    };
    if (shape === 'square') {
      pen.put(line('M164 122C164 60 236 60 236 122', second, 6));
      pen.put(
        path('M140 170L170 118H230L260 170Z', `fill="${roundFill(pen, main)}"`),
        box(176, 104, 48, 18, 5, `fill="${roundFill(pen, main)}"`),
      );
      pen.put(path(boxPath(134, 176, 132, 222), 'fill="#fff3d6" opacity=".5"'));
      flame();
      pen.put(path('M150 184h36l-30 206h-6Z', 'fill="#ffffff" opacity=".28"'));
      for (const x of [128, 260]) pen.put(box(x, 168, 12, 240, 2, `fill="${roundFill(pen, main)}"`));
      pen.put(
        box(122, 164, 156, 14, 3, `fill="${roundFill(pen, lighter(main, 0.06))}"`),
        box(122, 394, 156, 22, 3, `fill="${roundFill(pen, main)}"`),
        line('M200 178V262', main, 3, 'opacity=".55"'),
      );
    } else {
      pen.put(
        line('M136 190C136 84 264 84 264 190', main, 4),
        line('M176 113C190 108 210 108 224 113', second, 12),
      );
      pen.put(
        path(
          turned(200, [
            [178, 52],
            [178, 52],
            [250, 62],
            [340, 64],
            [396, 58],
          ]),
          'fill="#fff6e0" opacity=".5"',
        ),
      );
      flame();
      pen.put(
        path(
          turned(200, [
            [166, 40],
            [168, 56],
            [178, 60],
            [186, 60],
          ]),
          `fill="${roundFill(pen, main, 0.5)}"`,
        ),
        ellipse(200, 166, 40, 6, `fill="${darker(main, 0.4)}"`),
      );
      pen.put(
        path(
          'M152 200c-8 60 -8 120 2 176',
          'fill="none" stroke="#fff" stroke-width="7" opacity=".45" stroke-linecap="round"',
        ),
      );
      vessel(
        pen,
        200,
        [
          [374, 68],
          [384, 72],
          [408, 70],
          [416, 66],
        ],
        main,
        undefined,
        0.45,
      );
    }
  },
};
