import * as v from 'valibot';
import * as on from '../endpoints/incentives/points.ts';
import * as kind from '../kinds.ts';
import { dated, numbered, points } from '../common.ts';
import { achievementDefinitionShape } from '../configuration/definitions.ts';
import { contract, crud, G12, J15 } from '../contract.ts';
import { data, page } from '../envelope.ts';
import {
  always,
  defaulted,
  given,
  named,
  nested,
  optionalOnce,
  type Reading,
  requiredOnce,
  shape,
  staffOnly,
} from '../shape.ts';

export const balances = named(
  'Balances',
  v.looseObject({
    points: v.looseObject({
      /** Can be spent now. */
      available: v.pipe(v.number(), v.integer()),
      /** Earned, not released yet. */
      pending: v.nullish(v.pipe(v.number(), v.integer())),
      /** Earned since the profile exists, spent and expired ones included. */
      earned: v.nullish(v.pipe(v.number(), v.integer())),
      /** The next points that expire; null when none do. */
      expiring: v.nullish(v.looseObject({ value: v.pipe(v.number(), v.integer()), expires_at: v.string() })),
    }),
  }),
  'Balances of a profile. Not shown in the spec: ASSUMPTION G4. All amounts are whole points.',
);
export type Balances = v.InferOutput<typeof balances>;

export const pointShape = shape(
  'Point',
  'Points given to a profile, or taken: one entry of the ledger. Read, and never changed (judgement J16).',
  {
    ...numbered,
    profile_id: requiredOnce(kind.text()),
    point_definition_id: optionalOnce(kind.reference),
    value: defaulted(
      points,
      'Whole points; below zero where they were spent or expired. Without it as many as the definition says.',
    ),
    type: always(kind.text(), '`earn`, `spend`, `expire`, `return` or `revoke`.'),
    description: optionalOnce(kind.text()),
    source_type: given(kind.text()),
    source_id: given(kind.text()),
    issued_at: given(kind.timestamp),
    released_at: optionalOnce(kind.timestamp),
    expires_at: optionalOnce(kind.timestamp),
    ...dated,
  },
);
export type Point = Reading<typeof pointShape>;

/** Points given through the profile, which the path names. */
const { profile_id: _inThePath, ...pointEntries } = pointShape.add.entries;

export const pointOfProfile = named('PointOfProfile', v.object(pointEntries));
export type PointOfProfile = v.InferInput<typeof pointOfProfile>;

export const achievementShape = shape('Achievement', {
  ...numbered,
  profile_id: always(kind.text()),
  achievement_definition_id: always(kind.reference),
  definition: given(nested(achievementDefinitionShape)),
  points: given(kind.integer),
  completed_at: given(kind.timestamp),
  ...dated,
});
export type Achievement = Reading<typeof achievementShape>;

export const achievementPointShape = shape('AchievementPoint', {
  ...numbered,
  profile_id: always(kind.text()),
  achievement_definition_id: always(kind.reference),
  value: always(kind.integer, 'Below zero where a refund took it back.'),
  description: given(kind.text()),
  earned_at: given(kind.timestamp),
});
export type AchievementPoint = Reading<typeof achievementPointShape>;

export const estimateRequest = named(
  'EstimateRequest',
  v.object({
    profile_id: v.optional(kind.text().write),
    total: kind.number.write,
    currency: v.optional(kind.text(3).write),
    items: v.optional(v.array(kind.namedValues.write)),
  }),
  'What a purchase would earn; nothing is stored.',
);
export type EstimateRequest = v.InferInput<typeof estimateRequest>;

export const estimate = named(
  'Estimate',
  v.looseObject({
    points: v.number(),
    tier_points: v.nullish(v.number()),
    tier: v.nullish(v.looseObject({ id: v.number(), name: v.string() })),
  }),
);
export type Estimate = v.InferOutput<typeof estimate>;

export const ledgerShape = shape(
  'Ledger',
  'An entry of the ledger: what changed a balance, and what it was afterwards.',
  {
    ...numbered,
    profile_id: always(kind.text()),
    type: always(kind.text(), '`points`, `tier_points` or `credit`.'),
    value: always(kind.decimal, 'Whole points, or decimal text of money in a credit.'),
    balance: given(kind.decimal),
    description: given(kind.text()),
    source_type: given(kind.text()),
    source_id: given(kind.text()),
    occurred_at: given(kind.timestamp),
    internal_notes: staffOnly(given(kind.text())),
  },
);
export type Ledger = Reading<typeof ledgerShape>;

export const pointContracts = [
  contract(on.addPoint, '4.6 Incentives', 'Gives points to a profile, or takes them', {
    reply: data(pointShape.record),
    body: pointShape.add,
  }),
  ...crud(pointShape, [on.points, on.readPoint], '4.6 Incentives', {
    one: 'points',
    many: 'points of all profiles',
  }),
  ...crud(achievementShape, [on.profileAchievements, on.readProfileAchievement], '4.6 Incentives', {
    one: 'an achievement of a profile',
    many: 'achievements of a profile',
    assumed: J15,
  }),
  ...crud(pointShape, [on.profilePoints, on.readProfilePoint], '4.6 Incentives', {
    one: 'points of a profile',
    many: 'points of a profile',
    assumed: J15,
  }),
  contract(on.estimateIncentives, '4.6 Incentives', 'Says what a purchase would earn; nothing is stored', {
    assumed: G12,
    reply: data(estimate),
    body: estimateRequest,
  }),
  contract(
    on.profileAchievementPoints,
    '4.6 Profile sub-resources',
    'Browses the points that a profile has in one achievement',
    { reply: page(achievementPointShape.record) },
  ),
  contract(
    on.profileBalances,
    '4.6 Profile additional data',
    'Points of a profile: available, pending, earned, next to expire',
    { assumed: G12, reply: data(balances) },
  ),
  contract(
    on.profileLinkedPoints,
    '4.6 Profile sub-resources',
    'Browses the points of the profiles linked to this one (G51)',
    { reply: page(pointShape.record) },
  ),
  contract(on.addProfilePoint, '4.6 Incentives', 'Gives points to a profile', {
    assumed: J15,
    reply: data(pointShape.record),
    body: pointOfProfile,
  }),
];
