import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addRecord } from '../../../../demo/service/crud/store.ts';
import { tableOf } from '../../../../demo/service/crud/tables.ts';
import { migrate } from '../../../../demo/service/database/migrate.ts';
import { customProductsOfOthersMigration } from '../../../../demo/service/database/migrations/0180-custom-products-of-others.ts';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { openService, SHOP_ORIGIN, type OpenService } from '../../../support/service-open.ts';

const profile = 'profile-1003';
const other = 'profile-1002';
const page = { name: 'Page', url: `${SHOP_ORIGIN}/page` };

describe('custom products on lists', () => {
  let service: OpenService;
  let owner: string;
  let friend: string;
  let staff: string;
  let number = 0;

  async function list(of = profile, token = owner): Promise<{ id: string; handle: string }> {
    const handle = `custom-${++number}`;
    const body = { type: 'registry', handle, name: 'Wedding' };
    const { data } = (await service.call(on.addList, { path: { profile: of }, body, token })).body;
    return { id: String(data.id), handle };
  }
  /** The product id of a new custom product of a profile. */
  async function customOf(of: string | null): Promise<string> {
    const values = { profile_id: of, name: `Chair of ${of}`, price: '12.34', currency: 'EUR' };
    const { id } = await addRecord<{ id: number }>(service.db, tableOf('custom-product') as never, values);
    return `custom-product:${id}`;
  }
  const add = (to: string, body: object, token = owner, of = profile) =>
    service.call(on.addListItem, { path: { profile: of, list: to }, body, token });
  const items = (of: string, token = owner, asked = profile) =>
    service.call(on.listItems, { path: { profile: asked, list: of }, token });
  const shown = async (of: string, token = owner, asked = profile) => {
    const { body } = await items(of, token, asked);
    return body.data.map(({ product }: { product: { name: string } | null }) => product?.name ?? null);
  };
  async function share(of: string, role: string): Promise<string> {
    const path = { profile, list: of };
    const { data } = (await service.call(on.addProfileListShare, { path, body: { role }, token: owner }))
      .body;
    return data.handle;
  }

  beforeAll(async () => {
    service = await openService({ acceptPageProducts: true });
    [owner, friend, staff] = await Promise.all([
      service.tokenOf('1003'),
      service.tokenOf('1002'),
      service.machineToken(),
    ]);
  });
  afterAll(() => service.drop());

  it('of others are refused, with a description of the page too', async () => {
    const { handle } = await list();
    const theirs = await customOf(other);
    const none = await add(handle, { product_id: 'custom-product:999999999' });
    for (const id of [theirs, await customOf(null), theirs.replace(':', ':0')])
      for (const product of [undefined, page])
        expect(await add(handle, { product_id: id, product })).toMatchObject({
          status: 422,
          text: none.text,
        });
    expect(await shown(handle)).toEqual([]);
  });

  it('of the owner are added by the owner, by an editor and by staff, and read by givers', async () => {
    const { id, handle } = await list();
    const made = await service.call(on.addProfileListCustomProduct, {
      path: { profile, handle },
      body: { name: 'Cabin', price: '80.00', currency: 'EUR' },
      token: staff,
    });
    expect(made.body.data.product.name).toBe('Cabin');
    expect((await add(handle, { product_id: await customOf(profile) })).status).toBe(200);
    const link = await share(handle, 'editor');
    await service.call(on.claimListShare, { path: { handle: link }, token: friend });
    const byEditor = await add(id, { product_id: await customOf(profile) }, friend, other);
    expect(byEditor.status).toBe(200);
    const read = await service.call(on.readListShareWithoutProfile, { path: { handle: link } });
    const names = read.body.data.items.map(({ product }: { product: { name: string } }) => product.name);
    expect(names.sort()).toEqual(['Cabin', `Chair of ${profile}`, `Chair of ${profile}`]);
  });

  it('of an editor are shown as they were when the editor added them', async () => {
    const { id, handle } = await list();
    const link = await share(handle, 'editor');
    await service.call(on.claimListShare, { path: { handle: link }, token: friend });
    const product = await customOf(other);
    expect((await add(id, { product_id: product }, friend, other)).body.data.product.name).toBe(
      `Chair of ${other}`,
    );
    await service.db
      .updateTable('records')
      .set({ fields: JSON.stringify({ name: 'Changed since' }) })
      .where('id', '=', Number(product.split(':')[1]))
      .execute();
    expect(await shown(handle)).toEqual([`Chair of ${other}`]);
    expect((await add(handle, { product_id: await customOf(other) })).status).toBe(422);
  });

  it('of others on lists of before are not shown, and the migration takes their ids away', async () => {
    const { id, handle } = await list();
    const theirs = await customOf(other);
    const ours = await customOf(profile);
    for (const product_id of [theirs, ours])
      await service.db
        .insertInto('list_items')
        .values({ list_id: Number(id), profile_id: profile, product_id, quantity: 1 })
        .execute();
    expect((await shown(handle)).sort()).toEqual([`Chair of ${profile}`, null]);
    await customProductsOfOthersMigration.up(service.db);
    await migrate(service.db);
    const { body } = await service.call(on.listItems, { path: { profile, list: handle }, token: owner });
    const ids = body.data.map(({ product_id }: { product_id: string }) => product_id);
    expect(ids).toContain(ours);
    expect(ids).not.toContain(theirs);
    expect(ids.find((one: string) => one !== ours)).toMatch(/^unknown-product:\d+$/);
  });

  describe('and products that are not published', () => {
    const draft = {
      id: 'draft-1',
      handle: 'draft-1',
      name: 'Secret lamp',
      url: '/draft',
      price: '99.99',
      currency: 'EUR',
    };
    beforeAll(async () => {
      await service.db
        .insertInto('products')
        .values({ ...draft, fields: JSON.stringify({ is_published: false }) } as never)
        .execute();
      await addRecord(service.db, tableOf('product-variant'), {
        product_id: 'draft-1',
        sku: 'draft-blue',
        name: 'Secret blue',
        price: '98.76',
      });
    });

    it('are refused by their id', async () => {
      const { handle } = await list();
      const none = await add(handle, { product_id: 'no-such-product' });
      expect(await add(handle, { product_id: 'draft-1' })).toMatchObject({ status: 422, text: none.text });
    });

    it('are refused also where a page describes them', async () => {
      const { handle } = await list();
      const body = { product_id: 'draft-1', variant_id: 'draft-blue', product: page };
      const answer = await add(handle, body);
      expect([answer.status, answer.body.errors]).toEqual([
        422,
        { product_id: ['There is no such product.'] },
      ]);
      expect(await shown(handle)).toEqual([]);
    });

    it('are shown as a page has described them before, and cannot be bought', async () => {
      const { handle } = await list();
      const later = { ...draft, id: 'draft-2', handle: 'draft-2' };
      const body = { product_id: later.id, variant_id: 'draft-green', product: page };
      expect((await add(handle, body)).body.data.product.name).toBe('Page');
      await service.db
        .insertInto('products')
        .values({ ...later, fields: JSON.stringify({ is_published: false }) } as never)
        .execute();
      const green = { product_id: later.id, sku: 'draft-green', name: 'Secret green', price: '98.76' };
      await addRecord(service.db, tableOf('product-variant'), green);
      const answer = await items(handle);
      expect(answer.body.data[0].product).toMatchObject({ name: 'Page', is_available: false });
      expect(answer.text).not.toMatch(/Secret|99\.99|98\.76/);
    });

    it('that were saved before are shown like those that are sold out', async () => {
      const { handle } = await list();
      await addRecord(service.db, tableOf('product-variant'), {
        product_id: 'hp-1001',
        sku: 'left-7',
        name: 'Left',
        stock: 7,
      });
      expect((await add(handle, { product_id: 'hp-1001' })).status).toBe(200);
      expect((await add(handle, { product_id: 'hp-1001', variant_id: 'left-7' })).status).toBe(200);
      const availability = async () =>
        (await items(handle)).body.data.map(
          ({ product, variant }: Record<string, { is_available: unknown } | null>) =>
            `${product?.is_available} ${variant?.is_available}`,
        );
      const publish = (fields: object) =>
        service.db
          .updateTable('products')
          .set({ fields: JSON.stringify(fields) })
          .where('id', '=', 'hp-1001')
          .execute();
      expect(await availability()).toEqual(['null true', 'null undefined']);
      await publish({ is_published: false, stock: 5 });
      expect(await availability()).toEqual(['false false', 'false undefined']);
      expect(await shown(handle)).not.toContain(null);
      for (const again of [{}, { product: page }, { variant_id: 'left-7' }])
        expect((await add(handle, { product_id: 'hp-1001', ...again })).status).toBe(422);
      await publish({ is_published: true });
      expect(await availability()).toEqual(['null true', 'null undefined']);
    });
  });
});
