import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { products } from '../../../../demo/sample/products.ts';
import {
  addList,
  addListItem,
  listItems,
  removeListItem,
} from '../../../../src/services/contract/endpoints/index.ts';
import { openService, SHOP_ORIGIN, type OpenService } from '../../../support/service-open.ts';

describe('lists', () => {
  let service: OpenService;
  let token: string;
  // Noor is a new customer without a list.
  const profile = 'profile-1001';
  const wishlist = { type: 'wishlist', handle: 'wishlist', name: 'Wishlist' };

  const make = (body: unknown) => service.call(addList, { path: { profile }, body, token });
  const items = (list: string, query = '') =>
    service.call(listItems, { path: { profile, list }, query, token });
  const add = (list: string, body: unknown) =>
    service.call(addListItem, { path: { profile, list }, body, token });
  const remove = (list: string, item: string) =>
    service.call(removeListItem, { path: { profile, list, item }, token });

  beforeAll(async () => {
    service = await openService();
    token = await service.tokenOf('1001');
  });
  afterAll(() => service.drop());

  it('answer 404 before they are added; a wishlist is read as empty', async () => {
    for (const answer of [await items('gifts'), await add('wishlist', { product_id: 'hp-1001' })]) {
      expect(answer).toMatchObject({ status: 404, body: { message: expect.any(String) } });
    }
    expect(await items('wishlist')).toMatchObject({ status: 200, body: { data: [], meta: { total: 0 } } });
  });

  it('are added once: two tabs get the same list', async () => {
    const answers = await Promise.all([make(wishlist), make(wishlist), make(wishlist)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
    expect(answers[0]?.body.data).toMatchObject({ profile_id: profile, ...wishlist });
  });

  it('answer 409 for the handle of another list', async () => {
    expect(await make({ ...wishlist, type: 'registry' })).toMatchObject({
      status: 409,
      body: { message: expect.any(String) },
    });
  });

  it('hold products, the newest first, as the catalogue describes them', async () => {
    const first = await add('wishlist', { product_id: 'hp-1001' });
    const second = await add('wishlist', { product_id: 'hp-1002', quantity: 3 });
    expect(second.body.data).toMatchObject({ product_id: 'hp-1002', quantity: 3 });
    const { body } = await items('wishlist');
    expect(body.data).toEqual([second.body.data, first.body.data]);
    expect(body.meta).toMatchObject({ current_page: 1, last_page: 1, per_page: 25, total: 2 });
    const product = products[0];
    expect(first.body.data.product).toEqual({
      id: 'hp-1001',
      name: product?.name,
      handle: product?.handle,
      price: product?.price,
      currency: 'EUR',
      url: `${SHOP_ORIGIN}/products/${product?.handle}`,
      image_url: `${SHOP_ORIGIN}${product?.imagePath}`,
      is_available: null,
    });
  });

  it('are found by id and by handle', async () => {
    const { id } = (await make(wishlist)).body.data;
    expect((await items(String(id))).text.replaceAll(`/lists/${id}/`, '/lists/wishlist/')).toBe(
      (await items('wishlist')).text,
    );
    for (const list of [
      '999999',
      'unknown',
      'Wishlist',
      '0',
      '-1',
      '1e3',
      '9'.repeat(30),
      'wish\0list',
      '%',
      "' or 1=1",
    ]) {
      expect((await items(list)).status).toBe(404);
    }
  });

  it('answer 200 for a product that is added twice, and keep one item', async () => {
    const again = await Promise.all(
      Array.from({ length: 10 }, () => add('wishlist', { product_id: 'hp-1003', quantity: 2 })),
    );
    expect(new Set(again.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(again[0]?.status).toBe(200);
    expect((await items('wishlist')).body.meta.total).toBe(3);
  });

  it('answer 404 for an item that is deleted twice', async () => {
    const { id } = (await add('wishlist', { product_id: 'hp-1003' })).body.data;
    expect(await remove('wishlist', String(id))).toMatchObject({ status: 204, text: '' });
    for (const item of [String(id), '0', 'x', '9'.repeat(30)]) {
      expect((await remove('wishlist', item)).status).toBe(404);
    }
    expect((await items('wishlist')).body.meta.total).toBe(2);
  });

  it('show an item without a product when the catalogue no longer has it', async () => {
    const tomas = await service.tokenOf('1003');
    const { body } = await service.call(listItems, {
      path: { profile: 'profile-1003', list: 'wishlist' },
      query: '?page[size]=100',
      token: tomas,
    });
    const gone = body.data.filter(({ product }: { product: unknown }) => product === null);
    expect(gone).toEqual([expect.objectContaining({ product_id: 'discontinued-200' })]);
  });

  it.each<[string, unknown, string]>([
    ['an unknown product', { product_id: 'nothing' }, 'product_id'],
    ['no product', {}, 'product_id'],
    ['an empty product', { product_id: '' }, 'product_id'],
    ['a number as product', { product_id: 1001 }, 'product_id'],
    ['a NUL byte', { product_id: 'hp\x001001' }, 'product_id'],
    ['a quantity of 0', { product_id: 'hp-1001', quantity: 0 }, 'quantity'],
    ['a quantity of 0.5', { product_id: 'hp-1001', quantity: 0.5 }, 'quantity'],
    ['a quantity that is too large', { product_id: 'hp-1001', quantity: 1e300 }, 'quantity'],
    ['a text as quantity', { product_id: 'hp-1001', quantity: '2' }, 'quantity'],
  ])('answer 422 for an item with %s', async (_, body, field) => {
    const answer = await add('wishlist', body);
    expect(answer).toMatchObject({ status: 422, body: { errors: { [field]: [expect.any(String)] } } });
    expect(Object.keys(answer.body.errors)).toEqual([field]);
    expect((await items('wishlist')).body.meta.total).toBe(2);
  });

  it.each<[string, unknown, string]>([
    ['a handle with capitals', { ...wishlist, handle: 'Mine' }, 'handle'],
    ['a handle that is a path', { ...wishlist, handle: '../../x' }, 'handle'],
    ['no name', { type: 'wishlist', handle: 'x' }, 'name'],
    ['a long name', { ...wishlist, handle: 'x', name: 'x'.repeat(201) }, 'name'],
    ['a NUL byte', { ...wishlist, handle: 'x', name: 'a\0b' }, 'name'],
  ])('answer 422 for a list with %s', async (_, body, field) => {
    const answer = await make(body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
  });

  it('neither store nor answer unknown fields', async () => {
    const answer = await make({
      type: 'registry',
      handle: 'plain',
      name: 'Plain',
      id: 77,
      profile_id: 'profile-1003',
      created_at: '1999-01-01',
      shade: 'blue',
    });
    expect(answer.body.data).toMatchObject({ profile_id: profile, handle: 'plain' });
    expect(answer.body.data.id).not.toBe(77);
    expect(answer.text).not.toMatch(/1999|blue/);
  });

  describe('pages', () => {
    const pages = async (query: string) => {
      const tomas = await service.tokenOf('1003');
      return service.call(listItems, {
        path: { profile: 'profile-1003', list: 'wishlist' },
        query,
        token: tomas,
      });
    };

    it('have 25 items by default and at most 100', async () => {
      expect((await pages('')).body.meta).toEqual({
        current_page: 1,
        from: 1,
        last_page: 3,
        per_page: 25,
        to: 25,
        total: 58,
        path: 'http://127.0.0.1:4010/api/v3/profiles/profile-1003/lists/wishlist/items',
      });
      expect((await pages('?page[size]=5000')).body.meta).toMatchObject({ per_page: 100, total: 58 });
    });

    it('contain every item once along the links', async () => {
      const seen: number[] = [];
      let query: string | undefined = '?page[size]=9&page[number]=1';
      let previous: string | null = null;
      while (query) {
        const { body } = await pages(query);
        expect(body.links.prev).toBe(previous);
        seen.push(...body.data.map(({ id }: { id: number }) => id));
        previous = `http://127.0.0.1:4010/api/v3/profiles/profile-1003/lists/wishlist/items?page%5Bsize%5D=9&page%5Bnumber%5D=${body.meta.current_page}`;
        query = body.links.next ? new URL(body.links.next).search : undefined;
      }
      expect(seen).toHaveLength(58);
      expect(new Set(seen).size).toBe(58);
    });

    it('are empty after the last one', async () => {
      expect((await pages('?page[number]=99')).body).toMatchObject({
        data: [],
        links: { next: null },
        meta: { current_page: 99, from: null, to: null, last_page: 3 },
      });
    });

    it.each(['0', '-1', 'x', '', '1.5', '1e3', '99999999999999999999', '0x10', ' 1'])(
      'refuse number and size %j: 422',
      async (value) => {
        for (const name of ['number', 'size']) {
          const answer = await pages(`?page[${name}]=${encodeURIComponent(value)}`);
          expect(answer.status).toBe(422);
          expect(Object.keys(answer.body.errors)).toEqual([`page.${name}`]);
        }
      },
    );
  });
});
