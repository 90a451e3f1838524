import * as v from 'valibot';
import * as on from '../endpoints/configuration.ts';
import * as kind from '../kinds.ts';
import { customFieldShape, dated, definitionTexts, group, inLanguages, notes, numbered } from '../common.ts';
import { cloneDefinition } from './reference-data.ts';
import { clause, contract, crud, onlyNamed, verbsNotNamed } from '../contract.ts';
import { data, page } from '../envelope.ts';
import { defaulted, given, listed, mayName, optional, refersTo, required, staffOnly } from '../fields.ts';
import {
  about,
  listOf,
  nested,
  reply,
  shape,
  shownShape,
  type Adding,
  type Editing,
  type Reading,
} from '../shape.ts';

/**
 * What the definitions of rewards, benefits, points, tiers and achievements share with the one that the spec shows
 * (2.6): ASSUMPTION.
 */
export const definitionFields = {
  ...numbered,
  name: required(kind.text()),
  handle: required(kind.handle),
  short_description: optional(kind.longText),
  description: optional(kind.longText),
  long_description: optional(kind.longText),
  terms_conditions: optional(kind.longText),
  earn_instructions: optional(kind.longText),
  icon: optional(kind.text(50), 'One or two characters, such as `€`.'),
  image_url: optional(kind.webAddress),
  primary_colour: optional(kind.colour),
  secondary_colour: optional(kind.colour),
  tags: mayName('tag', 'handle', 'name')(listed(optional(kind.texts))),
  is_published: defaulted(kind.boolean),
  is_archived: optional(kind.boolean),
  ...inLanguages(definitionTexts),
  ...notes,
  ...dated,
};

/** When and how often it can be claimed; null: no limit. */
export const availability = {
  available_from: optional(kind.timestamp),
  available_until: optional(kind.timestamp),
  claim_limit: staffOnly(optional(kind.count(1, 1_000_000), 'Per profile.')),
  stock: staffOnly(optional(kind.count(0, 1_000_000_000), 'For all profiles together.')),
  tier_definition_id: refersTo('tier-definition')(
    optional(kind.reference, 'The lowest tier that may claim it.'),
  ),
  valid_days: optional(kind.count(1, 36_500), 'Days from the claim until it expires.'),
  stock_left: staffOnly(given(kind.count(0, 1_000_000_000))),
};

const region = shownShape(undefined, {
  id: given(kind.integer),
  name: given(kind.text()),
  handle: given(kind.text()),
});

/** Days until something happens, or the hour of the day when it does; before its end for a reminder. */
const days = kind.count(0, 36_500);
const hour = kind.count(0, 23);

export const creditDefinitionShape = shownShape('CreditDefinition', {
  [about]: 'A credit definition (spec 2.6): 60 fields. What may be written: ASSUMPTION.',
  id: given(kind.integer),
  region_id: refersTo('region')(optional(kind.reference)),
  period: optional(days, 'How long a credit is valid, in units of `period_type`.'),
  release_period: optional(days),
  value: optional(kind.count(0, 1_000_000_000), 'In whole units of the currency.'),
  max_value: optional(kind.count(0, 1_000_000_000)),
  currency_id: refersTo('currency')(optional(kind.reference)),
  extend_days: optional(days),
  credit_number_length: optional(kind.count(4, 64)),
  notify_schedule_offset: optional(
    kind.count(-525_600, 525_600),
    'Delay of messages about its credits in minutes; negative: earlier.',
  ),
  issue_target_id: refersTo('target')(optional(kind.reference)),
  expiry_target_id: refersTo('target')(optional(kind.reference)),
  release_target_id: refersTo('target')(optional(kind.reference)),
  remind_target_id: refersTo('target')(optional(kind.reference)),
  extend_target_id: refersTo('target')(optional(kind.reference)),
  notify_issue_offset_days: optional(days),
  notify_issue_offset_hour: optional(hour),
  notify_remind_offset_days: optional(days),
  notify_remind_offset_hour: optional(hour),
  notify_extend_offset_days: optional(days),
  notify_extend_offset_hour: optional(hour),
  name: required(kind.text()),
  handle: required(kind.handle),
  timezone: optional(kind.timezone),
  period_type: optional(kind.oneOf('day', 'month', 'year', 'absolute')),
  absolute_expiry: optional(kind.timestamp),
  release_period_type: optional(kind.oneOf('day', 'month', 'year', 'absolute')),
  release_period_absolute_expiry: optional(kind.timestamp),
  icon: optional(kind.text(50)),
  image_url: optional(kind.webAddress),
  primary_colour: optional(kind.colour),
  secondary_colour: optional(kind.colour),
  description: optional(kind.longText),
  internal_notes: staffOnly(optional(kind.longText)),
  short_description: optional(kind.longText),
  long_description: optional(kind.longText),
  terms_conditions: optional(kind.longText),
  earn_instructions: optional(kind.longText),
  type: optional(kind.text(50)),
  currency: given(kind.text(), 'ISO 4217.'),
  credit_number_range_type: staffOnly(
    optional(
      kind.oneOf('sequential', 'random'),
      '`sequential` (default): the next number of the range; `random`: any free one.',
    ),
  ),
  credit_number_range_start: staffOnly(
    optional(
      kind.digits,
      'Digits; numbers have leading zeros up to the length of the longer end, or `credit_number_length`.',
    ),
  ),
  credit_number_range_end: staffOnly(optional(kind.digits)),
  security_code_type: staffOnly(optional(kind.oneOf('alphanumeric', 'numeric'))),
  ...dated,
  is_published: optional(kind.boolean),
  is_archived: optional(kind.boolean),
  require_creator: optional(kind.boolean),
  require_assigned: optional(kind.boolean),
  is_extendable: optional(kind.boolean),
  is_assignable: optional(kind.boolean),
  is_releasable: optional(kind.boolean),
  is_reassignable: optional(kind.boolean),
  require_security_code: optional(kind.boolean),
  use_custom_numbers: optional(kind.boolean, 'Credits can be issued with a chosen `credit_number`.'),
  region: given(nested(region)),
  meta: staffOnly(optional(kind.anyArray)),
  tags: mayName('tag', 'handle', 'name')(optional(kind.texts)),
  custom_fields: given(listOf(customFieldShape)),
});
export type CreditDefinition = Reading<typeof creditDefinitionShape>;
export type AddCreditDefinition = Adding<typeof creditDefinitionShape>;
export type EditCreditDefinition = Editing<typeof creditDefinitionShape>;

export const lifetime = {
  period: optional(kind.count(1, 36_500), 'Days from issue to expiry.'),
  release_period: optional(kind.count(0, 36_500), 'Days from issue until it can be used.'),
};

export const benefitDefinitionShape = shape('BenefitDefinition', {
  ...definitionFields,
  campaign: optional(kind.text(), 'Campaign, such as `spring`; `benefits.definitions.group` groups by it.'),
  points_cost: defaulted(kind.count(0, 1_000_000_000)),
  uses: defaulted(kind.count(1, 100_000), 'Number of times it can be redeemed.'),
  ...lifetime,
  ...availability,
});
export type BenefitDefinition = Reading<typeof benefitDefinitionShape>;

export const pointDefinitionShape = shape('PointDefinition', {
  ...definitionFields,
  value: required(kind.count(1, 1_000_000_000), 'Points of one instance.'),
  ...lifetime,
});
export type PointDefinition = Reading<typeof pointDefinitionShape>;

export const achievementDefinitionShape = shape('AchievementDefinition', {
  ...definitionFields,
  criterion: defaulted(
    kind.oneOf('points', 'spend', 'purchases', 'product', 'category', 'tier', 'event'),
    'What it counts: spend counts in whole units of the currency, a tier as 1.',
  ),
  criterion_values: optional(
    kind.texts,
    'Product ids or SKUs, categories, or names of events; one match is enough.',
  ),
  criterion_tier_definition_id: refersTo('tier-definition')(
    optional(kind.reference, 'The tier to reach, or a higher one.'),
  ),
  currency: mayName('currency', 'code')(optional(kind.currencyCode, 'Currency of the spend; default EUR.')),
  counted_from: optional(
    kind.timestamp,
    'Only what happens between the two times counts; default of `counted_from`: creation of the definition.',
  ),
  counted_until: optional(kind.timestamp),
  is_permanent: defaulted(kind.boolean, 'Stays complete, and keeps its reward, after refunds.'),
  points_required: required(kind.count(1, 1_000_000_000), 'Amount of the criterion that completes it.'),
  reward_definition_id: refersTo('reward-definition')(optional(kind.reference)),
});
export type AchievementDefinition = Reading<typeof achievementDefinitionShape>;

export const eligibility = reply('Eligibility', {
  [about]: "Whether the customer can claim a reward, or why not. Only in replies to a customer's own token.",
  claimable: v.boolean(),
  /** `points`, `tier`, `limit`, `stock` or `dates`; null when claimable. */
  reason: v.nullish(v.string()),
  /** The reason in words, for the shopper. */
  message: v.nullish(v.string()),
});

/** Steps of one claim. With the largest price of a step, their points are below 2^53. */
export const stepCount = kind.count(1, 1_000_000);

export const rewardDefinitionShape = shape('RewardDefinition', {
  [about]:
    'A reward definition (spec 1 rule 6). Not shown: ASSUMPTION, names as in spec 2.6. With `step_amount` and `step_currency` the customer chooses how many steps a claim has: each is worth `step_amount` and costs `points_cost`.',
  ...definitionFields,
  points_cost: required(
    kind.count(0, 1_000_000_000),
    'Price of one claim in whole points; with steps, of one step.',
  ),
  step_amount: optional(
    kind.positiveMoney,
    'Money that one step is worth, as decimal text with at most the digits of its currency. Null: a reward without steps.',
  ),
  step_currency: mayName(
    'currency',
    'code',
  )(optional(kind.currencyCode, 'Currency of `step_amount`; both or neither.')),
  minimum_steps: optional(stepCount, 'Fewest steps of a claim; default 1. Null without steps.'),
  maximum_steps: optional(
    stepCount,
    'Most steps of a claim, not below `minimum_steps`; null: as many as the balance allows.',
  ),
  ...availability,
  eligibility: given(kind.ofSchema(eligibility)),
});
export type RewardDefinition = Reading<typeof rewardDefinitionShape>;

/** A reward or benefit of a tier: what a page needs to show it, and the id to read it. */
const definitionOfTier = v.looseObject({
  id: v.pipe(v.number(), v.integer()),
  name: v.string(),
  handle: v.string(),
  short_description: v.nullish(v.string()),
  icon: v.nullish(v.string()),
  image_url: v.nullish(v.string()),
  points_cost: v.pipe(v.number(), v.integer()),
  /** Of a reward with steps: see `RewardDefinition`. */
  step_amount: v.nullish(v.string()),
  step_currency: v.nullish(v.string()),
  minimum_steps: v.nullish(kind.integer.read),
  maximum_steps: v.nullish(kind.integer.read),
  text_languages: v.nullish(kind.languageOfTexts.read),
});

const definitionsOfTier = kind.ofSchema(v.array(definitionOfTier));

export const tierDefinitionShape = shape('TierDefinition', {
  [about]: 'A tier definition: ASSUMPTION, names as in spec 2.6.',
  ...definitionFields,
  points_required: required(
    kind.count(0, 1_000_000_000),
    'Tier points from which on a profile has this tier.',
  ),
  qualifying_days: optional(
    kind.count(1, 3_650),
    'Only points of the last days count for this tier: a purchase counts from its day on. Null: all points ever earned.',
  ),
  grace_days: optional(
    kind.count(0, 3_650),
    'Days for which a profile keeps the tier after its points no longer reach it.',
  ),
  rewards: given(
    definitionsOfTier,
    'Published rewards that need exactly this tier (`tier_definition_id`); likewise `benefits`.',
  ),
  benefits: given(definitionsOfTier),
});

export const definitionContracts = [
  ...clause('4.6 Configuration', verbsNotNamed, [
    ...crud(on, 'achievements.definitions', achievementDefinitionShape, {
      one: 'an achievement definition',
      many: 'achievement definitions',
    }),
    ...crud(on, 'benefits.definitions', benefitDefinitionShape, {
      one: 'a benefit definition',
      many: 'benefit definitions',
    }),
    ...crud(on, 'credits.definitions', creditDefinitionShape, {
      one: 'a credit definition',
      many: 'credit definitions',
    }),
    ...crud(on, 'points.definitions', pointDefinitionShape, {
      one: 'a point definition',
      many: 'point definitions',
    }),
    contract(on.rewardDefinitions, 'Browses reward definitions; a customer sees the published ones', {
      reply: page(rewardDefinitionShape),
    }),
    ...crud(on, 'rewards.definitions', rewardDefinitionShape, {
      one: 'a reward definition',
      except: ['index'],
    }),
    ...crud(on, 'tiers.definitions', tierDefinitionShape, {
      one: 'a tier definition',
      many: 'tier definitions',
    }),
  ]),
  ...clause('4.6 Configuration', onlyNamed, [
    contract(on.cloneBenefitDefinition, 'Copies a benefit definition', {
      reply: data(benefitDefinitionShape),
      body: cloneDefinition,
    }),
    contract(on.groupBenefitDefinitions, 'Browses benefit definitions by campaign', { reply: page(group) }),
  ]),
  ...clause('4.6 Incentives', [
    contract(
      on.readBenefitDefinitionByHandle,
      'Reads a benefit definition by its handle; definitions are Configuration (ASSUMPTION)',
      { reply: data(benefitDefinitionShape) },
    ),
  ]),
];
