import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { timestamp } from '../api/formats.ts';
import { publish } from '../events/publish.ts';

/** No profile reaches a tier that is hidden or archived; profiles that have it keep it until points are counted again. */
export const isOpenTier = sql<boolean>`(
  not fields @> '{"is_published": false}' and not fields @> '{"is_archived": true}')`;

/** Points at which a profile's tier begins; −1 below the first tier. Includes new members, whose points were not counted yet. */
export const tierThreshold = (profileId: string) => sql<number>`coalesce((
  select coalesce(
    (select points_required from tier_definitions where id = mine.tier_definition_id),
    (select max(points_required) from tier_definitions
      where not mine.is_assigned and points_required <= mine.points and ${isOpenTier}))
  from profile_tiers as mine where profile_id = ${profileId}), -1)`;

/** Publishes that the points of a profile no longer reach its tier, which it keeps until the end of the grace period. */
export async function publishTierAtRisk(
  work: Database,
  profileId: string,
  { points, after }: TierChange,
  endsAt: Date,
): Promise<void> {
  const tier = await work
    .selectFrom('tier_definitions')
    .select(['id', 'name', 'handle', 'points_required'])
    .where('id', '=', after)
    .executeTakeFirst();
  if (!tier) return;
  const { points_required, ...named } = tier;
  await publish(work, {
    trigger: 'tier.at-risk',
    namespace: 'loyalty',
    profileId,
    payload: { tier: named, points, points_required, ends_at: timestamp(endsAt) },
  });
}

/** Definitions of a profile's tier before and after, null below the first. */
export interface TierChange {
  readonly points: number;
  readonly before: number | null;
  readonly after: number | null;
}

/** Publishes `tier.changed` if the tier is another one. */
export async function publishTierChange(
  work: Database,
  profileId: string,
  { points, before, after }: TierChange,
): Promise<void> {
  if (before === after) return;
  const named = await work
    .selectFrom('tier_definitions')
    .select(['id', 'name', 'handle'])
    .where('id', 'in', [before ?? 0, after ?? 0])
    .execute();
  const of = (id: number | null) => named.find((one) => one.id === id) ?? null;
  await publish(work, {
    trigger: 'tier.changed',
    namespace: 'loyalty',
    profileId,
    payload: { points, from: of(before), to: of(after) },
  });
}
