import type { ProductDetails } from '../../../src/services/contract/shapes/list.ts';
import type { Row } from '../platform/database/tables.ts';
import { invalid } from '../api/problem.ts';
import type { Call } from '../api/route.ts';
import { isLoopback } from '../settings.ts';
import type { ItemProduct } from './custom-products.ts';

/**
 * A product as a customer's page describes it, for a product that is not in the catalogue: ASSUMPTION G61. It is kept with the item and
 * shown on that list alone, until the shop imports the product. Its price is a text that is shown: nothing is charged or earned by it.
 * Throws 422 for an address that is not of the shop.
 */
export function pageProduct(
  { shopOrigin, settings }: Pick<Call, 'shopOrigin' | 'settings'>,
  { name, url, image_url, price, currency }: ProductDetails,
): Omit<ItemProduct, 'id' | 'handle'> {
  const origins = [...(settings?.shopOrigins ?? []), ...(settings?.pageOrigins ?? [])];
  const read = (address: string) =>
    URL.canParse(address, shopOrigin) ? new URL(address, shopOrigin) : undefined;
  const product = read(url);
  if (!product || !isSafe(product) || !origins.includes(product.origin))
    throw invalid({ 'product.url': [`The address has to be on the shop: ${origins.join(', ')}.`] });
  const image = image_url ? read(image_url) : undefined;
  if (image_url && !(image && isSafe(image)))
    throw invalid({ 'product.image_url': ['The address has to begin with https://.'] });
  if ((price ?? null) !== null && !currency)
    throw invalid({ 'product.currency': ['A price needs its currency.'] });
  return {
    name,
    url: product.href,
    image_url: image?.href ?? null,
    price: price ?? null,
    currency: currency ?? null,
  };
}

/** https without a user name; http on this machine alone. */
const isSafe = ({ protocol, hostname, username, password }: URL): boolean =>
  (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) && !username && !password;

/** What an item keeps of such a product; `undefined` for an item of the catalogue. */
export function keptProduct({ product_id, fields }: Row<'list_items'>): ItemProduct | undefined {
  const kept = fields['product'] as Omit<ItemProduct, 'id' | 'handle'> | undefined;
  return kept && { ...kept, id: product_id, handle: product_id };
}
