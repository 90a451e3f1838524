import type { Artist } from './product-art-artist.ts';
import { darker } from './product-art-pen.ts';
import {
  type Profile,
  box,
  ellipse,
  groundShadow,
  inside,
  line,
  path,
  roundFill,
  turned,
} from './product-art-shapes.ts';

export const diffuser: Artist = {
  place: 'table',
  draw(pen, shape, main, second) {
    groundShadow(pen, 200, 406, 70);
    for (const [at, x] of [138, 166, 192, 214, 240, 268].entries())
      pen.put(
        line(`M${200 + (at - 2.5) * 2} 286L${x} ${116 + (at % 3) * 14}`, at % 2 ? '#c7a877' : '#a98a5a', 4),
      );
    const profile: Profile =
      shape === 'round'
        ? [
            [286, 20],
            [300, 20],
            [318, 60],
            [352, 76],
            [388, 66],
            [406, 54],
          ]
        : [
            [286, 22],
            [304, 22],
            [308, 66],
            [318, 68],
            [396, 68],
            [406, 62],
          ];
    const d = turned(200, profile);
    pen.put(path(d, `fill="${roundFill(pen, main, 0.5)}" opacity=".86"`));
    inside(pen, d, path('M80 336Q200 350 320 336V420H80Z', `fill="${darker(main, 0.3)}" opacity=".4"`));
    pen.put(
      path(
        turned(200, [
          [272, 23],
          [272, 23],
          [292, 24],
        ]),
        `fill="${roundFill(pen, second, 0.5)}"`,
      ),
      ellipse(200, 272, 23, 3.4, `fill="${darker(second, 0.5)}"`),
    );
    pen.put(
      box(172, 342, 56, 40, 2, 'fill="#f2ede3" opacity=".94"'),
      line('M182 356h36M188 368h24', darker(main, 0.5), 2),
      line('M146 336q-6 24 4 44', '#ffffff', 6, 'opacity=".45"'),
    );
  },
};
