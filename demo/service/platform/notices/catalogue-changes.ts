import { sql } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { publish } from '../../events/publish.ts';
import { timestamp } from '../../api/formats.ts';

/** An item of a list whose product or variant has changed. */
interface ChangedItem {
  readonly profile_id: string;
  readonly list_id: number;
  readonly list_item_id: number;
  readonly product_id: string;
  readonly variant_id: string | null;
  readonly name: string;
  readonly was: string | null;
  readonly price: string | null;
  readonly currency: string | null;
  readonly has_new_price: boolean;
  readonly was_available: boolean;
  readonly is_available: boolean;
  readonly changed_at: Date;
}

/**
 * Publishes `list-item.price-changed`, `list-item.sold-out` and `list-item.back-in-stock` for every list with a product or variant that has
 * changed, for at most `atOnce` products. Returns how many products there were. Consecutive changes count as one, from the first state to
 * the last; if both are equal, as none.
 */
export async function publishCatalogueChanges(db: Database, atOnce = 50): Promise<number> {
  return await db.transaction().execute(async (work) => {
    const { rows: changes } = await sql<{ product_id: string }>`
      with taken as (
        delete from catalogue_changes where product_id in (
          select id from products where id in (select product_id from catalogue_changes) order by id limit ${atOnce}
          for no key update skip locked)
        returning *
      )
      select product_id, variant_id, (array_agg(was order by id))[1] as was, max(changed_at) as changed_at
      from taken group by 1, 2`.execute(work);
    for (const item of await changedItems(work, JSON.stringify(changes))) await publishItem(work, item);
    return new Set(changes.map(({ product_id }) => product_id)).size;
  });
}

async function publishItem(
  work: Database,
  {
    profile_id: profileId,
    was,
    price,
    currency,
    has_new_price: hasNewPrice,
    was_available: wasAvailable,
    is_available: isAvailable,
    changed_at: changedAt,
    ...item
  }: ChangedItem,
): Promise<void> {
  const events = [
    hasNewPrice && { trigger: 'list-item.price-changed', more: { was, price, currency } },
    wasAvailable && !isAvailable && { trigger: 'list-item.sold-out', more: {} },
    !wasAvailable && isAvailable && { trigger: 'list-item.back-in-stock', more: {} },
  ];
  for (const event of events) {
    if (!event) continue;
    const payload = { ...item, ...event.more, changed_at: timestamp(changedAt) };
    await publish(work, { trigger: event.trigger, namespace: 'loyalty', profileId, payload });
  }
}

/** A field that a variant does not have is that of its product. A product without a number of pieces in stock can be bought. */
const isAvailable = (product: string, variant: string) => sql<boolean>`(
  coalesce((${sql.ref(`${product}.fields`)} ->> 'is_published')::boolean, true)
  and coalesce(is_in_stock(${sql.ref(`${variant}.fields`)}), is_in_stock(${sql.ref(`${product}.fields`)}), true))`;

const priceOf = (product: string, variant: string) => sql<string | null>`
  coalesce((${sql.ref(`${variant}.fields`)} ->> 'price')::numeric, (${sql.ref(`${product}.fields`)} ->> 'price')::numeric)`;

/** The items whose price or availability is another one than before these changes. */
async function changedItems(work: Database, changes: string): Promise<readonly ChangedItem[]> {
  const { rows } = await sql<ChangedItem>`
    with changes as (
      select * from jsonb_to_recordset(${changes}::jsonb) as change (product_id text, variant_id bigint, was jsonb, changed_at timestamptz)
    ), items as (
      select lists.profile_id, lists.id as list_id, list_items.id as list_item_id, products.id as product_id,
        nullif(list_items.variant_id, '') as variant_id, products.name, ${priceOf('old_product', 'old_variant')} as was,
        ${priceOf('new_product', 'new_variant')} as price, products.currency,
        ${isAvailable('old_product', 'old_variant')} as was_available, ${isAvailable('new_product', 'new_variant')} as is_available,
        greatest(of_product.changed_at, of_variant.changed_at) as changed_at
      from products join list_items on list_items.product_id = products.id join lists on lists.id = list_items.list_id
      join profiles on profiles.id = lists.profile_id and profiles.deleted_at is null
      cross join lateral (select products.fields || jsonb_build_object('price', products.price) as fields) as new_product
      left join lateral (
        select id, fields from records
        where resource = 'product-variant' and fields ->> 'product_id' = products.id and list_items.variant_id <> ''
          and list_items.variant_id in (fields ->> 'external_id', fields ->> 'sku')
        order by fields ->> 'external_id' is not distinct from list_items.variant_id desc, id limit 1) as new_variant on true
      left join changes as of_product on of_product.product_id = products.id and of_product.variant_id is null
      left join changes as of_variant on of_variant.variant_id = new_variant.id
      cross join lateral (select coalesce(of_product.was, new_product.fields) as fields) as old_product
      cross join lateral (select coalesce(of_variant.was, new_variant.fields) as fields) as old_variant
      where products.id in (select product_id from changes)
        and (of_product.product_id is not null or of_variant.product_id is not null)
    )
    select *, was is distinct from price as has_new_price from items
    where was is distinct from price or was_available <> is_available
    order by profile_id, list_item_id`.execute(work);
  return rows;
}
