import type * as v from 'valibot';
import * as on from '../endpoints/incentives/benefits.ts';
import * as kind from '../kinds.ts';
import { targetShape } from '../automation.ts';
import { counted, extend, notes, recordShape } from '../common.ts';
import { benefitDefinitionShape } from '../configuration/definitions.ts';
import { batch, clause, contract, onlyNamed } from '../contract.ts';
import { data, page } from '../envelope.ts';
import { redemptionShape } from './redemptions.ts';
import { defaulted, given, optional, refersTo, requiredOnce } from '../fields.ts';
import { about, body, nested, type Reading } from '../shape.ts';

export const benefitShape = recordShape('Benefit', {
  profile_id: refersTo('profile')(requiredOnce(kind.text())),
  benefit_definition_id: refersTo('benefit-definition')(requiredOnce(kind.reference)),
  definition: given(nested(benefitDefinitionShape)),
  uses_left: given(kind.integer),
  issued_at: given(kind.timestamp),
  claimed_at: given(kind.timestamp),
  redeemed_at: given(kind.timestamp),
  expires_at: optional(kind.timestamp),
  ...notes,
});
export type Benefit = Reading<typeof benefitShape>;

export const allocationShape = recordShape('Allocation', {
  [about]: 'Benefits allocated to a profile and not issued yet.',
  profile_id: refersTo('profile')(requiredOnce(kind.text())),
  benefit_definition_id: refersTo('benefit-definition')(requiredOnce(kind.reference)),
  quantity: defaulted(kind.count(1, 100_000)),
});
export type Allocation = Reading<typeof allocationShape>;

export const claimBenefit = body('ClaimBenefit', { benefit_definition_id: kind.reference.write });
export type ClaimBenefit = v.InferInput<typeof claimBenefit>;

export const benefitContracts = [
  ...clause('4.6 Incentives', onlyNamed, [
    contract(on.benefits, 'Browses benefits of all profiles', { reply: page(benefitShape) }),
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
    contract(on.editBenefit, 'Edits a benefit', { reply: data(benefitShape), body: benefitShape.edit }),
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
      { reply: data(targetShape) },
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
