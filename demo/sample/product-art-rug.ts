import type { Artist } from './product-art-artist.ts';
import { darker, lighter } from './product-art-pen.ts';
import { box, boxPath, downFill, ellipse, glowFill, inside, line, path } from './product-art-shapes.ts';
import { cloth, fringe } from './product-art-textiles-parts.ts';

export const rug: Artist = {
  place: 'above',
  draw(pen, shape, main, second) {
    if (shape === 'round') {
      pen.put(ellipse(212, 268, 186, 184, `fill="${glowFill(pen, '#1d140c', 0.6)}"`));
      for (let radius = 164; radius > 4; radius -= 10)
        pen.put(
          `<circle cx="200" cy="252" r="${radius}" fill="${(radius / 10) % 4 < 1.4 ? second : main}"/>`,
          `<circle cx="200" cy="252" r="${radius - 2}" fill="none" stroke="${darker(main, 0.4)}" stroke-width="5" stroke-dasharray="7 4" opacity=".25"/>`,
        );
      return;
    }
    const d = boxPath(92, 74, 216, 352);
    pen.put(
      '<g transform="rotate(7 200 250)">',
      box(100, 82, 220, 360, 8, `fill="${downFill(pen, '#1d140c', '#1d140c')}" opacity=".16"`),
    );
    fringe(pen, 94, 308, 424, lighter(main, 0.3), 20);
    pen.put('<g transform="rotate(180 200 250)">');
    fringe(pen, 94, 308, 424, lighter(main, 0.3), 20);
    pen.put('</g>', path(d, `fill="${cloth(pen, 'plain', main, second)}"`));
    if (shape === 'stripe')
      inside(
        pen,
        d,
        ...[92, 112, 122, 196, 236, 246, 256, 304, 378, 388, 408].map((y, at) =>
          box(92, y, 216, [12, 3, 3, 26, 3, 3, 3, 26, 3, 3, 12][at]!, 0, `fill="${second}" opacity=".85"`),
        ),
      );
    if (shape === 'border')
      inside(
        pen,
        d,
        `<rect x="106" y="88" width="188" height="324" fill="none" stroke="${second}" stroke-width="9"/>`,
        `<rect x="122" y="104" width="156" height="292" fill="none" stroke="${second}" stroke-width="2.5"/>`,
        path(
          'M200 190l42 60l-42 60l-42 -60Z',
          `fill="none" stroke="${second}" stroke-width="2.5" opacity=".8"`,
        ),
      );
    if (shape === 'diamond') {
      const lozenges = [0, 1, 2, 3, 4].flatMap((row) =>
        [0, 1, 2].map((column) => `M${128 + column * 72} ${82 + row * 70}l32 32l-32 32l-32 -32Z`),
      );
      inside(
        pen,
        d,
        ...lozenges.map((lozenge) => line(lozenge, second, 4)),
        ...lozenges.map((lozenge) => path(lozenge, `fill="${second}" opacity=".12"`)),
      );
    }
    inside(pen, d, path('M60 60L300 60L140 460L0 460Z', 'fill="#fff" opacity=".07"'));
    pen.put('</g>');
  },
};
