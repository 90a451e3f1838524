import { sql, type RawBuilder } from 'kysely';
import type { Database } from '../database/tables.ts';
import { column, profileId } from '../api/query/attribute.ts';
import { addRecord } from '../crud/store.ts';
import { tableOf } from '../crud/tables.ts';

/** A claim is a record of the profile that claimed a share, below the share: it is deleted with either. */
const claimTable = tableOf('list-share-claim');
/** The handle of every claim. The database has a unique index of handles, and a merge deletes duplicates by them: one claim per share and profile. */
const HANDLE = 'claim';

const shareKey = (id: number): string => `list-share:${id}`;

/** The profiles that claimed each of these shares, the first one first. */
export async function claimantsOf(
  db: Database,
  shares: readonly { readonly id: number }[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const rows = await db
    .selectFrom('records')
    .select(['parent', 'profile_id'])
    .where('resource', '=', 'list-share-claim')
    .where(
      'parent',
      'in',
      shares.map(({ id }) => shareKey(id)),
    )
    .orderBy('id')
    .execute();
  const of = (id: number) => rows.filter(({ parent }) => parent === shareKey(id));
  return new Map(shares.map(({ id }) => [id, of(id).flatMap(({ profile_id }) => profile_id ?? [])]));
}

export const addClaim = (work: Database, share: { readonly id: number }, profileId: string) =>
  addRecord(work, claimTable, { parent: shareKey(share.id), profile_id: profileId, handle: HANDLE });

/** Whether a profile claimed a share of a list that has not expired; with `role`, a share with that role. */
export async function hasClaimed(
  db: Database,
  {
    listId,
    profileId,
    role,
  }: { readonly listId: number; readonly profileId: string; readonly role?: 'editor' },
): Promise<boolean> {
  const { rows } = await sql`
    select from records as share join records as claim on claim.parent = 'list-share:' || share.id
    where share.resource = 'list-share' and share.parent = ${`list:${listId}`}
      and claim.resource = 'list-share-claim' and claim.profile_id = ${profileId}
      and coalesce((share.fields ->> 'expires_at')::timestamptz > now(), true)
      and ${role === undefined ? sql`true` : sql`share.fields ->> 'role' = ${role}`}
    limit 1`.execute(db);
  return rows.length > 0;
}

/** A query of the ids of the lists of other profiles that a profile edits. */
export const editedLists = (profileId: string): RawBuilder<number> => sql`(
  select split_part(share.parent, ':', 2)::bigint
  from records as claim join records as share on claim.parent = 'list-share:' || share.id
  where claim.resource = 'list-share-claim' and claim.profile_id = ${profileId} and share.resource = 'list-share'
    and coalesce((share.fields ->> 'expires_at')::timestamptz > now(), true) and share.fields ->> 'role' = 'editor')`;

const claims = sql`from records as claim
  where claim.resource = 'list-share-claim' and claim.parent = 'list-share:' || records.id`;

/** Whether a list has a share that has not expired: its owner still lets others reserve. */
export async function hasOpenShare(db: Database, listId: number): Promise<boolean> {
  const { rows } = await sql`
    select from records where resource = 'list-share' and parent = ${`list:${listId}`}
      and coalesce((fields ->> 'expires_at')::timestamptz > now(), true) limit 1`.execute(db);
  return rows.length > 0;
}

/** Fields of shares that are calculated from their claims, for filters and sorting. */
export const claimAttributes = new Map([
  ['claims', { ...column('number', 'id'), sql: sql`(select count(*)::numeric ${claims})` }],
  ['claimed_by', profileId(sql`(select claim.profile_id ${claims} order by claim.id limit 1)`)],
]);
