import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { publishTierChange } from './tier-changes.ts';

/** A tier that does not follow from points alone: a user has assigned it, or it is kept until the end of its grace period. */
export interface HeldTier {
  readonly tier_definition_id: number;
  readonly is_assigned: boolean;
  readonly issued_at: Date | null;
  readonly at_risk_since: Date | null;
  readonly reassess_at: Date | null;
}

/** The tiers that profiles hold, the best one first. */
export async function heldTiers(work: Database, profileIds: readonly string[]): Promise<readonly HeldTier[]> {
  const { rows } = await sql<HeldTier>`
    select tier_definition_id, is_assigned, issued_at, at_risk_since, reassess_at
    from profile_tiers join tier_definitions on tier_definitions.id = tier_definition_id
    where profile_id = any(${[...profileIds]}::text[]) and (is_assigned or at_risk_since is not null)
    order by points_required desc, is_assigned desc`.execute(work);
  return rows;
}

/** Gives a profile the first of these tiers that is better than its own and than the one of its points, with its end. */
export async function keepBetterTier(
  work: Database,
  profileId: string,
  held: readonly HeldTier[],
): Promise<void> {
  for (const tier of held) {
    const { rows } = await sql<{ points: number; before: number | null; after: number }>`
      update profile_tiers as mine
      set tier_definition_id = ${tier.tier_definition_id}, is_assigned = ${tier.is_assigned}, issued_at = ${tier.issued_at},
        at_risk_since = ${tier.at_risk_since}, reassess_at = ${tier.reassess_at}
      from (select profile_id, tier_definition_id from profile_tiers where profile_id = ${profileId}) as before
      where mine.profile_id = before.profile_id and (${tier.is_assigned}::boolean or not mine.is_assigned)
        and (select points_required from tier_definitions where id = ${tier.tier_definition_id})
          > coalesce((
            select max(points_required) from tier_definitions
            where id = before.tier_definition_id or (not mine.is_assigned and id = reached_tier(mine.profile_id))), -1)
      returning mine.points, before.tier_definition_id as before, mine.tier_definition_id as after`.execute(
      work,
    );
    for (const change of rows) await publishTierChange(work, profileId, change);
    if (rows.length > 0) return;
  }
}
