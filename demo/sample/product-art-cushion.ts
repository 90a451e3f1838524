import type { Artist } from './product-art-artist.ts';
import { darker, n } from './product-art-pen.ts';
import { groundShadow, inside, line, path } from './product-art-shapes.ts';
import { cloth } from './product-art-textiles-parts.ts';

export const cushion: Artist = {
  place: 'floor',
  draw(pen, shape, main, second) {
    groundShadow(pen, 200, 428, 118, 0.36);
    const d =
      'M78 196C70 172 92 168 112 176C170 190 230 190 288 176C308 168 330 172 322 196C310 260 310 312 326 384C334 418 312 430 286 422C230 410 170 410 114 422C88 430 66 418 74 384C90 312 90 260 78 196Z';
    const weave = shape === 'sun' || shape === 'wave' ? 'plain' : shape;
    pen.put(
      `<g transform="rotate(-3 200 300)">`,
      path(d, `fill="${cloth(pen, weave, main, second, weave === 'stripe' ? 90 : 0)}"`),
    );
    if (shape === 'sun')
      inside(
        pen,
        d,
        path('M126 326a74 74 0 0 1 148 0Z', `fill="${second}"`),
        ...[0, 1, 2, 3, 4, 5, 6].map((ray) =>
          line(
            `M${n(200 - 88 * Math.cos((ray * Math.PI) / 6))} ${n(326 - 88 * Math.sin((ray * Math.PI) / 6))}L${n(200 - 116 * Math.cos((ray * Math.PI) / 6))} ${n(326 - 116 * Math.sin((ray * Math.PI) / 6))}`,
            second,
            6,
          ),
        ),
        line('M112 346H288', second, 5),
      );
    if (shape === 'wave')
      inside(pen, d, ...[254, 300, 346].map((y) => line(`M60 ${y}q35 -40 70 0t70 0t70 0t70 0`, second, 11)));
    const light = pen.define(
      (id) =>
        `<radialGradient id="${id}" cx=".36" cy=".3" r=".85"><stop stop-color="#fff" stop-opacity=".32"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#1d140c" stop-opacity=".4"/></radialGradient>`,
    );
    pen.put(
      path(d, `fill="${light}"`),
      path(d, `fill="none" stroke="${darker(main, 0.25)}" stroke-width="1.6" opacity=".6"`),
    );
    inside(
      pen,
      d,
      line('M84 182C110 216 124 236 136 262', '#1d140c', 8, 'opacity=".08"'),
      line('M318 182C290 216 278 236 268 262', '#1d140c', 8, 'opacity=".1"'),
      line('M80 416C106 384 120 366 132 342', '#1d140c', 8, 'opacity=".1"'),
    );
    pen.put('</g>');
  },
};
