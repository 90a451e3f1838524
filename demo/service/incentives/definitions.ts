import { sql } from 'kysely';
import type { Database, Row } from '../database/tables.ts';
import { timestamp } from '../views.ts';
import { eligibilityOf, type Standing, type Terms } from './eligibility.ts';

/** Published reward definitions with the terms of a claim and where a profile stands towards each. */
export function definitionsFor(db: Database, profileId: string) {
  return db
    .selectFrom('reward_definitions as definition')
    .leftJoin('tier_definitions as needed', 'needed.id', 'definition.tier_definition_id')
    .innerJoin('point_balances as balance', (join) => join.on('balance.profile_id', '=', profileId))
    .leftJoin('profile_tiers as mine', 'mine.profile_id', 'balance.profile_id')
    .leftJoin('tier_definitions as reached', 'reached.id', 'mine.tier_definition_id')
    .selectAll('definition')
    .select((select) => [
      'needed.name as tier_name',
      'needed.points_required as tier_from',
      'balance.available',
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
    .where('definition.is_published', '=', true);
}

/** A definition as customers see it: without internal notes, stock and limits. */
export function definitionView(definition: Row<'reward_definitions'>) {
  const { id, name, handle, short_description, description, terms_conditions, icon, image_url } = definition;
  return {
    ...{ id, name, handle, short_description, description, terms_conditions, icon, image_url },
    primary_colour: definition.primary_colour,
    points_cost: definition.points_cost,
    is_published: definition.is_published,
    created_at: timestamp(definition.created_at),
    updated_at: timestamp(definition.updated_at),
  };
}

export const claimableView = (row: Row<'reward_definitions'> & Terms & Standing) => ({
  ...definitionView(row),
  eligibility: eligibilityOf(row, row),
});
