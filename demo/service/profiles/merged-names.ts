import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/tables.ts';

// A merge keeps the names of the profile that is gone as identities of the survivor, so that every door has one answer for them.

/** Namespaces of the identities that a merge adds: the id of the merged profile, and its external id. */
export const MERGED = { id: 'merged', external_id: 'merged-external-id' } as const;

/** The profile with an id: itself, or the one that it was merged into. The id as it is for a profile that does not exist. */
export async function survivorOf(db: Database, id: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select profile_id as id from identities
    where namespace = ${MERGED.id} and value = ${id} and not exists (select from profiles where id = ${id})`.execute(
    db,
  );
  return rows[0]?.id ?? id;
}

/** A query of the ids of the profiles that have, or had before a merge, one of these external ids. */
export const idsOfExternalIds = (values: readonly string[]): RawBuilder<unknown> => sql`
  select id from profiles where external_id = any(${values}::text[]) union
  select profile_id from identities where namespace = ${MERGED.external_id} and value = any(${values}::text[])`;

/** A query of these ids, and of the profiles that they were merged into. */
export const idsWithSurvivors = (ids: readonly string[]): RawBuilder<unknown> => sql`
  select id from unnest(${ids}::text[]) as id union all
  select profile_id from identities as merged
  where merged.namespace = ${MERGED.id} and merged.value = any(${ids}::text[])
    and not exists (select from profiles where profiles.id = merged.value)`;
