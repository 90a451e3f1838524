import { colours } from './product-colours.ts';
import type { Artist } from './product-art-artist.ts';
import { bench } from './product-art-bench.ts';
import { board } from './product-art-board.ts';
import { bowl } from './product-art-bowl.ts';
import { candle } from './product-art-candle.ts';
import { candlestick } from './product-art-candlestick.ts';
import { casserole } from './product-art-casserole.ts';
import { chair } from './product-art-chair.ts';
import { cushion } from './product-art-cushion.ts';
import { diffuser } from './product-art-diffuser.ts';
import { floorLamp } from './product-art-floor-lamp.ts';
import { glass } from './product-art-glass.ts';
import { jar } from './product-art-jar.ts';
import { lantern } from './product-art-lantern.ts';
import { mirror } from './product-art-mirror.ts';
import { mug } from './product-art-mug.ts';
import { pendant } from './product-art-pendant.ts';
import { pitcher } from './product-art-pitcher.ts';
import { planter } from './product-art-planter.ts';
import { plate } from './product-art-plate.ts';
import { rug } from './product-art-rug.ts';
import { shelf } from './product-art-shelf.ts';
import { sideTable } from './product-art-side-table.ts';
import { stool } from './product-art-stool.ts';
import { tableLamp } from './product-art-table-lamp.ts';
import { teapot } from './product-art-teapot.ts';
import { throwArt } from './product-art-throw.ts';
import { towel } from './product-art-towel.ts';
import { utensils } from './product-art-utensils.ts';
import { vase } from './product-art-vase.ts';
import { createPen } from './product-art-pen.ts';
import { paintScene } from './product-art-scene.ts';
import { pieceOf } from './products.ts';

const artists: Record<string, Artist> = {
  'table-lamp': tableLamp,
  pendant,
  'floor-lamp': floorLamp,
  lantern,
  bench,
  chair,
  stool,
  'side-table': sideTable,
  shelf,
  mirror,
  plate,
  bowl,
  mug,
  pitcher,
  glass,
  teapot,
  board,
  casserole,
  jar,
  utensils,
  throw: throwArt,
  cushion,
  towel,
  rug,
  vase,
  planter,
  candle,
  candlestick,
  diffuser,
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
