import type { TakenLot } from '../database/incentive-tables.ts';
import type { Database } from '../database/tables.ts';
import { processEarnings } from './points-earned.ts';
import { assignTier } from './settle.ts';
import type { PointSource } from './taking.ts';
import { payDebts } from './debts.ts';
import { lockBalance } from './balance-account.ts';

export interface Giving {
  readonly profileId: string;
  /** Whole points, above 0; 0 where something is counted. */
  readonly value: number;
  /** Points that count towards tiers and achievements, if that is another number. */
  readonly counted?: number;
  readonly reason: string;
  /** The rule that caused them, shown to staff. */
  readonly rule?: string | null;
  readonly definitionId?: number | null;
  readonly source?: PointSource;
  /** Until then the points are pending. */
  readonly releasedAt?: Date | null;
  readonly expiresAt?: Date | null;
}

/** Issues points to a profile: a ledger entry and a lot, or pending points. Returns the id of the entry. */
export async function givePoints(work: Database, giving: Giving): Promise<number> {
  const { profileId, value, counted = value, reason, source, releasedAt = null, expiresAt = null } = giving;
  await lockBalance(work, profileId);
  const origin = {
    profile_id: profileId,
    amount: value,
    counted: counted === value ? null : counted,
    reason,
    rule: giving.rule ?? null,
    point_definition_id: giving.definitionId ?? null,
    ...columnsOf(source),
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
  const lot = { amount: value, expires_at: expiresAt?.toISOString() ?? null };
  if (value > 0)
    await addLots(work, profileId, [{ ...lot, point_definition_id: origin.point_definition_id }], source);
  const { id } = await work
    .insertInto('point_entries')
    .values({ ...origin, kind: 'earn', released_at: releasedAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  await payDebts(work, profileId);
  await processEarnings(work, profileId, [{ amount: value, reason }]);
  await assignTier(work, profileId);
  return id;
}

export interface ReturnedPoints {
  readonly profileId: string;
  /** The lots from which they were debited: points of a lot that has expired since then expire again. */
  readonly lots: readonly TakenLot[];
  readonly reason: string;
  readonly source: PointSource;
}

/** Returns points that were spent. They do not count towards tiers and achievements a second time. */
export async function returnPoints(
  work: Database,
  { profileId, lots, reason, source }: ReturnedPoints,
): Promise<void> {
  const amount = lots.reduce((sum, lot) => sum + lot.amount, 0);
  if (amount === 0) return;
  await lockBalance(work, profileId);
  await addLots(work, profileId, lots);
  await work
    .insertInto('point_entries')
    .values({
      profile_id: profileId,
      kind: 'return',
      amount,
      reason,
      reward_id: null,
      source_type: source.type,
      source_id: source.id,
    })
    .execute();
  await payDebts(work, profileId);
}

async function addLots(
  work: Database,
  profileId: string,
  lots: readonly TakenLot[],
  source?: PointSource,
): Promise<void> {
  await work
    .insertInto('point_lots')
    .values(
      lots.map(({ amount, expires_at, point_definition_id = null }) => ({
        profile_id: profileId,
        remaining: amount,
        expires_at,
        point_definition_id,
        ...columnsOf(source),
      })),
    )
    .execute();
}

const columnsOf = (source: PointSource | undefined) => ({
  source_type: source?.type ?? null,
  source_id: source?.id ?? null,
});
