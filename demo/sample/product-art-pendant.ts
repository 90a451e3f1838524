import type { Artist } from './product-art-artist.ts';
import { LIGHT } from './product-art-lighting-parts.ts';
import { darker, mix, n } from './product-art-pen.ts';
import {
  type Profile,
  TILT,
  ellipse,
  glowFill,
  inside,
  line,
  path,
  roundFill,
  turned,
} from './product-art-shapes.ts';

export const pendant: Artist = {
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
