import * as v from 'valibot';
import * as on from '../endpoints/configuration.ts';
import * as kind from '../kinds.ts';
import { customFieldShape, dated, group, notes, numbered } from '../common.ts';
import { cloneDefinition } from './reference-data.ts';
import { contract, crud, G12, J15 } from '../contract.ts';
import { data, page } from '../envelope.ts';
import {
  type Adding,
  defaulted,
  type Editing,
  given,
  listed,
  listOf,
  named,
  nested,
  optional,
  type Reading,
  required,
  shape,
  shownShape,
  staffOnly,
} from '../shape.ts';

/**
 * What the definitions of rewards, benefits, points, tiers and achievements share with the one that the spec shows
 * (2.6): ASSUMPTION G4.
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
  icon: optional(kind.text(50), 'A sign of one or two characters, such as `€`.'),
  image_url: optional(kind.webAddress),
  primary_colour: optional(kind.colour),
  secondary_colour: optional(kind.colour),
  tags: listed(optional(kind.texts)),
  is_published: defaulted(kind.boolean),
  is_archived: optional(kind.boolean),
  ...notes,
  ...dated,
};

/** When and how often it can be had; null: no bound. */
export const availability = {
  available_from: optional(kind.timestamp),
  available_until: optional(kind.timestamp),
  claim_limit: staffOnly(optional(kind.count(1, 1_000_000), 'Per profile.')),
  stock: staffOnly(optional(kind.count(0, 1_000_000_000), 'For all profiles together.')),
  tier_definition_id: optional(kind.count(1, Number.MAX_SAFE_INTEGER), 'The lowest tier that may claim it.'),
  valid_days: optional(kind.count(1, 36_500), 'Days from the claim until it expires.'),
  stock_left: staffOnly(given(kind.count(0, 1_000_000_000))),
};

const region = shownShape({ id: given(kind.integer), name: given(kind.text()), handle: given(kind.text()) });

/** Days until something happens, or the hour of the day when it does; before its end for a reminder. */
const days = kind.count(0, 36_500);

const hour = kind.count(0, 23);

export const creditDefinitionShape = shownShape(
  'CreditDefinition',
  'A credit definition (spec 2.6): 60 fields. What may be written: ASSUMPTION G4.',
  {
    id: given(kind.integer),
    region_id: optional(kind.reference),
    period: optional(days, 'How long a credit is valid, in units of `period_type`.'),
    release_period: optional(days),
    value: optional(kind.count(0, 1_000_000_000), 'In whole units of the currency.'),
    max_value: optional(kind.count(0, 1_000_000_000)),
    currency_id: optional(kind.reference),
    extend_days: optional(days),
    credit_number_length: optional(kind.count(4, 64)),
    notify_schedule_offset: optional(
      kind.count(-525_600, 525_600),
      'Minutes by which messages about its credits come later; below zero earlier.',
    ),
    issue_target_id: optional(kind.reference),
    expiry_target_id: optional(kind.reference),
    release_target_id: optional(kind.reference),
    remind_target_id: optional(kind.reference),
    extend_target_id: optional(kind.reference),
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
        'The next number of the range, which is what it is without a word, or any of them.',
      ),
    ),
    credit_number_range_start: staffOnly(
      optional(
        kind.digits,
        'Digits: numbers are as long as the longer end, or as `credit_number_length`, with zeros before them.',
      ),
    ),
    credit_number_range_end: staffOnly(optional(kind.digits)),
    security_code_type: staffOnly(optional(kind.oneOf('alphanumeric', 'numeric'))),
    created_at: given(kind.timestamp),
    updated_at: given(kind.timestamp),
    is_published: optional(kind.boolean),
    is_archived: optional(kind.boolean),
    require_creator: optional(kind.boolean),
    require_assigned: optional(kind.boolean),
    is_extendable: optional(kind.boolean),
    is_assignable: optional(kind.boolean),
    is_releasable: optional(kind.boolean),
    is_reassignable: optional(kind.boolean),
    require_security_code: optional(kind.boolean),
    use_custom_numbers: optional(kind.boolean, 'A credit can be issued with a `credit_number` that is sent.'),
    region: given(nested(region)),
    meta: staffOnly(optional(kind.anyArray)),
    tags: optional(kind.texts),
    custom_fields: given(listOf(customFieldShape)),
  },
);
export type CreditDefinition = Reading<typeof creditDefinitionShape>;
export type AddCreditDefinition = Adding<typeof creditDefinitionShape>;
export type EditCreditDefinition = Editing<typeof creditDefinitionShape>;

export const lifetime = {
  period: optional(kind.count(1, 36_500), 'Days until it expires, and days until it can be used.'),
  release_period: optional(kind.count(0, 36_500)),
};

export const benefitDefinitionShape = shape('BenefitDefinition', {
  ...definitionFields,
  campaign: optional(
    kind.text(),
    'What it belongs to, such as `spring`; `benefits.definitions.group` groups by it.',
  ),
  points_cost: defaulted(kind.count(0, 1_000_000_000)),
  uses: defaulted(kind.count(1, 100_000), 'How many times it can be redeemed.'),
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
    'What it counts: G68. Points are counted one by one, spend in whole units of the currency, a tier as 1.',
  ),
  criterion_values: optional(
    kind.texts,
    'Ids or SKUs of products, categories, or names of events; one of them is enough.',
  ),
  criterion_tier_definition_id: optional(kind.reference, 'The tier that has to be reached, or a higher one.'),
  currency: optional(kind.currencyCode, 'Of what is spent; without it euros.'),
  counted_from: optional(
    kind.timestamp,
    'What happened before or after is not counted; without `counted_from` from the creation of the definition on.',
  ),
  counted_until: optional(kind.timestamp),
  is_permanent: defaulted(
    kind.boolean,
    'Once complete it stays so, and its reward with it, whatever is refunded.',
  ),
  points_required: required(kind.count(1, 1_000_000_000), 'How much of the criterion completes it.'),
  reward_definition_id: optional(kind.reference),
});
export type AchievementDefinition = Reading<typeof achievementDefinitionShape>;

export const eligibility = named(
  'Eligibility',
  v.looseObject({
    claimable: v.boolean(),
    /** `points`, `tier`, `limit`, `stock` or `dates`; null when claimable. */
    reason: v.nullish(v.string()),
    /** The reason in words, for the shopper. */
    message: v.nullish(v.string()),
  }),
  "Whether the asking customer can claim a reward, and why not. Only in replies to a customer's own token.",
);

export const rewardDefinitionShape = shape(
  'RewardDefinition',
  'A reward definition (spec 1 rule 6). Not shown: ASSUMPTION G4, names as in spec 2.6.',
  {
    ...definitionFields,
    points_cost: required(kind.count(0, 1_000_000_000), 'Price of one claim, in whole points.'),
    ...availability,
    eligibility: given({ read: eligibility, sent: eligibility, write: eligibility }),
  },
);
export type RewardDefinition = Reading<typeof rewardDefinitionShape>;

/** A reward or benefit that a tier brings: what a page needs to name it, and how it is read whole. */
const broughtDefinition = v.looseObject({
  id: v.pipe(v.number(), v.integer()),
  name: v.string(),
  handle: v.string(),
  short_description: v.nullish(v.string()),
  icon: v.nullish(v.string()),
  image_url: v.nullish(v.string()),
  points_cost: v.pipe(v.number(), v.integer()),
});

const broughtDefinitions = v.array(broughtDefinition);

const brought = { read: broughtDefinitions, sent: broughtDefinitions, write: broughtDefinitions };

export const tierDefinitionShape = shape(
  'TierDefinition',
  'A tier definition: ASSUMPTION G4, names as in spec 2.6.',
  {
    ...definitionFields,
    points_required: required(kind.count(0, 1_000_000_000), 'Tier points at which this tier begins.'),
    rewards: given(
      brought,
      'Published rewards and benefits that need this tier (`tier_definition_id`); those of lower tiers stay with them.',
    ),
    benefits: given(brought),
  },
);

export const definitionContracts = [
  ...crud(
    achievementDefinitionShape,
    [
      on.achievementDefinitions,
      on.addAchievementDefinition,
      on.readAchievementDefinition,
      on.editAchievementDefinition,
      on.deleteAchievementDefinition,
    ],
    '4.6 Configuration',
    { one: 'an achievement definition', many: 'achievement definitions', assumed: J15 },
  ),
  ...crud(
    benefitDefinitionShape,
    [
      on.benefitDefinitions,
      on.addBenefitDefinition,
      on.readBenefitDefinition,
      on.editBenefitDefinition,
      on.deleteBenefitDefinition,
    ],
    '4.6 Configuration',
    { one: 'a benefit definition', many: 'benefit definitions', assumed: J15 },
  ),
  ...crud(
    creditDefinitionShape,
    [
      on.creditDefinitions,
      on.addCreditDefinition,
      on.readCreditDefinition,
      on.editCreditDefinition,
      on.deleteCreditDefinition,
    ],
    '4.6 Configuration',
    { one: 'a credit definition', many: 'credit definitions', assumed: J15 },
  ),
  ...crud(
    pointDefinitionShape,
    [
      on.pointDefinitions,
      on.addPointDefinition,
      on.readPointDefinition,
      on.editPointDefinition,
      on.deletePointDefinition,
    ],
    '4.6 Configuration',
    { one: 'a point definition', many: 'point definitions', assumed: J15 },
  ),
  contract(
    on.rewardDefinitions,
    '4.6 Configuration',
    'Reward definitions; a customer sees the published ones',
    { assumed: J15, reply: page(rewardDefinitionShape.record) },
  ),
  ...crud(
    rewardDefinitionShape,
    [on.addRewardDefinition, on.readRewardDefinition, on.editRewardDefinition, on.deleteRewardDefinition],
    '4.6 Configuration',
    { one: 'a reward definition', assumed: J15 },
  ),
  ...crud(
    tierDefinitionShape,
    [
      on.tierDefinitions,
      on.addTierDefinition,
      on.readTierDefinition,
      on.editTierDefinition,
      on.deleteTierDefinition,
    ],
    '4.6 Configuration',
    { one: 'a tier definition', many: 'tier definitions', assumed: J15 },
  ),
  contract(on.cloneBenefitDefinition, '4.6 Configuration', 'Makes a copy of a benefit definition', {
    assumed: G12,
    reply: data(benefitDefinitionShape.record),
    body: cloneDefinition,
  }),
  contract(on.groupBenefitDefinitions, '4.6 Configuration', 'Browses benefit definitions by campaign', {
    assumed: G12,
    reply: page(group),
  }),
  contract(
    on.readBenefitDefinitionByHandle,
    '4.6 Incentives',
    'Reads a benefit definition by its handle; definitions are Configuration (ASSUMPTION J6)',
    { reply: data(benefitDefinitionShape.record) },
  ),
];
