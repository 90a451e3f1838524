import { get, post, put } from '../../endpoint.ts';

export const allocations = get('/v3/allocations', 'allocations.index');
export const batchAllocations = post('/v3/allocations/batch.json', 'allocations.batch.store');
export const countAllocations = get('/v3/allocations/{benefitdefinition}/count', 'allocations.count');

export const benefits = get('/v3/benefits', 'benefits.index');
export const editBenefit = put('/v3/benefits/{benefitId}', 'benefits.update');
export const batchBenefits = post('/v3/benefits/batch.json', 'benefits.batch.store');
export const readBenefitTriggerTarget = get('/v3/benefits/{benefit}/trigger-target/{type}', 'benefits.trigger-target.show');
export const extendBenefits = post('/v3/benefits/extend', 'benefits.extend');

export const profileBenefits = get('/v3/profiles/{profile}/benefits', 'profiles.benefits.index');
export const claimProfileBenefit = post('/v3/profiles/{profile}/benefits/claim', 'profiles.benefits.claim');
export const viewableProfileBenefits = get('/v3/profiles/{profile}/benefits/viewable', 'profiles.benefits.viewable');
export const claimableProfileBenefits = get('/v3/profiles/{profile}/benefits/claimable', 'profiles.benefits.claimable');
export const redeemableProfileBenefits = get('/v3/profiles/{profile}/benefits/redeemable', 'profiles.benefits.redeemable');
export const countProfileBenefits = get('/v3/profiles/{profile}/benefits/count', 'profiles.benefits.count');
export const claimAndRedeemProfileBenefit = post('/v3/profiles/{profile}/benefits/claim-and-redeem', 'profiles.benefits.claim-and-redeem');
