import type { Artist } from './product-art-artist.ts';
import { darker, lighter } from './product-art-pen.ts';
import { type Profile, groundShadow, inside, line, path, roundFill, turned } from './product-art-shapes.ts';

const pots: Record<string, Profile> = {
  deep: [
    [270, 122],
    [276, 124],
    [350, 122],
    [394, 112],
    [406, 100],
  ],
  shallow: [
    [318, 140],
    [324, 142],
    [372, 138],
    [398, 126],
    [406, 116],
  ],
};

export const casserole: Artist = {
  place: 'table',
  draw(pen, shape, main, second) {
    const profile = pots[shape] ?? pots['deep']!;
    const [top, radius] = profile[0]!;
    groundShadow(pen, 200, 406, 112);
    for (const side of [-1, 1])
      pen.put(
        line(
          `M${200 + side * (radius - 2)} ${top + 26}c${side * 36} -8 ${side * 36} 34 ${side * -2} 28`,
          darker(main, side > 0 ? 0.25 : 0.05),
          13,
        ),
      );
    pen.put(path(turned(200, profile), `fill="${roundFill(pen, main, 0.36)}"`));
    inside(
      pen,
      turned(200, profile),
      path(`M60 384H340V430H60Z`, `fill="${darker(main, 0.5)}" opacity=".35"`),
    );
    pen.put(
      path(
        turned(200, [
          [top - 42, 20],
          [top - 38, 70],
          [top - 18, radius - 8],
          [top - 2, radius + 4],
          [top + 5, radius + 4],
        ]),
        `fill="${roundFill(pen, lighter(main, 0.05), 0.36)}"`,
      ),
    );
    pen.put(
      `<path d="M${200 - radius + 18} ${top - 10}Q200 ${top + 16} ${200 + radius - 18} ${top - 10}" fill="none" stroke="${darker(main, 0.3)}" stroke-width="1.5" opacity=".5"/>`,
    );
    pen.put(
      path(
        turned(200, [
          [top - 70, 18],
          [top - 66, 23],
          [top - 58, 20],
          [top - 50, 9],
          [top - 40, 12],
        ]),
        `fill="${roundFill(pen, second, 0.5)}"`,
      ),
    );
    pen.put(
      line(`M${200 - radius + 24} ${top + 30}v${shape === 'deep' ? 66 : 34}`, '#ffffff', 8, 'opacity=".28"'),
      line(`M${200 - radius * 0.66} ${top - 22}q22 -10 50 -12`, '#ffffff', 5, 'opacity=".35"'),
    );
  },
};
