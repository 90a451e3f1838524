import { sql } from 'kysely';
import type { Database, Row } from '../platform/database/tables.ts';
import { invalid } from '../api/problem.ts';
import { countTowardsAchievements, mergeProgress } from '../achievements/achievements.ts';
import { assignTier } from '../points/settle.ts';
import { closeAccounts, moveAccounts } from './accounts.ts';
import { mergeLists } from './merge-lists.ts';
import { handOver, owningColumns } from './owned.ts';
import { dropDoubles } from './doubles.ts';

/** Tables that are merged by rules of their own, or end with the profile. */
const apart = new Set(['tokens', 'point_balances', 'profile_tiers', 'lists', 'list_items']);

/**
 * Merges profiles into the one that survives: everything of theirs is its own from then on, what only one of two can
 * be (a handle, an appearance) stays as the winner has it, and fields the winner lacks are filled. Their ids stay
 * names of it, their tokens end. Throws 422 for a profile there is not. All of it is one transaction.
 */
export async function mergeInto(work: Database, winnerId: string, named: readonly string[]): Promise<void> {
  const losers = [...new Set(named)];
  if (losers.includes(winnerId)) throw invalid({ profiles: ['A profile cannot be merged into itself.'] });
  // In one order, so that two merges that cross do not wait for each other.
  const rows = await work
    .selectFrom('profiles')
    .selectAll()
    .where('id', 'in', [winnerId, ...losers])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  const missing = losers.filter((id) => !rows.some((row) => row.id === id));
  if (missing.length) throw invalid({ profiles: missing.map((id) => `There is no profile ${id}.`) });
  for (const id of losers) {
    const [winner, loser] = [winnerId, id].map((one) => rows.find((row) => row.id === one));
    if (winner && loser) await mergeOne(work, winner, loser);
  }
  await countTowardsAchievements(work, winnerId, { description: 'Profiles merged' });
  await assignTier(work, winnerId);
}

async function mergeOne(work: Database, winner: Row<'profiles'>, loser: Row<'profiles'>): Promise<void> {
  const [from, to] = [loser.id, winner.id];
  await moveAccounts(work, from, to);
  await mergeLists(work, from, to);
  await mergeProgress(work, from, to);
  await dropDoubles(work, from, to);
  for (const owning of await owningColumns(work)) {
    if (!apart.has(owning.table)) await handOver(work, owning, from, to);
  }
  await handOver(work, { table: 'lists', column: 'profile_id' }, from, to);
  await renameInside(work, from, to);
  await closeAccounts(work, from);
  await work.deleteFrom('profiles').where('id', '=', from).execute();
  await work
    .insertInto('identities')
    .values({ profile_id: to, namespace: 'merged', value: from })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await fill(work, winner.id, loser);
}

/** Records that are part of a profile, and fields that name one. */
async function renameInside(work: Database, from: string, to: string): Promise<void> {
  await sql`update records set parent = ${`profile:${to}`} where parent = ${`profile:${from}`}`.execute(work);
  for (const field of ['profile_id', 'custom_fieldable_id']) {
    await sql`
      update records set fields = fields || jsonb_build_object(${field}::text, ${to}::text)
      where fields @> jsonb_build_object(${field}::text, ${from}::text)
        ${field === 'custom_fieldable_id' ? sql`and fields ->> 'custom_fieldable_type' = 'profile'` : sql``}`.execute(
      work,
    );
  }
  await sql`
    update records set fields = jsonb_set(fields, '{links}', (
      select jsonb_agg(case when link ->> 'profile_id' = ${from}
        then link || jsonb_build_object('profile_id', ${to}::text) else link end)
      from jsonb_array_elements(fields -> 'links') as link))
    where resource = 'profile-date'
      and fields @> jsonb_build_object('links', jsonb_build_array(jsonb_build_object('profile_id', ${from}::text)))`.execute(
    work,
  );
}

/** What the winner lacks; statuses and tags of both. */
async function fill(work: Database, winnerId: string, loser: Row<'profiles'>): Promise<void> {
  const { first_name, last_name, email, external_id, type } = loser;
  const marks = (name: 'statuses' | 'tags') => sql`jsonb_build_object(${name}::text, (
    select coalesce(jsonb_agg(distinct mark), '[]') from jsonb_array_elements(
      coalesce(fields -> ${name}, '[]') || coalesce(${JSON.stringify(loser.fields)}::jsonb -> ${name}, '[]')) as mark))`;
  await sql`
    update profiles set
      first_name = coalesce(first_name, ${first_name}), last_name = coalesce(last_name, ${last_name}),
      email = coalesce(email, ${email}), external_id = coalesce(external_id, ${external_id}),
      type = coalesce(type, ${type}),
      fields = ${JSON.stringify(loser.fields)}::jsonb || jsonb_strip_nulls(fields) || ${marks('statuses')} || ${marks('tags')},
      updated_at = now()
    where id = ${winnerId}`.execute(work);
}
