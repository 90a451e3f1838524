import * as v from 'valibot';
import { boolean, count, integer, longText, oneOf, reference, text, timestamp } from './kinds.ts';
import { dated, named, numbered } from './records/common.ts';
import {
  always,
  byCustomer,
  defaulted,
  given,
  nested,
  optional,
  optionalOnce,
  required,
  requiredOnce,
  shape,
  type Reading,
} from './shape.ts';

// Records of the section Lists (spec 1 rule 4): ASSUMPTION G4.

const type = text(50);
const listHandle = {
  ...text(80),
  write: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,79}$/)),
};

/** What lists of a kind have in common: wishlist, gift registry, style guide. */
export const listDefinitionShape = shape({
  ...numbered,
  ...named,
  type: required(type),
  /** How many items fit; null: no bound of its own. */
  max_items: optional(count(1, 10_000)),
  is_shareable: defaulted(boolean),
  ...dated,
});
export type ListDefinition = Reading<typeof listDefinitionShape>;

/** A list of a profile: wishlist, gift registry or style guide. */
export const listShape = shape({
  ...numbered,
  profile_id: always(text()),
  list_definition_id: optionalOnce(reference),
  /** `wishlist`, `registry` or `style-guide`. */
  type: byCustomer(requiredOnce(type)),
  handle: byCustomer(requiredOnce(listHandle)),
  name: byCustomer(required(text(200))),
  description: byCustomer(optional(longText)),
  /** The day that a registry is for: from then on its owner sees who reserved. */
  event_at: byCustomer(optional(timestamp)),
  ...dated,
});
export const list = listShape.record;
export type List = Reading<typeof listShape>;
export const addList = listShape.add;
export type AddList = v.InferInput<typeof addList>;

/** The product of a list item, as the shop told the service. */
export const listItemProduct = v.looseObject({
  id: v.string(),
  name: v.string(),
  url: v.nullish(v.string()),
  image_url: v.nullish(v.string()),
  /** Decimal string in `currency`, such as `"89.00"`. */
  price: v.nullish(v.string()),
  /** ISO 4217. */
  currency: v.nullish(v.string()),
});
export type ListItemProduct = v.InferOutput<typeof listItemProduct>;

/** A product as a page describes it, for a product that the service does not know (G61). Every one is text out of a page. */
const productDetails = v.object({
  name: text(200).write,
  url: text(2_000).write,
  image_url: v.nullish(text(2_000).write),
  /** Decimal text, shown with the item; nothing is charged or earned by it. */
  price: v.nullish(
    v.pipe(v.string(), v.regex(/^\d{1,9}(\.\d{1,4})?$/, 'must be a decimal number, such as 89.00')),
  ),
  currency: v.nullish(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/, 'must be a currency code, such as EUR'))),
});
export type ProductDetails = v.InferInput<typeof productDetails>;

export const listItemShape = shape({
  ...numbered,
  list_id: always(reference),
  product_id: byCustomer(requiredOnce(text())),
  /** How many are wanted. */
  quantity: byCustomer(optional(count(1, 9_999))),
  /** How many of them givers reserved and have not bought yet. */
  quantity_reserved: given(integer),
  quantity_purchased: given(integer),
  note: byCustomer(optional(longText)),
  /** Null when the shop no longer has the product. */
  product: given({ read: listItemProduct, sent: listItemProduct, write: listItemProduct }),
  created_at: given(timestamp),
});
export const listItem = listItemShape.record;
export type ListItem = Reading<typeof listItemShape>;
/** Adds one; `product` describes a product that the service may not know. */
export const addListItem = v.object({ ...listItemShape.add.entries, product: v.nullish(productDetails) });
export type AddListItem = v.InferInput<typeof addListItem>;

/** Someone's word that they give an item of the list. */
export const reservationShape = shape({
  ...numbered,
  item_id: always(reference),
  /** Who reserves, where they have a profile. */
  profile_id: optionalOnce(text()),
  name: byCustomer(required(text())),
  quantity: byCustomer(defaulted(count(1, 9_999))),
  message: byCustomer(optional(longText)),
  status: byCustomer(defaulted(oneOf('reserved', 'purchased', 'cancelled'))),
  /** With it a giver without account reads, changes and undoes the reservation: answered once, when it is made by a link. */
  secret: given(text()),
  ...dated,
});
export type Reservation = Reading<typeof reservationShape>;

/** A link to a list: everybody who has the handle sees the list and may reserve from it. */
export const shareShape = shape({
  ...numbered,
  list_id: always(reference),
  /** Cannot be guessed. */
  handle: always(text()),
  /** Editors who claimed the share add, change and remove items of the list. */
  role: byCustomer(defaulted(oneOf('viewer', 'editor'))),
  /** How many profiles may claim it; null: any number. */
  max_claims: byCustomer(optional(count(1, 10_000))),
  /** Stays open to everybody when `max_claims` is reached. */
  is_public: byCustomer(defaulted(boolean)),
  expires_at: byCustomer(optional(timestamp)),
  /** How many profiles claimed it. */
  claims: given(integer),
  /** The profile that asks, where it claimed the share; users and the owner are shown the first one that did. */
  claimed_by: given(text()),
  ...dated,
});
export type Share = Reading<typeof shareShape>;

/** What a share shows: the list with its items, without the profile that owns it. */
export const sharedListShape = shape({
  ...listShape.fields,
  profile_id: given(text()),
  owner_name: given(text()),
  items: given({ read: v.array(listItem), sent: v.array(listItemShape.sent), write: v.array(addListItem) }),
  share: given(nested(shareShape)),
});
export type SharedList = Reading<typeof sharedListShape>;
