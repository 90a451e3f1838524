import { endpoint } from '../../endpoint.ts';

export const profileLinkedRedemptions = endpoint('GET', '/v3/profiles/{profile}/linked_redemptions', 'profiles.linked_redemptions.index');
export const profileRedemptions = endpoint('GET', '/v3/profiles/{profile}/redemptions', 'profiles.redemptions.index');
export const profileRedemptionsOfLinked = endpoint('GET', '/v3/profiles/{profile}/linked/redemptions', 'profiles.linked.redemptions.index');
export const redeemProfileBenefit = endpoint('POST', '/v3/profiles/{profile}/redemptions/benefit', 'profiles.redemptions.benefit.store');
export const redeemProfileCredit = endpoint('POST', '/v3/profiles/{profile}/redemptions/credit', 'profiles.redemptions.credit.store');
export const redeemProfilePoints = endpoint('POST', '/v3/profiles/{profile}/redemptions/point', 'profiles.redemptions.point.store');
export const addProfileRedemptionReturn = endpoint('POST', '/v3/profiles/{profile}/redemptions/{redemption}/returns', 'profiles.redemptions.returns.store');
export const addProfileRedemptionReversal = endpoint('POST', '/v3/profiles/{profile}/redemptions/{redemption}/reversals', 'profiles.redemptions.reversals.store');
export const redeemProfileReward = endpoint('POST', '/v3/profiles/{profile}/redemptions/reward', 'profiles.redemptions.reward.store');
export const countProfileRedemptions = endpoint('GET', '/v3/profiles/{profile}/redemptions/{type}/{id}/count', 'profiles.redemptions.count');

export const redemptions = endpoint('GET', '/v3/redemptions', 'redemptions.index');
export const readRedemption = endpoint('GET', '/v3/redemptions/{redemption}', 'redemptions.show');
export const redemptionItems = endpoint('GET', '/v3/redemptions/items', 'redemptions.items.index');
export const readRedemptionItem = endpoint('GET', '/v3/redemptions/items/{redemptionitem}', 'redemptions.items.show');
export const groupRedemptions = endpoint('GET', '/v3/redemptions/group/{attribute}', 'redemptions.group');
export const redeemCredit = endpoint('POST', '/v3/credits/{credit}/redeem', 'credits.redeem');
