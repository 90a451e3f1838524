import { sql } from 'kysely';
import type { Database } from '../demo/service/database/tables.ts';

/** Number of profiles among which the redemptions are distributed. */
export const PROFILES = 100_000;
/** The queried profiles have the same number of redemptions at every size, so that only the table grows. */
export const ASKED = 100;
export const REDEMPTIONS_EACH = 40;
const ROWS_PER_STATEMENT = 100_000;

export const profileId = (n: number): string => `bench-${n}`;

/** Profiles with points, a credit and a reward each: PostgreSQL generates the rows. */
export async function loadProfiles(db: Database): Promise<void> {
  const ids = sql`(select 'bench-' || n as id, n from generate_series(1, ${PROFILES}::integer) as n) as made`;
  await sql`
    insert into profiles (id, first_name, last_name, email)
    select id, 'Guest', 'Number ' || n, 'bench' || n || '@example.com' from ${ids}`.execute(db);
  await sql`insert into point_balances (profile_id) select id from ${ids}`.execute(db);
  await sql`
    insert into profile_tiers (profile_id, tier_definition_id, points)
    select id, null, 1000000 from ${ids}`.execute(db);
  await sql`
    insert into point_entries (profile_id, kind, amount, reason)
    select id, 'earn', 1000000, 'Bench' from ${ids}`.execute(db);
  await sql`
    insert into point_lots (profile_id, remaining, expires_at)
    select id, 1000000, now() + interval '300 days' from ${ids}`.execute(db);
  const { rows } = await sql<{ id: number }>`
    insert into records (resource, fields)
    values ('credit-definition', '{"name": "Gift card", "handle": "bench-gift", "is_published": true}')
    returning id`.execute(db);
  await sql`
    insert into credits (profile_id, credit_definition_id, value_initial, credit_number, security_code)
    select id, ${rows[0]?.id ?? 0}, 1000, 'bench-' || n, 'BENCH' from ${ids}`.execute(db);
  await sql`
    insert into credit_entries (credit_id, profile_id, kind, amount, reason)
    select id, profile_id, 'issue', 1000, 'Bench' from credits where credit_number like 'bench-%'`.execute(
    db,
  );
  await sql`
    insert into rewards (profile_id, reward_definition_id, code, points_spent)
    select id, (select min(id) from reward_definitions), 'bench-' || n, 100 from ${ids}`.execute(db);
  await sql`
    insert into records (resource, fields)
    select 'location', jsonb_build_object('name', 'Shop ' || n, 'is_published', true)
    from generate_series(1, 20) as n`.execute(db);
}

/**
 * Inserts redemptions, a third each of points, credits and rewards, with an item each. Those of the queried profiles are distributed
 * over the whole table, as those of a customer of many years: each is in a database page of its own.
 */
export async function loadRedemptions(db: Database, count: number): Promise<void> {
  // Foreign keys of generated rows are valid; checking them for each row would take most of the time.
  await sql`set session_replication_role = replica`.execute(db);
  for (let from = 1; from <= count; from += ROWS_PER_STATEMENT) {
    await addRedemptions(db, { from, to: Math.min(from + ROWS_PER_STATEMENT - 1, count), count });
  }
  await sql`set session_replication_role = default`.execute(db);
  await sql`vacuum analyze`.execute(db);
}

async function addRedemptions(
  db: Database,
  { from, to, count }: { readonly from: number; readonly to: number; readonly count: number },
): Promise<void> {
  const every = Math.max(1, Math.floor(count / (ASKED * REDEMPTIONS_EACH)));
  const asked = sql`n % ${every}::integer = 0 and n / ${every}::integer <= ${ASKED * REDEMPTIONS_EACH}::integer`;
  await sql`
    with numbered as (
      -- k counts the redemptions of those who are asked for, or of the others: both get every type and every day.
      select n, ${asked} as asked, case when ${asked} then n / ${every}::integer else n end as k
      from generate_series(${from}::integer, ${to}::integer) as n
    ), made as (
      insert into redemptions
        (profile_id, type, total, location_id, external_id, redeem_at, created_at, has_point, has_credit, has_reward)
      select 'bench-' || case when asked then 1 + k % ${ASKED}::integer
          else ${ASKED}::integer + 1 + k % (${PROFILES}::integer - ${ASKED}::integer) end,
        (array['point', 'credit', 'reward'])[1 + k % 3], 1 + k % 50,
        (select min(id) from records where resource = 'location' and fields ->> 'name' = 'Shop 1') + k % 20, 'bench-' || n,
        now() - k % 500 * interval '1 day', now() - k % 500 * interval '1 day', k % 3 = 0, k % 3 = 1, k % 3 = 2
      from numbered
      returning id, profile_id, type, total, created_at
    )
    insert into redemption_items (redemption_id, profile_id, type, value, credit_id, reward_id, created_at)
    select made.id, made.profile_id, made.type, made.total::bigint, credits.id, rewards.id, made.created_at
    from made
    left join credits on made.type = 'credit' and credits.credit_number = made.profile_id
    left join rewards on made.type = 'reward' and rewards.code = made.profile_id`.execute(db);
}
