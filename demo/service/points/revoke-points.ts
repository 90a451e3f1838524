import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { countTowardsAchievements } from '../achievements/achievements.ts';
import { assignTier } from './settle.ts';
import { taking, type PointSource } from './taking.ts';
import { lockBalance } from './balance-account.ts';

export interface Revoking {
  readonly profileId: string;
  /** The source of the points. */
  readonly source: PointSource;
  /** Points to revoke, at most the remaining ones. */
  readonly points: number;
  /** Points that no longer count towards tiers and achievements. */
  readonly counted: number;
  readonly reason: string;
  readonly rule?: string | null;
}

/**
 * Revokes points: pending ones first, then the remaining available ones, those of the same source first.
 * Recounts tier and achievements. Writes one ledger entry. Returns the number of revoked points, pending ones included.
 * Call after `settle`: due points then count as released and expired.
 */
export async function revokePoints(work: Database, revoking: Revoking): Promise<number> {
  const { profileId, source, reason } = revoking;
  const cancelled = await cancelPending(work, revoking);
  const available = await lockBalance(work, profileId);
  const taken = Math.min(revoking.points - cancelled.points, available);
  const counted = revoking.counted - cancelled.counted;
  if (taken === 0 && counted === 0 && cancelled.points === 0) return 0;
  const description =
    cancelled.points > 0 ? `${reason}: ${cancelled.points} pending points cancelled` : reason;
  await sql`
    with ${taking(profileId, taken, source)}
    insert into point_entries (profile_id, kind, amount, counted, reason, rule, source_type, source_id)
    select ${profileId}, 'revoke', ${-taken}::bigint, -least(${counted}::bigint, earned), ${description},
      ${revoking.rule ?? null}::text, ${source.type}, ${source.id}
    from point_balances where profile_id = ${profileId}`.execute(work);
  await countTowardsAchievements(work, profileId, { description: reason });
  await assignTier(work, profileId);
  return taken + cancelled.points;
}

/** Cancels the pending points of a source, and what they would count towards tiers and achievements. */
async function cancelPending(
  work: Database,
  { profileId, source, points, counted }: Revoking,
): Promise<{ readonly points: number; readonly counted: number }> {
  const pending = await work
    .selectFrom('pending_points')
    .select(['id', 'amount', 'counted'])
    .where('profile_id', '=', profileId)
    .where('source_type', '=', source.type)
    .where('source_id', '=', source.id)
    .orderBy('id', 'desc')
    .forUpdate()
    .execute();
  const left = { points, counted };
  for (const row of pending) {
    const amount = row.amount - Math.min(row.amount, left.points);
    const countedBefore = row.counted ?? row.amount;
    const countedAfter = countedBefore - Math.min(countedBefore, left.counted);
    left.points -= row.amount - amount;
    left.counted -= countedBefore - countedAfter;
    if (amount === 0 && countedAfter === 0)
      await work.deleteFrom('pending_points').where('id', '=', row.id).execute();
    else
      await work
        .updateTable('pending_points')
        .set({ amount, counted: countedAfter })
        .where('id', '=', row.id)
        .execute();
  }
  return { points: points - left.points, counted: counted - left.counted };
}
