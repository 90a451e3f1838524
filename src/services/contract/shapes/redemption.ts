import * as v from 'valibot';
import { credit, creditShape } from './credit.ts';
import { anyArray, boolean, count, decimal, integer, number, reference, text, timestamp } from './kinds.ts';
import { objectOnly } from './object-only.ts';
import { given, nested, shownShape, type Reading } from './shape.ts';

/** The profile inside a redemption (spec 2.3). */
export const redemptionProfileShape = shownShape({
  first_name: given(text()),
  last_name: given(text()),
  full_name: given(text()),
  email: given(text()),
  statuses: given(anyArray),
});

/** The location inside a redemption (spec 2.3): its `id` is an integer. */
export const redemptionLocationShape = shownShape({
  id: given(integer),
  type: given(text()),
  name: given(text()),
  description: given(text()),
  phone: given(text()),
  email: given(text()),
  external_id: given(text()),
  is_published: given(boolean),
  is_permanently_closed: given(boolean),
});

/** The location inside the transaction of a redemption (spec 2.3): its `id` is a string. */
export const redemptionTransactionLocationShape = shownShape({
  id: given(text()),
  name: given(text()),
  external_id: given(text()),
});

/** The transaction inside a redemption (spec 2.3): its `total` is a number. */
export const redemptionTransactionShape = shownShape({
  external_id: given(text()),
  receipt_ref: given(text()),
  transacted_at: given(timestamp),
  total: given(number),
  location: given(nested(redemptionTransactionLocationShape)),
});

/** `type` of the items whose `type_attributes` are a credit (2.5): G50. */
export const CREDIT_ITEM = 'credit';

const someAttributes = objectOnly(v.looseObject({}));
const ofAnyType = shownShape({
  id: given(integer),
  type: given({ ...text(), read: v.pipe(v.string(), v.notValue(CREDIT_ITEM)) }),
  value: given(integer),
  count: given(integer),
  type_attributes: given({ read: someAttributes, sent: someAttributes, write: someAttributes }),
  created_at: given(timestamp),
  updated_at: given(timestamp),
});
const creditItemRecord = v.looseObject({
  ...ofAnyType.record.entries,
  type: v.literal(CREDIT_ITEM),
  type_attributes: v.nullish(credit),
});
const creditItemSent = v.strictObject({
  ...ofAnyType.sent.entries,
  type: v.literal(CREDIT_ITEM),
  type_attributes: v.nullable(creditShape.sent),
});

/** An item of a redemption (spec 2.4). A type that we do not know is kept as it is. */
export const redemptionItem = {
  fields: ofAnyType.fields,
  record: v.variant('type', [creditItemRecord, ofAnyType.record]),
  sent: v.variant('type', [creditItemSent, ofAnyType.sent]),
};
export type RedemptionItem = v.InferOutput<typeof redemptionItem.record>;

const items = {
  read: v.array(redemptionItem.record),
  sent: v.array(redemptionItem.sent),
  write: v.array(redemptionItem.record),
};

/** A redemption of a profile (spec 2.3): what was redeemed, where, and with which purchase. */
export const redemptionShape = shownShape({
  id: given(integer),
  profile_id: given(text()),
  profile: given(nested(redemptionProfileShape)),
  type: given(text()),
  /** Decimal text. */
  total: given(decimal),
  /** To be shown as it is; it is not a number. */
  total_localised: given(text()),
  meta: given(anyArray),
  location_id: given(integer),
  location: given(nested(redemptionLocationShape)),
  transaction_id: given(text()),
  items: given(items),
  created_at: given(timestamp),
  updated_at: given(timestamp),
  redeem_at: given(timestamp),
  transaction: given(nested(redemptionTransactionShape)),
});
export type Redemption = Reading<typeof redemptionShape>;

/** What every body that redeems may say beside what it redeems: ASSUMPTION G11. */
const place = {
  location_id: v.nullish(reference.write),
  transaction_external_id: v.nullish(text().write),
  external_id: v.nullish(text().write),
  meta: v.nullish(anyArray.write),
};
export const redeemBenefit = v.object({ benefit_id: reference.write, ...place });
export type RedeemBenefit = v.InferInput<typeof redeemBenefit>;
export const redeemReward = v.object({ reward_id: reference.write, ...place });
export type RedeemReward = v.InferInput<typeof redeemReward>;
export const redeemPoints = v.object({ points: count(1, 1_000_000_000).write, ...place });
export type RedeemPoints = v.InferInput<typeof redeemPoints>;
/** Part of a credit, in decimal text; all that is left of it without `value`. */
export const redeemCreditAmount = v.object({
  value: v.nullish(decimal.write),
  security_code: v.nullish(text(64).write),
  ...place,
});
export type RedeemCreditAmount = v.InferInput<typeof redeemCreditAmount>;
export const redeemCredit = v.object({ credit_id: reference.write, ...redeemCreditAmount.entries });
export type RedeemCredit = v.InferInput<typeof redeemCredit>;
/** A return gives back some items or, without `items`, all; a reversal undoes the redemption. ASSUMPTION G11. */
export const giveBack = v.object({
  reason: v.nullish(text().write),
  items: v.nullish(v.array(v.object({ id: reference.write, count: v.nullish(count(1, 10_000).write) }))),
});
export type GiveBack = v.InferInput<typeof giveBack>;
