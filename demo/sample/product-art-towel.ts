import type { Artist } from './product-art-artist.ts';
import { darker, n } from './product-art-pen.ts';
import {
  boxPath,
  downFill,
  ellipse,
  glowFill,
  groundShadow,
  inside,
  line,
  path,
  roundFill,
} from './product-art-shapes.ts';
import { cloth, folds } from './product-art-textiles-parts.ts';

export const towel: Artist = {
  place: (shape) => (shape === 'hung' ? 'wall' : 'table'),
  draw(pen, shape, main, second) {
    if (shape === 'hung') {
      pen.put(ellipse(222, 300, 110, 170, `fill="${glowFill(pen, '#1d140c', 0.42)}"`));
      const d =
        'M190 112Q200 104 210 112C250 150 284 170 288 214C280 290 292 350 286 424Q200 434 116 424C108 350 122 290 112 214C116 170 150 150 190 112Z';
      pen.put(path(d, `fill="${cloth(pen, 'plain', main, second)}"`));
      inside(
        pen,
        d,
        ...[372, 388, 398].map((y, at) =>
          path(
            `M90 ${y}Q200 ${y + 14} 310 ${y}v${at ? 4 : 9}Q200 ${y + 24} 90 ${y + 8}Z`,
            `fill="${second}"`,
          ),
        ),
        ...[236, 246].map((y) =>
          path(
            `M90 ${y}Q200 ${y + 12} 310 ${y}v3Q200 ${y + 16} 90 ${y + 3}Z`,
            `fill="${second}" opacity=".6"`,
          ),
        ),
      );
      folds(pen, d, [148, 204, 254], 130, 430);
      pen.put(
        line('M200 92c-8 10 -8 18 0 26', second, 3),
        ellipse(200, 90, 15, 15, `fill="${roundFill(pen, '#c39a64', 0.35)}"`),
        ellipse(197, 87, 6, 6, 'fill="#fff" opacity=".3"'),
      );
      return;
    }
    groundShadow(pen, 200, 410, 112);
    const layers = [
      [main, 60],
      [second, 52],
      [main, 46],
      [second, 38],
    ] as const;
    let bottom = 410;
    for (const [at, [colour, height]] of layers.entries()) {
      const half = 116 - at * 7;
      const top = bottom - height;
      const d = boxPath(200 - half, top, half * 2, height - 1, height / 2.4);
      pen.put(
        path(d, `fill="${cloth(pen, 'waffle', colour, second)}"`),
        path(d, `fill="${downFill(pen, '#ffffff', darker(colour, 0.4))}" opacity=".22"`),
      );
      pen.put(
        line(
          `M${200 - half + 16} ${n(top + height / 2)}H${200 + half - 2}`,
          darker(colour, 0.4),
          1.6,
          'opacity=".45"',
        ),
        line(`M${200 + half - 30} ${top + 3}V${bottom - 4}`, darker(colour, 0.25), 1, 'opacity=".3"'),
      );
      bottom = top;
    }
    pen.put(
      line('M216 224c14 -24 34 -30 44 -52', '#717c48', 2.4),
      ...[0, 1, 2, 3].map((leaf) =>
        ellipse(
          226 + leaf * 10,
          214 - leaf * 13,
          9,
          4,
          `fill="#9baa8c" transform="rotate(${leaf % 2 ? 10 : -70} ${226 + leaf * 10} ${214 - leaf * 13})"`,
        ),
      ),
    );
  },
};
