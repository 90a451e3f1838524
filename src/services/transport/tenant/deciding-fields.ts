import type { OperationId } from '../../contract/catalogue.ts';

/**
 * Fields without which a reply cannot be shown, by operation: a mapping that leaves one of them empty makes the reply invalid. `a|b`: one of
 * both. Operations with `list` answer several records.
 */
export const DECIDING_FIELDS: {
  readonly [Id in OperationId]?: { readonly fields: readonly string[]; readonly list?: true };
} = {
  'storefront.auth.token.store': { fields: ['token'] },
  'identities.search-profile': { fields: ['id'] },
  'profiles.identities.index': { fields: ['namespace', 'value'], list: true },
  'profiles.show': { fields: ['id'] },
  'profiles.balances.show': { fields: ['points.available'] },
  'profiles.tier.show': { fields: ['points'] },
  'tiers.definitions.index': { fields: ['name', 'points_required'], list: true },
  'profiles.rewards.index': { fields: ['id', 'definition.name|reward_definition_id'], list: true },
  'profiles.rewards.store': { fields: ['id'] },
  'rewards.definitions.index': { fields: ['id', 'name', 'points_cost'], list: true },
  'profiles.benefits.index': { fields: ['id', 'definition.name'], list: true },
  'profiles.benefits.claimable': { fields: ['id', 'name'], list: true },
  'profiles.benefits.claim': { fields: ['id'] },
  'profiles.achievements.index': {
    fields: ['achievement_definition_id|id', 'definition.name', 'points'],
    list: true,
  },
  'profiles.credits.index': { fields: ['id', 'value_remaining'], list: true },
  'profiles.ledgers.index': { fields: ['id', 'value', 'occurred_at'], list: true },
  'profiles.points.index': { fields: ['id', 'value', 'issued_at|created_at'], list: true },
  'profiles.redemptions.index': { fields: ['id', 'redeem_at|created_at'], list: true },
  'profiles.attributes.dates.index': { fields: ['id', 'name', 'date'], list: true },
  'profiles.attributes.dates.update': { fields: ['id', 'name', 'date'], list: true },
  'profiles.transactions.claims.index': { fields: ['id', 'receipt_ref', 'status'], list: true },
  'profiles.transactions.claims.store': { fields: ['id', 'receipt_ref', 'status'] },
  'profiles.lists.index': { fields: ['id', 'handle', 'type'], list: true },
  'profiles.lists.store': { fields: ['id', 'handle', 'type'] },
  'profiles.lists.show': { fields: ['id', 'handle', 'type'] },
  'profiles.lists.update': { fields: ['id', 'handle', 'type'] },
  'profiles.lists.items.index': { fields: ['id', 'product_id'], list: true },
  'profiles.lists.items.store': { fields: ['id', 'product_id'] },
  'profiles.lists.items.update': { fields: ['id', 'product_id'] },
  'profiles.lists.shares.index': { fields: ['id', 'handle'], list: true },
  'profiles.lists.shares.store': { fields: ['id', 'handle'] },
  'lists.shares.no_profile': { fields: ['id', 'type', 'items'] },
  'list.items.reservations.index': { fields: ['id', 'status'], list: true },
  'list.items.reservations.store': { fields: ['id', 'status'] },
  'incentives.estimate': { fields: ['points'] },
};
