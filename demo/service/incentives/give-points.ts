import type { TakenLot } from '../database/incentive-tables.ts';
import type { Database } from '../database/tables.ts';
import { countTowardsAchievements } from './achievements.ts';
import { assignTier, lockBalance } from './settle.ts';
import type { PointSource } from './spend.ts';

export interface Giving {
  readonly profileId: string;
  /** Whole points, above 0. */
  readonly value: number;
  readonly reason: string;
  readonly definitionId?: number | null;
  readonly source?: PointSource;
  /** Until then they are pending. */
  readonly releasedAt?: Date | null;
  readonly expiresAt?: Date | null;
}

/** Gives points to a profile: an entry of the book and a lot, or pending points; answers the number they are read by. */
export async function givePoints(work: Database, giving: Giving): Promise<number> {
  const { profileId, value, reason, releasedAt = null, expiresAt = null } = giving;
  await lockBalance(work, profileId);
  const origin = {
    profile_id: profileId,
    amount: value,
    reason,
    point_definition_id: giving.definitionId ?? null,
    source_type: giving.source?.type ?? null,
    source_id: giving.source?.id ?? null,
    expires_at: expiresAt,
  };
  if (releasedAt && releasedAt > new Date()) {
    const { id } = await work
      .insertInto('pending_points')
      .values({ ...origin, releases_at: releasedAt })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  }
  await addLots(work, profileId, [
    {
      ...{ amount: value, expires_at: expiresAt?.toISOString() ?? null },
      point_definition_id: origin.point_definition_id,
    },
  ]);
  const { id } = await work
    .insertInto('point_entries')
    .values({ ...origin, kind: 'earn', released_at: releasedAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  await countTowardsAchievements(work, profileId, { value, description: reason });
  await assignTier(work, profileId);
  return id;
}

export interface GivingBack {
  readonly profileId: string;
  /** As they were taken: what has expired since expires again. */
  readonly lots: readonly TakenLot[];
  readonly reason: string;
  readonly source: PointSource;
}

/** Gives back points that were spent. They count for no tier and no achievement a second time. */
export async function givePointsBack(
  work: Database,
  { profileId, lots, reason, source }: GivingBack,
): Promise<void> {
  const amount = lots.reduce((sum, lot) => sum + lot.amount, 0);
  if (amount === 0) return;
  await lockBalance(work, profileId);
  await addLots(work, profileId, lots);
  await work
    .insertInto('point_entries')
    .values({
      ...{ profile_id: profileId, kind: 'return', amount, reason, reward_id: null },
      ...{ source_type: source.type, source_id: source.id },
    })
    .execute();
}

async function addLots(work: Database, profileId: string, lots: readonly TakenLot[]): Promise<void> {
  await work
    .insertInto('point_lots')
    .values(
      lots.map(({ amount, expires_at, point_definition_id = null }) => ({
        ...{ profile_id: profileId, remaining: amount, expires_at, point_definition_id },
      })),
    )
    .execute();
}
