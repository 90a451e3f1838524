import * as v from 'valibot';
import * as on from '../endpoints/incentives/benefits.ts';
import * as kind from '../kinds.ts';
import { targetShape } from '../automation.ts';
import { counted, dated, extend, notes, numbered } from '../common.ts';
import { benefitDefinitionShape } from '../configuration/definitions.ts';
import { batch, clause, contract, crud, G12 } from '../contract.ts';
import { data, page } from '../envelope.ts';
import { redemptionShape } from './redemptions.ts';
import { defaulted, given, optional, requiredOnce } from '../fields.ts';
import { named, nested, shape, type Reading } from '../shape.ts';

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

export const allocationShape = shape('Allocation', 'Benefits allocated to a profile and not issued yet.', {
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
  ...clause('4.6 Incentives', G12, [
    ...crud(on, 'benefits', benefitShape, { many: 'benefits of all profiles', only: ['index'] }),
    contract(on.claimAndRedeemProfileBenefit, 'Claims a benefit for a profile and redeems it at once', {
      reply: data(redemptionShape),
      body: claimBenefit,
    }),
    contract(on.claimableProfileBenefits, 'Browses the benefits that a profile can claim', {
      reply: page(benefitDefinitionShape),
    }),
    contract(on.countProfileBenefits, 'Counts the benefits of a profile', { reply: data(counted) }),
    contract(on.profileBenefits, 'Browses benefits of a profile', { reply: page(benefitShape) }),
    contract(on.redeemableProfileBenefits, 'Browses the benefits of a profile that it can redeem', {
      reply: page(benefitShape),
    }),
  ]),
  ...clause('4.6 Incentives', [
    ...crud(on, 'benefits', benefitShape, { one: 'a benefit', only: ['update'] }),
    batch(on.batchAllocations, 'Adds allocations in a batch', allocationShape.add),
    contract(on.countAllocations, 'Counts the allocations of a benefit definition', { reply: data(counted) }),
    contract(on.allocations, 'Browses allocations', { reply: page(allocationShape) }),
    batch(on.batchBenefits, 'Issues benefits in a batch', benefitShape.add),
    contract(on.extendBenefits, 'Extends the expiry of benefits', {
      reply: page(benefitShape),
      body: extend,
    }),
    contract(
      on.readBenefitTriggerTarget,
      'Reads the target of messages about a benefit, by type of message',
      {
        reply: data(targetShape),
      },
    ),
  ]),
  ...clause('4.6 Profile sub-resources', [
    contract(on.claimProfileBenefit, 'Claims a benefit for a profile', {
      reply: data(benefitShape),
      body: claimBenefit,
    }),
    contract(on.viewableProfileBenefits, 'Browses the benefits that a profile can see', {
      reply: page(benefitDefinitionShape),
    }),
  ]),
];
