import type { Artist } from './product-art-artist.ts';
import { darker, lighter, mix, n, type Pen } from './product-art-pen.ts';
import {
  curveThrough,
  downFill,
  ellipse,
  glowFill,
  groundShadow,
  inside,
  line,
  path,
  roundFill,
  specks,
  TILT,
  turned,
  vessel,
  type Profile,
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
const plate: Artist = {
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

const bowls: Record<string, Profile> = {
  round: [
    [258, 112],
    [296, 110],
    [340, 92],
    [376, 58],
    [394, 46],
    [402, 46],
  ],
  wide: [
    [278, 146],
    [306, 136],
    [348, 100],
    [384, 60],
    [396, 54],
    [404, 54],
  ],
  flared: [
    [262, 132],
    [290, 112],
    [330, 78],
    [372, 50],
    [394, 46],
    [402, 46],
  ],
  footed: [
    [234, 134],
    [262, 126],
    [298, 92],
    [326, 44],
    [352, 26],
    [386, 40],
    [402, 60],
    [406, 60],
  ],
};

const bowl: Artist = {
  place: 'table',
  draw(pen, shape, main, second) {
    const profile = bowls[shape] ?? bowls['round']!;
    groundShadow(pen, 200, 404, 86);
    const d = vessel(pen, 200, profile, main, second);
    const [y, radius] = profile[0]!;
    if (shape === 'footed')
      for (const [x, lift] of [
        [-52, 6],
        [-6, 14],
        [44, 8],
      ] as const)
        inside(
          pen,
          `M0 0H400V${y + radius * TILT * 0.4}H0Z`,
          ellipse(200 + x, y - lift, 38, 33, `fill="${roundFill(pen, '#d8b23e', 0.5)}"`),
        );
    specks(pen, d, [200 - radius, y + 22, radius * 2, 160], darker(main, 0.5), 60);
    pen.put(
      line(
        `M${n(200 - radius * 0.66)} ${y + 40}Q${n(200 - radius * 0.6)} ${y + 74} ${n(200 - radius * 0.44)} ${y + 96}`,
        '#ffffff',
        6,
        'opacity=".34"',
      ),
    );
  },
};

const cups: Record<string, Profile> = {
  straight: [
    [240, 74],
    [270, 75],
    [370, 75],
    [396, 72],
    [404, 66],
  ],
  dipped: [
    [236, 72],
    [262, 74],
    [360, 78],
    [394, 74],
    [404, 64],
  ],
  barrel: [
    [244, 70],
    [280, 90],
    [340, 94],
    [388, 76],
    [402, 62],
  ],
  small: [
    [292, 66],
    [312, 67],
    [366, 60],
    [392, 48],
    [403, 42],
  ],
};

const mug: Artist = {
  place: 'table',
  draw(pen, shape, main, second) {
    const profile = cups[shape] ?? cups['straight']!;
    const [top, radius] = profile[0]!;
    groundShadow(pen, 200, 404, 68);
    const small = shape === 'small';
    const [handleTop, handleEnd, reach] = small ? [308, 356, 46] : [top + 34, top + 124, 68];
    const edge = 200 + radius - 4;
    pen.put(
      line(
        `M${edge} ${handleTop}C${edge + reach} ${handleTop - 12} ${edge + reach} ${handleEnd + 14} ${edge - (small ? 6 : 0)} ${handleEnd}`,
        darker(main, 0.14),
        small ? 11 : 15,
      ),
    );
    pen.put(
      line(
        `M${edge} ${handleTop - 3}C${edge + reach} ${handleTop - 15} ${edge + reach} ${handleEnd + 8} ${edge} ${handleEnd - 4}`,
        lighter(main, 0.3),
        3,
        'opacity=".5"',
      ),
    );
    if (small)
      pen.put(
        ellipse(200, 408, 108, 17, `fill="${roundFill(pen, main)}"`),
        ellipse(200, 405, 96, 13, `fill="${lighter(main, 0.12)}"`),
      );
    const d = vessel(pen, 200, profile, main, '#5a3c28');
    if (shape === 'dipped')
      inside(
        pen,
        d,
        path(
          `M100 ${top + 62}C150 ${top + 50} 180 ${top + 84} 226 ${top + 70}S270 ${top + 60} 310 ${top + 74}V420H100Z`,
          `fill="${roundFill(pen, second)}"`,
        ),
      );
    if (shape === 'straight') {
      specks(pen, d, [126, top + 14, 150, 160], darker(second, 0.2), 90);
      inside(pen, d, path('M100 374H300V420H100Z', `fill="${roundFill(pen, mix(main, '#7a5234', 0.6))}"`));
    }
    if (shape === 'barrel')
      inside(
        pen,
        d,
        ...[300, 308].map((y) => line(`M100 ${y}Q200 ${y + 26} 300 ${y}`, second, 3, 'opacity=".7"')),
      );
    pen.put(line(`M${200 - radius * 0.62} ${top + 34}V${small ? 366 : 350}`, '#ffffff', 7, 'opacity=".28"'));
    for (const x of [180, 212])
      pen.put(line(`M${x} ${top - 22}c-14 -20 14 -34 0 -56s8 -30 0 -44`, '#ffffff', 5, 'opacity=".3"'));
  },
};

export const tablewareArt = { plate, bowl, mug };
