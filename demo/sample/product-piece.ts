import type { Colour } from './product-colours.ts';

/** One product as its maker would list it: name, whole euros, shape and two colours of the picture, one sentence. */
export type Piece = readonly [
  name: string,
  euros: number,
  shape: string,
  colour: Colour,
  second: Colour,
  sentence: string,
];

/** Products drawn by the same hand, such as all mugs. */
export interface Kind {
  kind: string;
  /** What holds for every piece of the kind: size, care. */
  detail: string;
  pieces: readonly Piece[];
}

export interface Category {
  name: string;
  handle: string;
  about: string;
  kinds: readonly Kind[];
}
