import type { Pen } from './product-art-pen.ts';
import type { Place } from './product-art-scene.ts';

/** Draws one kind of product in the shapes and colours of its pieces. */
export interface Artist {
  place: Place | ((shape: string) => Place);
  draw(pen: Pen, shape: string, main: string, second: string): void;
}
