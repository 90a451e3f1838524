import type { LoyaltyError } from '../../transport/errors.ts';
import { readId, record, text, type Id } from '../../transport/read.ts';
import { requireValue, webAddress } from '../../transport/read-records.ts';
import type { ResourceDefinition } from '../loyalty.ts';

/** What is saved: a product as a whole, or one of its variants. */
export interface ProductChoice {
  /** The shop's id of the product. */
  readonly productId: string;
  /** The shop's id of the variant. */
  readonly variantId?: string | undefined;
}

export interface WishlistItem extends ProductDisplay, ItemNote {
  /** `undefined` while the service does not have the item: it is on this device alone. */
  readonly id: Id | undefined;
  /** When it was saved, as the service or this device says it. */
  readonly savedAt?: string | undefined;
  /** `alerts` as the service says it, which `hasAlert()` reads. */
  readonly alerts?: unknown;
}

/** The priorities of the contract. */
export type Priority = 'high' | 'medium' | 'low';

/** What the owner of a list says about an item. */
export interface ItemNote {
  readonly note?: string | undefined;
  /** `high`, `medium` or `low`. Another word of the service is not shown, and is sent back as it came. */
  readonly priority?: string | undefined;
}

/** A product on a list, as it is shown. */
export interface ProductDisplay extends ProductChoice {
  readonly name: string | undefined;
  readonly url: string | undefined;
  readonly imageUrl: string | undefined;
  /** Decimal text, such as `89.00`, in `currency` (ISO 4217): of the variant, if that has its own. */
  readonly price: string | undefined;
  readonly currency: string | undefined;
  /** Options of the variant as text, such as `Blue, M`. */
  readonly variantName?: string | undefined;
  /** The service says that the shop no longer has the product; a reply without its product does not say it. */
  readonly isGone?: true | undefined;
  /** Why it cannot be bought: the variant or the whole product is sold out, or the shop no longer has the variant. */
  readonly unavailable?: 'sold-out' | 'no-variant' | undefined;
  /** Price when it was saved, in `currency`; `undefined` where it was another currency. */
  readonly savedPrice?: string | undefined;
}

/** @throws LoyaltyError `bad_response` without its id or product */
export function readItem(wire: unknown): WishlistItem & { readonly id: Id } {
  const fields = record(wire);
  const { id, product_id } = fields;
  return {
    id: requireValue(readId(id), 'id', id),
    productId: requireValue(text(product_id), 'product_id', product_id),
    savedAt: text(fields['created_at']),
    alerts: fields['alerts'],
    ...readNote(fields),
    ...readProduct(fields.product, fields),
  };
}

/** What a reply or this device's storage says about an item. */
export const readNote = ({ note, priority }: Readonly<Record<string, unknown>>): ItemNote => ({
  note: text(note),
  priority: text(priority),
});

/** The product of an item with the fields of the item about its variant: from a reply, or out of this device's storage. */
export function readProduct(
  product: unknown,
  { variant_id, variant_name, variant, ...item }: Readonly<Record<string, unknown>>,
): Omit<ProductDisplay, 'productId'> {
  const { name, url, image_url, price, currency, is_available } = record(product);
  const own = record(variant);
  const variantId = text(variant_id);
  return {
    name: text(name),
    isGone: product === null || undefined,
    url: webAddress(url),
    imageUrl: webAddress(own['image_url'] ?? image_url),
    price: text(own['price'] ?? price),
    currency: text(currency),
    variantId,
    variantName: text(own['name'] ?? variant_name),
    // A service that does not say which variants there are leaves the field out.
    unavailable:
      variantId && variant === null
        ? 'no-variant'
        : ['false', '0'].includes(String(own['is_available'] ?? is_available))
          ? 'sold-out'
          : undefined,
    savedPrice: item['currency_when_saved'] === currency ? text(item['price_when_saved']) : undefined,
  };
}

/** The same for the same product in the same variant. No id has the character between: neither HTML nor a database takes it. */
export const choiceKey = ({ productId, variantId }: ProductChoice): string =>
  variantId ? `${productId}\0${variantId}` : productId;

/** Whether both are the same product in the same variant. */
export const isSameChoice = (one: ProductChoice, other: ProductChoice): boolean =>
  choiceKey(one) === choiceKey(other);

/** Why the service refused edits that were sent later than the shopper made them, by `refusalKey`. */
export const refusedEdits: ResourceDefinition<ReadonlyMap<string, RefusedEdit>> = {
  key: 'refused edits',
  // Loaded again, it keeps what the shopper has not seen yet.
  load: async (loyalty) => loyalty.resource(refusedEdits).state.value ?? new Map<string, RefusedEdit>(),
};

export interface RefusedEdit {
  readonly error: LoyaltyError;
  /** Whether the product was to be saved; otherwise removed. */
  readonly save: boolean;
  /** Name of the product, or its id where the page gave no name. */
  readonly name: string;
}

export const refusalKey = (list: string, choice: ProductChoice): string => `${list} ${choiceKey(choice)}`;
