import { endpoint } from '../../endpoint.ts';

export const allocations = endpoint('GET', '/v3/allocations', 'allocations.index');
export const batchAllocations = endpoint('POST', '/v3/allocations/batch.json', 'allocations.batch.store');
export const countAllocations = endpoint('GET', '/v3/allocations/{benefitdefinition}/count', 'allocations.count');

export const benefits = endpoint('GET', '/v3/benefits', 'benefits.index');
export const editBenefit = endpoint('PUT', '/v3/benefits/{benefitId}', 'benefits.update');
export const batchBenefits = endpoint('POST', '/v3/benefits/batch.json', 'benefits.batch.store');
export const readBenefitTriggerTarget = endpoint('GET', '/v3/benefits/{benefit}/trigger-target/{type}', 'benefits.trigger-target.show');
export const extendBenefits = endpoint('POST', '/v3/benefits/extend', 'benefits.extend');

export const profileBenefits = endpoint('GET', '/v3/profiles/{profile}/benefits', 'profiles.benefits.index');
export const claimProfileBenefit = endpoint('POST', '/v3/profiles/{profile}/benefits/claim', 'profiles.benefits.claim');
export const viewableProfileBenefits = endpoint('GET', '/v3/profiles/{profile}/benefits/viewable', 'profiles.benefits.viewable');
export const claimableProfileBenefits = endpoint('GET', '/v3/profiles/{profile}/benefits/claimable', 'profiles.benefits.claimable');
export const redeemableProfileBenefits = endpoint('GET', '/v3/profiles/{profile}/benefits/redeemable', 'profiles.benefits.redeemable');
export const countProfileBenefits = endpoint('GET', '/v3/profiles/{profile}/benefits/count', 'profiles.benefits.count');
export const claimAndRedeemProfileBenefit = endpoint('POST', '/v3/profiles/{profile}/benefits/claim-and-redeem', 'profiles.benefits.claim-and-redeem');
