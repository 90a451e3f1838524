import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../../../../demo/service/database/migrate.ts';
import { seed } from '../../../../../demo/service/seed/seed.ts';
import * as on from '../../../../../src/services/contract/endpoints/index.ts';
import { freshDatabase, SECRET, SECRET_KEYS } from '../../../../support/database-fresh.ts';
import { openService, type OpenService } from '../../../../support/service-open.ts';

const path = { profile: 'old-member', list: 'wishlist' };

/** What a list of before has in it, by product. */
const saved = [
  { product_id: 'old-lamp', quantity: 3, fields: { note: 'In blue, please' } },
  { product_id: 'old-bowl', quantity: 1, fields: {} },
  // The shop has deleted it since.
  { product_id: 'old-vase', quantity: 2, fields: {} },
];

describe('a database from before the variants of lists', () => {
  let service: OpenService;
  let token: string;
  /** Items in the order in which they were saved. */
  const items = async () => {
    const { body } = await service.call(on.listItems, { path, token });
    return (body.data as { id: number; product_id: string; variant_id: string | null }[]).sort(
      (a, b) => a.id - b.id,
    );
  };

  beforeAll(async () => {
    const database = await freshDatabase({ empty: true });
    const { db } = database;
    await migrate(db, '0170-delivery-answers');
    await sql`insert into profiles (id, external_id, first_name) values ('old-member', 'old-1', 'Ada')`.execute(
      db,
    );
    await sql`
      insert into products (id, handle, name, price, currency)
      values ('old-lamp', 'lamp', 'Lamp', 59.00, 'EUR'), ('old-bowl', 'bowl', 'Bowl', 12.50, 'EUR')`.execute(
      db,
    );
    await sql`
      insert into lists (profile_id, type, handle, name) values ('old-member', 'wishlist', 'wishlist', 'Wishlist')`.execute(
      db,
    );
    for (const { product_id, quantity, fields } of saved)
      await sql`
        insert into list_items (list_id, profile_id, product_id, quantity, fields)
        select id, profile_id, ${product_id}, ${quantity}, ${JSON.stringify(fields)}::jsonb from lists`.execute(
        db,
      );
    await migrate(db);
    await seed(db, { secret: SECRET, secretKeys: SECRET_KEYS, users: true });
    service = await openService({}, database);
    token = await service.machineToken();
  });
  afterAll(() => service?.drop());

  it('shows every saved product as a whole, with its quantity and note', async () => {
    const none = { variant_id: null, variant_name: null, variant: null };
    const product = (id: string, name: string, price: string) => expect.objectContaining({ id, name, price });
    expect(await items()).toMatchObject([
      {
        ...none,
        product_id: 'old-lamp',
        quantity: 3,
        note: 'In blue, please',
        product: product('old-lamp', 'Lamp', '59.00'),
        price_when_saved: null,
      },
      { ...none, product_id: 'old-bowl', quantity: 1, product: product('old-bowl', 'Bowl', '12.50') },
      { ...none, product_id: 'old-vase', quantity: 2, product: null },
    ]);
  });

  it('has a product of before once: saving it again adds no second item', async () => {
    const { status, body } = await service.call(on.addListItem, {
      path,
      token,
      body: { product_id: 'old-bowl' },
    });
    expect([status, body.data.variant_id]).toEqual([200, null]);
    expect(await items()).toHaveLength(saved.length);
  });

  it('has a variant beside the product as a whole, and loses only what is removed', async () => {
    for (const sku of ['lamp-blue', 'lamp-red'])
      await service.call(on.addProductVariant, { token, body: { product_id: 'old-lamp', sku, name: sku } });
    const added = await service.call(on.addListItem, {
      path,
      token,
      body: { product_id: 'old-lamp', variant_id: 'lamp-blue' },
    });
    expect(added.status, added.text).toBe(200);
    const removed = { path: { ...path, item: String(added.body.data.id) }, token };
    const choices = async () => (await items()).map((one) => [one.product_id, one.variant_id]);
    const before = saved.map(({ product_id }) => [product_id, null]);
    expect(await choices()).toEqual([...before, ['old-lamp', 'lamp-blue']]);
    expect((await service.call(on.removeListItem, removed)).status).toBe(204);
    expect(await choices()).toEqual(before);
    expect(service.errors).toEqual([]);
  });
});
