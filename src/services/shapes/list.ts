import * as v from 'valibot';

const integer = v.pipe(v.number(), v.integer());

/** A list of a profile: wishlist, gift registry or style guide (spec 1 rule 4). ASSUMPTION G4. */
export const list = v.looseObject({
  id: integer,
  profile_id: v.string(),
  /** `wishlist`, `registry` or `style-guide`. */
  type: v.string(),
  handle: v.string(),
  name: v.string(),
  created_at: v.nullish(v.string()),
  updated_at: v.nullish(v.string()),
});
export type List = v.InferOutput<typeof list>;

export const addList = v.object({
  type: v.pipe(v.string(), v.minLength(1), v.maxLength(50)),
  handle: v.pipe(v.string(), v.regex(/^[a-z0-9][a-z0-9-]{0,79}$/)),
  name: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
});
export type AddList = v.InferOutput<typeof addList>;

/** The product of a list item, as the shop told the service: ASSUMPTION G4. */
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

export const listItem = v.looseObject({
  id: integer,
  list_id: integer,
  product_id: v.string(),
  quantity: v.nullish(integer),
  /** Null when the shop no longer has the product. */
  product: v.nullish(listItemProduct),
  created_at: v.nullish(v.string()),
});
export type ListItem = v.InferOutput<typeof listItem>;

export const addListItem = v.object({
  product_id: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  quantity: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9999))),
});
export type AddListItem = v.InferOutput<typeof addListItem>;
