import { sql } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { publish } from '../../events/publish.ts';
import { timestamp } from '../../api/formats.ts';
import { takeAlerts } from '../../lists/alerts.ts';
import { takeGuestAlerts } from '../../lists/guest-alerts.ts';
import { isAvailable, priceOf, variantNow } from '../../lists/product-now.ts';
import { publishAlert, type AlertedProduct } from '../../lists/publish-alerts.ts';

/** An item of a list, or the alert of a guest, whose product or variant has changed. */
interface Changed extends AlertedProduct {
  /** The record of the variant. */
  readonly variant_record: number | null;
  readonly was: string | null;
  readonly has_new_price: boolean;
  readonly was_available: boolean;
  readonly is_available: boolean;
  readonly has_alerts: boolean;
}

/** Alerts that were published, by profile or guest, product, variant and kind: a product on several lists of an owner is told once. */
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
      if (item.guest_alert_id === null) await publishItem(work, item);
      if (item.has_alerts) await publishAlerts(work, item, told);
    }
    return new Set(changes.map(({ product_id }) => product_id)).size;
  });
}

async function publishItem(work: Database, item: Changed): Promise<void> {
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

/** Publishes what the owner of an item, or a guest, asked to be told. */
async function publishAlerts(work: Database, item: Changed, told: Told): Promise<void> {
  const { price, currency, guest_alert_id: guest, list_item_id: id } = item;
  const now = { price, currency, isAvailable: item.is_available, wasAvailable: item.was_available };
  const { due, link } =
    guest === null ? await takeAlerts(work, id ?? 0, now) : await takeGuestAlerts(work, guest, now);
  for (const one of due) {
    // By the record of the variant: one list may name it by its SKU, another one by its external id.
    const key = JSON.stringify([item.profile_id, guest, item.product_id, item.variant_record, one.kind]);
    if (told.has(key)) continue;
    told.add(key);
    await publishAlert(work, item, one, link);
  }
}

const changeOf = ({ list_id, list_item_id, product_id, variant_id, name, changed_at }: Changed) => ({
  list_id,
  list_item_id,
  product_id,
  variant_id,
  name,
  changed_at: timestamp(changed_at),
});

/** The items and alerts of guests whose price or availability is another one than before these changes. */
async function changedItems(work: Database, changes: string): Promise<readonly Changed[]> {
  const { rows } = await sql<Changed>`
    with changes as (
      select * from jsonb_to_recordset(${changes}::jsonb) as change (product_id text, variant_id bigint, was jsonb, changed_at timestamptz)
    ), items as (
      select watched.profile_id, watched.list_id, watched.list_item_id, watched.guest_alert_id, products.id as product_id,
        nullif(watched.variant_id, '') as variant_id, new_variant.id as variant_record, products.name,
        ${priceOf('old_product', 'old_variant')} as was,
        ${priceOf('new_product', 'new_variant')} as price, products.currency,
        ${isAvailable('old_product', 'old_variant')} as was_available, ${isAvailable('new_product', 'new_variant')} as is_available,
        greatest(of_product.changed_at, of_variant.changed_at) as changed_at,
        -- Of a variant that the shop has deleted, and of one that only a page knows, the service learns no price and no stock.
        watched.has_alerts and (watched.variant_id = '' or new_variant.id is not null) as has_alerts,
        nullif(new_variant.fields ->> 'name', '') as variant_name, products.url
      from products
      cross join lateral (
        select lists.profile_id, lists.id as list_id, list_items.id as list_item_id, null::bigint as guest_alert_id,
          list_items.variant_id, list_items.fields ? 'alert' as has_alerts
        from list_items join lists on lists.id = list_items.list_id
        join profiles on profiles.id = lists.profile_id and profiles.deleted_at is null
        where list_items.product_id = products.id
        union all
        select null, null, null, id, variant_id, true from guest_alerts
        where guest_alerts.product_id = products.id and kinds <> '{}'
      ) as watched
      cross join lateral (select products.fields || jsonb_build_object('price', products.price) as fields) as new_product
      ${variantNow(sql`products.id`, sql`watched.variant_id`)}
      left join changes as of_product on of_product.product_id = products.id and of_product.variant_id is null
      left join changes as of_variant on of_variant.variant_id = new_variant.id
      cross join lateral (select coalesce(of_product.was, new_product.fields) as fields) as old_product
      cross join lateral (select coalesce(of_variant.was, new_variant.fields) as fields) as old_variant
      where products.id in (select product_id from changes)
        and (of_product.product_id is not null or of_variant.product_id is not null)
    )
    select *, was is distinct from price as has_new_price from items
    where was is distinct from price or was_available <> is_available
    order by profile_id, list_item_id, guest_alert_id`.execute(work);
  return rows;
}
