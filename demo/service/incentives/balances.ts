import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { timestamp } from '../views.ts';
import { isDue, settle } from './settle.ts';

/**
 * Balances of a profile as `shapes/balances.ts` has them. Points that fell due are booked first, unless that has just
 * happened in the same transaction (`settled`).
 */
export async function balancesOf(db: Database, profileId: string, { settled = false } = {}) {
  if (!settled && (await isDue(db, profileId))) {
    await (db.isTransaction
      ? settle(db, profileId)
      : db.transaction().execute((work) => settle(work, profileId)));
  }
  const row = await db
    .selectFrom('point_balances as balance')
    .leftJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('point_lots')
          .select(['expires_at', sql<number>`sum(remaining)::bigint`.as('value')])
          .whereRef('profile_id', '=', 'balance.profile_id')
          .where('remaining', '>', 0)
          .where('expires_at', '>', sql<Date>`now()`)
          .groupBy('expires_at')
          .orderBy('expires_at')
          .limit(1)
          .as('expiring'),
      (join) => join.onTrue(),
    )
    .select((select) => [
      'balance.available',
      'balance.earned',
      'expiring.expires_at',
      'expiring.value',
      select
        .selectFrom('pending_points')
        .select(sql<number>`coalesce(sum(amount), 0)::bigint`.as('amount'))
        .whereRef('profile_id', '=', 'balance.profile_id')
        .as('pending'),
    ])
    .where('balance.profile_id', '=', profileId)
    .executeTakeFirst();
  // A profile that never had points has no balance yet.
  if (!row) return { points: { available: 0, pending: 0, earned: 0, expiring: null } };
  return {
    points: {
      available: row.available,
      pending: row.pending ?? 0,
      earned: row.earned,
      expiring:
        row.expires_at && row.value !== null
          ? { value: row.value, expires_at: timestamp(row.expires_at) }
          : null,
    },
  };
}
