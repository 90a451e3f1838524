import * as v from 'valibot';
import * as on from './endpoints/lists.ts';
import * as kind from './kinds.ts';
import { customProductShape } from './commerce/products.ts';
import { customFieldShape, dated, nameAndHandle, numbered } from './common.ts';
import { contract, crud, G12, J10, J15, nothing } from './contract.ts';
import { data, page } from './envelope.ts';
import {
  always,
  byCustomer,
  defaulted,
  given,
  named,
  nested,
  optional,
  optionalOnce,
  type Adding,
  type Reading,
  required,
  requiredOnce,
  shape,
} from './shape.ts';

// Records of the section Lists (spec 1 rule 4): ASSUMPTION G4.
const type = kind.text(50);

const listHandle = {
  ...kind.text(80),
  write: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,79}$/)),
};

export const listDefinitionShape = shape(
  'ListDefinition',
  'What lists of a kind have in common: wishlist, gift registry, style guide.',
  {
    ...numbered,
    ...nameAndHandle,
    type: required(type),
    max_items: optional(kind.count(1, 10_000), 'How many items fit; null: no bound of its own.'),
    is_shareable: defaulted(kind.boolean),
    ...dated,
  },
);
export type ListDefinition = Reading<typeof listDefinitionShape>;

export const listShape = shape('List', 'A list of a profile: wishlist, gift registry or style guide.', {
  ...numbered,
  profile_id: always(kind.text()),
  list_definition_id: optionalOnce(kind.reference),
  type: byCustomer(requiredOnce(type, '`wishlist`, `registry` or `style-guide`.')),
  handle: byCustomer(requiredOnce(listHandle)),
  name: byCustomer(required(kind.text(200))),
  description: byCustomer(optional(kind.longText)),
  event_at: byCustomer(
    optional(kind.timestamp, 'The day that a registry is for: from then on its owner sees who reserved.'),
  ),
  ...dated,
});
export type List = Reading<typeof listShape>;
export type AddList = Adding<typeof listShape>;

export const listItemProduct = named(
  'ListItemProduct',
  v.looseObject({
    id: v.string(),
    name: v.string(),
    url: v.nullish(v.string()),
    image_url: v.nullish(v.string()),
    /** Decimal string in `currency`, such as `"89.00"`. */
    price: v.nullish(v.string()),
    /** ISO 4217. */
    currency: v.nullish(v.string()),
  }),
  'The product of a list item, as the shop told the service.',
);
export type ListItemProduct = v.InferOutput<typeof listItemProduct>;

/** A product as a page describes it, for a product that the service does not know (G61). Every one is text out of a page. */
const productDetails = v.object({
  name: kind.text(200).write,
  url: kind.text(2_000).write,
  image_url: v.nullish(kind.text(2_000).write),
  /** Decimal text, shown with the item; nothing is charged or earned by it. */
  price: v.nullish(
    v.pipe(v.string(), v.regex(/^\d{1,9}(\.\d{1,4})?$/, 'must be a decimal number, such as 89.00')),
  ),
  currency: v.nullish(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/, 'must be a currency code, such as EUR'))),
});
export type ProductDetails = v.InferInput<typeof productDetails>;

export const listItemShape = shape('ListItem', {
  ...numbered,
  list_id: always(kind.reference),
  product_id: byCustomer(requiredOnce(kind.text())),
  quantity: byCustomer(optional(kind.count(1, 9_999), 'How many are wanted.')),
  quantity_reserved: given(kind.integer, 'How many of them givers reserved and have not bought yet.'),
  quantity_purchased: given(kind.integer),
  note: byCustomer(optional(kind.longText)),
  product: given(
    { read: listItemProduct, sent: listItemProduct, write: listItemProduct },
    'Null when the shop no longer has the product.',
  ),
  created_at: given(kind.timestamp),
});

export type ListItem = Reading<typeof listItemShape>;

export const addListItem = named(
  'AddListItem',
  v.object({ ...listItemShape.add.entries, product: v.nullish(productDetails) }),
  'Adds one; `product` describes a product that the service may not know.',
);
export type AddListItem = v.InferInput<typeof addListItem>;

export const reservationShape = shape('Reservation', "Someone's word that they give an item of the list.", {
  ...numbered,
  item_id: always(kind.reference),
  profile_id: optionalOnce(kind.text(), 'Who reserves, where they have a profile.'),
  name: byCustomer(required(kind.text())),
  quantity: byCustomer(defaulted(kind.count(1, 9_999))),
  message: byCustomer(optional(kind.longText)),
  status: byCustomer(defaulted(kind.oneOf('reserved', 'purchased', 'cancelled'))),
  secret: given(
    kind.text(),
    'With it a giver without account reads, changes and undoes the reservation: answered once, when it is made by a link.',
  ),
  ...dated,
});
export type Reservation = Reading<typeof reservationShape>;

export const shareShape = shape(
  'Share',
  'A link to a list: everybody who has the handle sees the list and may reserve from it.',
  {
    ...numbered,
    list_id: always(kind.reference),
    handle: always(kind.text(), 'Cannot be guessed.'),
    role: byCustomer(
      defaulted(
        kind.oneOf('viewer', 'editor'),
        'Editors who claimed the share add, change and remove items of the list.',
      ),
    ),
    max_claims: byCustomer(
      optional(kind.count(1, 10_000), 'How many profiles may claim it; null: any number.'),
    ),
    is_public: byCustomer(defaulted(kind.boolean, 'Stays open to everybody when `max_claims` is reached.')),
    expires_at: byCustomer(optional(kind.timestamp)),
    claims: given(kind.integer, 'How many profiles claimed it.'),
    claimed_by: given(
      kind.text(),
      'The profile that asks, where it claimed the share; users and the owner are shown the first one that did.',
    ),
    ...dated,
  },
);
export type Share = Reading<typeof shareShape>;

export const sharedListShape = shape(
  'SharedList',
  'What a share shows: the list with its items, without the profile that owns it.',
  {
    ...listShape.fields,
    profile_id: given(kind.text()),
    owner_name: given(kind.text()),
    items: given({
      read: v.array(listItemShape.record),
      sent: v.array(listItemShape.sent),
      write: v.array(addListItem),
    }),
    share: given(nested(shareShape)),
  },
);
export type SharedList = Reading<typeof sharedListShape>;

export const listsSection = {
  summary: 'Wishlists, gift registries and style guides, with items, reservations and shares.',
  contracts: [
    ...crud(reservationShape, [on.listItemReservations, on.readListItemReservation], '4.6 Business', {
      one: 'a reservation of a list item',
      many: 'reservations of a list item',
    }),
    ...crud(
      reservationShape,
      [on.addListItemReservation, on.editListItemReservation, on.deleteListItemReservation],
      '4.6 Incentives',
      { one: 'a reservation of a list item', assumed: J15 },
    ),
    ...crud(
      listDefinitionShape,
      [
        on.listDefinitions,
        on.addListDefinition,
        on.readListDefinition,
        on.editListDefinition,
        on.deleteListDefinition,
      ],
      '4.6 Incentives',
      { one: 'a list definition', many: 'list definitions', assumed: J15 },
    ),
    ...crud(
      listShape,
      [on.profileLists, on.readProfileList, on.editProfileList, on.deleteProfileList],
      '4.6 Profile additional data',
      { one: 'a list of a profile', many: 'lists of a profile', assumed: G12 },
    ),
    ...crud(
      customFieldShape,
      [
        on.profileListCustomFields,
        on.addProfileListCustomField,
        on.readProfileListCustomField,
        on.editProfileListCustomField,
        on.deleteProfileListCustomField,
      ],
      '4.6 Profile sub-resources',
      {
        one: 'a custom field of a list of a profile',
        many: 'custom fields of a list of a profile',
        assumed: J10,
      },
    ),
    contract(on.listItems, '4.6 Profile additional data', 'Browses the items of a list, newest first', {
      assumed: G12,
      reply: page(listItemShape.record),
    }),
    contract(on.removeListItem, '4.6 Profile additional data', 'Takes an item off a list', {
      assumed: G12,
      reply: nothing,
    }),
    ...crud(listItemShape, [on.readProfileListItem, on.editProfileListItem], '4.6 Profile additional data', {
      one: 'an item of a list',
      assumed: G12,
    }),
    contract(on.addProfileListShare, '4.6 Profile sub-resources', 'Shares a list', {
      assumed: J10,
      reply: data(shareShape.record),
      body: shareShape.add,
    }),
    ...crud(
      shareShape,
      [on.profileListShares, on.readProfileListShare, on.editProfileListShare, on.deleteProfileListShare],
      '4.6 Profile sub-resources',
      { one: 'a share of a list', many: 'shares of a list', assumed: J10 },
    ),
    contract(
      on.claimListShare,
      '4.6 Incentives',
      'Takes a share: it is then among the lists of the profile that claimed it',
      { assumed: G12, reply: data(shareShape.record) },
    ),
    contract(
      on.readListShareWithoutProfile,
      '4.6 Business',
      'Reads the list that a share shows, without its profile',
      { reply: data(sharedListShape.record) },
    ),
    contract(on.readListShare, '4.6 Business', 'Reads the list that a share shows', {
      reply: data(sharedListShape.record),
    }),
    contract(on.readList, '4.6 Business', 'Reads a list, of whichever profile', {
      reply: data(listShape.record),
    }),
    contract(on.searchProductLists, '4.6 Profile sub-resources', 'Searches the lists of all profiles', {
      reply: page(listShape.record),
    }),
    contract(
      on.addProfileListCustomProduct,
      '4.6 Profile sub-resources',
      'Puts a product that is not in the catalogue on a list',
      { reply: data(listItemShape.record), body: customProductShape.add },
    ),
    contract(
      on.addListItem,
      '4.6 Profile additional data',
      'Adds a product to a list; a product that is there already answers its item',
      { assumed: G12, reply: data(listItemShape.record), body: addListItem },
    ),
    contract(on.addList, '4.6 Profile additional data', 'Adds a list to a profile', {
      assumed: G12,
      reply: data(listShape.record),
      body: listShape.add,
    }),
  ],
};
