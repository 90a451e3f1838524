import { sql } from 'kysely';
import type { TakenLot } from '../database/incentive-tables.ts';
import type { Database } from '../database/tables.ts';

export interface Spending {
  readonly profileId: string;
  /** Whole points, 0 for what is free. */
  readonly amount: number;
  readonly reason: string;
  readonly rewardId?: number;
  /** What they are spent on, where that is no reward. */
  readonly source?: PointSource;
}

/** Where points come from, or go to: `redemption` and its id. */
export interface PointSource {
  readonly type: string;
  readonly id: string;
}

/** Takes points from the lots that expire first and writes the entry; answers what was taken. Call under `lockBalance`. */
export async function spend(
  work: Database,
  { profileId, amount, reason, rewardId, source }: Spending,
): Promise<{ readonly entryId?: number; readonly lots: readonly TakenLot[] }> {
  if (amount === 0) return { lots: [] };
  const { rows } = await sql<{ amount: number; expires_at: Date | null }>`
    with queue as (
      select id, remaining, sum(remaining) over (order by expires_at nulls last, id) - remaining as before
      from point_lots where profile_id = ${profileId} and remaining > 0
    )
    update point_lots as lot
    set remaining = lot.remaining - least(queue.remaining, ${amount} - queue.before)
    from queue where lot.id = queue.id and queue.before < ${amount}
    returning least(queue.remaining, ${amount} - queue.before)::bigint as amount, lot.expires_at`.execute(
    work,
  );
  const { id } = await work
    .insertInto('point_entries')
    .values({
      profile_id: profileId,
      kind: 'spend',
      amount: -amount,
      reason,
      reward_id: rewardId ?? null,
      source_type: source?.type ?? null,
      source_id: source?.id ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const lots = rows.map((row) => ({ amount: row.amount, expires_at: row.expires_at?.toISOString() ?? null }));
  return { entryId: id, lots };
}
