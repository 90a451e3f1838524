import { sql } from 'kysely';
import { rewardDefinitionShape, type RewardDefinition } from '../../../src/services/shapes/reward.ts';
import type { Principal } from '../auth/principal.ts';
import type { Database } from '../database/tables.ts';
import { viewOf } from '../records/fields.ts';
import { join, type Stored } from '../records/table.ts';
import { eligibilityOf, type Standing, type Terms } from './eligibility.ts';

/** Published reward definitions with the terms of a claim and where a profile stands towards each. */
export function definitionsFor(db: Database, profileId: string) {
  return db
    .selectFrom('reward_definitions as definition')
    .leftJoin('tier_definitions as needed', 'needed.id', 'definition.tier_definition_id')
    .leftJoin('point_balances as balance', (on) => on.on('balance.profile_id', '=', profileId))
    .leftJoin('profile_tiers as mine', (on) => on.on('mine.profile_id', '=', profileId))
    .leftJoin('tier_definitions as reached', 'reached.id', 'mine.tier_definition_id')
    .selectAll('definition')
    .select((select) => [
      'needed.name as tier_name',
      'needed.points_required as tier_from',
      sql<number>`coalesce(balance.available, 0)`.as('available'),
      sql<number>`coalesce(reached.points_required, -1)`.as('tierFrom'),
      select
        .selectFrom('rewards')
        .select(({ fn }) => fn.countAll<number>().as('claims'))
        .where('rewards.profile_id', '=', profileId)
        .whereRef('rewards.reward_definition_id', '=', 'definition.id')
        .$asScalar()
        .$notNull()
        .as('claims'),
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
  rewardDefinitionView({ ...join(row), eligibility: eligibilityOf(row, row) }, principal);
