import type { Artist } from './product-art-artist.ts';
import { leg, plank } from './product-art-furniture-parts.ts';
import { darker, lighter, n } from './product-art-pen.ts';
import { ellipse, grain, groundShadow, line, path, roundFill, turned } from './product-art-shapes.ts';

export const stool: Artist = {
  place: 'floor',
  draw(pen, shape, main, second) {
    groundShadow(pen, 200, 446, 84, 0.3);
    const seatTop = shape === 'soft' ? 306 : 286;
    leg(pen, 200, seatTop + 20, 430, 0, 13, darker(main, 0.32));
    if (shape === 'square') leg(pen, 246, seatTop + 20, 430, 4, 11, darker(main, 0.32));
    leg(pen, 150, seatTop + 24, 452, -18, 15, main);
    leg(pen, 250, seatTop + 24, 452, 18, 15, main);
    pen.put(line('M140 392H260', darker(main, 0.1), 6));
    const seat = shape === 'square' ? second : main;
    if (shape === 'soft') {
      pen.put(
        path(
          turned(200, [
            [262, 84],
            [272, 102],
            [300, 108],
            [328, 102],
            [336, 92],
          ]),
          `fill="${roundFill(pen, second, 0.25)}"`,
        ),
        ellipse(200, 264, 90, 15, `fill="${lighter(second, 0.3)}"`),
      );
      for (let at = 0; at < 150; at++) {
        const [x, y] = [100 + pen.random() * 200, 262 + pen.random() * 74];
        if (((x - 200) / 100) ** 2 + ((y - 300) / 42) ** 2 < 1)
          pen.put(
            line(
              `M${n(x)} ${n(y)}q3 -4 6 0`,
              pen.random() < 0.5 ? lighter(second, 0.5) : darker(second, 0.2),
              1.3,
              'opacity=".5"',
            ),
          );
      }
    } else if (shape === 'square') {
      pen.put(path('M124 268H276L292 296H108Z', `fill="${lighter(seat, 0.2)}"`));
      grain(pen, 'M124 268H276L292 296H108Z', [108, 268, 184, 28], seat);
      plank(pen, 108, 296, 184, 17, seat, 2);
    } else {
      pen.put(
        path(
          turned(200, [
            [284, 96],
            [290, 98],
            [302, 98],
            [312, 88],
          ]),
          `fill="${roundFill(pen, seat, 0.2)}"`,
        ),
        ellipse(200, 284, 96, 17, `fill="${lighter(seat, 0.2)}"`),
        ellipse(200, 286, 64, 9, `fill="${darker(seat, 0.08)}" opacity=".5"`),
      );
      for (const r of [84, 70, 52, 34])
        pen.put(
          `<ellipse cx="196" cy="284" rx="${r}" ry="${n(r * 0.17)}" fill="none" stroke="${darker(seat, 0.3)}" opacity=".3"/>`,
        );
    }
  },
};
