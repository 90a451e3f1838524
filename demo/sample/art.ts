import { colours } from './product-colours.ts';
import type { Artist } from './product-art-artist.ts';
import { candlesArt } from './product-art-candles.ts';
import { furnitureArt } from './product-art-furniture.ts';
import { greenArt } from './product-art-green.ts';
import { kitchenArt } from './product-art-kitchen.ts';
import { lightingArt } from './product-art-lighting.ts';
import { createPen } from './product-art-pen.ts';
import { pouringArt } from './product-art-pouring.ts';
import { roomArt } from './product-art-room.ts';
import { paintScene } from './product-art-scene.ts';
import { tablewareArt } from './product-art-tableware.ts';
import { textilesArt } from './product-art-textiles.ts';
import { pieceOf } from './products.ts';

const artists: Record<string, Artist> = {
  ...lightingArt,
  ...furnitureArt,
  ...roomArt,
  ...tablewareArt,
  ...pouringArt,
  ...kitchenArt,
  ...textilesArt,
  ...greenArt,
  ...candlesArt,
};

/** The picture of a product as an SVG document, 4 to 5; undefined for a handle the shop does not have. */
export function drawProduct(handle: string): string | undefined {
  const found = pieceOf(handle);
  if (!found) return undefined;
  const [name, , shape, colour, second] = found.piece;
  const artist = artists[found.kind];
  if (!artist) throw new Error(`No artist draws the kind ${found.kind}.`);
  const pen = createPen(handle);
  const place = typeof artist.place === 'function' ? artist.place(shape) : artist.place;
  paintScene(pen, handle, place, colours[colour]);
  artist.draw(pen, shape, colours[colour], colours[second]);
  return pen.finish(name);
}
