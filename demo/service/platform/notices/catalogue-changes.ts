import { sql } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { publish } from '../../events/publish.ts';
import { timestamp } from '../../api/formats.ts';
import { alertLink, takeAlerts } from '../../lists/alerts.ts';

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
  readonly has_alerts: boolean;
  readonly variant_name: string | null;
  readonly url: string | null;
}

/** Alerts that were published, by profile, product, variant and kind: a product on several lists of an owner is told once. */
type Told = Set<string>;

/**
 * Publishes `list-item.price-changed`, `list-item.sold-out` and `list-item.back-in-stock` for every list with a product or variant that has
 * changed, and the alerts that owners asked for, for at most `atOnce` products. Returns how many products there were. Consecutive changes count as one, from the first state to
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
    const told: Told = new Set();
    for (const item of await changedItems(work, JSON.stringify(changes))) {
      await publishItem(work, item);
      if (item.has_alerts) await publishAlerts(work, item, told);
    }
    return new Set(changes.map(({ product_id }) => product_id)).size;
  });
}

async function publishItem(work: Database, item: ChangedItem): Promise<void> {
  const { was, price, currency } = item;
  const events = [
    item.has_new_price && { trigger: 'list-item.price-changed', more: { was, price, currency } },
    item.was_available && !item.is_available && { trigger: 'list-item.sold-out', more: {} },
    !item.was_available && item.is_available && { trigger: 'list-item.back-in-stock', more: {} },
  ];
  for (const event of events) {
    if (!event) continue;
    const payload = { ...changeOf(item), ...event.more };
    await publish(work, {
      trigger: event.trigger,
      namespace: 'loyalty',
      profileId: item.profile_id,
      payload,
    });
  }
}

/** Publishes what the owner of an item asked to be told. */
async function publishAlerts(work: Database, item: ChangedItem, told: Told): Promise<void> {
  const { price, currency } = item;
  const alerts = await takeAlerts(work, item.list_item_id, {
    price,
    currency,
    isAvailable: item.is_available,
    wasAvailable: item.was_available,
  });
  for (const alert of alerts) {
    const key = JSON.stringify([item.profile_id, item.product_id, item.variant_id, alert.kind]);
    if (told.has(key)) continue;
    told.add(key);
    await publish(work, {
      trigger: alert.kind === 'price' ? 'alert.price-dropped' : 'alert.back-in-stock',
      namespace: 'loyalty',
      profileId: item.profile_id,
      payload: {
        ...changeOf(item),
        variant_name: item.variant_name,
        url: item.url,
        stop_link: alertLink(item.list_item_id, alert),
        ...(alert.kind === 'price' && { was: alert.was, price, currency }),
      },
    });
  }
}

const changeOf = ({ list_id, list_item_id, product_id, variant_id, name, changed_at }: ChangedItem) => ({
  list_id,
  list_item_id,
  product_id,
  variant_id,
  name,
  changed_at: timestamp(changed_at),
});

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
        greatest(of_product.changed_at, of_variant.changed_at) as changed_at,
        -- Of a variant that the shop has deleted, and of one that only a page knows, the service learns no price and no stock.
        list_items.fields ? 'alert' and (list_items.variant_id = '' or new_variant.id is not null) as has_alerts,
        nullif(new_variant.fields ->> 'name', '') as variant_name, products.url
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
