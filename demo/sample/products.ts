import { candlesAndScent } from './product-candles.ts';
import { furniture } from './product-furniture.ts';
import { vasesAndPots } from './product-green.ts';
import { kitchen } from './product-kitchen.ts';
import { lighting } from './product-lighting.ts';
import type { Category, Kind, Piece } from './product-piece.ts';
import { tableware } from './product-tableware.ts';
import { textiles } from './product-textiles.ts';

/** A product of the sample shop, as the shop and the service both know it. */
export interface Product {
  id: string;
  handle: string;
  name: string;
  /** Decimal string in `currency`, such as `"89.00"`. */
  price: string;
  /** ISO 4217. */
  currency: 'EUR';
  /** Name of a category. */
  category: string;
  description: string;
  /** Where the shop serves the picture, from its root: `/products/<handle>.svg`. */
  imagePath: string;
}

/** A product with what its picture is drawn from. */
interface DrawnProduct extends Product {
  kind: Kind['kind'];
  piece: Piece;
}

const everyCategory: readonly Category[] = [
  lighting,
  furniture,
  tableware,
  kitchen,
  textiles,
  vasesAndPots,
  candlesAndScent,
];

const FIRST_NUMBER = 1001;

const drawn: readonly DrawnProduct[] = everyCategory
  .flatMap((category) =>
    category.kinds.flatMap(({ kind, detail, pieces }) =>
      pieces.map((piece) => ({ category: category.name, kind, detail, piece })),
    ),
  )
  .map(({ category, kind, detail, piece }, position) => {
    const [name, euros, , , , sentence] = piece;
    const handle = handleOf(name);
    return {
      id: `hp-${FIRST_NUMBER + position}`,
      handle,
      name,
      price: euros.toFixed(2),
      currency: 'EUR' as const,
      category,
      description: `${sentence} ${detail}`,
      imagePath: `/products/${handle}.svg`,
      kind,
      piece,
    };
  });

const pieces = new Map(drawn.map((product) => [product.handle, product]));

/** The whole range, in shop order: same products, same ids on every start. */
export const products: readonly Product[] = drawn.map(
  ({ kind: _kind, piece: _piece, ...product }) => product,
);

export const categories: readonly { name: string; handle: string; about: string }[] = everyCategory.map(
  ({ name, handle, about }) => ({ name, handle, about }),
);

/** What the picture of a product is drawn from, or undefined for a handle the shop does not have. */
export function pieceOf(handle: string): { kind: string; piece: Piece } | undefined {
  return pieces.get(handle);
}

function handleOf(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\u0300-\u036f’]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
}
