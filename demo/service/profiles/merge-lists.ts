import { sql } from 'kysely';
import type { Database, Row } from '../platform/database/tables.ts';

/**
 * Prepares the lists of a merged profile for reassignment: a list whose handle the other profile has too is merged into that one, so
 * that there is one wishlist afterwards; if its type differs, it gets a new handle.
 */
export async function mergeLists(work: Database, from: string, to: string): Promise<void> {
  const listsOf = (profileId: string) =>
    work.selectFrom('lists').selectAll().where('profile_id', '=', profileId).forUpdate().execute();
  const kept = await listsOf(to);
  const merged = await listsOf(from);
  const taken = new Set([...kept, ...merged].map(({ handle }) => handle));
  for (const list of merged) {
    const same = kept.find(({ handle }) => handle === list.handle);
    if (!same) continue;
    if (same.type === list.type) await mergeInto(work, list, same);
    else await rename(work, list, taken);
  }
}

async function mergeInto(work: Database, list: Row<'lists'>, into: Row<'lists'>): Promise<void> {
  // Where both lists have a product, the records of one item become those of the other.
  await sql`
    update records set parent = 'list-item:' || kept.id from list_items as kept, list_items as merged
    where kept.list_id = ${into.id} and merged.list_id = ${list.id} and merged.product_id = kept.product_id
      and records.parent = 'list-item:' || merged.id`.execute(work);
  await sql`
    update list_items as kept set quantity = greatest(kept.quantity, merged.quantity) from list_items as merged
    where kept.list_id = ${into.id} and merged.list_id = ${list.id} and merged.product_id = kept.product_id`.execute(
    work,
  );
  await sql`
    update list_items as merged set list_id = ${into.id}, profile_id = ${into.profile_id}
    where list_id = ${list.id} and not exists (
      select from list_items as kept where kept.list_id = ${into.id} and kept.product_id = merged.product_id)`.execute(
    work,
  );
  await sql`
    delete from records as merged using records as kept
    where merged.parent = ${`list:${list.id}`} and kept.parent = ${`list:${into.id}`}
      and merged.resource = 'custom-field' and kept.resource = 'custom-field'
      and merged.fields ->> 'handle' = kept.fields ->> 'handle'`.execute(work);
  await sql`
    update records set parent = ${`list:${into.id}`}, profile_id = ${into.profile_id},
      fields = case when resource = 'custom-field'
        then fields || jsonb_build_object('custom_fieldable_id', ${String(into.id)}::text) else fields end
    where parent = ${`list:${list.id}`}`.execute(work);
  await work.deleteFrom('lists').where('id', '=', list.id).execute();
}

async function rename(work: Database, { id, handle }: Row<'lists'>, taken: Set<string>): Promise<void> {
  let next = handle;
  for (let number = 2; taken.has(next); number++) next = `${handle.slice(0, 70)}-${number}`;
  taken.add(next);
  await work.updateTable('lists').set({ handle: next }).where('id', '=', id).execute();
}
