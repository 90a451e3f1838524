import type { Artist } from './product-art-artist.ts';
import { darker, lighter, mix, n } from './product-art-pen.ts';
import {
  curveThrough,
  downFill,
  ellipse,
  glowFill,
  inside,
  line,
  path,
  specks,
} from './product-art-shapes.ts';

const circle = (radius: number) =>
  `M${200 - radius} 256a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;

function scallop(radius: number, waves: number): string {
  const points = Array.from({ length: waves * 8 + 1 }, (_, at) => {
    const angle = (at / (waves * 8)) * 2 * Math.PI;
    const reach = radius * (1 + 0.035 * Math.abs(Math.sin((angle * waves) / 2)) * 2 - 0.035);
    return [200 + reach * Math.cos(angle), 256 + reach * Math.sin(angle)] as const;
  });
  return `M${n(points[0]![0])} ${n(points[0]![1])}${curveThrough(points)}Z`;
}

/** A plate from above: rim, well, and the light that runs over the glaze. */
export const plate: Artist = {
  place: 'above',
  draw(pen, shape, main, second) {
    const rim = shape === 'scalloped' ? scallop(148, 16) : circle(150);
    pen.put(
      path('M60 0H126V500H60Z', `fill="${lighter(mix(second, '#d8c6a6', 0.5), 0.35)}" opacity=".55"`),
      line('M70 0V500', darker(second, 0.1), 2, 'opacity=".4"'),
      line('M116 0V500', darker(second, 0.1), 2, 'opacity=".4"'),
    );
    pen.put(ellipse(216, 276, 168, 166, `fill="${glowFill(pen, '#1d140c', 0.75)}"`));
    const diagonal = pen.define(
      (id) =>
        `<linearGradient id="${id}" x2="1" y2="1"><stop stop-color="${lighter(main, 0.42)}"/><stop offset=".5" stop-color="${main}"/><stop offset="1" stop-color="${darker(main, 0.2)}"/></linearGradient>`,
    );
    const hollow = pen.define(
      (id) =>
        `<linearGradient id="${id}" x2="1" y2="1"><stop stop-color="${darker(main, 0.12)}"/><stop offset=".55" stop-color="${lighter(main, 0.08)}"/><stop offset="1" stop-color="${lighter(main, 0.36)}"/></linearGradient>`,
    );
    pen.put(path(rim, `fill="${diagonal}"`));
    if (shape === 'dipped')
      inside(
        pen,
        rim,
        path(
          'M0 268C70 244 120 284 196 262S330 246 400 276V500H0Z',
          `fill="${downFill(pen, second, darker(second, 0.1))}"`,
        ),
        line('M0 268C70 244 120 284 196 262S330 246 400 276', lighter(second, 0.5), 3, 'opacity=".6"'),
      );
    pen.put(
      ellipse(200, 256, 106, 106, `fill="${hollow}" ${shape === 'dipped' ? 'opacity=".35"' : ''}`),
      `<circle cx="200" cy="256" r="106" fill="none" stroke="${darker(main, 0.25)}" stroke-width="1.2" opacity=".35"/>`,
    );
    const ring = (radius: number, width: number, opacity: number) =>
      `<circle cx="200" cy="256" r="${radius}" fill="none" stroke="${second}" stroke-width="${width}" opacity="${opacity}"/>`;
    if (shape === 'rim') pen.put(ring(147, 5, 0.85), ring(110, 1.5, 0.25));
    if (shape === 'banded') pen.put(ring(140, 5, 0.9), ring(130, 2, 0.8));
    if (shape === 'speckled') {
      specks(pen, rim, [50, 106, 300, 300], second, 190);
      pen.put(ring(148, 3, 0.55));
    }
    if (shape === 'scalloped') {
      const flutes = Array.from({ length: 32 }, (_, at) => (at / 16) * Math.PI);
      inside(
        pen,
        rim,
        ...flutes.map((a) =>
          line(
            `M${n(200 + 110 * Math.cos(a))} ${n(256 + 110 * Math.sin(a))}L${n(200 + 152 * Math.cos(a))} ${n(256 + 152 * Math.sin(a))}`,
            second,
            2.4,
            'opacity=".5"',
          ),
        ),
      );
    }
    pen.put(
      line('M92 200A120 120 0 0 1 150 143', '#ffffff', 7, 'opacity=".5"'),
      line('M268 330A104 104 0 0 1 232 350', '#ffffff', 4, 'opacity=".4"'),
    );
  },
};
