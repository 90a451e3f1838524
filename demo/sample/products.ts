import { existsSync, readFileSync } from 'node:fs';
import catalogue from './products.json' with { type: 'json' };

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
  /** Path of the picture on the shop: `/products/<handle>.svg`. */
  imagePath: string;
}

/** All products in shop order. Ids never change: the wishlists of an earlier start refer to them. */
export const products: readonly Product[] = catalogue.flatMap((category) =>
  category.products.map(({ id, handle, name, price, description }) => ({
    id,
    handle,
    name,
    price,
    currency: 'EUR',
    category: category.name,
    description,
    imagePath: `/products/${handle}.svg`,
  })),
);

export const categories: readonly { name: string; handle: string; about: string }[] = catalogue.map(
  ({ name, handle, about }) => ({ name, handle, about }),
);

const PICTURES = new URL('pictures/', import.meta.url);

/** The picture of a product as an SVG document, 4 to 5; undefined for a handle without a picture. */
export function readPicture(handle: string): string | undefined {
  const file = new URL(`${handle}.svg`, PICTURES);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}
