import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

// Items of lists that are one variant of a product.

const path = { profile: 'profile-1003', list: 'wishlist' };

describe('variants on a list', () => {
  let service: OpenService;
  let token: string;
  let staff: string;
  const ids: Record<string, string> = {};

  const add = (body: object, list = path) => service.call(on.addListItem, { path: list, token, body });
  const items = async () => (await service.call(on.listItems, { path, token })).body.data;
  const addVariant = async (values: Record<string, unknown>) => {
    const body = { product_id: 'hp-1001', name: 'Variant', ...values };
    return service.call(on.addProductVariant, { path: {}, token: staff, body });
  };
  const editVariant = (sku: string, body: object) =>
    service.call(on.editProductVariant, { path: { variant: ids[sku]! }, token: staff, body });

  beforeAll(async () => {
    service = await openService({ acceptPageProducts: true });
    token = await service.tokenOf('1003');
    staff = await service.machineToken();
    const variants = [
      {
        sku: 'blue-m',
        name: 'Blue, M',
        external_id: '41',
        price: '71.00',
        options: { colour: 'Blue', size: 'M' },
        stock: 1,
      },
      {
        sku: 'blue-l',
        name: 'Blue, L',
        options: { colour: 'Blue', size: 'L' },
        image_url: 'https://cdn.example.com/blue.svg',
      },
      { sku: 'red-m', name: '<b>Red</b>', stock: 0 },
      { sku: 'vase-m', product_id: 'hp-1002' },
    ];
    for (const variant of variants) {
      const { body, status } = await addVariant(variant);
      expect(status).toBe(200);
      ids[variant.sku] = String(body.data.id);
    }
  });
  afterAll(() => service.drop());

  it('are saved beside each other and beside the product as a whole, each once', async () => {
    const saved = [
      { product_id: 'hp-1001' },
      { product_id: 'hp-1001', variant_id: '41' },
      { product_id: 'hp-1001', variant_id: 'blue-l' },
    ];
    for (const body of [...saved, ...saved]) expect((await add(body)).status).toBe(200);
    const found = (await items()).filter(
      ({ product_id }: { product_id: string }) => product_id === 'hp-1001',
    );
    expect(found.map(({ variant_id }: { variant_id: unknown }) => variant_id).sort()).toEqual([
      '41',
      'blue-l',
      null,
    ]);
  });

  it('are shown with their options as text, their price, picture and availability', async () => {
    const { body } = await add({ product_id: 'hp-1001', variant_id: '41' });
    expect(body.data).toMatchObject({
      variant_id: '41',
      variant_name: 'Blue, M',
      variant: { id: '41', name: 'Blue, M', price: '71.00', image_url: null, is_available: true },
      product: { id: 'hp-1001', price: '89.00' },
      price_when_saved: '71.00',
      currency_when_saved: 'EUR',
    });
    const large = (await add({ product_id: 'hp-1001', variant_id: 'blue-l' })).body.data;
    expect(large.variant).toEqual({
      id: 'blue-l',
      name: 'Blue, L',
      price: null,
      image_url: 'https://cdn.example.com/blue.svg',
      is_available: null,
    });
    const whole = (await add({ product_id: 'hp-1001' })).body.data;
    expect(whole).toMatchObject({ variant_id: null, variant_name: null, variant: null });
  });

  it('are saved also when they are sold out, with a name that is text', async () => {
    const { body } = await add({ product_id: 'hp-1001', variant_id: 'red-m' });
    expect(body.data.variant).toMatchObject({ name: '<b>Red</b>', is_available: false });
  });

  it('keep the price at saving while their price changes', async () => {
    await editVariant('blue-m', { price: '59.00' });
    const { body } = await add({ product_id: 'hp-1001', variant_id: '41' });
    expect(body.data).toMatchObject({ price_when_saved: '71.00', variant: { price: '59.00' } });
  });

  it('keep their name when the shop deletes them, and others are still saved', async () => {
    await service.call(on.deleteProductVariant, { path: { variant: ids['blue-l']! }, token: staff });
    const found = (await items()).find(({ variant_id }: { variant_id: unknown }) => variant_id === 'blue-l');
    expect(found).toMatchObject({ variant: null, variant_name: 'Blue, L', product: { id: 'hp-1001' } });
    expect((await add({ product_id: 'hp-1001', variant_id: '41' })).status).toBe(200);
  });

  it.each([
    ['is unknown', 'hp-1001', 'green'],
    ['is of another product', 'hp-1001', 'vase-m'],
    ['is of a product without variants', 'hp-1003', '41'],
  ])('are refused where the variant %s', async (_, product_id, variant_id) => {
    const { status, body } = await add({ product_id, variant_id });
    expect([status, body.errors]).toEqual([422, { variant_id: ['This product has no such variant.'] }]);
  });

  it('cannot have a stock below zero', async () => {
    const { status, body } = await addVariant({ sku: 'broken', stock: -1 });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['stock']]);
  });

  it('are saved as the page names them where the service knows no variants of the product', async () => {
    const product = { name: 'Lamp', url: '/products/lamp', price: '12.00', currency: 'EUR' };
    const body = { product_id: 'page-1', variant_id: 'v1', variant_name: 'Green', product };
    const { data } = (await add(body)).body;
    expect(data).toMatchObject({
      variant_name: 'Green',
      variant: { id: 'v1', name: 'Green', price: null, is_available: null },
      price_when_saved: '12.00',
    });
  });

  it('are one item by external id and by SKU, also when both are saved at once', async () => {
    const list = { ...path, list: 'names' };
    const body = { type: 'wishlist', handle: 'names', name: 'Names' };
    await service.call(on.addList, { path, token, body });
    const ids = async () =>
      (await service.call(on.listItems, { path: list, token })).body.data.map(
        ({ variant_id }: { variant_id: unknown }) => variant_id,
      );
    const both = ['41', 'blue-m'].map((variant_id) => ({ product_id: 'hp-1001', variant_id }));
    for (let round = 0; round < 8; round++) {
      const answers = await Promise.all(both.map((one) => add(one, list)));
      expect(answers[0]?.body.data.id).toBe(answers[1]?.body.data.id);
      expect(await ids()).toHaveLength(1);
      const item = String(answers[0]?.body.data.id);
      await service.call(on.removeListItem, { path: { ...list, item }, token });
    }
    // The item keeps the name that a page has said first: the heart of that page finds it.
    for (const one of [both[1]!, both[0]!])
      expect((await add(one, list)).body.data.variant_id).toBe('blue-m');
    expect(await ids()).toEqual(['blue-m']);
  });

  it('are added again with another quantity, note or priority, which the item gets', async () => {
    const list = { ...path, list: 'again' };
    const body = { type: 'registry', handle: 'again', name: 'Again' };
    await service.call(on.addList, { path, token, body });
    const one = { product_id: 'hp-1001', variant_id: '41' };
    const first = (await add({ ...one, quantity: 2, note: 'Soft' }, list)).body.data;
    const again = async (more: object) => {
      const { body: answer } = await add({ ...one, ...more }, list);
      const { id, quantity, note, priority } = answer.data;
      return { id, quantity, note, priority };
    };
    const { id } = first;
    expect(await again({ quantity: 5 })).toEqual({ id, quantity: 5, note: 'Soft', priority: null });
    expect(await again({ priority: 'high' })).toEqual({ id, quantity: 5, note: 'Soft', priority: 'high' });
    expect(await again({ variant_id: 'blue-m', quantity: 3, note: null })).toEqual({
      id,
      quantity: 3,
      note: null,
      priority: 'high',
    });
    expect(await again({})).toEqual({ id, quantity: 3, note: null, priority: 'high' });
    const share = await service.call(on.addProfileListShare, { path: list, body: {}, token });
    await service.call(on.addListItemReservation, {
      path: { itemId: String(id) },
      query: `?share=${share.body.data.handle}`,
      token: staff,
      body: { quantity: 2, name: 'Bo' },
    });
    const fewer = await add({ ...one, quantity: 1 }, list);
    expect([fewer.status, Object.keys(fewer.body.errors)]).toEqual([422, ['quantity']]);
    expect(await again({})).toMatchObject({ quantity: 3 });
  });

  it('have a note and a priority each, which their owner changes and removes', async () => {
    const { id } = (await items()).find(({ variant_id }: { variant_id: string }) => variant_id === '41');
    const edit = (body: object) =>
      service.call(on.editProfileListItem, { path: { ...path, item: id }, token, body });
    expect((await edit({ note: 'For the sea', priority: 'high' })).body.data).toMatchObject({
      note: 'For the sea',
      priority: 'high',
      quantity: 1,
    });
    expect((await edit({ priority: 'urgent' })).body.errors).toHaveProperty('priority');
    expect((await edit({ note: null })).body.data).toMatchObject({ note: null, priority: 'high' });
    const others = (await items()).filter((item: { id: number }) => item.id !== id);
    expect(others.some(({ priority }: { priority: unknown }) => priority)).toBe(false);
  });

  it('of one product meet in a merge by external id and by SKU', async () => {
    const { mergeLists } = await import('../../../../demo/service/profiles/merge-lists.ts');
    const [ours, theirs] = [
      { profile: 'profile-1003', by: token, variant_id: '41', quantity: 1 },
      { profile: 'profile-1002', by: await service.tokenOf('1002'), variant_id: 'blue-m', quantity: 6 },
    ];
    for (const { profile, by, ...one } of [ours, theirs]) {
      const body = { type: 'wishlist', handle: 'both', name: 'Both' };
      await service.call(on.addList, { path: { profile }, token: by, body });
      await service.call(on.addListItem, {
        path: { profile, list: 'both' },
        token: by,
        body: { product_id: 'hp-1001', ...one },
      });
    }
    await service.db.transaction().execute((work) => mergeLists(work, 'profile-1002', 'profile-1003'));
    const { body } = await service.call(on.listItems, { path: { ...path, list: 'both' }, token });
    expect(body.data).toMatchObject([{ variant_id: '41', quantity: 6 }]);
  });

  it('of one product meet in a merge: each variant once, with the larger number of pieces', async () => {
    const other = { profile: 'profile-1002', list: 'wishlist' };
    const theirs = await service.tokenOf('1002');
    await service.call(on.addList, {
      path: other,
      token: theirs,
      body: { type: 'wishlist', handle: 'wishlist', name: 'Wishlist' },
    });
    for (const [variant_id, quantity] of [
      ['41', 4],
      ['red-m', 1],
    ] as const)
      await service.call(on.addListItem, {
        path: other,
        token: theirs,
        body: { product_id: 'hp-1001', variant_id, quantity, note: 'Theirs', priority: 'low' },
      });
    const { mergeLists } = await import('../../../../demo/service/profiles/merge-lists.ts');
    await service.db.transaction().execute((work) => mergeLists(work, 'profile-1002', 'profile-1003'));
    const found = (await items()).filter(
      ({ product_id }: { product_id: string }) => product_id === 'hp-1001',
    );
    expect(found.map(({ variant_id, quantity }: Record<string, unknown>) => [variant_id, quantity])).toEqual(
      expect.arrayContaining([
        ['41', 4],
        ['red-m', 1],
        [null, 1],
      ]),
    );
    expect(found.length).toBe(4);
    // What the profile that stays has said counts.
    expect(found.find(({ variant_id }: { variant_id: string }) => variant_id === '41')).toMatchObject({
      note: 'Theirs',
      priority: 'high',
    });
  });
});
