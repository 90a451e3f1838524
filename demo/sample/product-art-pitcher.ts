import type { Artist } from './product-art-artist.ts';
import { darker, lighter, mix, n } from './product-art-pen.ts';
import { type Profile, groundShadow, inside, line, path, specks, vessel } from './product-art-shapes.ts';

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

export const pitcher: Artist = {
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
