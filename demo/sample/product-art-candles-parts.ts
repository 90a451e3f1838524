import { type Pen, lighter, n } from './product-art-pen.ts';
import { TILT, downFill, ellipse, glowFill, line, path, roundFill, turned } from './product-art-shapes.ts';

export function flame(pen: Pen, x: number, y: number, size = 1): void {
  const s = (value: number) => n(value * size);
  pen.put(
    ellipse(x, y - 24 * size, 90 * size, 100 * size, `fill="${glowFill(pen, '#ffdf9a', 0.75)}"`),
    line(`M${x} ${y}v${s(-11)}`, '#3b2f26', 2),
  );
  pen.put(
    path(
      `M${x} ${n(y - 52 * size)}c${s(13)} ${s(18)} ${s(14)} ${s(36)} 0 ${s(44)}c${s(-14)} ${s(-8)} ${s(-13)} ${s(-26)} 0 ${s(-44)}Z`,
      `fill="${downFill(pen, '#fff8dd', '#f3ab43')}"`,
    ),
    ellipse(x, y - 14 * size, 3 * size, 5 * size, 'fill="#a9c3d8" opacity=".6"'),
  );
}

export function stick(pen: Pen, x: number, from: number, until: number, half: number, wax: string): void {
  pen.put(
    path(
      turned(x, [
        [from, half * 0.86],
        [from, half * 0.86],
        [until, half],
      ]),
      `fill="${roundFill(pen, wax, 0.3)}"`,
    ),
    ellipse(x, from, half * 0.86, Math.max(half * TILT, 1.6), `fill="${lighter(wax, 0.5)}"`),
  );
  flame(pen, x, from, Math.min(1, 0.6 + half / 70));
}
