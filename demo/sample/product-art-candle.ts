import type { Artist } from './product-art-artist.ts';
import { flame, stick } from './product-art-candles-parts.ts';
import { darker, lighter, mix } from './product-art-pen.ts';
import {
  type Profile,
  TILT,
  box,
  ellipse,
  glowFill,
  groundShadow,
  inside,
  line,
  path,
  roundFill,
  turned,
} from './product-art-shapes.ts';

export const candle: Artist = {
  place: 'table',
  draw(pen, shape, main, second) {
    pen.put(ellipse(200, 420, 200, 50, `fill="${glowFill(pen, '#fff1cf', 0.6)}"`));
    if (shape === 'pillars') {
      for (const [x, top, half, base] of [
        [254, 226, 38, 396],
        [152, 284, 42, 404],
        [214, 336, 36, 416],
      ] as const) {
        groundShadow(pen, x, base, half);
        stick(pen, x, top, base, half, mix(main, second, (x % 7) / 20));
        pen.put(line(`M${x - half * 0.5} ${top + 4}c-2 16 5 20 2 36`, lighter(main, 0.5), 4, 'opacity=".6"'));
      }
      return;
    }
    groundShadow(pen, 200, 406, 84);
    const profile: Profile = [
      [264, 84],
      [266, 85],
      [390, 84],
      [406, 78],
    ];
    const d = turned(200, profile);
    pen.put(
      ellipse(200, 264, 84, 84 * TILT, `fill="${mix(main, '#ffffff', 0.4)}"`),
      ellipse(200, 272, 78, 11, 'fill="#fbf3df"'),
    );
    flame(pen, 200, 272);
    pen.put(path(d, `fill="${roundFill(pen, main, 0.35)}" opacity=".94"`));
    inside(pen, d, ellipse(200, 284, 74, 40, `fill="${glowFill(pen, '#ffdf9a', 0.55)}"`));
    pen.put(
      ellipse(200, 264, 84, 84 * TILT, `fill="${darker(main, 0.25)}"`),
      ellipse(200, 266, 79, 10.4, 'fill="#f8ecd0"'),
      ellipse(200, 265, 34, 5, 'fill="#fff9e6"'),
    );
    flame(pen, 200, 266);
    pen.put(
      box(160, 312, 80, 60, 3, `fill="${lighter(second, 0.45)}"`),
      box(165, 317, 70, 50, 1, `fill="none" stroke="${darker(main, 0.45)}" stroke-width="1" opacity=".6"`),
    );
    pen.put(
      path('M200 324l9 16h-5l8 14h-24l8 -14h-5Z', `fill="${darker(main, 0.35)}"`),
      line('M184 362h32', darker(main, 0.35), 2),
      line('M134 286V380', '#ffffff', 7, 'opacity=".25"'),
    );
  },
};
