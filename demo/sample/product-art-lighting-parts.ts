import { type Pen, mix } from './product-art-pen.ts';
import {
  type Profile,
  TILT,
  downFill,
  ellipse,
  glowFill,
  inside,
  path,
  roundFill,
  turned,
} from './product-art-shapes.ts';

export const LIGHT = '#fff1cf';

/** A lit shade: brighter in the middle, its colour at the edges. */
export function shade(pen: Pen, x: number, profile: Profile, colour: string): void {
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

export const lightPool = (pen: Pen, x: number, y: number, radius: number) =>
  pen.put(
    ellipse(x, y, radius, radius * 0.24, `fill="${glowFill(pen, LIGHT, 0.75)}"`),
    ellipse(x, y - 190, radius * 1.15, radius * 1.15, `fill="${glowFill(pen, LIGHT, 0.4)}"`),
  );
