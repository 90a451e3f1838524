import type { Artist } from './product-art-artist.ts';
import { darker, lighter, mix, n } from './product-art-pen.ts';
import { ellipse, glowFill, inside, line, path } from './product-art-shapes.ts';

const mirrorPath: Record<string, (grow: number) => string> = {
  round: (grow) =>
    `M${200 - 112 - grow} 240a${112 + grow} ${112 + grow} 0 1 1 ${2 * (112 + grow)} 0a${112 + grow} ${112 + grow} 0 1 1 ${-2 * (112 + grow)} 0Z`,
  oval: (grow) =>
    `M${200 - 92 - grow} 244a${92 + grow} ${140 + grow} 0 1 1 ${2 * (92 + grow)} 0a${92 + grow} ${140 + grow} 0 1 1 ${-2 * (92 + grow)} 0Z`,
  arch: (grow) =>
    `M${200 - 94 - grow} ${404 + grow}V${174}a${94 + grow} ${94 + grow} 0 0 1 ${2 * (94 + grow)} 0V${404 + grow}Z`,
};

export const mirror: Artist = {
  place: 'wall',
  draw(pen, shape, main, second) {
    const outline = mirrorPath[shape] ?? mirrorPath['round']!;
    pen.put(
      `<g transform="translate(14 16)" opacity=".9">${path(outline(12), `fill="${glowFill(pen, '#1d140c', 0.7)}"`)}</g>`,
    );
    const frame = pen.define(
      (id) =>
        `<linearGradient id="${id}" x2="1" y2="1"><stop stop-color="${lighter(main, 0.35)}"/><stop offset=".45" stop-color="${main}"/><stop offset="1" stop-color="${darker(main, 0.35)}"/></linearGradient>`,
    );
    const silver = pen.define(
      (id) =>
        `<linearGradient id="${id}" x2=".8" y2="1"><stop stop-color="${lighter(second, 0.65)}"/><stop offset=".5" stop-color="${lighter(second, 0.2)}"/><stop offset="1" stop-color="${mix(second, '#8c8883', 0.35)}"/></linearGradient>`,
    );
    pen.put(
      path(outline(11), `fill="${frame}"`),
      path(outline(1), `fill="${darker(main, 0.5)}"`),
      path(outline(0), `fill="${silver}"`),
    );
    const branch = [0, 1, 2, 3, 4, 5].map((leaf) =>
      ellipse(
        262 + (leaf % 2 ? 14 : -14),
        250 + leaf * 22,
        14,
        6.5,
        `fill="#717c48" opacity=".5" transform="rotate(${leaf % 2 ? -28 : 28} ${262 + (leaf % 2 ? 14 : -14)} ${n(250 + leaf * 22)})"`,
      ),
    );
    inside(
      pen,
      outline(0),
      path('M60 420L230 60H268L98 420Z', 'fill="#ffffff" opacity=".3"'),
      path('M150 420L320 60H330L160 420Z', 'fill="#ffffff" opacity=".3"'),
      line('M262 236C266 300 260 350 268 420', '#717c48', 3, 'opacity=".5"'),
      ...branch,
    );
  },
};
