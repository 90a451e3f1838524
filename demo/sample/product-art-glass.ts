import type { Artist } from './product-art-artist.ts';
import { darker, lighter, mix, n } from './product-art-pen.ts';
import {
  type Profile,
  TILT,
  downFill,
  ellipse,
  glowFill,
  groundShadow,
  inside,
  line,
  path,
  roundFill,
  turned,
} from './product-art-shapes.ts';

const glasses: Record<string, Profile> = {
  tumbler: [
    [252, 66],
    [290, 65],
    [392, 56],
    [406, 53],
  ],
  wine: [
    [152, 54],
    [190, 66],
    [232, 62],
    [266, 34],
    [282, 7],
    [290, 5],
    [372, 5],
    [384, 14],
    [396, 56],
    [403, 58],
  ],
  carafe: [
    [146, 34],
    [166, 30],
    [214, 32],
    [266, 62],
    [340, 86],
    [390, 82],
    [406, 74],
  ],
};

export const glass: Artist = {
  place: 'table',
  draw(pen, shape, main, second) {
    const profile = glasses[shape] ?? glasses['tumbler']!;
    const [top, radius] = profile[0]!;
    groundShadow(pen, 200, 405, 60, 0.22);
    pen.put(ellipse(276, 420, 66, 12, `fill="${glowFill(pen, lighter(main, 0.5), 0.9)}"`));
    const d = turned(200, profile);
    pen.put(
      path(d, `fill="${roundFill(pen, main, 0.6)}" opacity=".44"`),
      path(d, `fill="none" stroke="${darker(main, 0.3)}" stroke-width="1.6" opacity=".5"`),
    );
    const level = shape === 'wine' ? 200 : shape === 'carafe' ? 258 : 300;
    const until = shape === 'wine' ? 284 : 420;
    const drink = shape === 'wine' ? second : mix(main, '#9dbcc0', 0.3);
    inside(
      pen,
      d,
      `<g opacity="${shape === 'wine' ? 0.75 : 0.42}">${path(`M80 ${level}Q200 ${level + 16} 320 ${level}V${until}H80Z`, `fill="${roundFill(pen, drink, 0.4)}"`)}</g>`,
    );
    if (shape === 'tumbler') {
      inside(
        pen,
        d,
        ...Array.from({ length: 13 }, (_, at) =>
          line(
            `M${138 + at * 10.4} 262Q${n(142 + at * 9.8)} 340 ${n(150 + at * 8.4)} 412`,
            '#ffffff',
            2.4,
            'opacity=".4"',
          ),
        ),
      );
    }
    if (shape === 'carafe')
      pen.put(
        path(
          turned(200, [
            [118, 38],
            [118, 38],
            [142, 42],
            [152, 40],
          ]),
          `fill="${roundFill(pen, main, 0.7)}" opacity=".6"`,
        ),
        ellipse(200, 118, 38, 38 * TILT, 'fill="#ffffff" opacity=".35"'),
      );
    else
      pen.put(
        ellipse(200, top, radius, radius * TILT, 'fill="#ffffff" opacity=".28"'),
        `<ellipse cx="200" cy="${top}" rx="${radius}" ry="${n(radius * TILT)}" fill="none" stroke="#ffffff" stroke-width="2" opacity=".7"/>`,
      );
    pen.put(
      line(
        `M${n(200 - radius * 0.68)} ${top + 20}Q${n(200 - radius * 0.8)} ${top + 60} ${n(200 - radius * 0.6)} ${shape === 'wine' ? 246 : 372}`,
        '#ffffff',
        6,
        'opacity=".6"',
      ),
    );
    pen.put(
      ellipse(
        200,
        402,
        shape === 'wine' ? 50 : 40,
        4,
        `fill="${downFill(pen, '#ffffff', main)}" opacity=".5"`,
      ),
    );
  },
};
