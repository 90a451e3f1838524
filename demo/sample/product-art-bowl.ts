import type { Artist } from './product-art-artist.ts';
import { darker, n } from './product-art-pen.ts';
import {
  type Profile,
  TILT,
  ellipse,
  groundShadow,
  inside,
  line,
  roundFill,
  specks,
  vessel,
} from './product-art-shapes.ts';

const bowls: Record<string, Profile> = {
  round: [
    [258, 112],
    [296, 110],
    [340, 92],
    [376, 58],
    [394, 46],
    [402, 46],
  ],
  wide: [
    [278, 146],
    [306, 136],
    [348, 100],
    [384, 60],
    [396, 54],
    [404, 54],
  ],
  flared: [
    [262, 132],
    [290, 112],
    [330, 78],
    [372, 50],
    [394, 46],
    [402, 46],
  ],
  footed: [
    [234, 134],
    [262, 126],
    [298, 92],
    [326, 44],
    [352, 26],
    [386, 40],
    [402, 60],
    [406, 60],
  ],
};

export const bowl: Artist = {
  place: 'table',
  draw(pen, shape, main, second) {
    const profile = bowls[shape] ?? bowls['round']!;
    groundShadow(pen, 200, 404, 86);
    const d = vessel(pen, 200, profile, main, second);
    const [y, radius] = profile[0]!;
    if (shape === 'footed')
      for (const [x, lift] of [
        [-52, 6],
        [-6, 14],
        [44, 8],
      ] as const)
        inside(
          pen,
          `M0 0H400V${y + radius * TILT * 0.4}H0Z`,
          ellipse(200 + x, y - lift, 38, 33, `fill="${roundFill(pen, '#d8b23e', 0.5)}"`),
        );
    specks(pen, d, [200 - radius, y + 22, radius * 2, 160], darker(main, 0.5), 60);
    pen.put(
      line(
        `M${n(200 - radius * 0.66)} ${y + 40}Q${n(200 - radius * 0.6)} ${y + 74} ${n(200 - radius * 0.44)} ${y + 96}`,
        '#ffffff',
        6,
        'opacity=".34"',
      ),
    );
  },
};
