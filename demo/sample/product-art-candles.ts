import type { Artist } from './product-art-artist.ts';
import { darker, lighter, mix, n, type Pen } from './product-art-pen.ts';
import {
  box,
  downFill,
  ellipse,
  glowFill,
  groundShadow,
  inside,
  line,
  path,
  roundFill,
  TILT,
  turned,
  vessel,
  type Profile,
} from './product-art-shapes.ts';

function flame(pen: Pen, x: number, y: number, size = 1): void {
  const s = (value: number) => n(value * size);
  pen.put(
    ellipse(x, y - 24 * size, 90 * size, 100 * size, `fill="${glowFill(pen, '#ffdf9a', 0.75)}"`),
    line(`M${x} ${y}v${s(-11)}`, '#3b2f26', 2),
  );
  pen.put(
    path(
      `M${x} ${n(y - 52 * size)}c${s(13)} ${s(18)} ${s(14)} ${s(36)} 0 ${s(44)}c${s(-14)} ${s(-8)} ${s(-13)} ${s(-26)} 0 ${s(-44)}Z`,
      `fill="${downFill(pen, '#fff8dd', '#f3ab43')}"`,
    ),
    ellipse(x, y - 14 * size, 3 * size, 5 * size, 'fill="#a9c3d8" opacity=".6"'),
  );
}

function stick(pen: Pen, x: number, from: number, until: number, half: number, wax: string): void {
  pen.put(
    path(
      turned(x, [
        [from, half * 0.86],
        [from, half * 0.86],
        [until, half],
      ]),
      `fill="${roundFill(pen, wax, 0.3)}"`,
    ),
    ellipse(x, from, half * 0.86, Math.max(half * TILT, 1.6), `fill="${lighter(wax, 0.5)}"`),
  );
  flame(pen, x, from, Math.min(1, 0.6 + half / 70));
}

const candle: Artist = {
  place: 'table',
  draw(pen, shape, main, second) {
    pen.put(ellipse(200, 420, 200, 50, `fill="${glowFill(pen, '#fff1cf', 0.6)}"`));
    if (shape === 'pillars') {
      for (const [x, top, half, base] of [
        [254, 226, 38, 396],
        [152, 284, 42, 404],
        [214, 336, 36, 416],
      ] as const) {
        groundShadow(pen, x, base, half);
        stick(pen, x, top, base, half, mix(main, second, (x % 7) / 20));
        pen.put(line(`M${x - half * 0.5} ${top + 4}c-2 16 5 20 2 36`, lighter(main, 0.5), 4, 'opacity=".6"'));
      }
      return;
    }
    groundShadow(pen, 200, 406, 84);
    const profile: Profile = [
      [264, 84],
      [266, 85],
      [390, 84],
      [406, 78],
    ];
    const d = turned(200, profile);
    pen.put(
      ellipse(200, 264, 84, 84 * TILT, `fill="${mix(main, '#ffffff', 0.4)}"`),
      ellipse(200, 272, 78, 11, 'fill="#fbf3df"'),
    );
    flame(pen, 200, 272);
    pen.put(path(d, `fill="${roundFill(pen, main, 0.35)}" opacity=".94"`));
    inside(pen, d, ellipse(200, 284, 74, 40, `fill="${glowFill(pen, '#ffdf9a', 0.55)}"`));
    pen.put(
      ellipse(200, 264, 84, 84 * TILT, `fill="${darker(main, 0.25)}"`),
      ellipse(200, 266, 79, 10.4, 'fill="#f8ecd0"'),
      ellipse(200, 265, 34, 5, 'fill="#fff9e6"'),
    );
    flame(pen, 200, 266);
    pen.put(
      box(160, 312, 80, 60, 3, `fill="${lighter(second, 0.45)}"`),
      box(165, 317, 70, 50, 1, `fill="none" stroke="${darker(main, 0.45)}" stroke-width="1" opacity=".6"`),
    );
    pen.put(
      path('M200 324l9 16h-5l8 14h-24l8 -14h-5Z', `fill="${darker(main, 0.35)}"`),
      line('M184 362h32', darker(main, 0.35), 2),
      line('M134 286V380', '#ffffff', 7, 'opacity=".25"'),
    );
  },
};

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

const candlestick: Artist = {
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

const diffuser: Artist = {
  place: 'table',
  draw(pen, shape, main, second) {
    groundShadow(pen, 200, 406, 70);
    for (const [at, x] of [138, 166, 192, 214, 240, 268].entries())
      pen.put(
        line(`M${200 + (at - 2.5) * 2} 286L${x} ${116 + (at % 3) * 14}`, at % 2 ? '#c7a877' : '#a98a5a', 4),
      );
    const profile: Profile =
      shape === 'round'
        ? [
            [286, 20],
            [300, 20],
            [318, 60],
            [352, 76],
            [388, 66],
            [406, 54],
          ]
        : [
            [286, 22],
            [304, 22],
            [308, 66],
            [318, 68],
            [396, 68],
            [406, 62],
          ];
    const d = turned(200, profile);
    pen.put(path(d, `fill="${roundFill(pen, main, 0.5)}" opacity=".86"`));
    inside(pen, d, path('M80 336Q200 350 320 336V420H80Z', `fill="${darker(main, 0.3)}" opacity=".4"`));
    pen.put(
      path(
        turned(200, [
          [272, 23],
          [272, 23],
          [292, 24],
        ]),
        `fill="${roundFill(pen, second, 0.5)}"`,
      ),
      ellipse(200, 272, 23, 3.4, `fill="${darker(second, 0.5)}"`),
    );
    pen.put(
      box(172, 342, 56, 40, 2, 'fill="#f2ede3" opacity=".94"'),
      line('M182 356h36M188 368h24', darker(main, 0.5), 2),
      line('M146 336q-6 24 4 44', '#ffffff', 6, 'opacity=".45"'),
    );
  },
};

export const candlesArt = { candle, candlestick, diffuser };
