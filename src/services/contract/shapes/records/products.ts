import {
  boolean,
  count,
  currencyCode,
  decimal,
  longText,
  namedValues,
  reference,
  text,
  texts,
  webAddress,
} from '../kinds.ts';
import {
  always,
  defaulted,
  optional,
  optionalOnce,
  required,
  requiredOnce,
  shape,
  type Reading,
} from '../shape.ts';
import { dated, externalId, named, notes, numbered } from './common.ts';

// What the shop sells, in the section Commerce: ASSUMPTION G4.

/** A product, as the shop told the service. */
export const productShape = shape({
  id: always(text()),
  external_id: requiredOnce(text()),
  ...named,
  url: optional(webAddress),
  image_url: optional(webAddress),
  price: optional(decimal),
  currency: optional(currencyCode),
  category: optional(text()),
  brand_id: optional(reference),
  department_id: optional(reference),
  tags: optional(texts),
  is_published: defaulted(boolean),
  ...notes,
  ...dated,
});
export type Product = Reading<typeof productShape>;

export const productVariantShape = shape({
  ...numbered,
  product_id: requiredOnce(text()),
  sku: required(text()),
  name: required(text()),
  price: optional(decimal),
  image_url: optional(webAddress),
  /** Such as `{ "colour": "sage" }`. */
  options: optional(namedValues),
  ...dated,
});
export type ProductVariant = Reading<typeof productVariantShape>;

/** A product that is not in the catalogue, made for a list or an order. */
export const customProductShape = shape({
  ...numbered,
  ...externalId,
  profile_id: optionalOnce(text()),
  name: required(text()),
  description: optional(longText),
  url: optional(webAddress),
  image_url: optional(webAddress),
  price: optional(decimal),
  currency: optional(currencyCode),
  ...dated,
});
export type CustomProduct = Reading<typeof customProductShape>;

export const ratingShape = shape({
  ...numbered,
  profile_id: requiredOnce(text()),
  product_id: requiredOnce(text()),
  value: required(count(1, 5)),
  title: optional(text()),
  body: optional(longText),
  is_published: defaulted(boolean),
  ...dated,
});
export type Rating = Reading<typeof ratingShape>;
