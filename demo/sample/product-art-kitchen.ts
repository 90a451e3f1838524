import type { Artist } from './product-art-artist.ts';
import { darker, lighter, n, type Pen } from './product-art-pen.ts';
import {
  box,
  boxPath,
  downFill,
  ellipse,
  glowFill,
  grain,
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

const boards: Record<string, string> = {
  paddle:
    'M184 84Q184 66 200 66T216 84V168Q218 184 246 190Q262 194 262 212V398Q262 416 244 416H156Q138 416 138 398V212Q138 194 154 190Q182 184 184 168Z',
  round: 'M76 292a124 124 0 1 1 248 0a124 124 0 1 1 -248 0Z',
  plain: boxPath(106, 148, 188, 268, 18),
  block: boxPath(82, 216, 236, 200, 10),
  roundpaddle: 'M186 70Q186 54 200 54T214 70V182C330 190 330 416 200 416C70 416 70 190 186 182Z',
};

const board: Artist = {
  place: 'table',
  draw(pen, shape, main, second) {
    const d = boards[shape] ?? boards['plain']!;
    pen.put(
      ellipse(226, 416, 130, 17, `fill="${glowFill(pen, '#1d140c', 0.65)}"`),
      `<g transform="translate(16 4)" opacity=".16">${path(d, 'fill="#1d140c"')}</g>`,
    );
    pen.put(
      `<g transform="translate(5 1)">${path(d, `fill="${darker(main, 0.35)}"`)}</g>`,
      path(d, `fill="${downFill(pen, lighter(main, 0.2), darker(main, 0.05))}"`),
    );
    if (shape === 'block')
      inside(
        pen,
        d,
        ...[0, 1, 2, 3, 4, 5, 6].map((at) =>
          box(82 + at * 34, 216, 34, 200, 0, `fill="${at % 2 ? second : main}" opacity=".9"`),
        ),
      );
    grain(pen, d, [60, 54, 280, 364], main, true);
    if (shape === 'paddle' || shape === 'roundpaddle')
      pen.put(ellipse(200, shape === 'paddle' ? 88 : 78, 6, 7, `fill="${darker(main, 0.6)}"`));
    if (shape === 'plain')
      pen.put(
        path(
          boxPath(120, 162, 160, 240, 12),
          `fill="none" stroke="${darker(main, 0.3)}" stroke-width="3" opacity=".5"`,
        ),
      );
    if (shape === 'round' || shape === 'plain') {
      pen.put(
        ellipse(262, 424, 62, 8, `fill="${glowFill(pen, '#1d140c', 0.6)}"`),
        path(
          'M206 416C200 366 240 350 268 352C304 354 326 378 322 416Q264 428 206 416Z',
          `fill="${downFill(pen, '#d9a765', '#a8693a')}"`,
        ),
      );
      for (const x of [232, 256, 282]) pen.put(line(`M${x} 366q14 10 12 30`, '#f0d3a0', 4, 'opacity=".7"'));
    }
  },
};

const pots: Record<string, Profile> = {
  deep: [
    [270, 122],
    [276, 124],
    [350, 122],
    [394, 112],
    [406, 100],
  ],
  shallow: [
    [318, 140],
    [324, 142],
    [372, 138],
    [398, 126],
    [406, 116],
  ],
};

const casserole: Artist = {
  place: 'table',
  draw(pen, shape, main, second) {
    const profile = pots[shape] ?? pots['deep']!;
    const [top, radius] = profile[0]!;
    groundShadow(pen, 200, 406, 112);
    for (const side of [-1, 1])
      pen.put(
        line(
          `M${200 + side * (radius - 2)} ${top + 26}c${side * 36} -8 ${side * 36} 34 ${side * -2} 28`,
          darker(main, side > 0 ? 0.25 : 0.05),
          13,
        ),
      );
    pen.put(path(turned(200, profile), `fill="${roundFill(pen, main, 0.36)}"`));
    inside(
      pen,
      turned(200, profile),
      path(`M60 384H340V430H60Z`, `fill="${darker(main, 0.5)}" opacity=".35"`),
    );
    pen.put(
      path(
        turned(200, [
          [top - 42, 20],
          [top - 38, 70],
          [top - 18, radius - 8],
          [top - 2, radius + 4],
          [top + 5, radius + 4],
        ]),
        `fill="${roundFill(pen, lighter(main, 0.05), 0.36)}"`,
      ),
    );
    pen.put(
      `<path d="M${200 - radius + 18} ${top - 10}Q200 ${top + 16} ${200 + radius - 18} ${top - 10}" fill="none" stroke="${darker(main, 0.3)}" stroke-width="1.5" opacity=".5"/>`,
    );
    pen.put(
      path(
        turned(200, [
          [top - 70, 18],
          [top - 66, 23],
          [top - 58, 20],
          [top - 50, 9],
          [top - 40, 12],
        ]),
        `fill="${roundFill(pen, second, 0.5)}"`,
      ),
    );
    pen.put(
      line(`M${200 - radius + 24} ${top + 30}v${shape === 'deep' ? 66 : 34}`, '#ffffff', 8, 'opacity=".28"'),
      line(`M${200 - radius * 0.66} ${top - 22}q22 -10 50 -12`, '#ffffff', 5, 'opacity=".35"'),
    );
  },
};

const jar: Artist = {
  place: 'table',
  draw(pen, shape, main, second) {
    const top = shape === 'tall' ? 208 : shape === 'glass' ? 176 : 276;
    const radius = shape === 'glass' ? 60 : 82;
    groundShadow(pen, 200, 405, radius);
    const profile: Profile = [
      [top, radius - 6],
      [top + 10, radius],
      [top + 40, radius + 1],
      [386, radius + 1],
      [405, radius - 8],
    ];
    if (shape === 'glass') {
      const d = turned(200, profile);
      pen.put(path(d, 'fill="#ffffff" opacity=".3"'));
      drawContents(pen, d, top, second);
      pen.put(
        path(d, `fill="${roundFill(pen, main, 0.8)}" opacity=".24"`),
        path(d, `fill="none" stroke="#ffffff" stroke-width="2" opacity=".6"`),
        line(`M156 ${top + 26}V384`, '#ffffff', 7, 'opacity=".5"'),
      );
    } else {
      const d = vessel(pen, 200, profile, main);
      specks(pen, d, [110, top + 10, 180, 190], darker(main, 0.5), 80);
      pen.put(
        box(168, (top + 405) / 2 - 16, 64, 38, 4, `fill="${lighter(main, 0.75)}" opacity=".92"`),
        line(
          `M180 ${n((top + 405) / 2 - 3)}h40M186 ${n((top + 405) / 2 + 8)}h28`,
          darker(main, 0.5),
          2.4,
          'opacity=".7"',
        ),
        line(`M138 ${top + 30}V376`, '#ffffff', 7, 'opacity=".25"'),
      );
    }
    const lid = radius - 2;
    pen.put(
      path(
        turned(200, [
          [top - 24, lid],
          [top - 24, lid],
          [top + 2, lid],
        ]),
        `fill="${roundFill(pen, second, 0.25)}"`,
      ),
      ellipse(200, top - 24, lid, lid * TILT, `fill="${lighter(second, 0.25)}"`),
    );
    for (const share of [0.75, 0.5, 0.25])
      pen.put(
        `<ellipse cx="196" cy="${top - 24}" rx="${n(lid * share)}" ry="${n(lid * share * TILT)}" fill="none" stroke="${darker(second, 0.3)}" opacity=".35"/>`,
      );
  },
};

function drawContents(pen: Pen, d: string, top: number, second: string): void {
  if (second === '#7a5234') {
    const beans = Array.from({ length: 420 }, () =>
      ellipse(
        136 + pen.random() * 128,
        262 + pen.random() * 146,
        4,
        2.8,
        `fill="${['#b2562f', '#c4724f', '#8f4a2c'][Math.floor(pen.random() * 3)]}"`,
      ),
    );
    inside(pen, d, box(130, 268, 140, 150, 0, 'fill="#9c5231"'), ...beans);
    return;
  }
  const strands = Array.from({ length: 46 }, () => {
    const x = 144 + pen.random() * 112;
    return line(
      `M${n(x)} ${n(top + 16 + pen.random() * 26)}L${n(x + (pen.random() - 0.5) * 18)} 402`,
      pen.random() < 0.5 ? '#e7c97f' : '#d3ac58',
      2.6,
    );
  });
  inside(pen, d, ...strands);
}

const handle = (pen: Pen, x: number, from: number, until: number, colour: string) =>
  pen.put(
    path(
      `M${x - 5} ${from}L${x - 7} ${until}Q${x} ${until + 12} ${x + 7} ${until}L${x + 5} ${from}Z`,
      `fill="${roundFill(pen, colour, 0.25)}"`,
    ),
    ellipse(x, until - 6, 2.6, 3, `fill="${darker(colour, 0.6)}"`),
  );

const heads: Record<string, (x: number, pen: Pen, colour: string) => void> = {
  spoon(x, pen, colour) {
    pen.put(
      ellipse(x, 150, 30, 44, `fill="${roundFill(pen, colour, 0.25)}"`),
      ellipse(x + 1, 148, 21, 33, `fill="${downFill(pen, darker(colour, 0.3), lighter(colour, 0.15))}"`),
    );
  },
  spatula(x, pen, colour) {
    const d = `M${x - 26} 104Q${x} 92 ${x + 26} 110L${x + 20} 186Q${x} 204 ${x - 20} 186Z`;
    pen.put(path(d, `fill="${roundFill(pen, colour, 0.25)}"`));
    grain(pen, d, [x - 28, 92, 56, 112], colour, true);
  },
  slotted(x, pen, colour) {
    heads['spatula']!(x, pen, colour);
    for (const at of [-11, 0, 11]) pen.put(line(`M${x + at} 124v46`, darker(colour, 0.6), 4));
  },
  brush(x, pen, colour) {
    for (let at = 0; at < 40; at++)
      pen.put(
        line(
          `M${n(x - 14 + at * 0.7)} 190L${n(x - 34 + at * 1.7)} ${n(104 + pen.random() * 12)}`,
          pen.random() < 0.5 ? '#d8c6a6' : '#b69a6a',
          1.8,
        ),
      );
    pen.put(box(x - 18, 178, 36, 26, 7, `fill="${roundFill(pen, colour, 0.3)}"`));
  },
  whisk(x, pen) {
    for (let at = -5; at <= 5; at++)
      pen.put(
        line(
          `M${x + at * 1.4} 210Q${x + at * 6.4} 150 ${x + at * 4.8} 96`,
          at % 2 ? '#8b5e3c' : '#a5764d',
          2.6,
        ),
      );
    pen.put(box(x - 10, 186, 20, 10, 4, 'fill="#e6dac6"'));
  },
};

const sets: Record<string, readonly [head: string, x: number, turn: number][]> = {
  spoons: [
    ['spoon', 122, -5],
    ['spoon', 200, 1],
    ['spoon', 278, 6],
  ],
  servers: [
    ['spoon', 152, -7],
    ['slotted', 248, 7],
  ],
  mixed: [
    ['spoon', 122, -5],
    ['spatula', 200, 0],
    ['slotted', 278, 5],
  ],
  spatulas: [
    ['spatula', 152, -4],
    ['spatula', 248, 5],
  ],
  brushes: [
    ['whisk', 150, -5],
    ['brush', 252, 5],
  ],
};

const utensils: Artist = {
  place: 'above',
  draw(pen, shape, main, second) {
    pen.put(
      `<g transform="rotate(-4 200 250)">${box(58, 236, 284, 220, 6, `fill="#f2ede3" opacity=".75"`)}${[250, 258, 438].map((y) => box(58, y, 284, 3, 0, `fill="${second}" opacity=".4"`)).join('')}</g>`,
    );
    for (const [at, [head, x, turn]] of (sets[shape] ?? sets['spoons']!).entries()) {
      const colour = at === 1 ? second : main;
      pen.put(
        `<g transform="rotate(${turn} ${x} 270)">`,
        ellipse(x + 16, 300, 26, 150, `fill="${glowFill(pen, '#1d140c', 0.4)}"`),
      );
      handle(pen, x, 184, 408, colour);
      heads[head]!(x, pen, colour);
      pen.put('</g>');
    }
  },
};

export const kitchenArt = { board, casserole, jar, utensils };
