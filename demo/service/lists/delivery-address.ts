import { sql } from 'kysely';
import { invalid } from '../api/problem.ts';
import type { Attribute } from '../api/query/attribute.ts';
import type { ViewContext } from '../crud/resource.ts';
import type { AnyRecord } from '../crud/tables.ts';
import type { Database } from '../database/tables.ts';

// Where the gifts of a list go: ASSUMPTION. It is an address of the profile that owns the list, with the type `list-{id}`, and so it is where
// addresses are: in the profile's own records, and in nothing that a list shows. A list says only whether there is one.

const TYPE = /^list-(\d{1,15})$/;

const isOfList = sql`address.resource = 'address' and address.profile_id = lists.profile_id
  and address.fields ->> 'type' = 'list-' || lists.id`;

/** Whether there is such an address, for filters and sorting. */
export const hasDeliveryAddress: Attribute = {
  kind: 'boolean',
  sql: sql`exists (select from records as address where ${isOfList})`,
};

/** Lists that say whether there is such an address. */
export async function withDelivery<List extends Pick<AnyRecord, 'id'>>(
  { db }: ViewContext,
  lists: readonly List[],
): Promise<(List & { readonly has_delivery_address: boolean })[]> {
  if (lists.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select lists.id from lists where lists.id in (${sql.join(lists.map(({ id }) => id))})
      and exists (select from records as address where ${isOfList})`.execute(db);
  const known = new Set(rows.map(({ id }) => Number(id)));
  return lists.map((list) => ({ ...list, has_delivery_address: known.has(Number(list.id)) }));
}

/**
 * Throws 422 for the address of a list that the profile does not have. Locks the list, so that one that is deleted at the same time takes
 * its address with it.
 */
export async function checkListOfAddress(work: Database, profileId: string, type: unknown): Promise<void> {
  const [, id] = (typeof type === 'string' && TYPE.exec(type)) || [];
  if (id === undefined) return;
  const list = await work
    .selectFrom('lists')
    .select('id')
    .where('id', '=', Number(id))
    .where('profile_id', '=', profileId)
    .forShare()
    .executeTakeFirst();
  if (!list) throw invalid({ type: [`The profile has no list ${id}.`] });
}

/** Deletes the address with its list. */
export async function removeDelivery(
  work: Database,
  { id, profile_id: profileId }: { readonly id: number; readonly profile_id: string },
): Promise<void> {
  await sql`
    delete from records where resource = 'address' and profile_id = ${profileId}
      and fields ->> 'type' = ${`list-${id}`}`.execute(work);
}

interface ListOfProfile {
  readonly id: number;
  readonly profile_id: string;
}

/** Before a list is merged into another one: its address becomes that of the other, which keeps its own where it has one. */
export async function mergeDelivery(work: Database, list: ListOfProfile, into: ListOfProfile): Promise<void> {
  const { rows } = await sql`
    select from records where resource = 'address' and profile_id = ${into.profile_id}
      and fields ->> 'type' = ${`list-${into.id}`} limit 1`.execute(work);
  if (rows.length) return removeDelivery(work, list);
  await sql`
    update records set fields = fields || jsonb_build_object('type', ${`list-${into.id}`}::text)
    where resource = 'address' and profile_id = ${list.profile_id}
      and fields ->> 'type' = ${`list-${list.id}`}`.execute(work);
}
