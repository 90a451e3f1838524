import { sql } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { publish } from '../../events/publish.ts';
import { timestamp } from '../../api/formats.ts';

interface ListedProduct {
  readonly profile_id: string;
  readonly list_id: number;
  readonly list_item_id: number;
  readonly product_id: string;
  readonly name: string;
  readonly was: string | null;
  readonly price: string | null;
  readonly currency: string | null;
  readonly changed_at: Date;
}

/**
 * Publishes `list-item.price-changed` for every list with a product whose price changed, for at most `atOnce` products. Returns how
 * many products there were. Consecutive changes count as one, from the first price to the last; if both are equal, as none.
 */
export async function publishPriceChanges(db: Database, atOnce = 50): Promise<number> {
  return await db.transaction().execute(async (work) => {
    const { rows: changes } = await sql<{ product_id: string; was: string | null; changed_at: Date }>`
      with taken as (
        delete from price_changes where product_id in (
          select id from products where id in (select product_id from price_changes) order by id limit ${atOnce}
          for no key update skip locked)
        returning *
      )
      select product_id, (array_agg(was order by id))[1] as was, max(changed_at) as changed_at from taken group by 1 order by 1`.execute(
      work,
    );
    for (const change of changes) {
      const { rows } = await sql<ListedProduct>`
        select lists.profile_id, lists.id as list_id, list_items.id as list_item_id, products.id as product_id, products.name,
          ${change.was}::numeric as was, products.price, products.currency, ${change.changed_at}::timestamptz as changed_at
        from products join list_items on list_items.product_id = products.id join lists on lists.id = list_items.list_id
        join profiles on profiles.id = lists.profile_id and profiles.deleted_at is null
        where products.id = ${change.product_id} and products.price is distinct from ${change.was}::numeric
          -- A variant with a price of its own costs the same as before.
          and not exists (
            select from records where records.resource = 'product-variant' and list_items.variant_id <> ''
              and records.fields ->> 'product_id' = products.id and records.fields ->> 'price' is not null
              and list_items.variant_id in (records.fields ->> 'external_id', records.fields ->> 'sku'))
        order by lists.profile_id, list_items.id`.execute(work);
      for (const { profile_id: profileId, changed_at: changedAt, ...payload } of rows) {
        await publish(work, {
          trigger: 'list-item.price-changed',
          namespace: 'loyalty',
          profileId,
          payload: { ...payload, changed_at: timestamp(changedAt) },
        });
      }
    }
    return changes.length;
  });
}
