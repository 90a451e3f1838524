import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { tierThreshold } from '../tiers/tier-changes.ts';
import type { Campaign, CustomerFacts } from './points-of.ts';

/** What limits these campaigns for a profile. Reads nothing where none of them depends on it; null without a profile. */
export async function customerFacts(
  db: Database,
  profileId: string | null,
  campaigns: readonly Campaign[],
): Promise<CustomerFacts | null> {
  if (profileId === null) return null;
  const limited = campaigns.filter((one) => one.max_points_per_profile !== null).map(({ id }) => id);
  if (limited.length === 0 && campaigns.every((one) => one.tier_from === null))
    return { tierFrom: -1, given: new Map() };
  const { rows } = await sql<{ tier: number; given: readonly (readonly [number, number])[] }>`
    select ${tierThreshold(profileId)} as tier, (
      select coalesce(jsonb_agg(jsonb_build_array(campaign_id, points)), '[]') from (
        select campaign_id, sum(points) as points from transaction_campaigns
        where profile_id = ${profileId} and campaign_id = any(${limited}::bigint[]) group by campaign_id
      ) as sums) as given`.execute(db);
  const { tier = -1, given = [] } = rows[0] ?? {};
  return { tierFrom: tier, given: new Map(given) };
}
