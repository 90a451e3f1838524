import { sql } from 'kysely';
import { mergeDelivery } from '../lists/delivery-address.ts';
import { mergedHiddenUntil, wasShown } from '../lists/hidden-names.ts';
import type { Database, Row } from '../database/tables.ts';

/**
 * Prepares the lists of a merged profile for reassignment: a list whose handle the other profile has too is merged into that one, so
 * that there is one wishlist afterwards; if its type differs, it gets a new handle.
 */
export async function mergeLists(work: Database, from: string, to: string): Promise<void> {
  const listsOf = (profileId: string) =>
    work.selectFrom('lists').selectAll().where('profile_id', '=', profileId).forUpdate().execute();
  const ours = await listsOf(to);
  const theirs = await listsOf(from);
  const taken = new Set([...ours, ...theirs].map(({ handle }) => handle));
  for (const list of theirs) {
    const same = ours.find(({ handle }) => handle === list.handle);
    if (!same) continue;
    if (same.type === list.type && !(await haveGiversOfOnePresent(work, list, same)))
      await mergeInto(work, list, same);
    else await rename(work, list, taken);
  }
}

/** Whether the items `ours` and `theirs` are one product, in one variant: by its external id or by its SKU. */
const isSameProduct = sql`(theirs.product_id = ours.product_id and (theirs.variant_id = ours.variant_id or exists (
  select from records as variant
  where variant.resource = 'product-variant' and variant.fields ->> 'product_id' = ours.product_id
    and ours.variant_id in (variant.fields ->> 'external_id', variant.fields ->> 'sku')
    and theirs.variant_id in (variant.fields ->> 'external_id', variant.fields ->> 'sku'))))`;

/**
 * Whether both lists have a product that givers pay for together on one of them, and that others have reserved or pay for on the other one:
 * together they would be more than the target. Such lists stay two, so that no promise of a giver is lost.
 */
async function haveGiversOfOnePresent(
  work: Database,
  list: Row<'lists'>,
  into: Row<'lists'>,
): Promise<boolean> {
  const isGiven = (item: string, condition = sql`true`) => sql`exists (
    select from records where resource = 'reservation' and parent = 'list-item:' || ${sql.ref(`${item}.id`)}
      and fields ->> 'status' <> 'cancelled' and ${condition})`;
  const isPledged = sql`fields ->> 'amount' is not null`;
  const { rows } = await sql`
    select from list_items as ours, list_items as theirs
    where ours.list_id = ${into.id} and theirs.list_id = ${list.id} and ${isSameProduct}
      and ${isGiven('ours')} and ${isGiven('theirs')} and (${isGiven('ours', isPledged)} or ${isGiven('theirs', isPledged)})
    limit 1`.execute(work);
  return rows.length > 0;
}

async function mergeInto(work: Database, list: Row<'lists'>, into: Row<'lists'>): Promise<void> {
  await mergeDelivery(work, list, into);
  if (await wasShown(work, list.id)) await hideNames(work, into.id, mergedHiddenUntil(into, list));
  // Before the pledges: the database refuses them for an item that is not open. Only one of the two has pledges.
  await sql`
    update list_items as ours set chip_in_target = theirs.chip_in_target, chip_in_currency = theirs.chip_in_currency
    from list_items as theirs
    where ours.list_id = ${into.id} and theirs.list_id = ${list.id} and ${isSameProduct}
      and theirs.chip_in_target is not null and not exists (
        select from records where resource = 'reservation' and parent = 'list-item:' || ours.id
          and fields ->> 'status' <> 'cancelled')`.execute(work);
  // Where both lists have a product, the records of one item become those of the other.
  await sql`
    update records set parent = 'list-item:' || ours.id from list_items as ours, list_items as theirs
    where ours.list_id = ${into.id} and theirs.list_id = ${list.id} and ${isSameProduct}
      and records.parent = 'list-item:' || theirs.id`.execute(work);
  await sql`
    update list_items as ours set quantity = greatest(ours.quantity, theirs.quantity),
      fields = ours.fields || jsonb_strip_nulls(jsonb_build_object(
        'note', coalesce(ours.fields ->> 'note', theirs.fields ->> 'note'),
        'priority', coalesce(ours.fields ->> 'priority', theirs.fields ->> 'priority')))
    from list_items as theirs
    where ours.list_id = ${into.id} and theirs.list_id = ${list.id} and ${isSameProduct}`.execute(work);
  await sql`
    update list_items as theirs set list_id = ${into.id}, profile_id = ${into.profile_id}
    where list_id = ${list.id} and not exists (
      select from list_items as ours where ours.list_id = ${into.id} and ${isSameProduct})`.execute(work);
  await sql`
    delete from records as theirs using records as ours
    where theirs.parent = ${`list:${list.id}`} and ours.parent = ${`list:${into.id}`}
      and theirs.resource = 'custom-field' and ours.resource = 'custom-field'
      and theirs.fields ->> 'handle' = ours.fields ->> 'handle'`.execute(work);
  await sql`
    update records set parent = ${`list:${into.id}`}, profile_id = ${into.profile_id},
      fields = case when resource = 'custom-field'
        then fields || jsonb_build_object('custom_fieldable_id', ${String(into.id)}::text) else fields end
    where parent = ${`list:${list.id}`}`.execute(work);
  await work.deleteFrom('lists').where('id', '=', list.id).execute();
}

/** Givers of a merged list stay unknown for as long as their page said. */
async function hideNames(work: Database, id: number, until: string): Promise<void> {
  await sql`update lists set fields = fields || jsonb_build_object('names_hidden_until', ${until}::text) where id = ${id}`.execute(
    work,
  );
}

async function rename(work: Database, { id, handle }: Row<'lists'>, taken: Set<string>): Promise<void> {
  let next = handle;
  for (let number = 2; taken.has(next); number++) next = `${handle.slice(0, 70)}-${number}`;
  taken.add(next);
  await work.updateTable('lists').set({ handle: next }).where('id', '=', id).execute();
}
