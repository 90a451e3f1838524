import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { openService, SHOP_ORIGIN, type OpenService } from '../../../support/service-open.ts';

// Saving a product that the service does not know, as the page describes it.

const path = { profile: 'profile-1003', list: 'wishlist' };
const lamp = {
  name: 'Ålesund lamp',
  url: '/products/alesund-lamp',
  image_url: 'https://cdn.example.com/lamp.jpg',
  price: '129.00',
  currency: 'EUR',
};

describe('a product that the service does not know', () => {
  let service: OpenService;
  let token: string;
  const add = (product: object | undefined, productId = 'lamp-1') =>
    service.call(on.addListItem, { path, token, body: { product_id: productId, product } });
  beforeAll(async () => {
    service = await openService({
      acceptPageProducts: true,
      pictureOrigins: ['https://cdn.example.com'],
    });
    token = await service.tokenOf('1003');
  });
  afterAll(() => service.drop());

  it('is saved as the page describes it, and shown with the list', async () => {
    const { status, body } = await add(lamp);
    const product = {
      ...lamp,
      id: 'lamp-1',
      handle: 'lamp-1',
      url: `${SHOP_ORIGIN}/products/alesund-lamp`,
      is_available: null,
    };
    expect([status, body.data.product]).toEqual([200, product]);
    const { body: items } = await service.call(on.listItems, { path, token });
    expect(items.data[0]).toMatchObject({ product_id: 'lamp-1', product });
    expect((await add(lamp)).body.data.id).toBe(body.data.id);
    const products = await service.db.selectFrom('products').selectAll().where('id', '=', 'lamp-1').execute();
    expect(products).toEqual([]);
  });

  it('is shown as the catalogue describes it after the shop imported it', async () => {
    await add(lamp, 'lamp-2');
    const staff = await service.machineToken();
    const imported = { id: 'lamp-2', external_id: 'lamp-2', name: 'Lamp', handle: 'lamp-2', url: '/lamp' };
    await service.db
      .insertInto('products')
      .values({ id: 'lamp-2', handle: 'lamp-2', name: imported.name, url: '/lamp' } as never)
      .execute();
    const { body } = await service.call(on.listItems, { path, token: staff });
    const item = body.data.find(({ product_id }: { product_id: string }) => product_id === 'lamp-2');
    expect(item.product.name).toBe('Lamp');
  });

  it('keeps the catalogue’s description of a product that the service knows', async () => {
    const known = await service.db.selectFrom('products').select(['id', 'name']).executeTakeFirstOrThrow();
    const { body } = await add(lamp, known.id);
    expect(body.data.product.name).toBe(known.name);
  });

  it.each([
    [{ url: 'https://evil.example.com/x' }, 'product.url'],
    [{ url: '//evil.example.com/x' }, 'product.url'],
    [{ url: 'javascript:alert(1)' }, 'product.url'],
    [{ url: `http://user:pass@${new URL(SHOP_ORIGIN).host}/x` }, 'product.url'],
    [{ image_url: 'http://cdn.example.com/lamp.jpg' }, 'product.image_url'],
    [{ image_url: 'data:image/svg+xml,x' }, 'product.image_url'],
    [{ image_url: 'https://pictures.example.net/lamp.jpg' }, 'product.image_url'],
    [{ image_url: 'http://127.0.0.1:22/' }, 'product.image_url'],
    [{ image_url: 'http://localhost/' }, 'product.image_url'],
    [{ price: '-1' }, 'product.price'],
    [{ price: '1e9' }, 'product.price'],
    [{ price: '1.999', currency: 'EUR' }, 'product.price'],
    [{ price: '1.5', currency: 'JPY' }, 'product.price'],
    [{ currency: 'euro' }, 'product.currency'],
    [{ currency: 'ZZZ' }, 'product.currency'],
    [{ currency: undefined }, 'product.currency'],
    [{ name: '' }, 'product.name'],
  ])('is refused with %j: %s', async (more, field) => {
    const { status, body } = await add({ ...lamp, ...more }, 'lamp-3');
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });

  it('is refused without a description', async () => {
    expect((await add(undefined, 'lamp-4')).body.errors).toEqual({
      product_id: ['There is no such product.'],
    });
  });
});

it('a product that the service does not know is refused without the setting', async () => {
  const service = await openService();
  const token = await service.tokenOf('1003');
  const { status, body } = await service.call(on.addListItem, {
    path,
    token,
    body: { product_id: 'lamp-1', product: lamp },
  });
  expect([status, body.errors]).toEqual([422, { product_id: ['There is no such product.'] }]);
  await service.drop();
});
