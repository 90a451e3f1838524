import { sql } from 'kysely';
import type { Database } from '../platform/database/tables.ts';
import { raise } from '../platform/events/publish.ts';

/** A tier that is hidden or archived is reached by nobody; who is in it stays until points are counted again. */
export const isOpenTier = sql<boolean>`(
  not fields @> '{"is_published": false}' and not fields @> '{"is_archived": true}')`;

/** Points at which a profile's tier begins, −1 below the first: of a new member, whose points were not counted yet, too. */
export const tierBegin = (profileId: string) => sql<number>`coalesce((
  select coalesce(
    (select points_required from tier_definitions where id = mine.tier_definition_id),
    (select max(points_required) from tier_definitions
      where not mine.is_assigned and points_required <= mine.points and ${isOpenTier}))
  from profile_tiers as mine where profile_id = ${profileId}), -1)`;

/** Definitions of a profile's tier before and after, null below the first. */
export interface TierChange {
  readonly points: number;
  readonly before: number | null;
  readonly after: number | null;
}

/** Raises `tier.changed` where it did. */
export async function tellOfTier(
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
  await raise(work, {
    ...{ trigger: 'tier.changed', namespace: 'loyalty', profileId },
    payload: { points, from: of(before), to: of(after) },
  });
}
