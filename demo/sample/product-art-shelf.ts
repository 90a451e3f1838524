import type { Artist } from './product-art-artist.ts';
import { type Pen, darker, lighter } from './product-art-pen.ts';
import {
  box,
  boxPath,
  downFill,
  ellipse,
  glowFill,
  grain,
  line,
  path,
  roundFill,
  turned,
} from './product-art-shapes.ts';

function shelfBoard(pen: Pen, x: number, y: number, width: number, colour: string): void {
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

export const shelf: Artist = {
  place: (shape) => (shape === 'ladder' ? 'floor' : 'wall'),
  draw(pen, shape, main, second) {
    if (shape === 'wall' || shape === 'peg') {
      arrange(pen, 70, 236, 260);
      shelfBoard(pen, 60, 236, 280, main);
      if (shape === 'wall')
        for (const x of [104, 290])
          pen.put(line(`M${x} 250v44`, second, 7), line(`M${x} 290q-2 -34 24 -40`, second, 4));
      else {
        shelfBoard(pen, 60, 276, 280, darker(main, 0.05));
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
        shelfBoard(pen, 62, y, 276, main);
      }
    } else {
      pen.put(ellipse(220, 450, 130, 16, `fill="${glowFill(pen, '#1d140c', 0.5)}"`));
      for (const [at, y] of [138, 220, 302, 384].entries()) {
        const half = 66 + at * 14;
        arrange(pen, 200 - half, y, half * 2);
        shelfBoard(pen, 200 - half, y, half * 2, main);
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
