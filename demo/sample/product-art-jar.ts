import type { Artist } from './product-art-artist.ts';
import { type Pen, darker, lighter, n } from './product-art-pen.ts';
import {
  type Profile,
  TILT,
  box,
  ellipse,
  groundShadow,
  inside,
  line,
  path,
  roundFill,
  specks,
  turned,
  vessel,
} from './product-art-shapes.ts';

export const jar: Artist = {
  place: 'table',
  draw(pen, shape, main, second) {
    const clear = shape === 'pasta' || shape === 'lentils';
    const top = shape === 'tall' ? 208 : shape === 'pasta' ? 176 : shape === 'lentils' ? 226 : 276;
    const radius = clear ? 60 : 82;
    groundShadow(pen, 200, 405, radius);
    const profile: Profile = [
      [top, radius - 6],
      [top + 10, radius],
      [top + 40, radius + 1],
      [386, radius + 1],
      [405, radius - 8],
    ];
    if (clear) {
      const d = turned(200, profile);
      pen.put(path(d, 'fill="#ffffff" opacity=".3"'));
      drawContents(pen, shape, d, top);
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

function drawContents(pen: Pen, shape: string, d: string, top: number): void {
  if (shape === 'lentils') {
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
