import * as on from '../endpoints/commerce.ts';
import * as kind from '../kinds.ts';
import { dated, externalId, nameAndHandle, notes, recordShape } from '../common.ts';
import { batch, clause, contract, crud, onlyNamed } from '../contract.ts';
import { data, page } from '../envelope.ts';
import {
  always,
  defaulted,
  mayName,
  optional,
  optionalOnce,
  refersTo,
  required,
  requiredOnce,
} from '../fields.ts';
import { about, shape, type Reading } from '../shape.ts';

const stock = kind.count(0, 1_000_000_000);

// What the shop sells, in the section Commerce: ASSUMPTION.
export const productShape = shape('Product', {
  [about]: 'A product, as the shop described it to the service.',
  id: always(kind.text()),
  external_id: requiredOnce(kind.externalId),
  ...nameAndHandle,
  url: optional(kind.webAddress),
  image_url: optional(kind.webAddress),
  price: optional(kind.money),
  currency: mayName('currency', 'code')(optional(kind.currencyCode)),
  category: optional(kind.text()),
  brand_id: refersTo('brand')(optional(kind.reference)),
  department_id: refersTo('department')(optional(kind.reference)),
  tags: mayName('tag', 'handle', 'name')(optional(kind.texts)),
  stock: optional(stock, 'Pieces that can be bought now; null: not counted.'),
  is_published: defaulted(kind.boolean),
  ...notes,
  ...dated,
});
export type Product = Reading<typeof productShape>;

export const productVariantShape = recordShape('ProductVariant', {
  external_id: optional(
    kind.externalId,
    "The shop's id of the variant; without it pages name the variant by its `sku`.",
  ),
  product_id: refersTo('product')(requiredOnce(kind.text())),
  sku: required(kind.text()),
  name: required(kind.text()),
  price: optional(kind.money),
  image_url: optional(kind.webAddress),
  options: optional(kind.namedValues, 'Such as `{ "colour": "sage" }`.'),
  stock: optional(stock, 'Pieces that can be bought now; null: not counted.'),
});
export type ProductVariant = Reading<typeof productVariantShape>;

export const customProductShape = recordShape('CustomProduct', {
  [about]: 'A product that is not in the catalogue, for a list or an order.',
  ...externalId,
  profile_id: refersTo('profile')(optionalOnce(kind.text())),
  name: required(kind.text()),
  description: optional(kind.longText),
  url: optional(kind.webAddress),
  image_url: optional(kind.webAddress),
  price: optional(kind.money),
  currency: mayName('currency', 'code')(optional(kind.currencyCode)),
});
export type CustomProduct = Reading<typeof customProductShape>;

export const ratingShape = recordShape('Rating', {
  profile_id: refersTo('profile')(requiredOnce(kind.text())),
  product_id: refersTo('product')(requiredOnce(kind.text())),
  value: required(kind.count(1, 5)),
  title: optional(kind.text()),
  body: optional(kind.longText),
  is_published: defaulted(kind.boolean),
});
export type Rating = Reading<typeof ratingShape>;

export const productContracts = [
  ...clause('4.6 Business', [
    ...crud(on, 'customProducts', customProductShape, { one: 'a custom product', many: 'custom products' }),
    contract(on.productVariants, 'Browses product variants', { reply: page(productVariantShape) }),
    batch(on.batchProducts, 'Adds products in a batch', productShape.add),
    contract(on.createOrUpdateProduct, 'Adds a product, or updates the one with its external id', {
      reply: data(productShape),
      body: productShape.add,
    }),
  ]),
  ...clause('4.6 Business', onlyNamed, [
    ...crud(on, 'products', productShape, { one: 'a product', many: 'products' }),
    ...crud(on, 'products.variants', productVariantShape, { one: 'a product variant', except: ['index'] }),
    ...crud(on, 'ratings', ratingShape, { one: 'a rating', many: 'ratings' }),
  ]),
];
