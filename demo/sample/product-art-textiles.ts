import type { Artist } from './product-art-artist.ts';
import { darker, lighter, mix, n, type Pen } from './product-art-pen.ts';
import {
  box,
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

/** A woven cloth as a fill that repeats. */
function cloth(pen: Pen, weave: string, main: string, second: string, turn = 0): string {
  const tile = (size: number, markup: string) =>
    pen.define(
      (id) =>
        `<pattern id="${id}" width="${size}" height="${size}" patternUnits="userSpaceOnUse" patternTransform="rotate(${turn})">${box(0, 0, size, size, 0, `fill="${main}"`)}${markup}</pattern>`,
    );
  if (weave === 'stripe')
    return tile(36, box(0, 20, 36, 10, 0, `fill="${second}"`) + box(0, 33, 36, 1.5, 0, `fill="${second}"`));
  if (weave === 'check')
    return tile(
      48,
      box(0, 0, 48, 20, 0, `fill="${second}" opacity=".5"`) +
        box(0, 0, 20, 48, 0, `fill="${second}" opacity=".5"`) +
        box(32, 0, 2, 48, 0, `fill="${second}" opacity=".6"`) +
        box(0, 32, 48, 2, 0, `fill="${second}" opacity=".6"`),
    );
  if (weave === 'herringbone')
    return tile(
      20,
      line('M0 0L10 10L20 0M0 10L10 20L20 10', second, 3) + line('M0 -10L10 0L20 -10', second, 3),
    );
  if (weave === 'quilt')
    return tile(
      44,
      line('M0 22L22 0L44 22L22 44Z', darker(main, 0.28), 1.6) +
        line('M2 22L22 2', lighter(main, 0.4), 1.4, 'opacity=".8"'),
    );
  if (weave === 'waffle')
    return tile(
      12,
      box(1.5, 1.5, 9, 9, 1, `fill="${darker(main, 0.1)}"`) +
        box(3, 3, 7, 7, 1, `fill="${lighter(main, 0.25)}"`),
    );
  return tile(
    6,
    line('M0 1.5H3M3 4.5H6', lighter(main, 0.3), 0.9, 'opacity=".7"') +
      line('M1.5 3V6', darker(main, 0.2), 0.8, 'opacity=".5"'),
  );
}

const fringe = (pen: Pen, from: number, until: number, y: number, colour: string, length = 22) => {
  for (let x = from; x < until; x += 4.6)
    pen.put(
      line(
        `M${n(x)} ${y}q${n((pen.random() - 0.5) * 6)} ${length / 2} ${n((pen.random() - 0.5) * 5)} ${length}`,
        darker(colour, pen.random() * 0.2),
        2.2,
      ),
    );
};

const folds = (pen: Pen, d: string, xs: readonly number[], top: number, bottom: number) =>
  inside(
    pen,
    d,
    ...xs.flatMap((x) => [
      line(
        `M${x} ${top}C${x + 10} ${top + 90} ${x - 10} ${bottom - 90} ${x + 4} ${bottom}`,
        '#1d140c',
        12,
        'opacity=".1"',
      ),
      line(
        `M${x - 12} ${top}C${x - 2} ${top + 90} ${x - 22} ${bottom - 90} ${x - 8} ${bottom}`,
        '#ffffff',
        9,
        'opacity=".14"',
      ),
    ]),
  );

const throwArt: Artist = {
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

const cushion: Artist = {
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

const towel: Artist = {
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

const rug: Artist = {
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

export const textilesArt = { throw: throwArt, cushion, towel, rug };
