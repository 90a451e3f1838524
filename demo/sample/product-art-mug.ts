import type { Artist } from './product-art-artist.ts';
import { darker, lighter, mix } from './product-art-pen.ts';
import {
  type Profile,
  ellipse,
  groundShadow,
  inside,
  line,
  path,
  roundFill,
  specks,
  vessel,
} from './product-art-shapes.ts';

const cups: Record<string, Profile> = {
  straight: [
    [240, 74],
    [270, 75],
    [370, 75],
    [396, 72],
    [404, 66],
  ],
  dipped: [
    [236, 72],
    [262, 74],
    [360, 78],
    [394, 74],
    [404, 64],
  ],
  barrel: [
    [244, 70],
    [280, 90],
    [340, 94],
    [388, 76],
    [402, 62],
  ],
  small: [
    [292, 66],
    [312, 67],
    [366, 60],
    [392, 48],
    [403, 42],
  ],
};

export const mug: Artist = {
  place: 'table',
  draw(pen, shape, main, second) {
    const profile = cups[shape] ?? cups['straight']!;
    const [top, radius] = profile[0]!;
    groundShadow(pen, 200, 404, 68);
    const small = shape === 'small';
    const [handleTop, handleEnd, reach] = small ? [308, 356, 46] : [top + 34, top + 124, 68];
    const edge = 200 + radius - 4;
    pen.put(
      line(
        `M${edge} ${handleTop}C${edge + reach} ${handleTop - 12} ${edge + reach} ${handleEnd + 14} ${edge - (small ? 6 : 0)} ${handleEnd}`,
        darker(main, 0.14),
        small ? 11 : 15,
      ),
    );
    pen.put(
      line(
        `M${edge} ${handleTop - 3}C${edge + reach} ${handleTop - 15} ${edge + reach} ${handleEnd + 8} ${edge} ${handleEnd - 4}`,
        lighter(main, 0.3),
        3,
        'opacity=".5"',
      ),
    );
    if (small)
      pen.put(
        ellipse(200, 408, 108, 17, `fill="${roundFill(pen, main)}"`),
        ellipse(200, 405, 96, 13, `fill="${lighter(main, 0.12)}"`),
      );
    const d = vessel(pen, 200, profile, main, '#5a3c28');
    if (shape === 'dipped')
      inside(
        pen,
        d,
        path(
          `M100 ${top + 62}C150 ${top + 50} 180 ${top + 84} 226 ${top + 70}S270 ${top + 60} 310 ${top + 74}V420H100Z`,
          `fill="${roundFill(pen, second)}"`,
        ),
      );
    if (shape === 'straight') {
      specks(pen, d, [126, top + 14, 150, 160], darker(second, 0.2), 90);
      inside(pen, d, path('M100 374H300V420H100Z', `fill="${roundFill(pen, mix(main, '#7a5234', 0.6))}"`));
    }
    if (shape === 'barrel')
      inside(
        pen,
        d,
        ...[300, 308].map((y) => line(`M100 ${y}Q200 ${y + 26} 300 ${y}`, second, 3, 'opacity=".7"')),
      );
    pen.put(line(`M${200 - radius * 0.62} ${top + 34}V${small ? 366 : 350}`, '#ffffff', 7, 'opacity=".28"'));
    for (const x of [180, 212])
      pen.put(line(`M${x} ${top - 22}c-14 -20 14 -34 0 -56s8 -30 0 -44`, '#ffffff', 5, 'opacity=".3"'));
  },
};
