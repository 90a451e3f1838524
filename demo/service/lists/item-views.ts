import type { ChipIn } from '../../../src/services/contract/lists.ts';
import type { Row } from '../database/tables.ts';
import type { Principal } from '../auth/principal.ts';
import type { KnownCall } from '../api/route.ts';
import { addressOnShop, isPublished } from '../commerce/products.ts';
import { alertsView } from './alerts.ts';
import { customProductsOfLists } from './custom-products.ts';
import { authorNames } from './editors.ts';
import type { ItemProduct } from './item-product.ts';
import { quantitiesOf, type Quantities } from './reserved-quantities.ts';
import { timestamp } from '../api/formats.ts';
import { isAvailable, variantsOf, type StoredVariant } from './variants.ts';

/**
 * Items with their products; null for a product that is no longer in the catalogue. One that is not published any more is shown as it was when
 * it was saved, and cannot be bought. `isBelowProfile` is set for those who reach the list below a profile, its owner and its editors: they
 * see the first names of those who added something.
 */
export async function itemViews(
  { db, principal, shopOrigin }: Pick<KnownCall, 'db' | 'principal' | 'shopOrigin'>,
  items: readonly Row<'list_items'>[],
  { isBelowProfile = false } = {},
) {
  if (items.length === 0) return [];
  const products = await db
    .selectFrom('products')
    .selectAll()
    .where('id', 'in', [...new Set(items.map((item) => item.product_id))])
    .execute();
  const byId = new Map(products.map((product) => [product.id, product]));
  const customOf = await customProductsOfLists(db, items);
  const isOffered = ({ product_id: id }: Row<'list_items'>) => isPublished(byId.get(id) ?? { fields: {} });
  // A draft may have the id of a product that a page has described before: the item is not about the draft.
  const catalogued = (item: Row<'list_items'>) =>
    isOffered(item) || !pageProductOf(item) ? byId.get(item.product_id) : undefined;
  const productOf = (item: Row<'list_items'>): ItemProduct | undefined =>
    catalogued(item) ?? customOf(item) ?? pageProductOf(item);
  const quantities = await quantitiesOf(
    db,
    items.map(({ id }) => id),
  );
  const variantOf = await variantsOf(db, items);
  const names = isBelowProfile ? await authorNames(db, items) : undefined;
  return items.map((item) => ({
    ...itemView(item, productOf(item), quantities.get(item.id), { shopOrigin, isOffered: isOffered(item) }),
    added_by: addedBy(item, principal),
    added_by_name: names?.get(item.added_by_profile_id ?? '') ?? null,
    ...alertsView(item, principal),
    ...variantView(item, catalogued(item) && variantOf(item), { shopOrigin, isOffered: isOffered(item) }),
  }));
}

/** The profile that added an item, where the principal may know it: on lists of their own, and of themselves. */
function addedBy(
  { profile_id: owner, added_by_profile_id: author }: Row<'list_items'>,
  principal: Principal,
): string | null {
  const isKnown = principal.kind === 'machine' || [owner, author].some((one) => one === principal.profileId);
  return isKnown ? author : null;
}

/** What an item shows of its chip-in, never who pledged; null where it is not open. */
const chipInView = (
  { chip_in_target: target, chip_in_currency: currency }: Row<'list_items'>,
  { pledged, pledges }: Pick<Quantities, 'pledged' | 'pledges'>,
): ChipIn | null => (target === null || currency === null ? null : { target, currency, pledged, pledges });

interface Viewing {
  readonly shopOrigin: string | undefined;
  /** False for a product that is not published: nothing of it can be bought. */
  readonly isOffered: boolean;
}

function itemView(
  item: Row<'list_items'>,
  product: ItemProduct | undefined,
  { reserved, purchased, ...given }: Quantities = { reserved: 0, purchased: 0, pledged: '0', pledges: 0 },
  viewing: Viewing,
) {
  const { note, priority } = item.fields;
  return {
    id: item.id,
    list_id: item.list_id,
    product_id: item.product_id,
    quantity: item.quantity,
    quantity_reserved: reserved,
    quantity_purchased: purchased,
    note: typeof note === 'string' ? note : null,
    priority: typeof priority === 'string' ? priority : null,
    chip_in: chipInView(item, given),
    product: product ? productView(product, viewing) : null,
    created_at: timestamp(item.created_at),
  };
}

/** What an item says about its variant. A variant that the shop has deleted keeps the name that it had when it was saved. */
function variantView(
  { variant_id: id, fields }: Row<'list_items'>,
  variant: StoredVariant | undefined,
  { shopOrigin, isOffered }: Viewing,
) {
  const saved = (name: string) => (typeof fields[name] === 'string' ? fields[name] : null);
  const name = variant ? (variant.name ?? id) : saved('variant_name');
  // Of a product whose variants the service does not know, what the page said.
  const isFromPage = id && !variant && fields['variant_from_page'] === true;
  return {
    variant_id: id || null,
    variant_name: id ? name : null,
    variant: variant
      ? {
          id,
          name: name ?? id,
          image_url: addressOnShop(variant.image_url ?? null, shopOrigin),
          price: variant.price ?? null,
          is_available: isOffered ? isAvailable(variant.stock) : false,
        }
      : isFromPage
        ? { id, name: name ?? id, image_url: null, price: null, is_available: null }
        : null,
    price_when_saved: saved('price_when_saved'),
    currency_when_saved: saved('currency_when_saved'),
  };
}

function productView(
  { id, name, handle, url, image_url, price, currency, fields }: ItemProduct,
  { shopOrigin, isOffered }: Viewing,
) {
  return {
    id,
    name,
    handle,
    url: addressOnShop(url, shopOrigin),
    image_url: addressOnShop(image_url, shopOrigin),
    price,
    currency,
    is_available: isOffered ? isAvailable(fields?.['stock']) : false,
  };
}

/** The product as it was stored with the item when it was added; `undefined` for an item of the catalogue. */
function pageProductOf({ product_id, fields }: Row<'list_items'>): ItemProduct | undefined {
  // `addProductToList` stored it.
  const stored = fields['product'] as Omit<ItemProduct, 'id' | 'handle'> | undefined;
  return stored && { ...stored, id: product_id, handle: product_id };
}
