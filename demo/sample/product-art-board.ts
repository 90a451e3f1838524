import type { Artist } from './product-art-artist.ts';
import { darker, lighter } from './product-art-pen.ts';
import {
  box,
  boxPath,
  downFill,
  ellipse,
  glowFill,
  grain,
  inside,
  line,
  path,
} from './product-art-shapes.ts';

const boards: Record<string, string> = {
  paddle:
    'M184 84Q184 66 200 66T216 84V168Q218 184 246 190Q262 194 262 212V398Q262 416 244 416H156Q138 416 138 398V212Q138 194 154 190Q182 184 184 168Z',
  round: 'M76 292a124 124 0 1 1 248 0a124 124 0 1 1 -248 0Z',
  plain: boxPath(106, 148, 188, 268, 18),
  block: boxPath(82, 216, 236, 200, 10),
  roundpaddle: 'M186 70Q186 54 200 54T214 70V182C330 190 330 416 200 416C70 416 70 190 186 182Z',
};

export const board: Artist = {
  place: 'table',
  draw(pen, shape, main, second) {
    const d = boards[shape] ?? boards['plain']!;
    pen.put(
      ellipse(226, 416, 130, 17, `fill="${glowFill(pen, '#1d140c', 0.65)}"`),
      `<g transform="translate(16 4)" opacity=".16">${path(d, 'fill="#1d140c"')}</g>`,
    );
    pen.put(
      `<g transform="translate(5 1)">${path(d, `fill="${darker(main, 0.35)}"`)}</g>`,
      path(d, `fill="${downFill(pen, lighter(main, 0.2), darker(main, 0.05))}"`),
    );
    if (shape === 'block')
      inside(
        pen,
        d,
        ...[0, 1, 2, 3, 4, 5, 6].map((at) =>
          box(82 + at * 34, 216, 34, 200, 0, `fill="${at % 2 ? second : main}" opacity=".9"`),
        ),
      );
    grain(pen, d, [60, 54, 280, 364], main, true);
    if (shape === 'paddle' || shape === 'roundpaddle')
      pen.put(ellipse(200, shape === 'paddle' ? 88 : 78, 6, 7, `fill="${darker(main, 0.6)}"`));
    if (shape === 'plain')
      pen.put(
        path(
          boxPath(120, 162, 160, 240, 12),
          `fill="none" stroke="${darker(main, 0.3)}" stroke-width="3" opacity=".5"`,
        ),
      );
    if (shape === 'round' || shape === 'plain') {
      pen.put(
        ellipse(262, 424, 62, 8, `fill="${glowFill(pen, '#1d140c', 0.6)}"`),
        path(
          'M206 416C200 366 240 350 268 352C304 354 326 378 322 416Q264 428 206 416Z',
          `fill="${downFill(pen, '#d9a765', '#a8693a')}"`,
        ),
      );
      for (const x of [232, 256, 282]) pen.put(line(`M${x} 366q14 10 12 30`, '#f0d3a0', 4, 'opacity=".7"'));
    }
  },
};
