import * as v from 'valibot';
import {
  boolean,
  count,
  currencyCode,
  day,
  decimal,
  integer,
  namedValues,
  number,
  oneOf,
  reference,
  text,
  texts,
  timestamp,
} from '../kinds.ts';
import {
  always,
  defaulted,
  given,
  nested,
  optional,
  optionalOnce,
  required,
  requiredOnce,
  shape,
  staffOnly,
  type Reading,
} from '../shape.ts';
import { dated, notes, numbered } from './common.ts';
import { availability, definitionFields } from './definition.ts';

// Instances and definitions of the section Incentives (spec 1 rule 6) that the spec does not show: ASSUMPTION G4.
// Rewards, tiers, credits and redemptions have files of their own.

const points = count(-1_000_000_000, 1_000_000_000);
const lifetime = {
  /** Days until it expires, and days until it can be used. */
  period: optional(count(1, 36_500)),
  release_period: optional(count(0, 36_500)),
};

export const benefitDefinitionShape = shape({
  ...definitionFields,
  /** What it belongs to, such as `spring`; `benefits.definitions.group` groups by it. */
  campaign: optional(text()),
  points_cost: defaulted(count(0, 1_000_000_000)),
  /** How many times it can be redeemed. */
  uses: defaulted(count(1, 100_000)),
  ...lifetime,
  ...availability,
});
export type BenefitDefinition = Reading<typeof benefitDefinitionShape>;

export const benefitShape = shape({
  ...numbered,
  profile_id: requiredOnce(text()),
  benefit_definition_id: requiredOnce(reference),
  definition: given(nested(benefitDefinitionShape)),
  uses_left: given(integer),
  issued_at: given(timestamp),
  claimed_at: given(timestamp),
  redeemed_at: given(timestamp),
  expires_at: optional(timestamp),
  ...notes,
  ...dated,
});
export type Benefit = Reading<typeof benefitShape>;

export const pointDefinitionShape = shape({
  ...definitionFields,
  /** Points of one instance. */
  value: required(count(1, 1_000_000_000)),
  ...lifetime,
});
export type PointDefinition = Reading<typeof pointDefinitionShape>;

/** Points given to a profile, or taken: one entry of the ledger. Read, and never changed (judgement J16). */
export const pointShape = shape({
  ...numbered,
  profile_id: requiredOnce(text()),
  point_definition_id: optionalOnce(reference),
  /** Whole points; below zero where they were spent or expired. Without it as many as the definition says. */
  value: defaulted(points),
  /** `earn`, `spend`, `expire`, `return` or `revoke`. */
  type: always(text()),
  description: optionalOnce(text()),
  source_type: given(text()),
  source_id: given(text()),
  issued_at: given(timestamp),
  released_at: optionalOnce(timestamp),
  expires_at: optionalOnce(timestamp),
  ...dated,
});
export type Point = Reading<typeof pointShape>;
/** Points given through the profile, which the path names. */
const { profile_id: _inThePath, ...pointEntries } = pointShape.add.entries;
export const pointOfProfile = v.object(pointEntries);
export type PointOfProfile = v.InferInput<typeof pointOfProfile>;

/** Points that count towards tiers. */
export const tierPointShape = shape({
  ...numbered,
  profile_id: requiredOnce(text()),
  value: required(points),
  description: optional(text()),
  earned_at: defaulted(timestamp),
  expires_at: optional(timestamp),
  ...dated,
});
export type TierPoint = Reading<typeof tierPointShape>;

export const achievementDefinitionShape = shape({
  ...definitionFields,
  /** What it counts: G68. Points are counted one by one, spend in whole units of the currency, a tier as 1. */
  criterion: defaulted(oneOf('points', 'spend', 'purchases', 'product', 'category', 'tier', 'event')),
  /** Ids or SKUs of products, categories, or names of events; one of them is enough. */
  criterion_values: optional(texts),
  /** The tier that has to be reached, or a higher one. */
  criterion_tier_definition_id: optional(reference),
  /** Of what is spent; without it euros. */
  currency: optional(currencyCode),
  /** What happened before or after is not counted; without `counted_from` from the creation of the definition on. */
  counted_from: optional(timestamp),
  counted_until: optional(timestamp),
  /** Once complete it stays so, and its reward with it, whatever is refunded. */
  is_permanent: defaulted(boolean),
  /** How much of the criterion completes it. */
  points_required: required(count(1, 1_000_000_000)),
  reward_definition_id: optional(reference),
});
export type AchievementDefinition = Reading<typeof achievementDefinitionShape>;

export const achievementShape = shape({
  ...numbered,
  profile_id: always(text()),
  achievement_definition_id: always(reference),
  definition: given(nested(achievementDefinitionShape)),
  points: given(integer),
  completed_at: given(timestamp),
  ...dated,
});
export type Achievement = Reading<typeof achievementShape>;

export const achievementPointShape = shape({
  ...numbered,
  profile_id: always(text()),
  achievement_definition_id: always(reference),
  /** Below zero where a refund took it back. */
  value: always(integer),
  description: given(text()),
  earned_at: given(timestamp),
});
export type AchievementPoint = Reading<typeof achievementPointShape>;

/** Benefits set aside for a profile, not issued yet. */
export const allocationShape = shape({
  ...numbered,
  profile_id: requiredOnce(text()),
  benefit_definition_id: requiredOnce(reference),
  quantity: defaulted(count(1, 100_000)),
  ...dated,
});
export type Allocation = Reading<typeof allocationShape>;

export const claimBenefit = v.object({ benefit_definition_id: reference.write });
export type ClaimBenefit = v.InferInput<typeof claimBenefit>;
export const assignTier = v.object({
  tier_definition_id: v.nullable(reference.write),
  reason: v.nullish(text().write),
});
export type AssignTier = v.InferInput<typeof assignTier>;

/** Gives instances more time: by days, or until a day. */
export const extend = v.object({
  ids: v.pipe(v.array(reference.write), v.minLength(1), v.maxLength(500)),
  days: v.optional(count(1, 36_500).write),
  expires_at: v.optional(v.union([day.write, timestamp.write])),
});
export type Extend = v.InferInput<typeof extend>;

/** What a purchase would earn; nothing is stored. */
export const estimateRequest = v.object({
  profile_id: v.optional(text().write),
  total: number.write,
  currency: v.optional(text(3).write),
  items: v.optional(v.array(namedValues.write)),
});
export type EstimateRequest = v.InferInput<typeof estimateRequest>;
export const estimate = v.looseObject({
  points: v.number(),
  tier_points: v.nullish(v.number()),
  tier: v.nullish(v.looseObject({ id: v.number(), name: v.string() })),
});
export type Estimate = v.InferOutput<typeof estimate>;
export const counted = v.looseObject({ count: v.number() });
export type Counted = v.InferOutput<typeof counted>;

/** An entry of the ledger: what changed a balance, and what it was afterwards. */
export const ledgerShape = shape({
  ...numbered,
  profile_id: always(text()),
  /** `points`, `tier_points` or `credit`. */
  type: always(text()),
  /** Whole points, or decimal text of money in a credit. */
  value: always(decimal),
  balance: given(decimal),
  description: given(text()),
  source_type: given(text()),
  source_id: given(text()),
  occurred_at: given(timestamp),
  internal_notes: staffOnly(given(text())),
});
export type Ledger = Reading<typeof ledgerShape>;
