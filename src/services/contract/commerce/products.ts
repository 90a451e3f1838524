import * as on from '../endpoints/commerce.ts';
import * as kind from '../kinds.ts';
import { accepted, dated, externalId, nameAndHandle, notes, numbered } from '../common.ts';
import { contract, crud, G12 } from '../contract.ts';
import { data, records } from '../envelope.ts';
import {
  always,
  defaulted,
  optional,
  optionalOnce,
  type Reading,
  required,
  requiredOnce,
  shape,
} from '../shape.ts';

// What the shop sells, in the section Commerce: ASSUMPTION G4.
export const productShape = shape('Product', 'A product, as the shop told the service.', {
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

export const productVariantShape = shape('ProductVariant', {
  ...numbered,
  product_id: requiredOnce(kind.text()),
  sku: required(kind.text()),
  name: required(kind.text()),
  price: optional(kind.decimal),
  image_url: optional(kind.webAddress),
  options: optional(kind.namedValues, 'Such as `{ "colour": "sage" }`.'),
  ...dated,
});
export type ProductVariant = Reading<typeof productVariantShape>;

export const customProductShape = shape(
  'CustomProduct',
  'A product that is not in the catalogue, made for a list or an order.',
  {
    ...numbered,
    ...externalId,
    profile_id: optionalOnce(kind.text()),
    name: required(kind.text()),
    description: optional(kind.longText),
    url: optional(kind.webAddress),
    image_url: optional(kind.webAddress),
    price: optional(kind.decimal),
    currency: optional(kind.currencyCode),
    ...dated,
  },
);
export type CustomProduct = Reading<typeof customProductShape>;

export const ratingShape = shape('Rating', {
  ...numbered,
  profile_id: requiredOnce(kind.text()),
  product_id: requiredOnce(kind.text()),
  value: required(kind.count(1, 5)),
  title: optional(kind.text()),
  body: optional(kind.longText),
  is_published: defaulted(kind.boolean),
  ...dated,
});
export type Rating = Reading<typeof ratingShape>;

export const productContracts = [
  ...crud(
    customProductShape,
    [
      on.customProducts,
      on.addCustomProduct,
      on.readCustomProduct,
      on.editCustomProduct,
      on.deleteCustomProduct,
    ],
    '4.6 Business',
    { one: 'a custom product', many: 'custom products' },
  ),
  ...crud(
    productShape,
    [on.products, on.addProduct, on.readProduct, on.editProduct, on.deleteProduct],
    '4.6 Business',
    { one: 'a product', many: 'products', assumed: G12 },
  ),
  ...crud(productVariantShape, [on.productVariants], '4.6 Business', { many: 'product variants' }),
  ...crud(
    productVariantShape,
    [on.addProductVariant, on.readProductVariant, on.editProductVariant, on.deleteProductVariant],
    '4.6 Business',
    { one: 'a product variant', assumed: G12 },
  ),
  ...crud(
    ratingShape,
    [on.ratings, on.addRating, on.readRating, on.editRating, on.deleteRating],
    '4.6 Business',
    { one: 'a rating', many: 'ratings', assumed: G12 },
  ),
  contract(on.batchProducts, '4.6 Business', 'Adds products in a batch', {
    reply: data(accepted),
    body: records(productShape.add),
  }),
  contract(
    on.createOrUpdateProduct,
    '4.6 Business',
    'Adds a product, or changes the one of its external id',
    { reply: data(productShape.record), body: productShape.add },
  ),
];
