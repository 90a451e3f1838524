import type { Artist } from './product-art-artist.ts';
import { leg, longShadow, plank } from './product-art-furniture-parts.ts';
import { darker, lighter, n } from './product-art-pen.ts';
import { downFill, ellipse, grain, line, path } from './product-art-shapes.ts';

export const bench: Artist = {
  place: 'floor',
  draw(pen, shape, main, second) {
    longShadow(pen, 440, 150);
    const back = darker(main, 0.28);
    const splay = shape === 'splayed' ? 24 : 4;
    leg(pen, 88, 330, 426, -splay * 0.5, 13, back);
    leg(pen, 312, 330, 426, splay * 0.5, 13, back);
    if (shape === 'spindle') {
      for (let x = 66; x <= 334; x += 22.3)
        pen.put(line(`M${n(x)} 326L${n(200 + (x - 200) * 1.03)} 244`, darker(main, 0.1), 5));
      pen.put(
        line('M52 244Q200 222 348 244', main, 14),
        line('M54 241Q200 219 346 241', lighter(main, 0.3), 2, 'opacity=".6"'),
      );
    }
    const top = `M62 318H338L356 340H44Z`;
    pen.put(path(top, `fill="${lighter(main, 0.22)}"`));
    grain(pen, top, [44, 318, 312, 22], main);
    plank(pen, 44, 340, 312, shape === 'plank' ? 18 : 13, main, 2);
    if (shape === 'plank') {
      for (const x of [74, 300]) plank(pen, x, 358, 26, 88, darker(main, 0.06), 2);
      plank(pen, 100, 392, 200, 12, darker(main, 0.14), 1);
    } else {
      leg(pen, 70, 353, 448, -splay, 16, main);
      leg(pen, 330, 353, 448, splay, 16, main);
      if (shape === 'splayed') pen.put(line('M66 408H334', darker(main, 0.15), 7));
    }
    if (shape === 'cushion') {
      pen.put(
        path(
          'M58 322C54 300 66 292 92 292H308C334 292 346 300 342 322C346 336 330 340 308 340H92C70 340 54 336 58 322Z',
          `fill="${downFill(pen, lighter(second, 0.2), darker(second, 0.18))}"`,
        ),
      );
      pen.put(
        line('M60 318C140 326 260 326 340 318', darker(second, 0.3), 1.5, 'opacity=".6"'),
        ...[130, 200, 270].map((x) => ellipse(x, 306, 3.4, 2.6, `fill="${darker(second, 0.4)}"`)),
      );
      plank(pen, 74, 410, 252, 9, darker(main, 0.1), 1);
    }
  },
};
