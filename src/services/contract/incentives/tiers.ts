import * as v from 'valibot';
import * as on from '../endpoints/incentives/tiers.ts';
import * as kind from '../kinds.ts';
import { points, recordShape } from '../common.ts';
import type { tierDefinitionShape } from '../configuration/definitions.ts';
import { clause, contract, crud, onlyNamed } from '../contract.ts';
import { data, page } from '../envelope.ts';
import { defaulted, optional, refersTo, required, requiredOnce } from '../fields.ts';
import { about, body, reply, type Reading } from '../shape.ts';

export const tierPointShape = recordShape('TierPoint', {
  [about]: 'Points that count towards tiers.',
  profile_id: refersTo('profile')(requiredOnce(kind.text())),
  value: required(points),
  description: optional(kind.text()),
  earned_at: defaulted(kind.pastTimestamp),
  expires_at: optional(kind.timestamp),
});
export type TierPoint = Reading<typeof tierPointShape>;

export const assignTier = body('AssignTier', {
  [about]: 'An assigned tier stays, whatever the points are; null: the tier is the one of the points again.',
  tier_definition_id: v.nullable(kind.reference.write),
  reason: v.nullish(kind.text().write),
});
export type AssignTier = v.InferInput<typeof assignTier>;

export const tierDefinition = reply('TierDefinitionOfProfile', {
  [about]: 'A tier definition as customers see it.',
  id: v.pipe(v.number(), v.integer()),
  name: v.string(),
  handle: v.string(),
  points_required: v.pipe(v.number(), v.integer()),
  primary_colour: v.nullish(v.string()),
  description: v.nullish(v.string()),
  text_languages: v.nullish(kind.languageOfTexts.read),
});
export type TierDefinition = v.InferOutput<typeof tierDefinition>;
export type FullTierDefinition = Reading<typeof tierDefinitionShape>;

export const profileTier = reply('ProfileTier', {
  [about]:
    'The tier of a profile: ASSUMPTION. `definition` is null below the first tier, `next` in the highest.',
  /** Points that count towards the next tier; in the highest, towards that one. */
  points: v.pipe(v.number(), v.integer()),
  issued_at: v.nullish(v.string()),
  definition: v.nullish(tierDefinition),
  next: v.nullish(tierDefinition),
  /** When the tier ends unless more points are earned; null: it does not end. */
  ends_at: v.nullish(v.string()),
  /** Points that keep the tier beyond `ends_at` if they are earned until then. */
  points_to_keep: v.nullish(v.pipe(v.number(), v.integer())),
  /** The points no longer reach the tier, which is in its grace period, or it ends within the days of notices. */
  is_at_risk: v.nullish(v.boolean()),
});
export type ProfileTier = v.InferOutput<typeof profileTier>;

export const tierContracts = [
  ...clause('4.6 Business', [
    ...crud(on, 'tiers.points', tierPointShape, { one: 'tier points', many: 'tier points of all profiles' }),
  ]),
  ...clause('4.6 Profile additional data', onlyNamed, [
    contract(on.profileTier, 'Reads the tier of a profile and the next one', { reply: data(profileTier) }),
  ]),
  ...clause('4.6 Profile sub-resources', [
    contract(on.assignProfileTier, 'Assigns a tier to a profile', {
      reply: data(profileTier),
      body: assignTier,
    }),
    contract(on.calculateProfileTier, 'Recalculates the tier of a profile: a GET that changes data', {
      acts: true,
      reply: data(profileTier),
    }),
    contract(on.profileTierPoints, 'Browses tier points of a profile', { reply: page(tierPointShape) }),
  ]),
];
