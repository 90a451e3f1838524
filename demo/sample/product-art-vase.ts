import type { Artist } from './product-art-artist.ts';
import { LEAF, leaf } from './product-art-green-parts.ts';
import { type Pen, darker, lighter, mix, n } from './product-art-pen.ts';
import {
  type Profile,
  TILT,
  ellipse,
  groundShadow,
  inside,
  line,
  path,
  specks,
  vessel,
} from './product-art-shapes.ts';

const profiles: Record<string, Profile> = {
  bottle: [
    [236, 17],
    [244, 14],
    [284, 15],
    [316, 46],
    [362, 66],
    [396, 56],
    [405, 50],
  ],
  moon: [
    [248, 22],
    [256, 20],
    [282, 62],
    [330, 94],
    [376, 74],
    [400, 42],
    [406, 40],
  ],
  tall: [
    [196, 30],
    [206, 26],
    [240, 34],
    [320, 52],
    [380, 46],
    [398, 38],
    [406, 38],
  ],
  amphora: [
    [216, 30],
    [224, 22],
    [256, 24],
    [294, 66],
    [334, 70],
    [384, 42],
    [398, 34],
    [406, 36],
  ],
  bud: [
    [318, 12],
    [326, 10],
    [346, 20],
    [372, 36],
    [396, 32],
    [405, 26],
  ],
  gourd: [
    [238, 18],
    [246, 16],
    [274, 42],
    [302, 40],
    [316, 38],
    [352, 68],
    [384, 66],
    [404, 46],
  ],
  ribbed: [
    [238, 42],
    [250, 46],
    [300, 64],
    [360, 66],
    [396, 54],
    [406, 50],
  ],
  funnel: [
    [234, 68],
    [252, 54],
    [300, 34],
    [350, 34],
    [390, 46],
    [405, 50],
  ],
};

/** Stems that stand in the mouth of a vase: branches, grasses, or round blossoms. */
function bouquet(pen: Pen, mouth: number, spread: number, bloom: string): void {
  const style = Math.floor(pen.random() * 3);
  const stems = spread < 16 ? 1 + Math.floor(pen.random() * 2) : 4 + Math.floor(pen.random() * 3);
  for (let stem = 0; stem < stems; stem++) {
    const lean = stems === 1 ? 14 : (stem / (stems - 1) - 0.5) * 2;
    const reach = Math.min(mouth - 46, 120 + pen.random() * 60);
    const [tipX, tipY] = [
      200 + lean * (stems === 1 ? 2 : 58 + spread * 0.4) + (pen.random() - 0.5) * 16,
      mouth - reach,
    ];
    const bendX = 200 + (tipX - 200) * 0.2;
    const green = LEAF[Math.floor(pen.random() * LEAF.length)]!;
    const at = (share: number) =>
      [
        (1 - share) ** 2 * 200 + 2 * share * (1 - share) * bendX + share ** 2 * tipX,
        (1 - share) ** 2 * (mouth + 6) + 2 * share * (1 - share) * (mouth - reach * 0.6) + share ** 2 * tipY,
      ] as const;
    pen.put(
      line(
        `M200 ${mouth + 6}Q${n(bendX)} ${n(mouth - reach * 0.6)} ${n(tipX)} ${n(tipY)}`,
        style === 1 ? '#b69a6a' : darker(green, 0.2),
        2,
      ),
    );
    if (style === 0)
      for (let step = 3; step <= 10; step++)
        pen.put(
          leaf(
            ...at(step / 10),
            24 - step,
            7,
            (step % 2 ? 62 : -62) + lean * 20,
            mix(green, '#9baa8c', pen.random() * 0.5),
          ),
        );
    else if (style === 1)
      for (let step = 0; step < 26; step++)
        pen.put(
          line(
            `M${n(at(0.6 + step / 65)[0])} ${n(at(0.6 + step / 65)[1])}q${n((pen.random() - 0.5) * 22)} -8 ${n((pen.random() - 0.5) * 26)} -22`,
            pen.random() < 0.5 ? '#d9c29a' : '#c7a877',
            1.8,
            'opacity=".85"',
          ),
        );
    else {
      pen.put(
        leaf(...at(0.45), 30, 8, lean * 40 + 40, green),
        leaf(...at(0.6), 26, 7, lean * 40 - 45, green),
      );
      for (let petal = 0; petal < 8; petal++)
        pen.put(leaf(tipX, tipY, 19, 8, petal * 45 + lean * 20, petal % 2 ? bloom : lighter(bloom, 0.25)));
      pen.put(ellipse(tipX, tipY, 5, 5, 'fill="#c8963e"'));
    }
  }
}

export const vase: Artist = {
  place: 'table',
  draw(pen, shape, main, second) {
    const profile = profiles[shape] ?? profiles['bottle']!;
    const [top, radius] = profile[0]!;
    groundShadow(pen, 200, 406, Math.max(...profile.map(([, wide]) => wide)) * 0.85);
    if (shape === 'amphora')
      for (const side of [-1, 1])
        pen.put(
          line(
            `M${200 + side * 24} 236c${side * 44} -8 ${side * 44} 44 ${side * 30} 58`,
            darker(main, side > 0 ? 0.24 : 0.06),
            9,
          ),
        );
    pen.put(ellipse(200, top, radius, radius * TILT, `fill="${darker(main, 0.5)}"`));
    bouquet(pen, top, radius, second === '#d8c6a6' ? '#e6dac6' : lighter(second, 0.2));
    const d = vessel(pen, 200, profile, main);
    // The stems pass the front lip: it is drawn again over them by the vessel, its mouth by this stroke.
    pen.put(line(`M200 ${top - 8}v8`, darker('#717c48', 0.2), radius < 16 ? 2 : 5));
    if (shape === 'ribbed')
      inside(
        pen,
        d,
        ...[-5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5].map((rib) =>
          line(
            `M${n(200 + rib * 7.6)} ${top + 8}Q${n(200 + rib * 12.6)} 330 ${n(200 + rib * 9.4)} 412`,
            darker(main, 0.3),
            2.4,
            'opacity=".4"',
          ),
        ),
      );
    else specks(pen, d, [100, top + 10, 200, 200], darker(main, 0.5), 70);
    if (shape === 'gourd' || shape === 'tall')
      inside(
        pen,
        d,
        path(
          'M80 372C140 360 180 386 240 374S300 368 330 376V430H80Z',
          `fill="${mix(main, '#5a3c28', 0.55)}" opacity=".55"`,
        ),
      );
    const wide = profile.reduce((found, point) => (point[1] > found[1] ? point : found));
    pen.put(
      line(
        `M${n(200 - wide[1] * 0.56)} ${wide[0] - 28}Q${n(200 - wide[1] * 0.74)} ${wide[0]} ${n(200 - wide[1] * 0.62)} ${wide[0] + 22}`,
        '#ffffff',
        7,
        'opacity=".35"',
      ),
    );
  },
};
