import type { Artist } from './product-art-artist.ts';
import { leg, longShadow } from './product-art-furniture-parts.ts';
import { type Pen, darker, lighter, mix, n } from './product-art-pen.ts';
import { box, downFill, grain, line, path, roundFill } from './product-art-shapes.ts';

export const chair: Artist = {
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
