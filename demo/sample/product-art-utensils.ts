import type { Artist } from './product-art-artist.ts';
import { type Pen, darker, lighter, n } from './product-art-pen.ts';
import { box, downFill, ellipse, glowFill, grain, line, path, roundFill } from './product-art-shapes.ts';

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

export const utensils: Artist = {
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
