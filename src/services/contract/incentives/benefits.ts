import * as v from 'valibot';
import * as on from '../endpoints/incentives/benefits.ts';
import * as kind from '../kinds.ts';
import { targetShape } from '../automation.ts';
import { accepted, counted, dated, extend, notes, numbered } from '../common.ts';
import { benefitDefinitionShape } from '../configuration/definitions.ts';
import { contract, crud, G12 } from '../contract.ts';
import { data, page, records } from '../envelope.ts';
import { redemptionShape } from './redemptions.ts';
import { defaulted, given, named, nested, optional, type Reading, requiredOnce, shape } from '../shape.ts';

export const benefitShape = shape('Benefit', {
  ...numbered,
  profile_id: requiredOnce(kind.text()),
  benefit_definition_id: requiredOnce(kind.reference),
  definition: given(nested(benefitDefinitionShape)),
  uses_left: given(kind.integer),
  issued_at: given(kind.timestamp),
  claimed_at: given(kind.timestamp),
  redeemed_at: given(kind.timestamp),
  expires_at: optional(kind.timestamp),
  ...notes,
  ...dated,
});
export type Benefit = Reading<typeof benefitShape>;

export const allocationShape = shape('Allocation', 'Benefits set aside for a profile, not issued yet.', {
  ...numbered,
  profile_id: requiredOnce(kind.text()),
  benefit_definition_id: requiredOnce(kind.reference),
  quantity: defaulted(kind.count(1, 100_000)),
  ...dated,
});
export type Allocation = Reading<typeof allocationShape>;

export const claimBenefit = named('ClaimBenefit', v.object({ benefit_definition_id: kind.reference.write }));
export type ClaimBenefit = v.InferInput<typeof claimBenefit>;

export const benefitContracts = [
  ...crud(benefitShape, [on.benefits], '4.6 Incentives', { many: 'benefits of all profiles', assumed: G12 }),
  ...crud(benefitShape, [on.editBenefit], '4.6 Incentives', { one: 'a benefit' }),
  contract(on.batchAllocations, '4.6 Incentives', 'Adds allocations in a batch', {
    reply: data(accepted),
    body: records(allocationShape.add),
  }),
  contract(on.countAllocations, '4.6 Incentives', 'Counts the allocations of a benefit definition', {
    reply: data(counted),
  }),
  contract(on.allocations, '4.6 Incentives', 'Browses allocations', { reply: page(allocationShape.record) }),
  contract(on.batchBenefits, '4.6 Incentives', 'Issues benefits in a batch', {
    reply: data(accepted),
    body: records(benefitShape.add),
  }),
  contract(on.extendBenefits, '4.6 Incentives', 'Gives benefits more time', {
    reply: page(benefitShape.record),
    body: extend,
  }),
  contract(
    on.readBenefitTriggerTarget,
    '4.6 Incentives',
    'Reads where messages about a benefit go, by type of message',
    { reply: data(targetShape.record) },
  ),
  contract(on.claimProfileBenefit, '4.6 Profile sub-resources', 'Claims a benefit for a profile', {
    reply: data(benefitShape.record),
    body: claimBenefit,
  }),
  contract(
    on.claimAndRedeemProfileBenefit,
    '4.6 Incentives',
    'Claims a benefit for a profile and redeems it at once',
    { assumed: G12, reply: data(redemptionShape.record), body: claimBenefit },
  ),
  contract(on.claimableProfileBenefits, '4.6 Incentives', 'Browses what benefits a profile can claim', {
    assumed: G12,
    reply: page(benefitDefinitionShape.record),
  }),
  contract(on.countProfileBenefits, '4.6 Incentives', 'Counts the benefits of a profile', {
    assumed: G12,
    reply: data(counted),
  }),
  contract(on.profileBenefits, '4.6 Incentives', 'Browses benefits of a profile', {
    assumed: G12,
    reply: page(benefitShape.record),
  }),
  contract(
    on.redeemableProfileBenefits,
    '4.6 Incentives',
    'Browses the benefits of a profile that it can redeem',
    { assumed: G12, reply: page(benefitShape.record) },
  ),
  contract(
    on.viewableProfileBenefits,
    '4.6 Profile sub-resources',
    'Browses what benefits a profile can see',
    { reply: page(benefitDefinitionShape.record) },
  ),
];
