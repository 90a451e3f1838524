import { darker, n } from './product-art-pen.ts';
import { line, path } from './product-art-shapes.ts';

export const LEAF = ['#717c48', '#8a9460', '#5c6a3c', '#2f5647', '#9baa8c'] as const;

/** A leaf from its stalk at x, y. Turn in degrees, 0 points up. */
export function leaf(
  x: number,
  y: number,
  length: number,
  width: number,
  turn: number,
  colour: string,
): string {
  const d = `M0 0C${n(-width)} ${n(-length * 0.3)} ${n(-width * 0.7)} ${n(-length * 0.8)} 0 ${n(-length)}C${n(width * 0.7)} ${n(-length * 0.8)} ${n(width)} ${n(-length * 0.3)} 0 0Z`;
  return `<g transform="translate(${n(x)} ${n(y)}) rotate(${n(turn)})">${path(d, `fill="${colour}"`)}${line(`M0 -2V${n(-length * 0.85)}`, darker(colour, 0.3), 0.9, 'opacity=".6"')}</g>`;
}
