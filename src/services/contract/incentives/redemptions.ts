import * as v from 'valibot';
import * as on from '../endpoints/incentives/redemptions.ts';
import * as kind from '../kinds.ts';
import { counted, dated, group } from '../common.ts';
import { clause, contract, crud, onlyNamed, verbsNotNamed } from '../contract.ts';
import { data, page } from '../envelope.ts';
import { credit, creditShape } from './credits.ts';
import { given, refersTo } from '../fields.ts';
import { about, body, nameParts, nested, shownShape, type Reading } from '../shape.ts';

export const redemptionProfileShape = shownShape('RedemptionProfile', {
  [about]: 'The profile inside a redemption (spec 2.3).',
  first_name: given(kind.text()),
  last_name: given(kind.text()),
  full_name: given(kind.text()),
  email: given(kind.text()),
  statuses: given(kind.anyArray),
});

export const redemptionLocationShape = shownShape('RedemptionLocation', {
  [about]: 'The location inside a redemption (spec 2.3): its `id` is an integer.',
  id: given(kind.integer),
  type: given(kind.text()),
  name: given(kind.text()),
  description: given(kind.text()),
  phone: given(kind.text()),
  email: given(kind.text()),
  external_id: given(kind.text()),
  is_published: given(kind.boolean),
  is_permanently_closed: given(kind.boolean),
});

export const redemptionTransactionLocationShape = shownShape('RedemptionTransactionLocation', {
  [about]: 'The location inside the transaction of a redemption (spec 2.3): its `id` is a string.',
  id: given(kind.text()),
  name: given(kind.text()),
  external_id: given(kind.text()),
});

export const redemptionTransactionShape = shownShape('RedemptionTransaction', {
  [about]: 'The transaction inside a redemption (spec 2.3): its `total` is a number.',
  external_id: given(kind.text()),
  receipt_ref: given(kind.text()),
  transacted_at: given(kind.timestamp),
  total: given(kind.number),
  location: given(nested(redemptionTransactionLocationShape)),
});

/** `type` of the items whose `type_attributes` are a credit (2.5). */
export const CREDIT_ITEM = 'credit';

const someAttributes = kind.ofSchema(kind.objectOnly(v.looseObject({})));

const ofAnyType = shownShape(undefined, {
  id: given(kind.integer),
  type: given({ ...kind.text(), read: v.pipe(v.string(), v.notValue(CREDIT_ITEM)) }),
  value: given(kind.integer),
  count: given(kind.integer),
  type_attributes: given(someAttributes),
  ...dated,
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

export const redemptionItem = nameParts(
  {
    fields: ofAnyType.fields,
    record: v.variant('type', [creditItemRecord, ofAnyType.record]),
    sent: v.variant('type', [creditItemSent, ofAnyType.sent]),
  },
  'RedemptionItem',
  'An item of a redemption (spec 2.4). An item of an unknown type is returned unchanged.',
  ['record'],
);
export type RedemptionItem = v.InferOutput<typeof redemptionItem.record>;

const items = {
  read: v.array(redemptionItem.record),
  sent: v.array(redemptionItem.sent),
  write: v.array(redemptionItem.record),
};

export const redemptionShape = shownShape('Redemption', {
  [about]: 'A redemption of a profile (spec 2.3): what was redeemed, where, and with which purchase.',
  id: given(kind.integer),
  profile_id: given(kind.text()),
  profile: given(nested(redemptionProfileShape)),
  type: given(kind.text()),
  total: given(kind.decimal, 'Decimal text.'),
  total_localised: given(kind.text(), 'Formatted text for display, not a number.'),
  meta: given(kind.anyArray),
  location_id: refersTo('location')(given(kind.integer)),
  location: given(nested(redemptionLocationShape)),
  transaction_id: given(kind.text()),
  items: given(items),
  ...dated,
  redeem_at: given(kind.timestamp),
  transaction: given(nested(redemptionTransactionShape)),
});
export type Redemption = Reading<typeof redemptionShape>;

/** Optional fields of every body that redeems: ASSUMPTION. */
const place = {
  location_id: v.nullish(kind.reference.write),
  transaction_external_id: v.nullish(kind.text().write),
  external_id: v.nullish(kind.text().write),
  meta: v.nullish(kind.anyArray.write),
};

export const redeemBenefit = body('RedeemBenefit', { benefit_id: kind.reference.write, ...place });
export type RedeemBenefit = v.InferInput<typeof redeemBenefit>;

export const redeemReward = body('RedeemReward', { reward_id: kind.reference.write, ...place });
export type RedeemReward = v.InferInput<typeof redeemReward>;

export const redeemPoints = body('RedeemPoints', { points: kind.count(1, 1_000_000_000).write, ...place });
export type RedeemPoints = v.InferInput<typeof redeemPoints>;

export const redeemCreditAmount = body('RedeemCreditAmount', {
  [about]:
    '`value` is decimal text; without it, all that is left of the credit is redeemed. `currency` may say what it is in: that of the credit.',
  value: v.nullish(kind.decimal.write),
  currency: v.nullish(kind.currencyCode.write),
  security_code: v.nullish(kind.text(64).write),
  ...place,
});
export type RedeemCreditAmount = v.InferInput<typeof redeemCreditAmount>;

export const redeemCredit = body('RedeemCredit', {
  credit_id: kind.reference.write,
  ...redeemCreditAmount.entries,
});
export type RedeemCredit = v.InferInput<typeof redeemCredit>;

export const giveBack = body('GiveBack', {
  [about]:
    'A return gives back `items`, or all items without it; a reversal undoes the redemption. ASSUMPTION.',
  reason: v.nullish(kind.text().write),
  items: v.nullish(
    v.array(
      v.object({
        id: kind.reference.write,
        count: v.nullish(kind.count(1, 10_000).write),
        /** Points, or money of a credit, as decimal text: gives back only this part. Without it, all that is left. */
        value: v.nullish(kind.decimal.write),
        /** What `value` is in: the currency of the redemption. */
        currency: v.nullish(kind.currencyCode.write),
      }),
    ),
  ),
});
export type GiveBack = v.InferInput<typeof giveBack>;

export const redemptionContracts = [
  ...clause('4.6 Business', onlyNamed, [
    ...crud(on, 'redemptions', redemptionShape, { one: 'a redemption', many: 'redemptions of all profiles' }),
    contract(on.redemptionItems, 'Browses redemption items', { reply: page(redemptionItem) }),
    contract(on.readRedemptionItem, 'Reads a redemption item', { reply: data(redemptionItem) }),
  ]),
  ...clause('4.6 Profile sub-resources', [
    contract(
      on.profileRedemptionsOfLinked,
      'The same as `profiles.linked_redemptions.index`, under another path',
      { reply: page(redemptionShape) },
    ),
    contract(on.profileLinkedRedemptions, 'Browses the redemptions of the profiles linked to this one', {
      reply: page(redemptionShape),
    }),
    contract(
      on.countProfileRedemptions,
      'Counts the redemptions of a profile of one definition; `{type}` is benefit, reward, point or credit (ASSUMPTION)',
      { reply: data(counted) },
    ),
  ]),
  ...clause('4.6 Incentives', verbsNotNamed, [
    contract(on.redeemProfileBenefit, 'Redeems a benefit of a profile', {
      reply: data(redemptionShape),
      body: redeemBenefit,
    }),
    contract(on.redeemProfileCredit, 'Redeems a credit of a profile, in part or whole', {
      reply: data(redemptionShape),
      body: redeemCredit,
    }),
    contract(on.redeemProfilePoints, 'Redeems points of a profile', {
      reply: data(redemptionShape),
      body: redeemPoints,
    }),
    contract(on.addProfileRedemptionReturn, 'Returns items of a redemption', {
      reply: data(redemptionShape),
      body: giveBack,
    }),
    contract(on.addProfileRedemptionReversal, 'Reverses a redemption', {
      reply: data(redemptionShape),
      body: giveBack,
    }),
    contract(on.redeemProfileReward, 'Redeems a reward of a profile', {
      reply: data(redemptionShape),
      body: redeemReward,
    }),
  ]),
  ...clause('4.2, 4.2.1', [
    contract(on.profileRedemptions, 'Browses all redemptions of a profile, with filter and sort', {
      reply: page(redemptionShape),
    }),
  ]),
  ...clause('4.6 Business', [
    contract(on.groupRedemptions, 'Counts redemptions grouped by an attribute', { reply: page(group) }),
  ]),
  ...clause('4.6 Incentives', onlyNamed, [
    contract(on.redeemCredit, 'Redeems a credit, in part or whole', {
      reply: data(redemptionShape),
      body: redeemCreditAmount,
    }),
  ]),
];
