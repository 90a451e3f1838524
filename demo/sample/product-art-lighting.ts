import { darker, lighter, mix, n, type Pen } from './product-art-pen.ts';
import type { Artist } from './product-art-artist.ts';
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
  TILT,
  turned,
  vessel,
  type Profile,
} from './product-art-shapes.ts';

const LIGHT = '#fff1cf';

/** A lit shade: brighter in the middle, its colour at the edges. */
function shade(pen: Pen, x: number, profile: Profile, colour: string): void {
  const d = turned(x, profile);
  const [top, bottom] = [profile[0]!, profile[profile.length - 1]!];
  const lit = mix(colour, LIGHT, 0.55);
  pen.put(
    path(d, `fill="${roundFill(pen, colour, 0.2)}"`),
    path(d, `fill="${downFill(pen, mix(colour, LIGHT, 0.1), lit)}" opacity=".72"`),
  );
  inside(
    pen,
    d,
    ellipse(
      x - 6,
      (top[0] + bottom[0]) / 2 + 14,
      bottom[1] * 0.78,
      (bottom[0] - top[0]) * 0.66,
      `fill="${glowFill(pen, LIGHT, 0.85)}"`,
    ),
  );
  pen.put(
    ellipse(
      x,
      top[0],
      top[1],
      Math.max(top[1] * TILT, 1.5),
      `fill="${mix(colour, LIGHT, 0.75)}" opacity=".9"`,
    ),
  );
}

const lightPool = (pen: Pen, x: number, y: number, radius: number) =>
  pen.put(
    ellipse(x, y, radius, radius * 0.24, `fill="${glowFill(pen, LIGHT, 0.75)}"`),
    ellipse(x, y - 190, radius * 1.15, radius * 1.15, `fill="${glowFill(pen, LIGHT, 0.4)}"`),
  );

const feet: Record<string, Profile> = {
  drum: [
    [258, 8],
    [272, 12],
    [296, 34],
    [334, 54],
    [372, 50],
    [398, 34],
    [408, 34],
  ],
  cone: [
    [262, 9],
    [290, 14],
    [322, 36],
    [366, 44],
    [400, 40],
    [410, 38],
  ],
  mushroom: [
    [250, 17],
    [300, 17],
    [350, 20],
    [388, 38],
    [406, 62],
    [411, 63],
  ],
  dome: [
    [230, 5],
    [330, 5],
    [386, 6],
    [397, 30],
    [402, 56],
    [410, 57],
  ],
  globe: [
    [318, 44],
    [328, 54],
    [360, 60],
    [396, 58],
    [408, 56],
  ],
};

const tableLamp: Artist = {
  place: 'table',
  draw(pen, shape, main, second) {
    lightPool(pen, 200, 416, 190);
    groundShadow(pen, 200, 412, 56);
    const foot = feet[shape] ?? feet['drum']!;
    pen.put(path(turned(200, foot), `fill="${roundFill(pen, main)}"`));
    if (shape === 'drum')
      shade(
        pen,
        200,
        [
          [122, 74],
          [122, 74],
          [252, 104],
          [252, 104],
        ],
        second,
      );
    if (shape === 'cone')
      shade(
        pen,
        200,
        [
          [96, 40],
          [96, 40],
          [256, 96],
          [256, 96],
        ],
        second,
      );
    if (shape === 'mushroom')
      shade(
        pen,
        200,
        [
          [128, 4],
          [134, 46],
          [164, 92],
          [216, 116],
          [232, 112],
          [240, 104],
        ],
        second,
      );
    if (shape === 'dome') {
      pen.put(line('M200 236C200 178 224 160 250 168', main, 7));
      shade(
        pen,
        258,
        [
          [150, 10],
          [156, 38],
          [182, 64],
          [214, 74],
          [214, 74],
        ],
        second,
      );
    }
    if (shape === 'globe') {
      pen.put(
        ellipse(200, 232, 98, 98, `fill="${roundFill(pen, second, 0.5)}"`),
        ellipse(200, 236, 94, 92, `fill="${glowFill(pen, LIGHT, 0.95)}"`),
      );
      pen.put(
        path(
          turned(200, [
            [314, 50],
            [314, 50],
            [330, 58],
            [340, 60],
          ]),
          `fill="${roundFill(pen, main, 0.4)}"`,
        ),
      );
    }
  },
};

const pendant: Artist = {
  place: 'wall',
  draw(pen, shape, main, second) {
    const top = shape === 'globe' || shape === 'woven' ? 176 : 196;
    pen.put(ellipse(200, 410, 260, 200, `fill="${glowFill(pen, LIGHT, 0.7)}"`));
    pen.put(line(`M200 0V${top + 6}`, darker(main, 0.55), 3));
    pen.put(
      path(
        turned(200, [
          [top - 26, 9],
          [top - 22, 13],
          [top + 8, 15],
        ]),
        `fill="${roundFill(pen, second, 0.4)}"`,
      ),
    );
    const under = (y: number, radius: number) =>
      pen.put(
        ellipse(200, y, radius, radius * TILT, `fill="${mix(second, LIGHT, 0.7)}"`),
        ellipse(200, y + 2, radius * 0.45, radius * 0.09, 'fill="#fffaf0"'),
      );
    const body = (profile: Profile) => {
      const last = profile[profile.length - 1]!;
      pen.put(path(turned(200, profile), `fill="${roundFill(pen, main, 0.26)}"`));
      under(last[0], last[1] - 3);
    };
    if (shape === 'dome')
      body([
        [top, 14],
        [top + 14, 66],
        [top + 60, 112],
        [top + 108, 126],
        [top + 112, 126],
      ]);
    if (shape === 'cone')
      body([
        [top, 16],
        [top, 16],
        [top + 30, 26],
        [top + 112, 122],
        [top + 118, 122],
      ]);
    if (shape === 'bell')
      body([
        [top, 16],
        [top + 20, 42],
        [top + 86, 56],
        [top + 140, 82],
        [top + 152, 96],
      ]);
    if (shape === 'disc') {
      body([
        [top + 4, 22],
        [top + 16, 116],
        [top + 24, 122],
        [top + 30, 122],
      ]);
      pen.put(ellipse(200, top + 56, 84, 16, `fill="${glowFill(pen, LIGHT, 1)}"`));
      body([
        [top + 62, 70],
        [top + 68, 88],
        [top + 74, 88],
      ]);
    }
    if (shape === 'globe') {
      const ribs = Array.from({ length: 11 }, (_, at) => 20 + at * 18);
      pen.put(
        ellipse(200, 296, 116, 112, `fill="${roundFill(pen, main, 0.4)}"`),
        ellipse(194, 296, 112, 108, `fill="${glowFill(pen, LIGHT, 0.9)}"`),
      );
      for (const at of ribs) {
        const half = 116 * Math.sqrt(Math.max(0, 1 - ((at - 112) / 112) ** 2));
        pen.put(
          line(
            `M${n(200 - half)} ${184 + at}Q200 ${n(184 + at + half * 0.16)} ${n(200 + half)} ${184 + at}`,
            darker(main, 0.3),
            1,
            'opacity=".45"',
          ),
        );
      }
    }
    if (shape === 'woven') {
      const d = turned(200, [
        [top, 22],
        [top + 20, 70],
        [top + 80, 118],
        [top + 150, 104],
        [top + 172, 92],
      ]);
      pen.put(path(d, `fill="${roundFill(pen, mix(main, LIGHT, 0.35), 0.3)}"`));
      const strands: string[] = [];
      for (let at = -30; at < 34; at++) {
        strands.push(
          line(
            `M${200 + at * 8} ${top - 10}q${n(at * 1.6)} 100 ${n(at * -1.2)} 200`,
            darker(main, 0.42),
            2,
            'opacity=".5"',
          ),
        );
        if (at % 2)
          strands.push(
            line(
              `M70 ${top + 92 + at * 5}Q200 ${top + 118 + at * 5} 330 ${top + 92 + at * 5}`,
              darker(main, 0.25),
              3,
              'opacity=".55"',
            ),
          );
      }
      inside(pen, d, ...strands);
      under(top + 172, 88);
    }
  },
};

const floorLamp: Artist = {
  place: 'floor',
  draw(pen, shape, main, second) {
    lightPool(pen, 200, 440, 170);
    if (shape === 'tripod') {
      groundShadow(pen, 200, 446, 74, 0.25);
      const wood = roundFill(pen, main);
      pen.put(
        path('M196 188l8 0 -6 262 -7 0Z', `fill="${darker(main, 0.35)}"`),
        path('M194 190l9 2 -74 262 -8 -2Z', `fill="${wood}"`),
        path('M197 192l9 -2 73 260 -8 2Z', `fill="${darker(main, 0.12)}"`),
      );
      pen.put(box(188, 180, 24, 20, 6, `fill="${roundFill(pen, '#b99343', 0.5)}"`));
      shade(
        pen,
        200,
        [
          [62, 72],
          [62, 72],
          [182, 98],
          [182, 98],
        ],
        second,
      );
    } else if (shape === 'arc') {
      groundShadow(pen, 118, 452, 44);
      pen.put(
        line('M118 446V150C118 66 226 32 272 112', main, 7),
        line('M116 446V150C116 64 226 30 270 110', lighter(main, 0.4), 1.6, 'opacity=".7"'),
      );
      pen.put(
        path(
          turned(118, [
            [440, 40],
            [440, 40],
            [452, 44],
          ]),
          `fill="${roundFill(pen, main)}"`,
        ),
      );
      shade(
        pen,
        274,
        [
          [108, 12],
          [116, 40],
          [142, 62],
          [168, 70],
          [168, 70],
        ],
        second,
      );
    } else {
      groundShadow(pen, 200, 452, 48);
      pen.put(
        path(
          turned(200, [
            [190, 4],
            [430, 4],
            [438, 10],
            [446, 50],
            [453, 50],
          ]),
          `fill="${roundFill(pen, main)}"`,
        ),
      );
      shade(
        pen,
        200,
        [
          [60, 44],
          [60, 44],
          [198, 74],
          [198, 74],
        ],
        second,
      );
    }
  },
};

const lantern: Artist = {
  place: 'table',
  draw(pen, shape, main, second) {
    lightPool(pen, 200, 420, 200);
    groundShadow(pen, 200, 416, 82);
    const flame = () => {
      pen.put(
        path(
          turned(200, [
            [300, 27],
            [300, 27],
            [392, 28],
          ]),
          `fill="${roundFill(pen, '#f2ead9', 0.4)}"`,
        ),
        ellipse(200, 300, 27, 4, 'fill="#fff6dc"'),
      );
      pen.put(
        line('M200 300v-8', '#3b2f26', 2),
        ellipse(200, 274, 70, 76, `fill="${glowFill(pen, '#ffd98a', 0.8)}"`),
        path(
          'M200 244c13 17 14 34 0 42c-14 -8 -13 -25 0 -42Z',
          `fill="${downFill(pen, '#fff7d8', '#f6b24a')}"`,
        ),
      );
    };
    if (shape === 'square') {
      pen.put(line('M164 122C164 60 236 60 236 122', second, 6));
      pen.put(
        path('M140 170L170 118H230L260 170Z', `fill="${roundFill(pen, main)}"`),
        box(176, 104, 48, 18, 5, `fill="${roundFill(pen, main)}"`),
      );
      pen.put(path(boxPath(134, 176, 132, 222), 'fill="#fff3d6" opacity=".5"'));
      flame();
      pen.put(path('M150 184h36l-30 206h-6Z', 'fill="#ffffff" opacity=".28"'));
      for (const x of [128, 260]) pen.put(box(x, 168, 12, 240, 2, `fill="${roundFill(pen, main)}"`));
      pen.put(
        box(122, 164, 156, 14, 3, `fill="${roundFill(pen, lighter(main, 0.06))}"`),
        box(122, 394, 156, 22, 3, `fill="${roundFill(pen, main)}"`),
        line('M200 178V262', main, 3, 'opacity=".55"'),
      );
    } else {
      pen.put(
        line('M136 190C136 84 264 84 264 190', main, 4),
        line('M176 113C190 108 210 108 224 113', second, 12),
      );
      pen.put(
        path(
          turned(200, [
            [178, 52],
            [178, 52],
            [250, 62],
            [340, 64],
            [396, 58],
          ]),
          'fill="#fff6e0" opacity=".5"',
        ),
      );
      flame();
      pen.put(
        path(
          turned(200, [
            [166, 40],
            [168, 56],
            [178, 60],
            [186, 60],
          ]),
          `fill="${roundFill(pen, main, 0.5)}"`,
        ),
        ellipse(200, 166, 40, 6, `fill="${darker(main, 0.4)}"`),
      );
      pen.put(
        path(
          'M152 200c-8 60 -8 120 2 176',
          'fill="none" stroke="#fff" stroke-width="7" opacity=".45" stroke-linecap="round"',
        ),
      );
      vessel(
        pen,
        200,
        [
          [374, 68],
          [384, 72],
          [408, 70],
          [416, 66],
        ],
        main,
        undefined,
        0.45,
      );
      pen.put(
        path(
          turned(200, [
            [330, 27],
            [376, 28],
          ]),
          'fill="#f2ead9" opacity=".0"',
        ),
      );
    }
  },
};

export const lightingArt = { 'table-lamp': tableLamp, pendant, 'floor-lamp': floorLamp, lantern };
