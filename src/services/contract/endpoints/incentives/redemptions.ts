import { get, post } from '../../endpoint.ts';

export const profileLinkedRedemptions = get('/v3/profiles/{profile}/linked_redemptions', 'profiles.linked_redemptions.index');
export const profileRedemptions = get('/v3/profiles/{profile}/redemptions', 'profiles.redemptions.index');
export const profileRedemptionsOfLinked = get('/v3/profiles/{profile}/linked/redemptions', 'profiles.linked.redemptions.index');
export const redeemProfileBenefit = post('/v3/profiles/{profile}/redemptions/benefit', 'profiles.redemptions.benefit.store');
export const redeemProfileCredit = post('/v3/profiles/{profile}/redemptions/credit', 'profiles.redemptions.credit.store');
export const redeemProfilePoints = post('/v3/profiles/{profile}/redemptions/point', 'profiles.redemptions.point.store');
export const addProfileRedemptionReturn = post('/v3/profiles/{profile}/redemptions/{redemption}/returns', 'profiles.redemptions.returns.store');
export const addProfileRedemptionReversal = post('/v3/profiles/{profile}/redemptions/{redemption}/reversals', 'profiles.redemptions.reversals.store');
export const redeemProfileReward = post('/v3/profiles/{profile}/redemptions/reward', 'profiles.redemptions.reward.store');
export const countProfileRedemptions = get('/v3/profiles/{profile}/redemptions/{type}/{id}/count', 'profiles.redemptions.count');

export const redemptions = get('/v3/redemptions', 'redemptions.index');
export const readRedemption = get('/v3/redemptions/{redemption}', 'redemptions.show');
export const redemptionItems = get('/v3/redemptions/items', 'redemptions.items.index');
export const readRedemptionItem = get('/v3/redemptions/items/{redemptionitem}', 'redemptions.items.show');
export const groupRedemptions = get('/v3/redemptions/group/{attribute}', 'redemptions.group');
export const redeemCredit = post('/v3/credits/{credit}/redeem', 'credits.redeem');
