import { describe, expect, it } from 'vitest';
import {
  addToList,
  isOnWishlist,
  removeFromList,
  savedProducts,
  wishlist,
} from '../../../../src/services/customer/resources/wishlist.ts';
import { WISHLIST } from '../../../../src/services/transport/page-parts.ts';
import { json, later, refusal, settled, type Sent } from '../../../support/client-fetch.ts';
import { ITEM, openLoyalty, PROFILE, SIGNED_IN, TOKEN_PATH } from '../../../support/client-programme.ts';
import { keptRecord, memoryStorage, tabWith } from '../../../support/client-storage.ts';

const ITEMS = `/v3/profiles/${PROFILE}/lists/wishlist/items`;
const LISTS = `POST /v3/profiles/${PROFILE}/lists`;
const item = (id: number, productId: string) => ({ ...ITEM, id, product_id: productId });
const added = ({ body }: Sent) => json({ data: item(50, (body as { product_id: string }).product_id) });

async function shown(...[answers, surroundings]: [Parameters<typeof openLoyalty>[0]?, object?]) {
  const opened = openLoyalty(answers, SIGNED_IN, surroundings);
  opened.loyalty.resource(wishlist).subscribe(() => {});
  await settled();
  opened.sent.length = 0;
  const ids = () => opened.loyalty.resource(wishlist).state.value?.map(({ productId }) => productId);
  return { ...opened, ids };
}

describe('the list', () => {
  it('has the items with their products', async () => {
    const { loyalty } = await shown();
    expect(loyalty.resource(wishlist).state.value).toEqual([
      {
        id: 11,
        productId: 'lamp',
        name: 'Lamp',
        url: 'https://shop.example.com/lamp',
        price: '89.00',
        imageUrl: 'https://shop.example.com/lamp.svg',
        currency: 'EUR',
      },
    ]);
  });

  it('of a profile without one is not preloaded by the next pages, which ask for the lists', async () => {
    const browser = tabWith(memoryStorage());
    const answers = {
      [`GET ${ITEMS}`]: () => refusal(404),
      [`GET /v3/profiles/${PROFILE}/lists`]: () => json({ data: [] }),
    };
    const requests = [];
    // The token of the first two pages has expired on the third.
    for (const hours of [0, 0, 2]) {
      const now = () => Date.now() + hours * 3_600_000;
      const { loyalty, count } = openLoyalty(answers, SIGNED_IN, { browser, now });
      // As the script tag does before the elements exist.
      void loyalty.preload(() => ['wishlist']);
      await settled();
      loyalty.resource(wishlist).subscribe(() => {});
      await settled();
      expect(loyalty.resource(wishlist).state).toMatchObject({ status: 'complete', value: [] });
      requests.push([
        count(`GET ${ITEMS}`),
        count(`GET /v3/profiles/${PROFILE}/lists`),
        count(`POST ${TOKEN_PATH}`),
      ]);
      loyalty.close();
    }
    expect(requests).toEqual([
      [1, 1, 1],
      [0, 1, 0],
      [0, 1, 1],
    ]);
  });

  it('is empty for a profile without one', async () => {
    const { loyalty } = await shown({
      [`GET ${ITEMS}`]: () => refusal(404),
      [LISTS.replace('POST', 'GET')]: () => json({ data: [] }),
    });
    expect(loyalty.resource(wishlist).state).toMatchObject({ status: 'complete', value: [] });
  });

  it('of a profile without one is not requested again by the next page, until the profile has one', async () => {
    const storage = memoryStorage();
    const next = (lists: readonly object[], items = () => json({ data: [ITEM] })) => {
      const opened = openLoyalty(
        { [`GET ${ITEMS}`]: items, [LISTS.replace('POST', 'GET')]: () => json({ data: lists }) },
        SIGNED_IN,
        { browser: tabWith(storage) },
      );
      opened.loyalty.resource(wishlist).subscribe(() => {});
      return settled().then(() => ({
        paths: opened.sent.map(({ path }) => path).filter((path) => path.includes('/lists')),
        status: opened.loyalty.resource(wishlist).state.status,
      }));
    };
    const LIST = LISTS.replace('POST ', '');
    const first = await next([], () => refusal(404));
    expect(first).toEqual({ paths: [ITEMS, LIST], status: 'complete' });
    const second = await next([], () => refusal(404));
    expect(second).toEqual({ paths: [LIST], status: 'complete' });
    // The customer has created the list on another device, beside another one.
    const own = [
      { id: 5, handle: 'party', type: 'wishlist' },
      { id: 4, handle: 'wishlist', type: 'wishlist' },
    ];
    expect(await next(own)).toEqual({ paths: [LIST, ITEMS], status: 'complete' });
    expect(await next(own)).toEqual({ paths: [ITEMS], status: 'complete' });
  });

  it('is an error after a 404 where the profile has a wishlist with another handle', async () => {
    const other = { id: 4, handle: 'favourites', name: 'Favourites', type: 'wishlist' };
    const { loyalty } = await shown({
      [`GET ${ITEMS}`]: () => refusal(404),
      [LISTS.replace('POST', 'GET')]: () => json({ data: [other] }),
    });
    expect(loyalty.resource(wishlist).state).toMatchObject({
      error: { code: 'bad_response', message: expect.stringContaining('the list "favourites"') },
    });
  });

  it.each([401, 403, 500])('is an error after a %i', async (status) => {
    const { loyalty } = await shown({ [`GET ${ITEMS}`]: () => refusal(status) });
    expect(loyalty.resource(wishlist).state).toMatchObject({ status: 'error', error: { status } });
  });

  it('keeps an item whose product no longer exists, and drops invalid items', async () => {
    const data = [
      { ...item(1, 'gone'), product: null },
      null,
      5,
      {},
      { id: 2 },
      { product_id: 'x' },
      item(3, 'lamp'),
    ];
    const { ids } = await shown({ [`GET ${ITEMS}`]: () => json({ data }) });
    expect(ids()).toEqual(['gone', 'lamp']);
  });
});

describe('addToList', () => {
  it('puts the product first', async () => {
    const { loyalty, ids, sent } = await shown({ [`POST ${ITEMS}`]: added });
    await addToList(loyalty, WISHLIST, { productId: 'vase' });
    expect(ids()).toEqual(['vase', 'lamp']);
    expect(sent).toMatchObject([{ method: 'POST', path: ITEMS, body: { product_id: 'vase' } }]);
  });

  it.each([
    ['the name of the page where the reply has no product', undefined, ['Vase', undefined]],
    ['the name of the reply', { name: 'Large vase' }, ['Large vase', undefined]],
    ['that the product is gone where the reply says it', null, [undefined, true]],
  ])('shows %s', async (_what, product, expected) => {
    const { loyalty } = await shown({
      [`POST ${ITEMS}`]: () => json({ data: { id: 50, product_id: 'vase', product } }),
    });
    await addToList(loyalty, WISHLIST, { productId: 'vase' }, { name: 'Vase', url: '/vase' });
    const [saved] = loyalty.resource(wishlist).state.value!;
    expect([saved!.id, saved!.name, saved!.isGone]).toEqual([50, ...expected]);
  });

  it('called twice changes nothing', async () => {
    const { loyalty, ids } = await shown({ [`POST ${ITEMS}`]: added });
    await addToList(loyalty, WISHLIST, { productId: 'lamp' });
    await addToList(loyalty, WISHLIST, { productId: 'lamp' });
    expect(ids()).toEqual(['lamp']);
  });

  it.each([200, 409])('makes the list where the profile has none, and takes a %i for it', async (status) => {
    let exists = false;
    const { loyalty, sent, ids } = await shown({
      [`GET ${ITEMS}`]: () => json({ data: [] }),
      [`POST ${ITEMS}`]: (request) => (exists ? added(request) : refusal(404)),
      [LISTS]: () => {
        exists = true;
        return status === 200 ? json({ data: { id: 1 } }) : refusal(status); // 409: another tab was first
      },
    });
    await addToList(loyalty, WISHLIST, { productId: 'vase' });
    expect(sent.map(({ method, path, body }) => [method, path.split('/').at(-1), body])).toEqual([
      ['POST', 'items', { product_id: 'vase' }],
      ['POST', 'lists', { type: 'wishlist', handle: 'wishlist', name: 'Wishlist' }],
      ['POST', 'items', { product_id: 'vase' }],
    ]);
    expect(ids()).toEqual(['vase']);
  });

  it('creates a missing list once, and fails if that does not help', async () => {
    const { loyalty, sent } = await shown({
      [`POST ${ITEMS}`]: () => refusal(404),
      [LISTS]: () => json({ data: {} }),
    });
    await expect(addToList(loyalty, WISHLIST, { productId: 'vase' })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(sent).toHaveLength(3);
  });

  it.each([403, 422, 500])('a %i leaves the list as it is', async (status) => {
    const { loyalty, ids, sent } = await shown({ [`POST ${ITEMS}`]: () => refusal(status) });
    await expect(addToList(loyalty, WISHLIST, { productId: 'vase' })).rejects.toMatchObject({ status });
    expect([ids(), sent.length]).toEqual([['lamp'], 1]);
  });

  it('while the list is loading loads it again', async () => {
    const { loyalty } = openLoyalty({
      [`POST ${ITEMS}`]: added,
      [`GET ${ITEMS}`]: () => json({ data: [item(50, 'vase'), ITEM] }),
    });
    loyalty.resource(wishlist).subscribe(() => {});
    await addToList(loyalty, WISHLIST, { productId: 'vase' });
    await settled();
    expect(loyalty.resource(wishlist).state.value?.map(({ productId }) => productId)).toEqual([
      'vase',
      'lamp',
    ]);
  });
});

describe('removeFromList', () => {
  it('removes the product by the id of its item', async () => {
    const { loyalty, ids, sent } = await shown({ [`DELETE ${ITEMS}/11`]: () => json(undefined, 204) });
    await removeFromList(loyalty, WISHLIST, { productId: 'lamp' });
    expect([ids(), sent.map(({ method, path }) => `${method} ${path}`)]).toEqual([
      [],
      [`DELETE ${ITEMS}/11`],
    ]);
  });

  it('of a removed product succeeds', async () => {
    let data = [ITEM];
    const { loyalty, ids, sent } = await shown({
      [`GET ${ITEMS}`]: () => json({ data }),
      [`DELETE ${ITEMS}/11`]: () => refusal(404),
    });
    data = [];
    await removeFromList(loyalty, WISHLIST, { productId: 'lamp' });
    await removeFromList(loyalty, WISHLIST, { productId: 'lamp' });
    await removeFromList(loyalty, WISHLIST, { productId: 'never there' });
    expect(ids()).toEqual([]);
    expect(sent.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  });

  it('that was saved again in another tab has another item id, and is removed by it', async () => {
    let lamp = ITEM;
    const { loyalty, ids, sent } = await shown({
      [`GET ${ITEMS}`]: () => json({ data: [lamp, item(13, 'vase')] }),
      [`DELETE ${ITEMS}/11`]: () => refusal(404),
      [`DELETE ${ITEMS}/12`]: () => json(undefined, 204),
    });
    lamp = item(12, 'lamp');
    await removeFromList(loyalty, WISHLIST, { productId: 'lamp' });
    expect(sent.map(({ method, path }) => `${method} ${path.slice(ITEMS.length)}`)).toEqual([
      'DELETE /11',
      'GET ',
      'DELETE /12',
    ]);
    expect(ids()).toEqual(['vase']);
  });

  it('that fails leaves the product on the list', async () => {
    const { loyalty, ids } = await shown({ [`DELETE ${ITEMS}/11`]: () => refusal(500) });
    await expect(removeFromList(loyalty, WISHLIST, { productId: 'lamp' })).rejects.toMatchObject({
      status: 500,
    });
    expect(ids()).toEqual(['lamp']);
  });

  it('before the list is loaded waits for it, because a cached heart has no item id', async () => {
    const { loyalty, count } = openLoyalty({ [`DELETE ${ITEMS}/11`]: () => json(undefined, 204) });
    loyalty.resource(wishlist).subscribe(() => {});
    await removeFromList(loyalty, WISHLIST, { productId: 'lamp' });
    expect([count(`DELETE ${ITEMS}/11`), count(`GET ${ITEMS}`)]).toEqual([1, 1]);
    expect(loyalty.resource(wishlist).state.value).toEqual([]);
  });

  it('of several products before the list is loaded removes all of them with one load', async () => {
    const answer = later<Response>();
    const gone: string[] = [];
    const answers = Object.fromEntries(
      [1, 2, 3].map((id) => [
        `DELETE ${ITEMS}/${id}`,
        ({ path }: Sent) => (gone.push(path.slice(-1)), json(undefined, 204)),
      ]),
    );
    const { loyalty, count } = openLoyalty({ ...answers, [`GET ${ITEMS}`]: () => answer.promise });
    loyalty.resource(wishlist).subscribe(() => {});
    const removals = ['a', 'b', 'c'].map((productId) => removeFromList(loyalty, WISHLIST, { productId }));
    await settled();
    answer.resolve(json({ data: [item(1, 'a'), item(2, 'b'), item(3, 'c'), item(4, 'd')] }));
    await Promise.all(removals);
    expect(gone.sort()).toEqual(['1', '2', '3']);
    expect(count(`GET ${ITEMS}`)).toBe(1);
    expect(loyalty.resource(wishlist).state.value?.map(({ productId }) => productId)).toEqual(['d']);
  });

  it('has the error of a list that cannot be loaded', async () => {
    const { loyalty } = openLoyalty({ [`GET ${ITEMS}`]: () => refusal(403) });
    await expect(removeFromList(loyalty, WISHLIST, { productId: 'lamp' })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });
});

describe('a list with another handle', () => {
  const REGISTRY = `/v3/profiles/${PROFILE}/lists/registry/items`;

  it('is loaded, gets products and loses them, and the wishlist stays as it is', async () => {
    const { loyalty, sent, ids } = await shown({
      [`GET ${REGISTRY}`]: () => json({ data: [item(3, 'plate')] }),
      [`POST ${REGISTRY}`]: added,
      [`DELETE ${REGISTRY}/3`]: () => json(undefined, 204),
    });
    const registry = loyalty.resource(savedProducts('registry'));
    registry.subscribe(() => {});
    await settled();
    await addToList(loyalty, 'registry', { productId: 'vase' });
    await removeFromList(loyalty, 'registry', { productId: 'plate' });
    expect(registry.state.value?.map(({ productId }) => productId)).toEqual(['vase']);
    expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `GET ${REGISTRY}`,
      `POST ${REGISTRY}`,
      `DELETE ${REGISTRY}/3`,
    ]);
    expect(ids()).toEqual(['lamp']);
    expect([
      isOnWishlist(loyalty, { productId: 'lamp' }),
      isOnWishlist(loyalty, { productId: 'vase' }),
    ]).toEqual([true, false]);
  });

  it('is not created where the profile has none', async () => {
    const { loyalty, sent } = await shown({ [`POST ${REGISTRY}`]: () => refusal(404) });
    await expect(addToList(loyalty, 'registry', { productId: 'vase' })).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(sent).toHaveLength(1);
  });
});

describe('hearts', () => {
  it('are unknown before the first load', () => {
    expect(isOnWishlist(undefined, { productId: 'lamp' })).toBeUndefined();
    expect(isOnWishlist(openLoyalty().loyalty, { productId: 'lamp' })).toBeUndefined();
  });

  it('follow the list', async () => {
    const { loyalty } = await shown({ [`POST ${ITEMS}`]: added });
    expect([
      isOnWishlist(loyalty, { productId: 'lamp' }),
      isOnWishlist(loyalty, { productId: 'vase' }),
    ]).toEqual([true, false]);
    await addToList(loyalty, WISHLIST, { productId: 'vase' });
    expect(isOnWishlist(loyalty, { productId: 'vase' })).toBe(true);
  });

  it('are correct on the next page before its list is loaded', async () => {
    const storage = memoryStorage();
    await shown({}, { browser: tabWith(storage) });
    const { loyalty } = openLoyalty({}, SIGNED_IN, { browser: tabWith(storage) });
    expect([
      isOnWishlist(loyalty, { productId: 'lamp' }),
      isOnWishlist(loyalty, { productId: 'vase' }),
    ]).toEqual([true, false]);
  });

  it.each(['x', 5, null, {}, [null, {}, ['lamp']], { length: 3 }])(
    'are not known when what was kept is %j',
    async (hearts) => {
      const storage = memoryStorage();
      await shown({}, { browser: tabWith(storage) });
      const [slot] = storage.kept.keys();
      storage.kept.set(slot!, JSON.stringify({ ...keptRecord(storage), hearts }));
      expect(
        isOnWishlist(openLoyalty({}, SIGNED_IN, { browser: tabWith(storage) }).loyalty, {
          productId: 'lamp',
        }),
      ).toBeUndefined();
    },
  );

  it('are stored for at most 200 products', async () => {
    const storage = memoryStorage();
    const data = Array.from({ length: 500 }, (_, at) => item(at + 1, `p${at}`));
    await shown({ [`GET ${ITEMS}`]: () => json({ data }) }, { browser: tabWith(storage) });
    expect(keptRecord(storage)?.hearts).toHaveLength(200);
  });
});
