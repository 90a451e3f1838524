import { type Pen, darker, lighter, n } from './product-art-pen.ts';
import { boxPath, downFill, ellipse, glowFill, grain, path, roundFill } from './product-art-shapes.ts';

/** Soft shadow of something long that stands on legs. */
export const longShadow = (pen: Pen, y: number, half: number) =>
  pen.put(
    ellipse(214, y, half * 1.16, 22, `fill="${glowFill(pen, '#1d140c', 0.5)}"`),
    ellipse(250, y + 8, half * 1.2, 30, `fill="${glowFill(pen, '#2a1d12', 0.26)}"`),
  );

export function plank(
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

export function leg(
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
