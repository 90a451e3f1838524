import type { Estimate, EstimateRequest } from '../../../src/services/shapes/records/incentives.ts';
import { invalid } from '../http/problem.ts';
import type { KnownCall } from '../http/route.ts';

/** One point for each whole unit of money, for tiers too: G11. */
const pointsFor = (total: number): number => Math.max(0, Math.floor(total));

/** What a purchase would earn, and the tier that would be reached. Customers ask for themselves. */
export async function estimateOf({ db, profileId }: KnownCall, body: EstimateRequest): Promise<Estimate> {
  const points = pointsFor(body.total);
  if (points > Number.MAX_SAFE_INTEGER) throw invalid({ total: ['The total field is too large.'] });
  const named = profileId ?? body.profile_id;
  if (named === undefined) return { points, tier_points: points, tier: null };
  const profile = await db
    .selectFrom('profiles')
    .leftJoin('profile_tiers', 'profile_tiers.profile_id', 'profiles.id')
    .select('profile_tiers.points')
    .where('profiles.id', '=', named)
    .where('profiles.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!profile) throw invalid({ profile_id: ['There is no such profile.'] });
  const tier = await db
    .selectFrom('tier_definitions')
    .select(['id', 'name'])
    .where('points_required', '<=', Math.min((profile.points ?? 0) + points, Number.MAX_SAFE_INTEGER))
    .orderBy('points_required', 'desc')
    .executeTakeFirst();
  return { points, tier_points: points, tier: tier ?? null };
}
