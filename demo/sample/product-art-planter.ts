import type { Artist } from './product-art-artist.ts';
import { LEAF, leaf } from './product-art-green-parts.ts';
import { type Pen, darker, n } from './product-art-pen.ts';
import {
  type Profile,
  box,
  ellipse,
  groundShadow,
  inside,
  line,
  path,
  roundFill,
  specks,
  vessel,
} from './product-art-shapes.ts';

function plant(pen: Pen, shape: string, top: number): void {
  const green = () => LEAF[Math.floor(pen.random() * LEAF.length)]!;
  if (shape === 'upright')
    for (let blade = 0; blade < 11; blade++)
      pen.put(leaf(172 + blade * 5.6, top + 6, 130 + pen.random() * 84, 13, (blade - 5) * 4.4, green()));
  else if (shape === 'tree') {
    pen.put(line(`M200 ${top + 4}C194 ${top - 60} 206 ${top - 90} 200 ${top - 130}`, '#7a5234', 8));
    for (let at = 0; at < 150; at++) {
      const [turn, far] = [pen.random() * 2 * Math.PI, Math.sqrt(pen.random())];
      pen.put(
        leaf(
          200 + 86 * far * Math.cos(turn),
          top - 150 + 76 * far * Math.sin(turn),
          21,
          5.5,
          pen.random() * 360,
          green(),
        ),
      );
    }
  } else if (shape === 'herbs') {
    for (let x = 96; x <= 304; x += 9) {
      const tall = 46 + pen.random() * 62;
      pen.put(line(`M${x} ${top + 4}V${n(top - tall)}`, '#5c6a3c', 1.8));
      for (let y = 12; y < tall; y += 12) pen.put(leaf(x, top - y, 15, 5.5, y % 24 ? 58 : -58, green()));
    }
  } else if (shape === 'trailing') {
    for (let vine = 0; vine < 9; vine++) {
      const [x, drop] = [130 + vine * 17.5, 60 + pen.random() * 130];
      const side = (x - 200) * 0.36;
      pen.put(line(`M${x} ${top}q${n(side)} -26 ${n(side * 1.2)} ${n(drop)}`, '#5c6a3c', 1.6));
      for (let y = 10; y < drop; y += 13)
        pen.put(
          leaf(
            x + side * (0.5 + y / drop / 1.6),
            top + y - 14,
            15,
            7.5,
            (y % 26 ? 120 : -120) + pen.random() * 30,
            green(),
          ),
        );
    }
  } else {
    for (let at = 0; at < 15; at++) {
      const turn = (at - 7) * 11.5 + (pen.random() - 0.5) * 8;
      const reach = 84 + pen.random() * 70;
      const [x, y] = [
        200 + Math.sin((turn * Math.PI) / 180) * reach,
        top - Math.cos((turn * Math.PI) / 180) * reach,
      ];
      pen.put(
        line(`M200 ${top + 6}Q${n(200 + (x - 200) * 0.25)} ${n(y + 40)} ${n(x)} ${n(y)}`, '#5c6a3c', 2.4),
        leaf(x, y + 10, 56, 24, turn * 1.25, green()),
      );
    }
  }
}

export const planter: Artist = {
  place: (shape) => (shape === 'trailing' ? 'wall' : 'table'),
  draw(pen, shape, main) {
    const top = shape === 'trailing' ? 230 : shape === 'herbs' ? 318 : shape === 'tree' ? 314 : 290;
    const base = shape === 'trailing' ? 316 : 406;
    const radius = shape === 'herbs' ? 126 : shape === 'trailing' ? 78 : 80;
    if (shape === 'trailing')
      pen.put(...[-72, 0, 72].map((x) => line(`M200 0L${200 + x} ${top}`, '#d8c6a6', 3)));
    else {
      groundShadow(pen, 200, base + 2, radius * 0.92);
      if (shape === 'tree')
        for (const x of [-44, 0, 44])
          pen.put(box(200 + x - 6, base - 12, 12, 18, 4, `fill="${darker(main, 0.3)}"`));
      else if (shape !== 'herbs')
        pen.put(ellipse(200, base, radius * 0.98, 13, `fill="${roundFill(pen, darker(main, 0.06))}"`));
    }
    const foot = shape === 'upright' || shape === 'herbs' ? 0.93 : 0.68;
    const profile: Profile = [
      [top, radius],
      [top + 22, radius],
      [top + 22, radius - 5],
      [(top + base) / 2 + 14, radius * (0.5 + foot / 2)],
      [base - (shape === 'tree' ? 8 : 2), radius * foot],
    ];
    const d = vessel(
      pen,
      200,
      shape === 'upright' || shape === 'herbs'
        ? [
            [top, radius],
            [top, radius],
            [base - 4, radius * foot],
          ]
        : profile,
      main,
      '#4b3526',
      0.25,
    );
    if (shape === 'half-glazed')
      inside(
        pen,
        d,
        path(
          `M60 ${top + 60}C140 ${top + 48} 200 ${top + 76} 340 ${top + 58}V430H60Z`,
          'fill="#a5664a" opacity=".7"',
        ),
      );
    specks(pen, d, [200 - radius, top + 20, radius * 2, base - top], darker(main, 0.4), 60);
    plant(pen, shape, top);
  },
};
