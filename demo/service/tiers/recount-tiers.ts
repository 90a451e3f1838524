import { sql } from 'kysely';
import { send } from '../jobs/boss.ts';
import type { JobSubjects } from '../jobs/queues.ts';
import type { Database } from '../database/tables.ts';
import { lockBalance } from '../points/balance-account.ts';
import { assignTier } from '../points/settle.ts';

const PROFILES_AT_ONCE = 500;

/** Gives all members the tier that their points reach after a definition was added, changed or deleted, by a job. */
export const recountTiers = (work: Database): Promise<void> => send(work, 'tiers', { after: null });

/**
 * Sets the tiers of some members in the order of their ids, each in its own transaction, and adds a job for the next ones. Idempotent. A
 * tier that a user assigned stays; a member without any points is shown the tier that begins at 0 points without it.
 */
export async function recountTiersOf(db: Database, { after }: JobSubjects['tiers']): Promise<void> {
  const { rows } = await sql<{ id: string; differs: boolean }>`
    with standing as (
      select mine.*, greatest(0, earned + extra) as counted
      from profile_tiers as mine join point_balances using (profile_id)
      where profile_id > ${after ?? ''} order by profile_id limit ${PROFILES_AT_ONCE}
    )
    select profile_id as id, not is_assigned and (counted > 0 or tier_definition_id is not null) and (
      tier_definition_id is distinct from reached_tier(profile_id)
      or reassess_at is distinct from tier_ends_at(profile_id, tier_definition_id)) as differs
    from standing order by profile_id`.execute(db);
  for (const { id, differs } of rows) {
    if (!differs) continue;
    await db.transaction().execute(async (work) => {
      await lockBalance(work, id);
      await assignTier(work, id);
    });
  }
  const last = rows.at(-1);
  if (last && rows.length === PROFILES_AT_ONCE) await send(db, 'tiers', { after: last.id });
}
