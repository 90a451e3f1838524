import * as v from 'valibot';
import { anyArray, boolean, integer, longText, oneOf, text, texts, timestamp, type Kind } from './kinds.ts';
import { always, defaulted, given, optional, required, shape, type Adding, type Reading } from './shape.ts';

/** URI format (spec 2.1): a scheme, then an authority. Any port: ASSUMPTION G38. Delivery has rules of its own. */
const uri = {
  ...text(2_000),
  write: v.pipe(v.string(), v.maxLength(2_000), v.regex(/^https?:\/\/[^\s/]/i), v.url()),
};

/** Strings when written (spec 2.1), items of any type when read (2.2). */
const conditions = { ...anyArray, write: texts.write } satisfies Kind;

/**
 * A webhook (spec 2.1, 2.2): all 13 fields are always present in a response, also in those of a tenant, so a
 * missing one is reported. Defaults: G3.
 */
export const webhookShape = shape({
  id: always(integer),
  /** Name of the trigger that fires it. Any text (G17) that is not empty: ASSUMPTION G37. */
  trigger: required(text()),
  url: required(uri),
  namespace: required(text()),
  /** The user whose token made it. */
  user_id: given(integer),
  is_active: defaulted(boolean),
  retry_daily: optional(boolean),
  retry_hourly: optional(boolean),
  created_at: always(timestamp),
  updated_at: always(timestamp),
  queue: optional(oneOf('high', 'default', 'low')),
  condition: optional(conditions),
  extra_data_template: optional(longText),
});

/** Response (spec 2.2): unlike other records every field has to be there. */
export const webhook = v.looseObject({
  ...webhookShape.record.entries,
  user_id: v.nullable(webhookShape.fields.user_id.kind.read),
  retry_daily: v.nullable(v.boolean()),
  retry_hourly: v.nullable(v.boolean()),
  queue: v.nullable(v.string()),
  condition: v.nullable(conditions.read),
  extra_data_template: v.nullable(v.string()),
});
export type Webhook = v.InferOutput<typeof webhook>;

/** Request (spec 2.1). */
export const storeWebhook = webhookShape.add;
export type StoreWebhook = Adding<typeof webhookShape>;
export type StoredWebhook = Reading<typeof webhookShape>;
