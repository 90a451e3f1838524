import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';

/** What time has done to a profile's points and nobody has booked yet. */
export async function isDue(db: Database, profileId: string): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from pending_points where profile_id = ${profileId} and releases_at <= now())
        or exists (select from point_lots where profile_id = ${profileId} and remaining > 0 and expires_at <= now())
      as due`.execute(db);
  return rows[0]?.due ?? false;
}

/** Available points of a profile, which nobody else can change until the transaction ends. */
export async function lockBalance(work: Database, profileId: string): Promise<number> {
  const row = await work
    .selectFrom('point_balances')
    .select('available')
    .where('profile_id', '=', profileId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return row.available;
}

/** Books released and expired points, in that order: some expire the moment they are released. */
export async function settle(work: Database, profileId: string): Promise<void> {
  await lockBalance(work, profileId);
  await sql`
    with released as (
      delete from pending_points where profile_id = ${profileId} and releases_at <= now()
      returning profile_id, amount, reason, expires_at
    ), lots as (
      insert into point_lots (profile_id, remaining, expires_at) select profile_id, amount, expires_at from released
    )
    insert into point_entries (profile_id, kind, amount, reason)
    select profile_id, 'earn', amount, reason from released`.execute(work);
  await sql`
    with expired as (
      select id, remaining from point_lots
      where profile_id = ${profileId} and remaining > 0 and expires_at <= now()
    ), emptied as (
      update point_lots set remaining = 0 where id in (select id from expired)
    )
    insert into point_entries (profile_id, kind, amount, reason)
    select ${profileId}, 'expire', -sum(remaining), 'Points expired' from expired
    having sum(remaining) > 0`.execute(work);
  await assignTier(work, profileId);
}

/** Every point ever earned counts towards tiers, so a tier is never lost by spending. */
export async function assignTier(work: Database, profileId: string): Promise<void> {
  await sql`
    update profile_tiers as mine
    set points = balance.earned, tier_definition_id = reached.id,
        issued_at = case when reached.id is distinct from mine.tier_definition_id then now() else mine.issued_at end
    from point_balances as balance
    left join lateral (
      select id from tier_definitions where points_required <= balance.earned order by points_required desc limit 1
    ) as reached on true
    where mine.profile_id = ${profileId} and balance.profile_id = ${profileId}`.execute(work);
}
