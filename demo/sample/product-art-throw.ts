import type { Artist } from './product-art-artist.ts';
import { darker, lighter, mix } from './product-art-pen.ts';
import { box, downFill, ellipse, glowFill, inside, path, roundFill } from './product-art-shapes.ts';
import { cloth, folds, fringe } from './product-art-textiles-parts.ts';

export const throwArt: Artist = {
  place: 'wall',
  draw(pen, shape, main, second) {
    pen.put(ellipse(226, 300, 130, 160, `fill="${glowFill(pen, '#1d140c', 0.45)}"`));
    fringe(pen, 244, 300, 336, darker(main, 0.2));
    const back = 'M240 122H304V338H240Z';
    pen.put(path(back, `fill="${cloth(pen, shape, darker(main, 0.18), darker(second, 0.18))}"`));
    fringe(pen, 106, 282, 408, shape === 'plain' ? main : mix(main, second, 0.3), 28);
    const front =
      'M104 120Q106 108 120 108H280Q292 108 288 130C284 220 292 310 286 410Q200 420 104 410C98 300 108 220 104 120Z';
    pen.put(path(front, `fill="${cloth(pen, shape, main, second)}"`));
    folds(pen, front, [142, 190, 244], 110, 414);
    inside(
      pen,
      front,
      box(90, 104, 220, 40, 0, `fill="${downFill(pen, '#ffffff', main)}" opacity=".22"`),
      box(90, 370, 220, 50, 0, 'fill="#1d140c" opacity=".05"'),
    );
    pen.put(
      box(40, 98, 320, 15, 7, `fill="${downFill(pen, '#dcb987', '#8a6238')}"`),
      ellipse(40, 105, 11, 11, `fill="${roundFill(pen, '#c39a64', 0.3)}"`),
      ellipse(360, 105, 11, 11, `fill="${roundFill(pen, '#c39a64', 0.3)}"`),
    );
    pen.put(
      path(
        'M104 122Q102 92 130 92H282Q306 92 304 122L288 130C290 112 284 110 276 110H122Q106 110 104 122Z',
        `fill="${cloth(pen, shape, lighter(main, 0.12), lighter(second, 0.12))}"`,
      ),
    );
  },
};
