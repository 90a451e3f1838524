import { sql } from 'kysely';
import { compiledStatement } from '../platform/database/compiled-statement.ts';
import type { Database } from '../platform/database/tables.ts';
import { timestamp } from '../api/formats.ts';
import { settleDue } from './settle.ts';

export type BalancesView = ReturnType<typeof balancesView>;

interface Balances {
  readonly available: number;
  readonly earned: number;
  readonly pending: number;
  /** The points that expire next, if there are any. */
  readonly expires_at: Date | null;
  readonly value: number | null;
}

/** Reads the balances of a profile, which `balancesView` shows. */
export const readBalances = compiledStatement<{ readonly profileId: string }, Balances>(
  ['profileId'],
  ({ profileId }) => sql`
    select balance.available, balance.earned, expiring.expires_at, expiring.value,
      (select coalesce(sum(amount), 0)::bigint from pending_points where profile_id = balance.profile_id) as pending
    from point_balances as balance left join lateral (
      select expires_at, sum(remaining)::bigint as value from point_lots
      where profile_id = balance.profile_id and remaining > 0 and expires_at > now()
      group by expires_at order by expires_at limit 1
    ) as expiring on true
    where balance.profile_id = ${profileId}`,
);

/** Balances of a profile after its due points were settled. */
export async function balancesOf(db: Database, profileId: string): Promise<BalancesView> {
  await settleDue(db, profileId);
  return balancesView(await readBalances(db, { profileId }));
}

/** Balances as `src/services/contract/incentives/points.ts` has them. */
export function balancesView([row]: readonly Balances[]) {
  // A profile that never had points has no balance yet.
  if (!row) return { points: { available: 0, pending: 0, earned: 0, expiring: null } };
  return {
    points: {
      available: row.available,
      pending: row.pending,
      earned: row.earned,
      expiring:
        row.expires_at && row.value !== null
          ? { value: row.value, expires_at: timestamp(row.expires_at) }
          : null,
    },
  };
}
