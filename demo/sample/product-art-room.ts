import type { Artist } from './product-art-artist.ts';
import { darker, lighter, mix, n, type Pen } from './product-art-pen.ts';
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
  roundFill,
  turned,
} from './product-art-shapes.ts';

function board(pen: Pen, x: number, y: number, width: number, colour: string): void {
  const d = boxPath(x, y, width, 13, 1);
  pen.put(
    box(x + 10, y + 16, width - 6, 18, 6, `fill="${downFill(pen, '#1d140c', '#2a1d12')}" opacity=".12"`),
  );
  pen.put(path(d, `fill="${downFill(pen, lighter(colour, 0.25), darker(colour, 0.12))}"`));
  grain(pen, d, [x, y, width, 13], colour);
}

/** Small things that stand on a shelf whose top is at y. */
function arrange(pen: Pen, x: number, y: number, width: number): void {
  const tones = ['#b2562f', '#e6dac6', '#5b6c7a', '#9baa8c', '#c8963e', '#cf9d90', '#2f5647'];
  const tone = () => tones[Math.floor(pen.random() * tones.length)]!;
  for (let at = x + 14; at < x + width - 34;) {
    const what = Math.floor(pen.random() * 4);
    if (what === 0) {
      for (let book = 0; book < 4; book++) {
        const [thick, tall] = [7 + pen.random() * 6, 36 + pen.random() * 16];
        pen.put(box(at, y - tall, thick, tall, 1, `fill="${roundFill(pen, tone(), 0.15)}"`));
        at += thick + 0.6;
      }
    } else if (what === 1) {
      const colour = tone();
      pen.put(
        path(
          turned(at + 16, [
            [y - 44, 6],
            [y - 36, 6],
            [y - 22, 15],
            [y - 6, 13],
            [y - 1.5, 10],
          ]),
          `fill="${roundFill(pen, colour, 0.35)}"`,
        ),
      );
      pen.put(
        line(`M${at + 16} ${y - 44}c-3 -16 6 -24 3 -40`, '#717c48', 2),
        ...[0, 1, 2].map((leaf) =>
          ellipse(at + (leaf % 2 ? 11 : 25), y - 58 - leaf * 10, 6, 3.4, 'fill="#717c48"'),
        ),
      );
      at += 32;
    } else if (what === 2) {
      pen.put(
        path(
          turned(at + 18, [
            [y - 20, 18],
            [y - 10, 15],
            [y - 2, 8],
          ]),
          `fill="${roundFill(pen, tone(), 0.3)}"`,
        ),
      );
      at += 38;
    } else {
      const colour = tone();
      pen.put(
        box(at, y - 50, 38, 50, 1, `fill="${darker(colour, 0.4)}"`),
        box(at + 4, y - 46, 30, 42, 0, 'fill="#f2ede3"'),
        ellipse(at + 19, y - 24, 9, 9, `fill="${colour}"`),
      );
      at += 42;
    }
    at += 12 + pen.random() * 14;
  }
}

const shelf: Artist = {
  place: (shape) => (shape === 'ladder' ? 'floor' : 'wall'),
  draw(pen, shape, main, second) {
    if (shape === 'wall' || shape === 'peg') {
      arrange(pen, 70, 236, 260);
      board(pen, 60, 236, 280, main);
      if (shape === 'wall')
        for (const x of [104, 290])
          pen.put(line(`M${x} 250v44`, second, 7), line(`M${x} 290q-2 -34 24 -40`, second, 4));
      else {
        board(pen, 60, 276, 280, darker(main, 0.05));
        for (let x = 88; x <= 312; x += 56)
          pen.put(
            line(`M${x} 283v12`, main, 9),
            ellipse(x, 297, 7, 7, `fill="${roundFill(pen, lighter(main, 0.1), 0.4)}"`),
          );
        pen.put(
          path('M136 296h16l4 92q-12 6 -24 0Z', `fill="${roundFill(pen, '#e6dac6', 0.3)}"`),
          path('M248 296h16l12 70q-20 10 -40 0Z', `fill="${roundFill(pen, '#5b6c7a', 0.2)}"`),
        );
      }
    } else if (shape === 'double') {
      for (const x of [72, 320]) pen.put(box(x, 128, 7, 246, 2, `fill="${roundFill(pen, second, 0.3)}"`));
      for (const y of [214, 342]) {
        arrange(pen, 80, y, 240);
        board(pen, 62, y, 276, main);
      }
    } else {
      pen.put(ellipse(220, 450, 130, 16, `fill="${glowFill(pen, '#1d140c', 0.5)}"`));
      for (const [at, y] of [138, 220, 302, 384].entries()) {
        const half = 66 + at * 14;
        arrange(pen, 200 - half, y, half * 2);
        board(pen, 200 - half, y, half * 2, main);
      }
      for (const side of [-1, 1])
        pen.put(
          line(
            `M${200 + side * 60} 74L${200 + side * 124} 452`,
            side < 0 ? lighter(main, 0.1) : darker(main, 0.1),
            10,
          ),
        );
    }
  },
};

const mirrorPath: Record<string, (grow: number) => string> = {
  round: (grow) =>
    `M${200 - 112 - grow} 240a${112 + grow} ${112 + grow} 0 1 1 ${2 * (112 + grow)} 0a${112 + grow} ${112 + grow} 0 1 1 ${-2 * (112 + grow)} 0Z`,
  oval: (grow) =>
    `M${200 - 92 - grow} 244a${92 + grow} ${140 + grow} 0 1 1 ${2 * (92 + grow)} 0a${92 + grow} ${140 + grow} 0 1 1 ${-2 * (92 + grow)} 0Z`,
  arch: (grow) =>
    `M${200 - 94 - grow} ${404 + grow}V${174}a${94 + grow} ${94 + grow} 0 0 1 ${2 * (94 + grow)} 0V${404 + grow}Z`,
};

const mirror: Artist = {
  place: 'wall',
  draw(pen, shape, main, second) {
    const outline = mirrorPath[shape] ?? mirrorPath['round']!;
    pen.put(
      `<g transform="translate(14 16)" opacity=".9">${path(outline(12), `fill="${glowFill(pen, '#1d140c', 0.7)}"`)}</g>`,
    );
    const frame = pen.define(
      (id) =>
        `<linearGradient id="${id}" x2="1" y2="1"><stop stop-color="${lighter(main, 0.35)}"/><stop offset=".45" stop-color="${main}"/><stop offset="1" stop-color="${darker(main, 0.35)}"/></linearGradient>`,
    );
    const silver = pen.define(
      (id) =>
        `<linearGradient id="${id}" x2=".8" y2="1"><stop stop-color="${lighter(second, 0.65)}"/><stop offset=".5" stop-color="${lighter(second, 0.2)}"/><stop offset="1" stop-color="${mix(second, '#8c8883', 0.35)}"/></linearGradient>`,
    );
    pen.put(
      path(outline(11), `fill="${frame}"`),
      path(outline(1), `fill="${darker(main, 0.5)}"`),
      path(outline(0), `fill="${silver}"`),
    );
    const branch = [0, 1, 2, 3, 4, 5].map((leaf) =>
      ellipse(
        262 + (leaf % 2 ? 14 : -14),
        250 + leaf * 22,
        14,
        6.5,
        `fill="#717c48" opacity=".5" transform="rotate(${leaf % 2 ? -28 : 28} ${262 + (leaf % 2 ? 14 : -14)} ${n(250 + leaf * 22)})"`,
      ),
    );
    inside(
      pen,
      outline(0),
      path('M60 420L230 60H268L98 420Z', 'fill="#ffffff" opacity=".3"'),
      path('M150 420L320 60H330L160 420Z', 'fill="#ffffff" opacity=".3"'),
      line('M262 236C266 300 260 350 268 420', '#717c48', 3, 'opacity=".5"'),
      ...branch,
    );
  },
};

export const roomArt = { shelf, mirror };
