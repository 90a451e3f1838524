import { sql } from 'kysely';
import type { Database, Row } from '../database/tables.ts';
import { invalid } from '../api/problem.ts';
import { mergeProgress } from '../achievements/achievements.ts';
import { redistributeRefunds } from '../commerce/refunds.ts';
import { heldTiers, keepBetterTier } from '../tiers/held-tiers.ts';
import { recountMember } from '../points/recount-member.ts';
import { payDebts } from '../points/debts.ts';
import { MERGED } from './merged-names.ts';
import { mergeLists } from './merge-lists.ts';
import { closeAccounts, moveAccounts, ownerColumns, reassign } from './reassign.ts';

/** Tables that are merged by rules of their own, or whose rows are deleted with the profile. */
const mergedSeparately = new Set(['tokens', 'point_balances', 'profile_tiers', 'lists', 'list_items']);

/**
 * Merges profiles into the one that survives: it gets all their rows. Where a profile has only one of something (a handle, an
 * appearance), the survivor's stays, of tiers the better one; fields that the survivor lacks are filled. The ids of the others become identities of it and
 * their tokens end. Throws 422 for a profile that does not exist. `work` is a transaction.
 */
export async function mergeInto(work: Database, survivorId: string, named: readonly string[]): Promise<void> {
  const mergedIds = [...new Set(named)];
  if (mergedIds.includes(survivorId))
    throw invalid({ profiles: ['A profile cannot be merged into itself.'] });
  // Locked in the order of the ids, so that two merges of the same profiles do not deadlock.
  const rows = await work
    .selectFrom('profiles')
    .selectAll()
    .where('id', 'in', [survivorId, ...mergedIds])
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  const missing = mergedIds.filter((id) => !rows.some((row) => row.id === id));
  if (missing.length) throw invalid({ profiles: missing.map((id) => `There is no profile ${id}.`) });
  const held = await heldTiers(work, mergedIds);
  for (const id of mergedIds) {
    const [survivor, merged] = [survivorId, id].map((one) => rows.find((row) => row.id === one));
    if (survivor && merged) await mergeOne(work, survivor, merged);
  }
  await payDebts(work, survivorId);
  await redistributeRefunds(work, { profileIds: [survivorId] });
  await keepBetterTier(work, survivorId, held);
  await recountMember(work, survivorId, 'Profiles merged');
}

async function mergeOne(work: Database, survivor: Row<'profiles'>, merged: Row<'profiles'>): Promise<void> {
  const [from, to] = [merged.id, survivor.id];
  await moveAccounts(work, from, to);
  await mergeLists(work, from, to);
  await mergeProgress(work, from, to);
  await deleteDuplicates(work, from, to);
  for (const column of await ownerColumns(work)) {
    if (column.column !== 'profile_id' || !mergedSeparately.has(column.table))
      await reassign(work, column, from, to);
  }
  await reassign(work, { table: 'lists', column: 'profile_id' }, from, to);
  await replaceMentions(work, from, to);
  await closeAccounts(work, from);
  await work.deleteFrom('profiles').where('id', '=', from).execute();
  const { external_id: externalId } = merged;
  const isKept = externalId !== null && survivor.external_id !== null;
  await work
    .insertInto('identities')
    .values([
      { profile_id: to, namespace: MERGED.id, value: from },
      ...(isKept ? [{ profile_id: to, namespace: MERGED.external_id, value: externalId }] : []),
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await fillFields(work, survivor.id, merged);
}

/**
 * Deletes rows of the merged profile where both have the same one: records with the same handle (an appearance, a custom field) and
 * rows with the same unique key (an achievement).
 */
async function deleteDuplicates(work: Database, from: string, to: string): Promise<void> {
  await sql`
    delete from records as theirs using records as ours
    where theirs.profile_id = ${from} and ours.profile_id = ${to} and theirs.resource = ours.resource
      and (theirs.parent is not distinct from ours.parent
        or (theirs.parent = ${`profile:${from}`} and ours.parent = ${`profile:${to}`}))
      and theirs.fields ->> 'handle' = ours.fields ->> 'handle'`.execute(work);
  for (const { table, others } of await uniqueByProfile(work)) {
    const same = others.map(
      (column) => sql`theirs.${sql.ref(column)} is not distinct from ours.${sql.ref(column)}`,
    );
    await sql`
      delete from ${sql.table(table)} as theirs using ${sql.table(table)} as ours
      where theirs.profile_id = ${from} and ours.profile_id = ${to} and ${sql.join(same, sql` and `)}`.execute(
      work,
    );
  }
}

/** Unique keys of several columns with `profile_id` among them, such as profile and achievement definition. */
async function uniqueByProfile(work: Database): Promise<{ table: string; others: string[] }[]> {
  const { rows } = await sql<{ table: string; others: string[] }>`
    select class.relname as "table", array_agg(attribute.attname::text order by attribute.attnum)
      filter (where attribute.attname <> 'profile_id') as others
    from pg_constraint as one
    join pg_class as class on class.oid = one.conrelid
    join pg_attribute as attribute on attribute.attrelid = class.oid and attribute.attnum = any(one.conkey)
    where one.contype = 'u' and one.connamespace = 'public'::regnamespace and class.relname <> 'lists'
    group by one.oid, class.relname
    having bool_or(attribute.attname = 'profile_id') and count(*) > 1`.execute(work);
  return rows;
}

/** Replaces the id of the merged profile in parents and fields of records. */
async function replaceMentions(work: Database, from: string, to: string): Promise<void> {
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

/** Fills fields that the survivor lacks, and joins the statuses and tags of both. */
async function fillFields(work: Database, survivorId: string, merged: Row<'profiles'>): Promise<void> {
  const { first_name, last_name, email, external_id, type } = merged;
  const labels = (name: 'statuses' | 'tags') => sql`jsonb_build_object(${name}::text, (
    select coalesce(jsonb_agg(distinct label), '[]') from jsonb_array_elements(
      coalesce(fields -> ${name}, '[]') || coalesce(${JSON.stringify(merged.fields)}::jsonb -> ${name}, '[]')) as label))`;
  await sql`
    update profiles set
      first_name = coalesce(first_name, ${first_name}), last_name = coalesce(last_name, ${last_name}),
      email = coalesce(email, ${email}), external_id = coalesce(external_id, ${external_id}),
      type = coalesce(type, ${type}),
      fields = ${JSON.stringify(merged.fields)}::jsonb || jsonb_strip_nulls(fields) || ${labels('statuses')} || ${labels('tags')},
      updated_at = now()
    where id = ${survivorId}`.execute(work);
}
