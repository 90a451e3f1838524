import { darker, lighter, n, type Pen } from './product-art-pen.ts';

/** Half width at a height: what a potter's profile is made of, listed from top to bottom. */
export type Profile = readonly (readonly [y: number, radius: number])[];

/** Height of a horizontal circle against its width, as seen from a little above. */
export const TILT = 0.15;

/** Fill of a round body lit from the upper left. */
export function roundFill(pen: Pen, colour: string, gloss = 0.3): string {
  const stop = (at: number, shade: string) => `<stop offset="${at}" stop-color="${shade}"/>`;
  return pen.define(
    (id) =>
      `<linearGradient id="${id}">${stop(0, darker(colour, 0.2))}${stop(0.14, colour)}${stop(0.33, lighter(colour, gloss))}` +
      `${stop(0.6, colour)}${stop(0.88, darker(colour, 0.3))}${stop(1, darker(colour, 0.24))}</linearGradient>`,
  );
}

/** Fill from one colour at the top to another at the bottom. */
export function downFill(pen: Pen, top: string, bottom: string): string {
  return pen.define(
    (id) =>
      `<linearGradient id="${id}" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${bottom}"/></linearGradient>`,
  );
}

/** Fill that fades from the middle: light when pale, shade when dark. */
export function glowFill(pen: Pen, colour: string, strength: number): string {
  return pen.define(
    (id) =>
      `<radialGradient id="${id}"><stop stop-color="${colour}" stop-opacity="${strength}"/>` +
      `<stop offset=".55" stop-color="${colour}" stop-opacity="${(strength * 0.45).toFixed(2)}"/>` +
      `<stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient>`,
  );
}

export const ellipse = (x: number, y: number, rx: number, ry: number, paint: string) =>
  `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" ${paint}/>`;

export const path = (d: string, paint: string) => `<path d="${d}" ${paint}/>`;

export const line = (d: string, colour: string, width: number, more = '') =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;

export const box = (x: number, y: number, width: number, height: number, corner: number, paint: string) =>
  `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}" rx="${n(corner)}" ${paint}/>`;

/** Shadow under and to the right of something that stands on the ground. */
export function groundShadow(pen: Pen, x: number, y: number, radius: number, strength = 0.42): void {
  pen.put(
    ellipse(
      x + radius * 0.75,
      y + radius * 0.02,
      radius * 1.75,
      radius * 0.24 + 4,
      `fill="${glowFill(pen, '#2a1d12', strength * 0.7)}"`,
    ),
    ellipse(
      x + radius * 0.08,
      y,
      radius * 1.16,
      radius * 0.17 + 4,
      `fill="${glowFill(pen, '#1d140c', strength + 0.2)}"`,
    ),
  );
}

/** Outline of a turned body around a vertical axis. Points repeated twice make a sharp edge. */
export function turned(x: number, profile: Profile): string {
  const first = profile[0]!;
  const last = profile[profile.length - 1]!;
  const right = curveThrough(profile.map(([y, radius]) => [x + radius, y]));
  const left = curveThrough([...profile].reverse().map(([y, radius]) => [x - radius, y]));
  const arc = (radius: number, toX: number, toY: number) =>
    `A${n(radius)} ${n(radius * TILT)} 0 0 1 ${n(toX)} ${n(toY)}`;
  return (
    `M${n(x + first[1])} ${n(first[0])}${right}${arc(last[1], x - last[1], last[0])}${left}` +
    `${arc(first[1], x + first[1], first[0])}Z`
  );
}

/** A soft curve through points (Catmull-Rom as Béziers); the first point is where the pen already is. */
export function curveThrough(points: readonly (readonly [number, number])[]): string {
  let d = '';
  for (let at = 0; at < points.length - 1; at++) {
    const [here, next] = [points[at]!, points[at + 1]!];
    const before = points[at - 1] ?? here;
    const after = points[at + 2] ?? next;
    d +=
      `C${n(here[0] + (next[0] - before[0]) / 6)} ${n(here[1] + (next[1] - before[1]) / 6)} ` +
      `${n(next[0] - (after[0] - here[0]) / 6)} ${n(next[1] - (after[1] - here[1]) / 6)} ${n(next[0])} ${n(next[1])}`;
  }
  return d;
}

/** A turned vessel with its open mouth. */
export function vessel(
  pen: Pen,
  x: number,
  profile: Profile,
  colour: string,
  inside = darker(colour, 0.45),
  gloss = 0.3,
): string {
  const d = turned(x, profile);
  const [y, radius] = profile[0]!;
  pen.put(
    path(d, `fill="${roundFill(pen, colour, gloss)}"`),
    ellipse(x, y, radius, radius * TILT, `fill="${lighter(colour, 0.22)}"`),
    ellipse(
      x,
      y + 1.2,
      radius - 3.5,
      Math.max(radius * TILT - 2.2, 0.8),
      `fill="${downFill(pen, darker(inside, 0.25), inside)}"`,
    ),
  );
  return d;
}

/** Draws inside an outline only. */
export function inside(pen: Pen, d: string, ...markup: string[]): void {
  const clip = pen.define((id) => `<clipPath id="${id}"><path d="${d}"/></clipPath>`);
  pen.put(`<g clip-path="${clip}">${markup.join('')}</g>`);
}

/** Iron specks of stoneware. */
export function specks(
  pen: Pen,
  d: string,
  area: readonly [number, number, number, number],
  colour: string,
  count = 70,
): void {
  const [x, y, width, height] = area;
  const dots = Array.from({ length: count }, () => {
    const size = 0.5 + pen.random() ** 3 * 1.8;
    return ellipse(
      x + pen.random() * width,
      y + pen.random() * height,
      size,
      size * 0.9,
      `fill="${colour}" opacity="${n(0.3 + pen.random() * 0.5)}"`,
    );
  });
  inside(pen, d, ...dots);
}

/** Grain along a board: from left to right, or from top to bottom when `upright`. */
export function grain(
  pen: Pen,
  d: string,
  area: readonly [number, number, number, number],
  colour: string,
  upright = false,
): void {
  const [x, y, width, height] = area;
  const across = upright ? width : height;
  const along = upright ? height : width;
  const lines: string[] = [];
  for (let at = 2; at < across; at += 3 + pen.random() * 6) {
    const sway = () => at + (pen.random() - 0.5) * 5;
    const points = [0, 0.33, 0.66, 1].map(
      (share) => [x + (upright ? sway() : along * share), y + (upright ? along * share : sway())] as const,
    );
    const start = points[0]!;
    lines.push(
      line(
        `M${n(start[0])} ${n(start[1])}${curveThrough(points)}`,
        darker(colour, 0.3),
        0.6 + pen.random(),
        `opacity="${n(0.15 + pen.random() * 0.25)}"`,
      ),
    );
  }
  inside(pen, d, ...lines);
}

/** Path of a rectangle, for clips and boards. */
export const boxPath = (x: number, y: number, width: number, height: number, corner = 0) =>
  `M${n(x + corner)} ${n(y)}h${n(width - 2 * corner)}q${n(corner)} 0 ${n(corner)} ${n(corner)}v${n(height - 2 * corner)}q0 ${n(corner)} ${n(-corner)} ${n(corner)}` +
  `h${n(-(width - 2 * corner))}q${n(-corner)} 0 ${n(-corner)} ${n(-corner)}v${n(-(height - 2 * corner))}q0 ${n(-corner)} ${n(corner)} ${n(-corner)}Z`;
