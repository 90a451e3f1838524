import { type Pen, darker, lighter, n } from './product-art-pen.ts';
import { box, inside, line } from './product-art-shapes.ts';

/** A woven cloth as a fill that repeats. */
export function cloth(pen: Pen, weave: string, main: string, second: string, turn = 0): string {
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

export const fringe = (pen: Pen, from: number, until: number, y: number, colour: string, length = 22) => {
  for (let x = from; x < until; x += 4.6)
    pen.put(
      line(
        `M${n(x)} ${y}q${n((pen.random() - 0.5) * 6)} ${length / 2} ${n((pen.random() - 0.5) * 5)} ${length}`,
        darker(colour, pen.random() * 0.2),
        2.2,
      ),
    );
};

export const folds = (pen: Pen, d: string, xs: readonly number[], top: number, bottom: number) =>
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
