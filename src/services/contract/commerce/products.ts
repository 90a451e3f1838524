import * as on from '../endpoints/commerce.ts';
import * as kind from '../kinds.ts';
import { dated, externalId, nameAndHandle, notes, recordShape } from '../common.ts';
import { batch, clause, contract, crud, G12 } from '../contract.ts';
import { data, page } from '../envelope.ts';
import { always, defaulted, optional, optionalOnce, required, requiredOnce } from '../fields.ts';
import { about, shape, type Reading } from '../shape.ts';

// What the shop sells, in the section Commerce: ASSUMPTION G4.
export const productShape = shape('Product', {
  [about]: 'A product, as the shop described it to the service.',
  id: always(kind.text()),
  external_id: requiredOnce(kind.text()),
  ...nameAndHandle,
  url: optional(kind.webAddress),
  image_url: optional(kind.webAddress),
  price: optional(kind.decimal),
  currency: optional(kind.currencyCode),
  category: optional(kind.text()),
  brand_id: optional(kind.reference),
  department_id: optional(kind.reference),
  tags: optional(kind.texts),
  is_published: defaulted(kind.boolean),
  ...notes,
  ...dated,
});
export type Product = Reading<typeof productShape>;

export const productVariantShape = recordShape('ProductVariant', {
  product_id: requiredOnce(kind.text()),
  sku: required(kind.text()),
  name: required(kind.text()),
  price: optional(kind.decimal),
  image_url: optional(kind.webAddress),
  options: optional(kind.namedValues, 'Such as `{ "colour": "sage" }`.'),
});
export type ProductVariant = Reading<typeof productVariantShape>;

export const customProductShape = recordShape('CustomProduct', {
  [about]: 'A product that is not in the catalogue, for a list or an order.',
  ...externalId,
  profile_id: optionalOnce(kind.text()),
  name: required(kind.text()),
  description: optional(kind.longText),
  url: optional(kind.webAddress),
  image_url: optional(kind.webAddress),
  price: optional(kind.decimal),
  currency: optional(kind.currencyCode),
});
export type CustomProduct = Reading<typeof customProductShape>;

export const ratingShape = recordShape('Rating', {
  profile_id: requiredOnce(kind.text()),
  product_id: requiredOnce(kind.text()),
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
  ...clause('4.6 Business', G12, [
    ...crud(on, 'products', productShape, { one: 'a product', many: 'products' }),
    ...crud(on, 'products.variants', productVariantShape, { one: 'a product variant', except: ['index'] }),
    ...crud(on, 'ratings', ratingShape, { one: 'a rating', many: 'ratings' }),
  ]),
];
