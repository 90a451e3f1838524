import * as v from 'valibot';
import * as on from '../endpoints/incentives/index.ts';
import * as kind from '../kinds.ts';
import { numbered, points, recordShape } from '../common.ts';
import { achievementDefinitionShape } from '../configuration/definitions.ts';
import { clause, contract, crud, onlyNamed, verbsNotNamed } from '../contract.ts';
import { data, page } from '../envelope.ts';
import { always, defaulted, given, optionalOnce, refersTo, requiredOnce, staffOnly } from '../fields.ts';
import { about, body, nested, reply, shape, type Reading } from '../shape.ts';

export const balances = reply('Balances', {
  [about]: 'Balances of a profile. Not shown in the spec: ASSUMPTION. All amounts are whole points.',
  points: v.looseObject({
    /** Can be spent now. */
    available: v.pipe(v.number(), v.integer()),
    /** Earned, not released yet. */
    pending: v.nullish(v.pipe(v.number(), v.integer())),
    /** Earned since the profile exists, spent and expired ones included. */
    earned: v.nullish(v.pipe(v.number(), v.integer())),
    /** Points of refunded purchases that were spent: the next points pay them (setting `refunds.spent_points_are_owed`). */
    owed: v.nullish(v.pipe(v.number(), v.integer())),
    /** The next points that expire; null when none do. */
    expiring: v.nullish(v.looseObject({ value: v.pipe(v.number(), v.integer()), expires_at: v.string() })),
    /** All available points by their end, the first to end first; null for points that do not end. */
    batches: v.nullish(
      v.array(v.looseObject({ value: v.pipe(v.number(), v.integer()), expires_at: v.nullish(v.string()) })),
    ),
    /** The available points in money, for each currency in which the programme has set what a point is worth. */
    worth: v.nullish(v.array(v.looseObject({ currency: v.string(), value: v.string() }))),
  }),
});
export type Balances = v.InferOutput<typeof balances>;

export const pointShape = recordShape('Point', {
  [about]: 'Points credited to a profile or debited from it: a ledger entry, which is never changed.',
  profile_id: refersTo('profile')(requiredOnce(kind.text())),
  point_definition_id: refersTo('point-definition')(optionalOnce(kind.reference)),
  value: defaulted(
    points,
    'Whole points, negative for spent or expired ones. Default: the value of the definition.',
  ),
  type: always(kind.text(), '`earn`, `spend`, `expire`, `return` or `revoke`.'),
  description: optionalOnce(kind.text()),
  source_type: given(kind.text()),
  source_id: given(kind.text()),
  issued_at: given(kind.timestamp),
  released_at: optionalOnce(kind.timestamp),
  expires_at: optionalOnce(kind.timestamp),
});
export type Point = Reading<typeof pointShape>;

/** Points credited to the profile in the path. */
const { profile_id: _inThePath, ...pointEntries } = pointShape.add.entries;

export const pointOfProfile = body('PointOfProfile', pointEntries);
export type PointOfProfile = v.InferInput<typeof pointOfProfile>;

export const achievementShape = recordShape('Achievement', {
  profile_id: always(kind.text()),
  achievement_definition_id: refersTo('achievement-definition')(always(kind.reference)),
  definition: given(nested(achievementDefinitionShape)),
  points: given(kind.integer),
  completed_at: given(kind.timestamp),
});
export type Achievement = Reading<typeof achievementShape>;

export const achievementPointShape = shape('AchievementPoint', {
  ...numbered,
  profile_id: always(kind.text()),
  achievement_definition_id: always(kind.reference),
  value: always(kind.integer, 'Negative where a refund reversed it.'),
  description: given(kind.text()),
  earned_at: given(kind.timestamp),
});
export type AchievementPoint = Reading<typeof achievementPointShape>;

/** A campaign that gives points of an estimated purchase. */
const earningCampaigns = v.array(
  v.looseObject({
    id: v.number(),
    name: v.string(),
    text_languages: v.nullish(kind.languageOfTexts.read),
    /** In addition to those without the campaign; they are part of the points of the estimate. */
    points: v.number(),
    /** Decimal text, such as `2`; null for a bonus. */
    multiplier: v.nullish(v.string()),
    /** Purchases of this moment no longer count; null without an end. */
    ends_at: v.nullish(v.string()),
  }),
);

export const estimateRequest = body('EstimateRequest', {
  [about]: 'A purchase whose points are estimated; nothing is stored.',
  profile_id: v.optional(kind.text().write),
  total: kind.number.write,
  currency: v.optional(kind.currencyCode.write),
  location_id: v.optional(kind.reference.write),
  /** `product_id`, `variant_id`, `sku`, `quantity` and `price`, the price of one piece in the currency of the purchase. */
  items: v.optional(v.array(kind.namedValues.write)),
});
export type EstimateRequest = v.InferInput<typeof estimateRequest>;

export const estimate = reply('Estimate', {
  points: v.number(),
  tier_points: v.nullish(v.number()),
  tier: v.nullish(
    v.looseObject({
      id: v.number(),
      name: v.string(),
      text_languages: v.nullish(kind.languageOfTexts.read),
    }),
  ),
  campaigns: v.nullish(earningCampaigns),
  /** For each of the items, in their order: what it would earn as a purchase of its own. */
  items: v.nullish(v.array(v.looseObject({ points: v.number(), campaigns: v.nullish(earningCampaigns) }))),
});
export type Estimate = v.InferOutput<typeof estimate>;

export const ledgerShape = shape('Ledger', {
  [about]: 'A ledger entry: the change of a balance, and the balance after it.',
  ...numbered,
  profile_id: always(kind.text()),
  type: always(kind.text(), '`points`, `tier_points` or `credit`.'),
  value: always(kind.decimal, 'Whole points, or decimal text of money in a credit.'),
  balance: given(kind.decimal),
  description: given(kind.text()),
  source_type: given(kind.text()),
  source_id: given(kind.text()),
  occurred_at: given(kind.timestamp),
  refund_takes: given(
    kind.integer,
    'Points that a refund of the whole purchase would take back, for points of a purchase; null for others.',
  ),
  internal_notes: staffOnly(given(kind.text())),
});
export type Ledger = Reading<typeof ledgerShape>;

export const pointContracts = [
  ...clause('4.6 Incentives', [
    contract(on.addPoint, 'Credits points to a profile, or debits them', {
      reply: data(pointShape),
      body: pointShape.add,
    }),
    contract(on.points, 'Browses points of all profiles', { reply: page(pointShape) }),
    contract(on.readPoint, 'Reads points', { reply: data(pointShape) }),
    contract(on.estimateIncentives, 'Estimates what a purchase would earn; nothing is stored', {
      assumed: onlyNamed,
      reply: data(estimate),
      body: estimateRequest,
    }),
  ]),
  ...clause('4.6 Incentives', verbsNotNamed, [
    ...crud(on, 'profiles.achievements', achievementShape, {
      one: 'an achievement of a profile',
      many: 'achievements of a profile',
    }),
    contract(on.profilePoints, 'Browses points of a profile', { reply: page(pointShape) }),
    contract(on.readProfilePoint, 'Reads points of a profile', { reply: data(pointShape) }),
    contract(on.addProfilePoint, 'Credits points to a profile', {
      reply: data(pointShape),
      body: pointOfProfile,
    }),
  ]),
  ...clause('4.6 Profile sub-resources', [
    contract(on.profileAchievementPoints, 'Browses the points that a profile has in one achievement', {
      reply: page(achievementPointShape),
    }),
    contract(on.profileLinkedPoints, 'Browses the points of the profiles linked to this one', {
      reply: page(pointShape),
    }),
  ]),
  ...clause('4.6 Profile additional data', onlyNamed, [
    contract(
      on.profileBalances,
      'Reads the points of a profile: available, pending, earned and next to expire',
      { reply: data(balances) },
    ),
  ]),
];
