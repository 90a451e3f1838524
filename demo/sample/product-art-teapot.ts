import type { Artist } from './product-art-artist.ts';
import { darker, lighter, n } from './product-art-pen.ts';
import {
  type Profile,
  ellipse,
  groundShadow,
  line,
  path,
  roundFill,
  specks,
  turned,
  vessel,
} from './product-art-shapes.ts';

const pots: Record<string, Profile> = {
  round: [
    [256, 44],
    [268, 70],
    [312, 100],
    [356, 98],
    [394, 66],
    [404, 60],
  ],
  low: [
    [292, 56],
    [304, 92],
    [338, 116],
    [372, 108],
    [396, 74],
    [404, 68],
  ],
  tall: [
    [212, 42],
    [224, 54],
    [290, 78],
    [354, 92],
    [394, 80],
    [405, 72],
  ],
};

export const teapot: Artist = {
  place: 'table',
  draw(pen, shape, main, second) {
    const profile = pots[shape] ?? pots['round']!;
    const [top, radius] = profile[0]!;
    groundShadow(pen, 200, 404, 88);
    const middle = shape === 'tall' ? 320 : 346;
    const body = roundFill(pen, main);
    pen.put(
      path(
        `M120 ${middle + 24}C76 ${middle + 20} 76 ${middle - 56} 46 ${top + 14}L64 ${top + 6}C92 ${middle - 60} 104 ${middle - 26} 132 ${middle - 30}Z`,
        `fill="${body}"`,
      ),
      ellipse(55, top + 10, 10, 4, `fill="${darker(main, 0.5)}"`),
    );
    if (shape === 'tall')
      pen.put(
        line(
          `M268 ${top + 60}C352 ${top + 36} 350 ${middle + 46} 282 ${middle + 26}`,
          darker(main, 0.15),
          14,
        ),
      );
    else
      pen.put(
        line(`M${140} ${top + 14}C${120} ${top - 120} ${280} ${top - 120} ${260} ${top + 14}`, second, 9),
        line(
          `M${144} ${top + 2}C${128} ${top - 112} ${270} ${top - 114} ${256} ${top + 2}`,
          lighter(second, 0.4),
          2,
          'opacity=".6"',
        ),
      );
    const d = vessel(pen, 200, profile, main);
    pen.put(
      path(
        turned(200, [
          [top - 16, 8],
          [top - 12, radius * 0.6],
          [top - 1, radius + 3],
        ]),
        `fill="${roundFill(pen, lighter(main, 0.05))}"`,
      ),
      ellipse(200, top - 26, 11, 11, `fill="${roundFill(pen, second, 0.4)}"`),
    );
    specks(pen, d, [84, top + 14, 232, 180], darker(main, 0.5), 60);
    pen.put(
      line(
        `M${n(200 - radius * 1.3)} ${top + 44}Q${n(200 - radius * 1.6)} ${middle} ${n(200 - radius * 1.3)} ${middle + 22}`,
        '#ffffff',
        7,
        'opacity=".3"',
      ),
    );
  },
};
