import * as v from 'valibot';
import * as on from '../endpoints/incentives/tiers.ts';
import * as kind from '../kinds.ts';
import { dated, numbered, points } from '../common.ts';
import type { tierDefinitionShape } from '../configuration/definitions.ts';
import { contract, crud, G12 } from '../contract.ts';
import { data, page } from '../envelope.ts';
import { defaulted, named, optional, type Reading, required, requiredOnce, shape } from '../shape.ts';

export const tierPointShape = shape('TierPoint', 'Points that count towards tiers.', {
  ...numbered,
  profile_id: requiredOnce(kind.text()),
  value: required(points),
  description: optional(kind.text()),
  earned_at: defaulted(kind.timestamp),
  expires_at: optional(kind.timestamp),
  ...dated,
});
export type TierPoint = Reading<typeof tierPointShape>;

export const assignTier = named(
  'AssignTier',
  v.object({
    tier_definition_id: v.nullable(kind.reference.write),
    reason: v.nullish(kind.text().write),
  }),
);
export type AssignTier = v.InferInput<typeof assignTier>;

export const tierDefinition = named(
  'TierDefinitionOfProfile',
  v.looseObject({
    id: v.pipe(v.number(), v.integer()),
    name: v.string(),
    handle: v.string(),
    points_required: v.pipe(v.number(), v.integer()),
    primary_colour: v.nullish(v.string()),
    description: v.nullish(v.string()),
  }),
  'As customers see it: not more than what a badge needs.',
);
export type TierDefinition = v.InferOutput<typeof tierDefinition>;
export type FullTierDefinition = Reading<typeof tierDefinitionShape>;

export const profileTier = named(
  'ProfileTier',
  v.looseObject({
    /** Points that count towards tiers. */
    points: v.pipe(v.number(), v.integer()),
    issued_at: v.nullish(v.string()),
    definition: v.nullish(tierDefinition),
    next: v.nullish(tierDefinition),
  }),
  'Where a profile stands: ASSUMPTION G4. `definition` is null below the first tier, `next` null in the highest.',
);
export type ProfileTier = v.InferOutput<typeof profileTier>;

export const tierContracts = [
  ...crud(
    tierPointShape,
    [on.tierPoints, on.addTierPoint, on.readTierPoint, on.editTierPoint, on.deleteTierPoint],
    '4.6 Business',
    { one: 'tier points', many: 'tier points of all profiles' },
  ),
  contract(on.profileTier, '4.6 Profile additional data', "A profile's tier and its way to the next", {
    assumed: G12,
    reply: data(profileTier),
  }),
  contract(on.assignProfileTier, '4.6 Profile sub-resources', 'Assigns a tier to a profile', {
    reply: data(profileTier),
    body: assignTier,
  }),
  contract(
    on.calculateProfileTier,
    '4.6 Profile sub-resources',
    'Calculates the tier of a profile anew: a GET that acts (rule R77)',
    { acts: true, reply: data(profileTier) },
  ),
  contract(on.profileTierPoints, '4.6 Profile sub-resources', 'Browses tier points of a profile', {
    reply: page(tierPointShape.record),
  }),
];
