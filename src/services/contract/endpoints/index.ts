/**
 * The catalogue: every endpoint once, by section of the spec (1 rule 4), each a constant that stands alone.
 *
 * Names follow from operation ids. The last word of an id is the verb, what stands before it the nouns, all but the last in
 * the singular, without `auth` and `attributes`:
 *
 * | id ends in | name | for example |
 * |---|---|---|
 * | `index` | the nouns | `profiles.redemptions.index` → `profileRedemptions` |
 * | `store` | add … | `brands.store` → `addBrand` |
 * | `show` | read …; just the nouns where the path names no record | `brands.show` → `readBrand`, `health.show` → `health` |
 * | `update` | edit … | `brands.update` → `editBrand` |
 * | `destroy` | delete … | `brands.destroy` → `deleteBrand` |
 * | `batch.store`, `batch.destroy` | batch …, batchDelete … | `orders.batch.store` → `batchOrders` |
 * | another verb | verb first | `credits.redeem` → `redeemCredit` |
 *
 * A dozen are called by what they do for a shopper instead, such as `claimReward` and `addListItem`; the test of the
 * catalogue has the list.
 */
export type { Endpoint, Method, PathParameter } from '../endpoint.ts';
export * from './auth.ts';
export * from './automation.ts';
export * from './commerce.ts';
export * from './configuration.ts';
export * from './guest-alerts.ts';
export * from './incentives/index.ts';
export * from './list-reservations.ts';
export * from './lists.ts';
export * from './organisations.ts';
export * from './platform.ts';
export * from './profiles.ts';
export * from './profile-dates.ts';
export * from './proxy.ts';
