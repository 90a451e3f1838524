import { createRandom, darker, HEIGHT, lighter, lightness, n, type Pen, WIDTH } from './product-art-pen.ts';
import { box, boxPath, downFill, ellipse, glowFill, path } from './product-art-shapes.ts';

/** Where a picture is taken: on a table, on the floor, at a wall, or from above. */
export type Place = 'table' | 'floor' | 'wall' | 'above';

/** Wall and ground colours of the shop's photo corner. */
const moods = [
  ['#efe5d6', '#e0cfb6'],
  ['#dde5e2', '#c8d5d0'],
  ['#f0dfd5', '#e2c8b9'],
  ['#e0e5d6', '#ccd6be'],
  ['#d8dee2', '#bfcad1'],
  ['#e5cab6', '#d3ad91'],
  ['#b9c4b4', '#a4b29e'],
  ['#c3ccd2', '#aab7bf'],
  ['#54695f', '#465a50'],
  ['#56636f', '#48545f'],
  ['#8d6a58', '#7a5947'],
] as const;

const FLOOR: Record<Place, number> = { table: 352, floor: 392, wall: HEIGHT, above: 0 };

/** Paints wall and ground so that something of the given colour stands out from them. */
export function paintScene(pen: Pen, seed: string, place: Place, colour: string): void {
  const random = createRandom(`scene ${seed}`);
  const fitting = moods.filter(([wall]) => Math.abs(lightness(wall) - lightness(colour)) > 0.16);
  const [wall, ground] = fitting[Math.floor(random() * fitting.length)]!;
  const horizon = FLOOR[place];
  if (place === 'above') {
    pen.put(
      box(0, 0, WIDTH, HEIGHT, 0, `fill="${downFill(pen, lighter(ground, 0.12), darker(ground, 0.06))}"`),
    );
    paintWindow(pen, -60, -40, 0.16);
    return;
  }
  pen.put(box(0, 0, WIDTH, HEIGHT, 0, `fill="${downFill(pen, lighter(wall, 0.12), darker(wall, 0.07))}"`));
  pen.put(ellipse(90, 90, 330, 300, `fill="${glowFill(pen, '#fff8ec', 0.42)}"`));
  const backdrop = Math.floor(random() * 4);
  if (backdrop === 1) paintArch(pen, wall, horizon, 96 + random() * 60);
  if (backdrop === 2) paintWindow(pen, 30 + random() * 90, 40, 0.3);
  if (backdrop === 3) paintDisc(pen, ground, 130 + random() * 140, 150 + random() * 60);
  if (place === 'wall') return;
  const depth = place === 'floor' ? 0.1 : 0.04;
  pen.put(
    box(
      0,
      horizon,
      WIDTH,
      HEIGHT - horizon,
      0,
      `fill="${downFill(pen, darker(ground, depth), lighter(ground, 0.14))}"`,
    ),
    box(
      0,
      horizon,
      WIDTH,
      26,
      0,
      `fill="${downFill(pen, darker(ground, 0.16), darker(ground, 0.03))}" opacity=".4"`,
    ),
  );
  if (place === 'floor') {
    pen.put(box(0, horizon - 15, WIDTH, 15, 0, `fill="${lighter(wall, 0.3)}" opacity=".75"`));
    pen.put(box(0, horizon - 2, WIDTH, 3, 0, `fill="${darker(ground, 0.35)}" opacity=".3"`));
  }
}

function paintArch(pen: Pen, wall: string, horizon: number, radius: number): void {
  const top = 70 + radius;
  const d = `M${n(200 - radius)} ${horizon}V${n(top)}A${n(radius)} ${n(radius)} 0 0 1 ${n(200 + radius)} ${n(top)}V${horizon}Z`;
  pen.put(path(d, `fill="${downFill(pen, darker(wall, 0.13), darker(wall, 0.05))}"`));
}

function paintWindow(pen: Pen, x: number, y: number, strength: number): void {
  const pane = (column: number, row: number) =>
    path(boxPath(x + column * 84, y + row * 118, 76, 110), `fill="#fff4df" opacity="${strength}"`);
  pen.put(
    `<g transform="translate(0 40) skewY(-14) skewX(-10)">${[0, 1].flatMap((c) => [0, 1].map((r) => pane(c, r))).join('')}</g>`,
  );
}

function paintDisc(pen: Pen, ground: string, x: number, y: number): void {
  pen.put(ellipse(x, y, 96, 96, `fill="${downFill(pen, lighter(ground, 0.5), ground)}" opacity=".7"`));
}
