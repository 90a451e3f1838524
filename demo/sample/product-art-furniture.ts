import type { Artist } from './product-art-artist.ts';
import { darker, lighter, mix, n, type Pen } from './product-art-pen.ts';
import {
  box,
  boxPath,
  downFill,
  ellipse,
  glowFill,
  grain,
  groundShadow,
  line,
  path,
  roundFill,
  turned,
} from './product-art-shapes.ts';

/** Soft shadow of something long that stands on legs. */
const longShadow = (pen: Pen, y: number, half: number) =>
  pen.put(
    ellipse(214, y, half * 1.16, 22, `fill="${glowFill(pen, '#1d140c', 0.5)}"`),
    ellipse(250, y + 8, half * 1.2, 30, `fill="${glowFill(pen, '#2a1d12', 0.26)}"`),
  );

function plank(
  pen: Pen,
  x: number,
  y: number,
  width: number,
  height: number,
  colour: string,
  corner = 3,
): void {
  const d = boxPath(x, y, width, height, corner);
  pen.put(path(d, `fill="${downFill(pen, lighter(colour, 0.12), darker(colour, 0.1))}"`));
  grain(pen, d, [x, y, width, height], colour);
}

function leg(
  pen: Pen,
  x: number,
  top: number,
  foot: number,
  lean: number,
  width: number,
  colour: string,
): void {
  const d = `M${n(x - width / 2)} ${top}h${width}L${n(x + lean + width * 0.36)} ${foot}h${n(-width * 0.72)}Z`;
  pen.put(path(d, `fill="${roundFill(pen, colour, 0.2)}"`));
}

const bench: Artist = {
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
    if (shape === 'plank' && main !== second) pen.put(box(44, 340, 40, 3, 0, `fill="${lighter(main, 0.4)}"`));
  },
};

const chair: Artist = {
  place: 'floor',
  draw(pen, shape, main, second) {
    longShadow(pen, 446, 96);
    if (shape === 'lounge') return drawLounge(pen, main, second);
    leg(pen, 146, 320, 424, -5, 12, darker(main, 0.3));
    leg(pen, 254, 320, 424, 5, 12, darker(main, 0.3));
    if (shape === 'spindle') {
      for (let at = -3; at <= 3; at++)
        pen.put(
          line(`M${200 + at * 17} 312L${n(200 + at * 20)} ${n(152 + at * at * 5.2)}`, darker(main, 0.08), 5),
        );
      pen.put(
        line('M136 314C112 118 288 118 264 314', main, 12),
        line('M138 300C118 118 278 118 262 296', lighter(main, 0.35), 2, 'opacity=".6"'),
      );
    } else {
      for (const y of [150, 194, 238])
        pen.put(
          path(
            `M140 ${y}Q200 ${y - 14} 260 ${y}v20Q200 ${y + 6} 140 ${y + 20}Z`,
            `fill="${downFill(pen, lighter(main, 0.15), darker(main, 0.15))}"`,
          ),
        );
      for (const x of [138, 262])
        pen.put(box(x - 7, 128, 14, 200, 6, `fill="${roundFill(pen, main, 0.25)}"`));
    }
    const seat = 'M140 308H260L284 340Q284 348 276 348H124Q116 348 116 340Z';
    const cord = shape === 'ladder' ? second : main;
    pen.put(path(seat, `fill="${downFill(pen, lighter(cord, 0.2), darker(cord, 0.06))}"`));
    if (shape === 'ladder') {
      for (let at = 0; at < 9; at++)
        pen.put(
          line(
            `M${n(136 - at * 2)} ${312 + at * 3.6}H${n(264 + at * 2)}`,
            darker(cord, 0.35),
            1,
            'opacity=".5"',
          ),
        );
      pen.put(
        line('M140 310L200 330L260 310', darker(cord, 0.4), 1.2, 'opacity=".5"'),
        line('M120 344L200 330L280 344', darker(cord, 0.4), 1.2, 'opacity=".5"'),
      );
    } else grain(pen, seat, [116, 308, 168, 40], main);
    pen.put(box(118, 342, 164, 10, 4, `fill="${darker(main, 0.12)}"`));
    leg(pen, 130, 352, 452, -9, 15, main);
    leg(pen, 270, 352, 452, 9, 15, main);
    pen.put(line('M128 404H272', darker(main, 0.12), 6));
  },
};

function drawLounge(pen: Pen, wood: string, wool: string): void {
  leg(pen, 122, 400, 452, -8, 14, wood);
  leg(pen, 278, 400, 452, 8, 14, wood);
  const shell = 'M96 370C70 300 84 190 112 150C142 112 258 112 288 150C316 190 330 300 304 370Z';
  pen.put(path(shell, `fill="${roundFill(pen, darker(wool, 0.08), 0.16)}"`));
  pen.put(
    path(
      'M118 344C100 280 110 206 132 172C154 146 246 146 268 172C290 206 300 280 282 344Z',
      `fill="${downFill(pen, lighter(wool, 0.24), wool)}"`,
    ),
  );
  pen.put(
    line('M200 156V336', darker(wool, 0.25), 1.4, 'opacity=".5"'),
    line('M152 164C146 220 146 280 152 336', darker(wool, 0.25), 1.2, 'opacity=".35"'),
    line('M248 164C254 220 254 280 248 336', darker(wool, 0.25), 1.2, 'opacity=".35"'),
  );
  pen.put(
    path(
      'M112 334C112 318 288 318 288 334L296 366C296 378 104 378 104 366Z',
      `fill="${downFill(pen, lighter(wool, 0.3), darker(wool, 0.04))}"`,
    ),
    path(
      'M100 362C100 352 300 352 300 362V396Q300 410 286 410H114Q100 410 100 396Z',
      `fill="${downFill(pen, wool, darker(wool, 0.24))}"`,
    ),
  );
  for (const side of [-1, 1]) {
    const x = 200 + side * 106;
    pen.put(
      path(
        `M${x - 20} 404V304C${x - 20} 272 ${x + 20} 272 ${x + 20} 304V404Q${x} 412 ${x - 20} 404Z`,
        `fill="${roundFill(pen, mix(wool, '#000000', side > 0 ? 0.12 : 0.02), 0.2)}"`,
      ),
    );
  }
}

const stool: Artist = {
  place: 'floor',
  draw(pen, shape, main, second) {
    groundShadow(pen, 200, 446, 84, 0.3);
    const seatTop = shape === 'soft' ? 306 : 286;
    leg(pen, 200, seatTop + 20, 430, 0, 13, darker(main, 0.32));
    if (shape === 'square') leg(pen, 246, seatTop + 20, 430, 4, 11, darker(main, 0.32));
    leg(pen, 150, seatTop + 24, 452, -18, 15, main);
    leg(pen, 250, seatTop + 24, 452, 18, 15, main);
    pen.put(line('M140 392H260', darker(main, 0.1), 6));
    const seat = shape === 'square' ? second : main;
    if (shape === 'soft') {
      pen.put(
        path(
          turned(200, [
            [262, 84],
            [272, 102],
            [300, 108],
            [328, 102],
            [336, 92],
          ]),
          `fill="${roundFill(pen, second, 0.25)}"`,
        ),
        ellipse(200, 264, 90, 15, `fill="${lighter(second, 0.3)}"`),
      );
      for (let at = 0; at < 150; at++) {
        const [x, y] = [100 + pen.random() * 200, 262 + pen.random() * 74];
        if (((x - 200) / 100) ** 2 + ((y - 300) / 42) ** 2 < 1)
          pen.put(
            line(
              `M${n(x)} ${n(y)}q3 -4 6 0`,
              pen.random() < 0.5 ? lighter(second, 0.5) : darker(second, 0.2),
              1.3,
              'opacity=".5"',
            ),
          );
      }
    } else if (shape === 'square') {
      pen.put(path('M124 268H276L292 296H108Z', `fill="${lighter(seat, 0.2)}"`));
      grain(pen, 'M124 268H276L292 296H108Z', [108, 268, 184, 28], seat);
      plank(pen, 108, 296, 184, 17, seat, 2);
    } else {
      pen.put(
        path(
          turned(200, [
            [284, 96],
            [290, 98],
            [302, 98],
            [312, 88],
          ]),
          `fill="${roundFill(pen, seat, 0.2)}"`,
        ),
        ellipse(200, 284, 96, 17, `fill="${lighter(seat, 0.2)}"`),
        ellipse(200, 286, 64, 9, `fill="${darker(seat, 0.08)}" opacity=".5"`),
      );
      for (const r of [84, 70, 52, 34])
        pen.put(
          `<ellipse cx="196" cy="284" rx="${r}" ry="${n(r * 0.17)}" fill="none" stroke="${darker(seat, 0.3)}" opacity=".3"/>`,
        );
    }
  },
};

const sideTable: Artist = {
  place: 'floor',
  draw(pen, shape, main, second) {
    groundShadow(pen, 200, 448, 92, 0.32);
    if (shape === 'drum') {
      const d = turned(200, [
        [286, 92],
        [320, 98],
        [400, 96],
        [446, 84],
      ]);
      pen.put(path(d, `fill="${roundFill(pen, main, 0.2)}"`));
      for (let at = -5; at <= 5; at++)
        pen.put(
          line(
            `M${200 + at * 17} 296Q${n(200 + at * 19)} 380 ${200 + at * 16} 452`,
            darker(main, 0.35),
            1.4,
            'opacity=".45"',
          ),
        );
      pen.put(
        path(
          turned(200, [
            [270, 98],
            [272, 100],
            [286, 100],
          ]),
          `fill="${roundFill(pen, lighter(main, 0.06), 0.25)}"`,
        ),
        ellipse(200, 270, 98, 16, `fill="${lighter(main, 0.24)}"`),
      );
    } else if (shape === 'pedestal') {
      pen.put(
        path(
          turned(200, [
            [288, 20],
            [320, 13],
            [372, 20],
            [404, 14],
            [430, 40],
            [446, 66],
            [450, 66],
          ]),
          `fill="${roundFill(pen, darker(main, 0.05), 0.25)}"`,
        ),
      );
      pen.put(
        path(
          turned(200, [
            [272, 112],
            [272, 112],
            [288, 108],
          ]),
          `fill="${roundFill(pen, main, 0.2)}"`,
        ),
        ellipse(200, 272, 112, 18, `fill="${lighter(main, 0.24)}"`),
      );
    } else if (shape === 'tray') {
      pen.put(
        line('M132 448L262 300', second, 7),
        line('M268 448L138 300', darker(second, 0.2), 7),
        ellipse(200, 372, 5, 5, `fill="${lighter(second, 0.4)}"`),
      );
      pen.put(
        path(
          turned(200, [
            [268, 114],
            [270, 116],
            [292, 110],
            [300, 104],
          ]),
          `fill="${roundFill(pen, main, 0.3)}"`,
        ),
        ellipse(200, 268, 114, 18, `fill="${lighter(main, 0.2)}"`),
        ellipse(200, 273, 104, 14, `fill="${downFill(pen, darker(main, 0.25), main)}"`),
      );
    } else {
      for (const x of [124, 276]) leg(pen, x, 380, 452, x < 200 ? -3 : 3, 14, darker(main, 0.1));
      pen.put(path('M120 262H280L296 280H104Z', `fill="${lighter(main, 0.25)}"`));
      plank(pen, 104, 280, 192, 112, main, 3);
      plank(pen, 116, 292, 168, 50, lighter(main, 0.08), 3);
      pen.put(
        box(116, 352, 168, 32, 2, `fill="${darker(main, 0.55)}"`),
        box(128, 364, 64, 9, 1, 'fill="#cf9d90"'),
        box(130, 373, 70, 11, 1, 'fill="#e6dac6"'),
        ellipse(200, 317, 9, 9, `fill="${roundFill(pen, second, 0.6)}"`),
      );
    }
    if (shape !== 'drawer')
      pen.put(
        path(
          turned(176, [
            [238, 11],
            [246, 17],
            [262, 18],
            [270, 14],
          ]),
          `fill="${roundFill(pen, '#f2ede3', 0.4)}"`,
        ),
        ellipse(176, 238, 11, 2, 'fill="#5a3c28"'),
      );
  },
};

export const furnitureArt = { bench, chair, stool, 'side-table': sideTable };
