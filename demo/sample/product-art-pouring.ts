import type { Artist } from './product-art-artist.ts';
import { darker, lighter, mix, n } from './product-art-pen.ts';
import {
  downFill,
  ellipse,
  glowFill,
  groundShadow,
  inside,
  line,
  path,
  roundFill,
  specks,
  TILT,
  turned,
  vessel,
  type Profile,
} from './product-art-shapes.ts';

const jugs: Record<string, Profile> = {
  tall: [
    [152, 54],
    [170, 50],
    [214, 52],
    [290, 74],
    [360, 78],
    [396, 66],
    [406, 60],
  ],
  round: [
    [186, 48],
    [204, 46],
    [240, 60],
    [300, 96],
    [352, 98],
    [394, 72],
    [406, 62],
  ],
  small: [
    [252, 48],
    [268, 46],
    [310, 62],
    [362, 70],
    [396, 58],
    [405, 52],
  ],
};

const pitcher: Artist = {
  place: 'table',
  draw(pen, shape, main, second) {
    const profile = jugs[shape] ?? jugs['tall']!;
    const [top, radius] = profile[0]!;
    groundShadow(pen, 200, 406, 68);
    const [from, reach, until] =
      shape === 'small' ? [top + 14, 58, 350] : [top + 18, 92, shape === 'round' ? 318 : 306];
    const edge = 200 + radius - 6;
    pen.put(
      line(
        `M${edge} ${from}C${edge + reach} ${from - 22} ${edge + reach + 10} ${until - 30} ${edge + 22} ${until}`,
        darker(main, 0.16),
        15,
      ),
    );
    pen.put(
      line(
        `M${edge} ${from - 4}C${edge + reach} ${from - 26} ${edge + reach + 8} ${until - 40} ${edge + 24} ${until - 8}`,
        lighter(main, 0.3),
        3,
        'opacity=".5"',
      ),
    );
    pen.put(
      path(
        `M${200 - radius + 8} ${top - 5}L${200 - radius - 26} ${top - 13}Q${200 - radius - 6} ${top + 18} ${200 - radius + 6} ${top + 44}Z`,
        `fill="${darker(main, 0.06)}"`,
      ),
    );
    const d = vessel(pen, 200, profile, main, second);
    pen.put(
      path(
        `M${200 - radius + 12} ${top - 4}L${200 - radius - 24} ${top - 12}L${200 - radius + 4} ${top + 3}Z`,
        `fill="${darker(second, 0.2)}"`,
      ),
    );
    specks(pen, d, [90, top + 20, 220, 240], darker(main, 0.55), 55);
    inside(pen, d, path('M60 384H340V430H60Z', `fill="${mix(main, '#7a5234', 0.55)}" opacity=".5"`));
    pen.put(
      line(
        `M${n(200 - radius * 0.7)} ${top + 30}Q${n(200 - radius * 0.8)} ${top + 90} ${n(200 - radius * 1.12)} ${shape === 'small' ? 350 : 330}`,
        '#ffffff',
        7,
        'opacity=".3"',
      ),
    );
  },
};

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

const glass: Artist = {
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

const teapot: Artist = {
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

export const pouringArt = { pitcher, glass, teapot };
