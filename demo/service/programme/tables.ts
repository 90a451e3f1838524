import { ownTable, type Table } from '../crud/table.ts';

/** Where definitions and instances are that have a table of their own; the other definitions are among the records. */
export const incentiveTables: Readonly<Record<string, Table>> = {
  'reward-definition': ownTable('reward_definitions', [
    ...['handle', 'name', 'short_description', 'description', 'terms_conditions', 'icon', 'image_url'],
    ...['primary_colour', 'points_cost', 'is_published', 'tier_definition_id', 'claim_limit', 'stock'],
    ...['available_from', 'available_until', 'valid_days', 'internal_notes'],
  ]),
  'tier-definition': ownTable('tier_definitions', [
    ...['handle', 'name', 'description', 'primary_colour', 'points_required', 'internal_notes'],
  ]),
  'profile-tier': ownTable('profile_tiers', ['profile_id', 'tier_definition_id']),
  redemption: ownTable('redemptions', ['profile_id', 'location_id', 'currency']),
  reward: ownTable('rewards', [
    ...[
      'profile_id',
      'reward_definition_id',
      'code',
      'points_spent',
      'issued_at',
      'expires_at',
      'redeemed_at',
    ],
  ]),
  benefit: ownTable('benefits', [
    ...['profile_id', 'benefit_definition_id', 'uses_left', 'points_spent', 'issued_at', 'released_at'],
    ...['claimed_at', 'redeemed_at', 'expires_at'],
  ]),
  allocation: ownTable('allocations', ['profile_id', 'benefit_definition_id', 'quantity']),
  credit: {
    ...ownTable('credits', [
      ...['profile_id', 'credit_definition_id', 'location_id', 'source_type', 'source_id', 'external_id'],
      ...['external_namespace', 'value_initial', 'value_remaining', 'credit_number', 'security_code'],
      ...['issued_at', 'released_at', 'expires_at', 'extended_at', 'locked', 'lock_expires_at', 'deleted_at'],
    ]),
    unless: 'deleted_at',
    hides: true,
  },
  'tier-point': ownTable('tier_points', [
    ...['profile_id', 'value', 'description', 'earned_at', 'expires_at', 'is_expired'],
  ]),
  point: {
    ...ownTable('points', [
      ...['profile_id', 'point_definition_id', 'value', 'type', 'description', 'source_type', 'source_id'],
      ...['issued_at', 'released_at', 'expires_at'],
    ]),
    plain: true,
  },
  ledger: {
    ...ownTable('ledger', [
      ...['profile_id', 'type', 'value', 'description', 'source_type', 'source_id', 'occurred_at'],
      'internal_notes',
    ]),
    plain: true,
  },
  achievement: {
    ...ownTable('achievements', ['profile_id', 'achievement_definition_id', 'points', 'completed_at']),
    plain: true,
  },
};
