import type { Artist } from './product-art-artist.ts';
import { stick } from './product-art-candles-parts.ts';
import { darker } from './product-art-pen.ts';
import {
  type Profile,
  ellipse,
  glowFill,
  groundShadow,
  line,
  path,
  roundFill,
  turned,
  vessel,
} from './product-art-shapes.ts';

const holders: Record<string, Profile> = {
  tall: [
    [266, 16],
    [276, 17],
    [282, 9],
    [300, 8],
    [316, 15],
    [330, 8],
    [376, 9],
    [392, 36],
    [404, 50],
    [409, 50],
  ],
  short: [
    [330, 17],
    [340, 18],
    [348, 10],
    [366, 12],
    [386, 32],
    [402, 46],
    [409, 46],
  ],
};

export const candlestick: Artist = {
  place: 'table',
  draw(pen, shape, main, second) {
    pen.put(ellipse(200, 420, 200, 50, `fill="${glowFill(pen, '#fff1cf', 0.6)}"`));
    const holder = (x: number, profile: Profile, top: number) => {
      groundShadow(pen, x, 408, 46);
      pen.put(
        path(turned(x, profile), `fill="${roundFill(pen, main, 0.45)}"`),
        ellipse(x, profile[0]![0], profile[0]![1], 2.8, `fill="${darker(main, 0.4)}"`),
      );
      stick(pen, x, top, profile[0]![0] + 2, 10, second);
    };
    if (shape === 'single') holder(200, holders['tall']!, 108);
    else if (shape === 'pair') {
      holder(146, holders['tall']!, 124);
      holder(262, holders['short']!, 190);
    } else {
      groundShadow(pen, 200, 406, 96);
      pen.put(line('M282 396c54 -40 68 12 8 10', darker(main, 0.1), 9));
      vessel(
        pen,
        200,
        [
          [386, 104],
          [392, 100],
          [404, 72],
          [408, 70],
        ],
        main,
        undefined,
        0.4,
      );
      pen.put(
        path(
          turned(200, [
            [326, 22],
            [330, 24],
            [348, 15],
            [380, 15],
            [394, 30],
          ]),
          `fill="${roundFill(pen, main, 0.45)}"`,
        ),
      );
      stick(pen, 200, 168, 330, 13, second);
    }
  },
};
