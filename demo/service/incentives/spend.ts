import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';

export interface Spending {
  readonly profileId: string;
  /** Whole points, 0 for what is free. */
  readonly amount: number;
  readonly reason: string;
  readonly rewardId: number;
}

/** Takes points from the lots that expire first and writes the entry. Call under `lockBalance`. */
export async function spend(
  work: Database,
  { profileId, amount, reason, rewardId }: Spending,
): Promise<void> {
  if (amount === 0) return;
  await sql`
    with queue as (
      select id, remaining, sum(remaining) over (order by expires_at nulls last, id) - remaining as before
      from point_lots where profile_id = ${profileId} and remaining > 0
    )
    update point_lots as lot
    set remaining = lot.remaining - least(queue.remaining, ${amount} - queue.before)
    from queue where lot.id = queue.id and queue.before < ${amount}`.execute(work);
  await work
    .insertInto('point_entries')
    .values({ profile_id: profileId, kind: 'spend', amount: -amount, reason, reward_id: rewardId })
    .execute();
}
