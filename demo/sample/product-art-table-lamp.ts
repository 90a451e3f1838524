import type { Artist } from './product-art-artist.ts';
import { LIGHT, lightPool, shade } from './product-art-lighting-parts.ts';
import {
  type Profile,
  ellipse,
  glowFill,
  groundShadow,
  line,
  path,
  roundFill,
  turned,
} from './product-art-shapes.ts';

const feet: Record<string, Profile> = {
  drum: [
    [258, 8],
    [272, 12],
    [296, 34],
    [334, 54],
    [372, 50],
    [398, 34],
    [408, 34],
  ],
  cone: [
    [262, 9],
    [290, 14],
    [322, 36],
    [366, 44],
    [400, 40],
    [410, 38],
  ],
  mushroom: [
    [250, 17],
    [300, 17],
    [350, 20],
    [388, 38],
    [406, 62],
    [411, 63],
  ],
  dome: [
    [230, 5],
    [330, 5],
    [386, 6],
    [397, 30],
    [402, 56],
    [410, 57],
  ],
  globe: [
    [318, 44],
    [328, 54],
    [360, 60],
    [396, 58],
    [408, 56],
  ],
};

export const tableLamp: Artist = {
  place: 'table',
  draw(pen, shape, main, second) {
    lightPool(pen, 200, 416, 190);
    groundShadow(pen, 200, 412, 56);
    const foot = feet[shape] ?? feet['drum']!;
    pen.put(path(turned(200, foot), `fill="${roundFill(pen, main)}"`));
    if (shape === 'drum')
      shade(
        pen,
        200,
        [
          [122, 74],
          [122, 74],
          [252, 104],
          [252, 104],
        ],
        second,
      );
    if (shape === 'cone')
      shade(
        pen,
        200,
        [
          [96, 40],
          [96, 40],
          [256, 96],
          [256, 96],
        ],
        second,
      );
    if (shape === 'mushroom')
      shade(
        pen,
        200,
        [
          [128, 4],
          [134, 46],
          [164, 92],
          [216, 116],
          [232, 112],
          [240, 104],
        ],
        second,
      );
    if (shape === 'dome') {
      pen.put(line('M200 236C200 178 224 160 250 168', main, 7));
      shade(
        pen,
        258,
        [
          [150, 10],
          [156, 38],
          [182, 64],
          [214, 74],
          [214, 74],
        ],
        second,
      );
    }
    if (shape === 'globe') {
      pen.put(
        ellipse(200, 232, 98, 98, `fill="${roundFill(pen, second, 0.5)}"`),
        ellipse(200, 236, 94, 92, `fill="${glowFill(pen, LIGHT, 0.95)}"`),
      );
      pen.put(
        path(
          turned(200, [
            [314, 50],
            [314, 50],
            [330, 58],
            [340, 60],
          ]),
          `fill="${roundFill(pen, main, 0.4)}"`,
        ),
      );
    }
  },
};
