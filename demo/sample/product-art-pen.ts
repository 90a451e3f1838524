/** Width and height of every picture, in its own units: 4 to 5. */
export const WIDTH = 400;
export const HEIGHT = 500;

/** Collects the markup of one picture. Presentation attributes only, so that pictures need no style rights. */
export interface Pen {
  /** Keeps a gradient, pattern or clip path and returns how to refer to it: `url(#…)`. */
  define(markup: (id: string) => string): string;
  put(...markup: string[]): void;
  /** The next number of this picture's own sequence, 0 to 1: same picture on every start. */
  random(): number;
  finish(title: string): string;
}

export function createPen(seed: string): Pen {
  const definitions: string[] = [];
  const shapes: string[] = [];
  const random = createRandom(seed);
  return {
    define(markup) {
      const id = `d${definitions.length}`;
      definitions.push(markup(id));
      return `url(#${id})`;
    },
    put(...markup) {
      shapes.push(...markup);
    },
    random,
    finish(title) {
      return (
        `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH * 2}" height="${HEIGHT * 2}">` +
        `<title>${escapeText(title)}</title><defs>${definitions.join('')}</defs>${shapes.join('')}</svg>`
      );
    },
  };
}

/** Numbers 0 to 1 from a text: small, good enough for leaves and specks. */
export function createRandom(seed: string): () => number {
  let state = 2166136261;
  for (const letter of seed) state = Math.imul(state ^ letter.codePointAt(0)!, 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Mixes two `#rrggbb` colours; share 0 is the first, 1 the second. */
export function mix(first: string, second: string, share: number): string {
  const channel = (colour: string, at: number) => parseInt(colour.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) =>
    Math.round(channel(first, at) * (1 - share) + channel(second, at) * share),
  );
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

// Warm light and warm shade: mixing with plain white and black looks like plastic.
export const lighter = (colour: string, share: number) => mix(colour, '#fff8ec', share);
export const darker = (colour: string, share: number) => mix(colour, '#1c1512', share);

/** Perceived lightness, 0 to 1. */
export function lightness(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255);
  return 0.3 * red! + 0.59 * green! + 0.11 * blue!;
}

/** Number with one decimal, as SVG paths need no more. */
export const n = (value: number) => String(Math.round(value * 10) / 10);

function escapeText(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
}
