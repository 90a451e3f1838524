import { sql, type RawBuilder } from 'kysely';
import type { Attribute } from '../api/query/attribute.ts';
import type { Database, Row } from '../database/tables.ts';

// Profiles that edit the list of another: ASSUMPTION. Each has claimed a share for editors that gives it rights now.

/** First names of profiles by their ids; none of a profile that is deleted, or has no name. */
export async function firstNames(
  db: Database,
  ids: readonly (string | null | undefined)[],
): Promise<ReadonlyMap<string, string>> {
  const known = [...new Set(ids)].filter((id) => typeof id === 'string');
  if (!known.length) return new Map();
  const rows = await db
    .selectFrom('profiles')
    .select(['id', 'first_name'])
    .where('id', 'in', known)
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.flatMap(({ id, first_name: name }) => (name ? [[id, name] as const] : [])));
}

/** The claims of shares for editors, with the condition that the share gives rights now. */
const editing = (condition: RawBuilder<unknown>) => sql<{
  list_id: number;
  share_id: number;
  claim_id: number;
  profile_id: string;
}>`
  select lists.id as list_id, share.id as share_id, claim.id as claim_id, claim.profile_id
  from lists
  join records as share on share.resource = 'list-share' and share.parent = 'list:' || lists.id
  join records as claim on claim.resource = 'list-share-claim' and claim.parent = 'list-share:' || share.id
  where share.fields ->> 'role' = 'editor' and claim.profile_id <> lists.profile_id
    and coalesce((share.fields ->> 'expires_at')::timestamptz > now(), true) and ${condition}
  order by claim.id`;

/** The oldest share by which a profile edits each of these lists, by the id of the list. */
export async function sharesOfEditor(
  db: Database,
  profileId: string,
  listIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (!listIds.length) return new Map();
  const { rows } = await editing(
    sql`claim.profile_id = ${profileId} and lists.id in (${sql.join(listIds)})`,
  ).execute(db);
  return new Map(rows.toReversed().map(({ list_id, share_id }) => [list_id, share_id]));
}

/**
 * First names of those who added these items, by the id of the profile, for lists that others than their owner edit: on every other list
 * nobody needs them.
 */
export async function authorNames(
  db: Database,
  items: readonly Row<'list_items'>[],
): Promise<ReadonlyMap<string, string>> {
  const listIds = [...new Set(items.map(({ list_id }) => list_id))];
  if (!listIds.length) return new Map();
  const { rows } = await editing(sql`lists.id in (${sql.join(listIds)})`).execute(db);
  const edited = new Set(rows.map(({ list_id }) => list_id));
  return firstNames(
    db,
    items.filter(({ list_id }) => edited.has(list_id)).map((item) => item.added_by_profile_id),
  );
}

/** The first name of the profile that claimed a share first, for filters and sorting. */
export const nameOfClaimant: Attribute = {
  kind: 'text',
  sql: sql`(select profiles.first_name from records as claim join profiles on profiles.id = claim.profile_id
    where claim.resource = 'list-share-claim' and claim.parent = 'list-share:' || records.id
      and profiles.deleted_at is null order by claim.id limit 1)`,
};

/** Ends all that lets a profile edit the list of another. The shares stay: their owner made them. */
export async function leaveList(work: Database, list: Row<'lists'>, profileId: string): Promise<void> {
  await sql`
    delete from records as claim using records as share
    where claim.resource = 'list-share-claim' and claim.profile_id = ${profileId}
      and claim.parent = 'list-share:' || share.id
      and share.resource = 'list-share' and share.parent = ${`list:${list.id}`}
      and share.fields ->> 'role' = 'editor'`.execute(work);
}
