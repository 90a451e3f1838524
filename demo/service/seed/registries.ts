import { products } from '../../sample/products.ts';
import { registries, type SampleGift, type SampleRegistry } from '../../sample/registries.ts';
import { timestamp } from '../api/formats.ts';
import { addRecord } from '../crud/store.ts';
import type { Database } from '../database/tables.ts';
import { reservationTable } from '../lists/reservations.ts';
import { newHandle, shareTable } from '../lists/shares.ts';
import type { Calendar } from './calendar.ts';
import { sampleProfileId } from './customers.ts';
import { isFirstStart } from './first-start.ts';

const MINUTE_MS = 60_000;

/** Adds the gift registries of the sample customers, once. Their links differ from service to service: a known one would open every service. */
export async function seedRegistries(work: Database, calendar: Calendar): Promise<void> {
  if (!(await isFirstStart(work, 'registries'))) return;
  for (const registry of registries) await addRegistry(work, calendar, registry);
}

async function addRegistry(work: Database, calendar: Calendar, registry: SampleRegistry): Promise<void> {
  const { customer, handle, name, eventDay, day, gifts } = registry;
  const profile_id = sampleProfileId(customer);
  const owner = await work
    .selectFrom('profiles')
    .select('id')
    .where('id', '=', profile_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!owner) return;
  const made = calendar.happened(day);
  const event_at = timestamp(new Date(calendar.ends(eventDay - 1).getTime() + 1));
  const list = await work
    .insertInto('lists')
    .values({
      profile_id,
      type: 'registry',
      handle,
      name,
      fields: JSON.stringify({ event_at }),
      created_at: made,
      updated_at: made,
    })
    // A customer of an earlier start may have made a list with the handle.
    .onConflict((conflict) => conflict.columns(['profile_id', 'handle']).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!list) return;
  await addRecord(work, shareTable, {
    role: 'viewer',
    is_public: false,
    handle: newHandle(),
    profile_id,
    parent: `list:${list.id}`,
  });
  for (const [at, gift] of gifts.entries()) {
    // Lists show the latest product first.
    const added = new Date(made.getTime() - at * MINUTE_MS);
    await addGift(work, calendar, { gift, listId: list.id, profile_id, added });
  }
}

interface Added {
  readonly gift: SampleGift;
  readonly listId: number;
  readonly profile_id: string;
  readonly added: Date;
}

async function addGift(work: Database, calendar: Calendar, { gift, listId, profile_id, added }: Added) {
  const product = products.find(({ handle }) => handle === gift.product);
  if (!product) throw new Error(`The sample registry names ${gift.product}, which is no product.`);
  const { price, currency } = product;
  const item = await work
    .insertInto('list_items')
    .values({
      list_id: listId,
      profile_id,
      added_by_profile_id: profile_id,
      product_id: product.id,
      quantity: gift.quantity,
      chip_in_target: gift.chipIn ? price : null,
      chip_in_currency: gift.chipIn ? currency : null,
      fields: JSON.stringify({
        ...(gift.note && { note: gift.note }),
        price_when_saved: price,
        currency_when_saved: currency,
      }),
      created_at: added,
      updated_at: added,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const reserved = gift.reserved?.map(({ isBought, ...one }) => ({
    ...one,
    status: isBought ? ('purchased' as const) : ('reserved' as const),
  }));
  const pledged = gift.chipIn?.map((one) => ({ ...one, currency, quantity: 1, status: 'reserved' as const }));
  for (const { day, ...reservation } of [...(reserved ?? []), ...(pledged ?? [])]) {
    const at = timestamp(calendar.happened(day));
    await addRecord(work, reservationTable, {
      ...reservation,
      parent: `list-item:${item.id}`,
      created_at: at,
      updated_at: at,
    });
  }
}
