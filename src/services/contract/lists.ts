import * as v from 'valibot';
import { addGuestAlert } from './endpoints/guest-alerts.ts';
import * as reservations from './endpoints/list-reservations.ts';
import * as lists from './endpoints/lists.ts';
import * as kind from './kinds.ts';
import { objectOnly } from './kinds.ts';
import { customProductShape } from './commerce/products.ts';
import {
  customFieldShape,
  inLanguages,
  nameAndDescription,
  nameAndHandle,
  numbered,
  recordShape,
} from './common.ts';
import {
  clause,
  contract,
  crud,
  onlyNamed,
  onlySectionNamed,
  methodsNotShown,
  verbsNotNamed,
  nothing,
} from './contract.ts';
import { data, page } from './envelope.ts';
import {
  always,
  byCustomer,
  defaulted,
  given,
  optional,
  optionalOnce,
  refersTo,
  required,
  requiredOnce,
} from './fields.ts';
import { about, body, nested, reply, shape, type Adding, type Reading } from './shape.ts';

const on = { ...lists, ...reservations };

// Records of the section Lists (spec 1 rule 4): ASSUMPTION.
const type = kind.text(50);

const listHandle = {
  ...kind.text(80),
  // A handle of digits alone would be taken for the id of another list, where a path takes both.
  write: v.pipe(
    v.string(),
    v.regex(
      /^(?!\d+$)[a-z0-9][a-z0-9-]{0,79}$/,
      'has to have 1 to 80 lower-case letters, digits and hyphens, and a letter among them, such as wishlist.',
    ),
  ),
};

export const listDefinitionShape = recordShape('ListDefinition', {
  [about]: 'Template of lists of one type.',
  ...nameAndHandle,
  type: required(type),
  max_items: optional(kind.count(1, 10_000), 'Largest number of items; null: no limit.'),
  is_shareable: defaulted(kind.boolean),
  ...inLanguages(nameAndDescription),
});
export type ListDefinition = Reading<typeof listDefinitionShape>;

export const listShape = recordShape('List', {
  [about]:
    'A list of a profile: wishlist, gift registry or style guide. Among the lists of a profile are those of others that it edits, each with its id as its handle: ASSUMPTION.',
  profile_id: given(kind.text(), 'Null for a customer who edits the list of another profile.'),
  list_definition_id: refersTo('list-definition')(optionalOnce(kind.reference)),
  type: byCustomer(requiredOnce(type, '`wishlist`, `registry` or `style-guide`.')),
  handle: byCustomer(requiredOnce(listHandle)),
  name: byCustomer(required(kind.text(200))),
  description: byCustomer(optional(kind.longText)),
  event_at: byCustomer(
    optional(kind.timestamp, 'Date of the occasion: from then on the owner sees who reserved.'),
  ),
  has_delivery_address: given(
    kind.boolean,
    'Whether the owner has an address with the type `list-{id}` of this list, to which its gifts go. The address itself is among those of the profile alone.',
  ),
  owner_name: given(
    kind.text(),
    'First name of the owner, for a profile that edits the list of another; null for its own lists.',
  ),
  share_id: given(
    kind.reference,
    'The share by which the profile edits the list of another: deleted below this profile, it ends that and nothing else. Null for its own lists.',
  ),
});
export type List = Reading<typeof listShape>;
export type AddList = Adding<typeof listShape>;

export const listItemProduct = reply('ListItemProduct', {
  [about]: 'The product of a list item, as the shop described it to the service.',
  id: v.string(),
  name: v.string(),
  url: v.nullish(v.string()),
  image_url: v.nullish(v.string()),
  /** Decimal string in `currency`, such as `"89.00"`. */
  price: v.nullish(v.string()),
  /** ISO 4217. */
  currency: v.nullish(v.string()),
  /** Whether it can be bought now; null where the shop does not say. */
  is_available: v.nullish(v.boolean()),
});
export type ListItemProduct = v.InferOutput<typeof listItemProduct>;

export const listItemVariant = reply('ListItemVariant', {
  [about]:
    'The variant of the product that was saved, with its options as text. What it does not have is that of the product.',
  id: v.string(),
  /** Options as text, such as `Blue, M`: the name of the product variant. */
  name: v.string(),
  image_url: v.nullish(v.string()),
  /** Decimal string in the currency of the product. */
  price: v.nullish(v.string()),
  is_available: v.nullish(v.boolean()),
});
export type ListItemVariant = v.InferOutput<typeof listItemVariant>;

/** A product as a page describes it, for a product that the service does not know. Every one is text out of a page. */
const productDetails = v.object({
  name: kind.text(200).write,
  url: kind.text(2_000).write,
  image_url: v.nullish(kind.text(2_000).write),
  /** Decimal text, shown with the item; nothing is charged or earned by it. */
  price: v.nullish(kind.money.write),
  currency: v.nullish(kind.currencyCode.write),
});
export type ProductDetails = v.InferInput<typeof productDetails>;

/** What an owner can ask to be told about a product of a list: that it costs less, and that it can be bought again. */
export const alertKinds = ['price', 'stock'] as const;
export type AlertKind = (typeof alertKinds)[number];

const alerts = {
  ...kind.texts,
  write: v.pipe(
    v.array(v.picklist(alertKinds, `has to be an array of ${alertKinds.join(' and ')}, such as ["price"].`)),
    v.check((words) => new Set(words).size === words.length, 'has to name each alert once.'),
  ),
};

const chipIn = {
  read: reply('ChipIn', {
    [about]: 'Several givers pay for one item together: each pledges an amount. No money moves here.',
    /** Decimal text in `currency`: what the pledges may amount to together. */
    target: v.string(),
    /** ISO 4217. */
    currency: v.string(),
    /** Sum of the pledges, decimal text in `currency`. */
    pledged: v.string(),
    /** Number of pledges. */
    pledges: v.number(),
  }),
  sent: reply('ChipIn', {
    target: v.string(),
    currency: v.string(),
    pledged: v.string(),
    pledges: v.number(),
  }),
  write: objectOnly(
    v.object({
      /** Left out: what it is, or price times quantity where it is opened. */
      target: v.nullish(kind.positiveMoney.write),
      /** Left out: what it is, or the currency of the price. */
      currency: v.nullish(kind.currencyCode.write),
    }),
  ),
};
export type ChipIn = v.InferOutput<typeof chipIn.read>;

export const listItemShape = shape('ListItem', {
  ...numbered,
  list_id: always(kind.reference),
  product_id: byCustomer(requiredOnce(kind.text())),
  variant_id: byCustomer(
    optionalOnce(
      kind.text(),
      "The shop's id of the variant: the `external_id` or the `sku` of a product variant. Null for the product as a whole.",
    ),
  ),
  variant_name: byCustomer(
    optionalOnce(
      kind.text(),
      'Its options as text, such as `Blue, M`, as the service or else the page has them.',
    ),
  ),
  quantity: byCustomer(optional(kind.count(1, 9_999), 'Number wanted.')),
  quantity_reserved: given(kind.integer, 'Number that givers have reserved and not bought yet.'),
  quantity_purchased: given(kind.integer),
  note: byCustomer(optional(kind.longText, "The owner's text about the item.")),
  priority: byCustomer(
    optional(
      kind.oneOf('high', 'medium', 'low'),
      'How much the owner wants it; null where nothing was said.',
    ),
  ),
  product: given(kind.ofSchema(listItemProduct), 'Null when the shop no longer has the product.'),
  variant: given(
    kind.ofSchema(listItemVariant),
    'Null for the product as a whole, and when the shop no longer has the variant.',
  ),
  added_by: given(
    kind.text(),
    'Id of the profile that added the item. A customer sees it on their own lists, and their own id.',
  ),
  added_by_name: given(
    kind.text(),
    'First name of the profile that added the item, for the owner and the editors of a list that several edit; null on every other list, and for a profile that is gone.',
  ),
  price_when_saved: given(kind.money, 'Price of the product or its variant when the item was added.'),
  currency_when_saved: given(kind.currencyCode),
  alerts: byCustomer(
    optional(
      alerts,
      'What the owner of the list asked to be told: `price`, that it costs less, and `stock`, once, that it can be bought again. Only the owner of the list sees and sets it.',
    ),
  ),
  alerts_since: given(kind.timestamp, 'When the owner asked for the alerts.'),
  chip_in: byCustomer(
    optional(
      chipIn,
      'Open for several givers who pay for it together, on a gift registry: null where it is not. While it has pledges it can neither be reserved as a whole nor closed.',
    ),
  ),
  created_at: given(kind.timestamp),
});

export type ListItem = Reading<typeof listItemShape>;

export const addListItem = body('AddListItem', {
  [about]: 'A new item; `product` describes a product that the service may not know.',
  ...listItemShape.add.entries,
  product: v.nullish(productDetails),
});
export type AddListItem = v.InferInput<typeof addListItem>;

export const addGuestAlertBody = body('AddGuestAlert', {
  [about]: 'What a guest asks to be told about a product, by e-mail, after the address was confirmed.',
  email: kind.email.write,
  product_id: kind.text().write,
  variant_id: v.nullish(kind.text().write),
  alerts: v.pipe(alerts.write, v.minLength(1, `has to name one of ${alertKinds.join(', ')}.`)),
});
export type AddGuestAlert = v.InferInput<typeof addGuestAlertBody>;

export const reservationShape = recordShape('Reservation', {
  [about]: "A giver's reservation of a list item.",
  item_id: always(kind.reference),
  profile_id: refersTo('profile')(
    optionalOnce(kind.text(), 'Profile of the giver; null for a giver without one.'),
  ),
  name: byCustomer(required(kind.text())),
  quantity: byCustomer(defaulted(kind.count(1, 9_999))),
  message: byCustomer(optional(kind.longText)),
  status: byCustomer(defaulted(kind.oneOf('reserved', 'purchased', 'cancelled'))),
  amount: byCustomer(
    optionalOnce(
      kind.positiveMoney,
      'Of a pledge for an item that is open for chip-in: a promise, nothing is charged. Null for a reservation of pieces.',
    ),
  ),
  currency: byCustomer(optionalOnce(kind.currencyCode, 'Of the amount: the currency of the target.')),
  is_thanked: byCustomer(
    optional(
      kind.boolean,
      'Whether the owner of the list has thanked the giver. Only the owner, from the day on which the names are shown, and users see and set it; null for others, and where nothing was said.',
    ),
  ),
  secret: given(
    kind.text(),
    'A giver without an account reads, changes and cancels the reservation with it. Returned once, when the reservation is created through a share.',
  ),
});
export type Reservation = Reading<typeof reservationShape>;

export const shareShape = recordShape('Share', {
  [about]: 'A link to a list: anybody who has its handle can read the list and reserve its items.',
  list_id: always(kind.reference),
  handle: always(kind.text(), 'A random text.'),
  role: byCustomer(
    defaulted(
      kind.oneOf('viewer', 'editor'),
      'A profile that claims a share as `editor` can change the items of the list.',
    ),
  ),
  max_claims: byCustomer(
    optional(kind.count(1, 10_000), 'Largest number of profiles that can claim it; null: no limit.'),
  ),
  is_public: byCustomer(
    defaulted(kind.boolean, 'Can still be read by anybody when `max_claims` is reached.'),
  ),
  expires_at: byCustomer(optional(kind.timestamp, 'Until when it gives any right.')),
  claimable_until: byCustomer(
    optional(
      kind.timestamp,
      'Until when it can be claimed, and opened by others than those who have claimed it: they keep what it gives them.',
    ),
  ),
  claims: given(kind.integer, 'Number of profiles that claimed it.'),
  claimed_by: given(
    kind.text(),
    'The requesting profile, if it claimed the share; for users and the owner, the profile that claimed it first.',
  ),
  claimed_by_name: given(kind.text(), 'First name of this profile, for users and the owner.'),
});
export type Share = Reading<typeof shareShape>;

export const sharedListShape = shape('SharedList', {
  [about]: 'The list of a share with its items, without the profile that owns it.',
  ...listShape.fields,
  profile_id: given(kind.text()),
  owner_name: given(kind.text()),
  items: given({
    read: v.array(listItemShape.record),
    sent: v.array(listItemShape.sent),
    write: v.array(addListItem),
  }),
  share: given(nested(shareShape)),
});
export type SharedList = Reading<typeof sharedListShape>;

export const listsSection = {
  summary: 'Wishlists, gift registries and style guides, with items, reservations and shares.',
  contracts: [
    ...clause('4.6 Business', [
      contract(on.listItemReservations, 'Browses reservations of a list item', {
        reply: page(reservationShape),
      }),
      contract(on.readListItemReservation, 'Reads a reservation of a list item', {
        reply: data(reservationShape),
      }),
      contract(on.readListShareWithoutProfile, 'Reads the list of a share, without its profile', {
        reply: data(sharedListShape),
      }),
      contract(on.readListShare, 'Reads the list of a share', { reply: data(sharedListShape) }),
      contract(on.readList, 'Reads a list of any profile', { reply: data(listShape) }),
    ]),
    ...clause('4.6 Incentives', verbsNotNamed, [
      ...crud(on, 'list.items.reservations', reservationShape, {
        one: 'a reservation of a list item',
        except: ['index', 'show'],
      }),
      ...crud(on, 'lists.definitions', listDefinitionShape, {
        one: 'a list definition',
        many: 'list definitions',
      }),
    ]),
    ...clause('4.6 Profile additional data', onlyNamed, [
      ...crud(on, 'profiles.lists', listShape, {
        one: 'a list of a profile',
        many: 'lists of a profile',
        except: ['store'],
      }),
      contract(on.listItems, 'Browses the items of a list, newest first', { reply: page(listItemShape) }),
      contract(on.removeListItem, 'Removes an item from a list', { reply: nothing }),
      contract(on.readProfileListItem, 'Reads an item of a list', { reply: data(listItemShape) }),
      contract(on.editProfileListItem, 'Edits an item of a list', {
        reply: data(listItemShape),
        body: listItemShape.edit,
      }),
      contract(
        on.addListItem,
        'Adds a product to a list; if the list has it already, the reply is the existing item',
        { reply: data(listItemShape), body: addListItem },
      ),
      contract(on.addList, 'Adds a list to a profile', { reply: data(listShape), body: listShape.add }),
    ]),
    ...clause('4.6 Profile sub-resources', methodsNotShown, [
      ...crud(on, 'profiles.lists.custom-fields', customFieldShape, {
        one: 'a custom field of a list of a profile',
        many: 'custom fields of a list of a profile',
      }),
      contract(on.addProfileListShare, 'Shares a list', { reply: data(shareShape), body: shareShape.add }),
      ...crud(on, 'profiles.lists.shares', shareShape, {
        one: 'a share of a list',
        many: 'shares of a list',
        except: ['store'],
      }),
    ]),
    ...clause('4.6 Incentives', onlyNamed, [
      contract(on.claimListShare, 'Claims a share: its list is then among the lists of the profile', {
        reply: data(shareShape),
      }),
    ]),
    ...clause('1 rule 4', onlySectionNamed, [
      contract(
        addGuestAlert,
        'Sends a link to an e-mail address: once it is confirmed, messages about a product follow; the reply is the same for every address',
        { open: true, reply: nothing, body: addGuestAlertBody },
      ),
    ]),
    ...clause('4.6 Profile sub-resources', [
      contract(on.searchProductLists, 'Searches the lists of all profiles', { reply: page(listShape) }),
      contract(on.addProfileListCustomProduct, 'Adds a product that is not in the catalogue to a list', {
        reply: data(listItemShape),
        body: customProductShape.add,
      }),
    ]),
  ],
};
