import type { Artist } from './product-art-artist.ts';
import { leg, plank } from './product-art-furniture-parts.ts';
import { darker, lighter, n } from './product-art-pen.ts';
import { box, downFill, ellipse, groundShadow, line, path, roundFill, turned } from './product-art-shapes.ts';

export const sideTable: Artist = {
  place: 'floor',
  draw(pen, shape, main, second) {
    groundShadow(pen, 200, 448, 92, 0.32);
    if (shape === 'drum') {
      const d = turned(200, [
        [286, 92],
        [320, 98],
        [400, 96],
        [446, 84],
      ]);
      pen.put(path(d, `fill="${roundFill(pen, main, 0.2)}"`));
      for (let at = -5; at <= 5; at++)
        pen.put(
          line(
            `M${200 + at * 17} 296Q${n(200 + at * 19)} 380 ${200 + at * 16} 452`,
            darker(main, 0.35),
            1.4,
            'opacity=".45"',
          ),
        );
      pen.put(
        path(
          turned(200, [
            [270, 98],
            [272, 100],
            [286, 100],
          ]),
          `fill="${roundFill(pen, lighter(main, 0.06), 0.25)}"`,
        ),
        ellipse(200, 270, 98, 16, `fill="${lighter(main, 0.24)}"`),
      );
    } else if (shape === 'pedestal') {
      pen.put(
        path(
          turned(200, [
            [288, 20],
            [320, 13],
            [372, 20],
            [404, 14],
            [430, 40],
            [446, 66],
            [450, 66],
          ]),
          `fill="${roundFill(pen, darker(main, 0.05), 0.25)}"`,
        ),
      );
      pen.put(
        path(
          turned(200, [
            [272, 112],
            [272, 112],
            [288, 108],
          ]),
          `fill="${roundFill(pen, main, 0.2)}"`,
        ),
        ellipse(200, 272, 112, 18, `fill="${lighter(main, 0.24)}"`),
      );
    } else if (shape === 'tray') {
      pen.put(
        line('M132 448L262 300', second, 7),
        line('M268 448L138 300', darker(second, 0.2), 7),
        ellipse(200, 372, 5, 5, `fill="${lighter(second, 0.4)}"`),
      );
      pen.put(
        path(
          turned(200, [
            [268, 114],
            [270, 116],
            [292, 110],
            [300, 104],
          ]),
          `fill="${roundFill(pen, main, 0.3)}"`,
        ),
        ellipse(200, 268, 114, 18, `fill="${lighter(main, 0.2)}"`),
        ellipse(200, 273, 104, 14, `fill="${downFill(pen, darker(main, 0.25), main)}"`),
      );
    } else {
      for (const x of [124, 276]) leg(pen, x, 380, 452, x < 200 ? -3 : 3, 14, darker(main, 0.1));
      pen.put(path('M120 262H280L296 280H104Z', `fill="${lighter(main, 0.25)}"`));
      plank(pen, 104, 280, 192, 112, main, 3);
      plank(pen, 116, 292, 168, 50, lighter(main, 0.08), 3);
      pen.put(
        box(116, 352, 168, 32, 2, `fill="${darker(main, 0.55)}"`),
        box(128, 364, 64, 9, 1, 'fill="#cf9d90"'),
        box(130, 373, 70, 11, 1, 'fill="#e6dac6"'),
        ellipse(200, 317, 9, 9, `fill="${roundFill(pen, second, 0.6)}"`),
      );
    }
    if (shape !== 'drawer')
      pen.put(
        path(
          turned(176, [
            [238, 11],
            [246, 17],
            [262, 18],
            [270, 14],
          ]),
          `fill="${roundFill(pen, '#f2ede3', 0.4)}"`,
        ),
        ellipse(176, 238, 11, 2, 'fill="#5a3c28"'),
      );
  },
};
