import { sql } from 'kysely';
import { shop } from '../../sample/shop.ts';
import type { Database } from '../database/tables.ts';

const PROFILES_PER_TRANSACTION = 10_000;
const EARNINGS_PER_PROFILE = 12;
const POSITION = 'generated-profiles';

export interface GenerateOptions {
  /** Profiles in one transaction: at most these are lost when the process is killed. */
  readonly chunk?: number;
  /** Called before the first and after every transaction with the number of generated profiles. */
  readonly progress?: (done: number) => void;
}

/**
 * Generates profiles up to the number `count`, each with a year of points. PostgreSQL generates the rows itself, in sets. Every
 * transaction also stores its position: after a crash no profile is generated twice and none is left out, even when profiles were
 * purged meanwhile or two processes generate at the same time.
 */
export async function seedGenerated(
  db: Database,
  count: number,
  options: GenerateOptions = {},
): Promise<void> {
  const { chunk = PROFILES_PER_TRANSACTION, progress = () => {} } = options;
  await db
    .insertInto('seed_positions')
    .values({ name: POSITION, position: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { position } = await db
    .selectFrom('seed_positions')
    .select('position')
    .where('name', '=', POSITION)
    .executeTakeFirstOrThrow();
  progress(position);
  let done = position;
  while (done < count) {
    done = await db.transaction().execute((work) => addNext(work, count, chunk));
    progress(done);
  }
}

/** Adds the next profiles and returns the number of generated profiles. */
async function addNext(work: Database, count: number, chunk: number): Promise<number> {
  const { position } = await work
    .selectFrom('seed_positions')
    .select('position')
    .where('name', '=', POSITION)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const last = Math.min(position + chunk, count);
  if (last <= position) return position;
  await addProfiles(work, position + 1, last);
  await work.updateTable('seed_positions').set({ position: last }).where('name', '=', POSITION).execute();
  return last;
}

async function addProfiles(work: Database, first: number, last: number): Promise<void> {
  const ids = sql`(select 'generated-' || n as id, n from generate_series(${first}::integer, ${last}::integer) as n)`;
  await sql`
    insert into profiles (id, first_name, last_name, email, created_at)
    select id, 'Guest', 'Number ' || n, 'guest' || n || '@example.com', now() - interval '1 year' from ${ids} as generated
  `.execute(work);
  await sql`
    insert into identities (profile_id, namespace, value)
    select id, ${shop.platform}, id from ${ids} as generated`.execute(work);
  await sql`insert into point_balances (profile_id) select id from ${ids} as generated`.execute(work);
  // Amounts look random but are the same on every machine.
  await sql`
    insert into point_entries (profile_id, kind, amount, reason, created_at)
    select id, 'earn', 20 + (n::bigint * 7919 + month * 104729) % 400, 'Order ' || (n::bigint * 100 + month),
           now() - (${EARNINGS_PER_PROFILE} - month) * interval '30 days'
    from ${ids} as generated, generate_series(1, ${EARNINGS_PER_PROFILE}::integer) as month`.execute(work);
  await sql`
    insert into point_entries (profile_id, kind, amount, reason)
    select profile_id, 'spend', -(available / 3), 'Claimed before' from point_balances
    where profile_id in (select id from ${ids} as generated)`.execute(work);
  await sql`
    insert into point_lots (profile_id, remaining, expires_at)
    select profile_id, available, now() + interval '300 days' from point_balances
    where profile_id in (select id from ${ids} as generated)`.execute(work);
  await sql`
    insert into profile_tiers (profile_id, tier_definition_id, points, issued_at)
    select profile_id, reached.id, earned, now() - interval '100 days' from point_balances
    left join lateral (
      select id from tier_definitions where points_required <= earned order by points_required desc limit 1
    ) as reached on true
    where profile_id in (select id from ${ids} as generated)`.execute(work);
}
