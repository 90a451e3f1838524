import { sql } from 'kysely';
import {
  rewardDefinitionShape,
  type RewardDefinition,
} from '../../../src/services/contract/shapes/reward.ts';
import type { Principal } from '../platform/auth/principal.ts';
import type { Database } from '../platform/database/tables.ts';
import { viewOf } from '../crud/fields.ts';
import { fromRow, type Stored } from '../crud/tables.ts';
import { tierBegin } from '../tiers/tier-changes.ts';
import { programmeZone } from '../programme/programme.ts';
import { eligibilityOf, type Standing, type Terms } from '../programme/eligibility.ts';

/**
 * Published reward definitions with the terms of a claim and where a profile stands towards each. Single values instead
 * of joins: PostgreSQL plans this anew for every claim, and joins take it three times as long.
 */
export function definitionsFor(db: Database, profileId: string) {
  return db
    .selectFrom('reward_definitions as definition')
    .selectAll('definition')
    .select([
      sql<string | null>`(
        select name from tier_definitions where id = definition.tier_definition_id)`.as('tier_name'),
      sql<number | null>`(
        select points_required from tier_definitions where id = definition.tier_definition_id)`.as(
        'tier_from',
      ),
      programmeZone.as('zone'),
      sql<number>`coalesce((select available from point_balances where profile_id = ${profileId}), 0)`.as(
        'available',
      ),
      tierBegin(profileId).as('tierFrom'),
      sql<number>`(
        select count(*) from rewards
        where profile_id = ${profileId} and reward_definition_id = definition.id)`.as('claims'),
    ])
    .where('definition.is_published', '=', true)
    .where(sql<boolean>`not definition.fields @> '{"is_archived": true}'`);
}

/** What is left is what was set, less what was claimed since: one number. */
export const stockLeft = { stock_left: (record: Stored) => record['stock'] };

/** A reward definition for who asks: customers see no internal notes, stock and limits. */
export const rewardDefinitionView = (definition: Stored, principal: Principal) =>
  viewOf(rewardDefinitionShape, definition, principal, stockLeft) as RewardDefinition;

/** The same, with whether the customer can claim it. */
export const claimableView = (row: Terms & Standing & Record<string, unknown>, principal: Principal) =>
  rewardDefinitionView({ ...fromRow(row), eligibility: eligibilityOf(row, row) }, principal);
