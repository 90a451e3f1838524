import { describe, expect, it } from 'vitest';
import { loadListChoices } from '../../../../src/services/customer/resources/list-choices.ts';
import { wishlistCount } from '../../../../src/services/customer/resources/wishlist-count.ts';
import {
  addToList,
  isOnWishlist,
  isWhole,
  loadRest,
  removeFromList,
  wishlist,
} from '../../../../src/services/customer/resources/wishlist.ts';
import { WISHLIST } from '../../../../src/services/transport/page-parts.ts';
import { json, later, refusal, settled, type Sent } from '../../../support/client-fetch.ts';
import { ITEM, openLoyalty, PROFILE, SIGNED_IN, type Answers } from '../../../support/client-programme.ts';
import { memoryStorage, tabWith } from '../../../support/client-storage.ts';

const ITEMS = `/v3/profiles/${PROFILE}/lists/wishlist/items`;

/** How a service pages. */
interface Paging {
  /** Without `meta` and a total: by the links alone. */
  readonly linksOnly?: boolean;
  /** Every page is the first one. */
  readonly repeats?: boolean;
}

/** A page of a service with a wishlist of so many products, `p1` the newest. */
function openPage(
  count: number,
  { linksOnly = false, repeats = false }: Paging = {},
  storage = memoryStorage(),
  answers: Answers = {},
) {
  const items = Array.from({ length: count }, (_, at) => ({ ...ITEM, id: at + 1, product_id: `p${at + 1}` }));
  const asked: number[] = [];
  const state = { before: undefined as ((page: number) => Response | Promise<void> | undefined) | undefined };
  const pageOf = async ({ query }: Sent) => {
    const number = Number(query.get('page[number]'));
    const size = Number(query.get('page[size]'));
    asked.push(number);
    const early = await state.before?.(number);
    if (early) return early;
    const from = repeats ? 0 : (number - 1) * size;
    const last = Math.ceil(items.length / size);
    const next = `?page[number]=${number + 1}&page[size]=${size}`;
    return json({
      data: items.slice(from, from + size),
      ...(linksOnly
        ? { links: { next: number < last ? next : null } }
        : { meta: { last_page: last, total: items.length } }),
    });
  };
  const remove = ({ path }: Sent) => {
    const at = items.findIndex(({ id }) => String(id) === path.split('/').at(-1));
    if (at < 0) return refusal(404);
    items.splice(at, 1);
    return json(null, 204);
  };
  const opened = openLoyalty(
    {
      [`GET ${ITEMS}`]: pageOf,
      ...Object.fromEntries(items.map(({ id }) => [`DELETE ${ITEMS}/${id}`, remove])),
      [`POST ${ITEMS}`]({ body }) {
        const { product_id } = body as { product_id: string };
        if (items.some((item) => item.product_id === product_id)) return refusal(409);
        const added = { ...ITEM, id: 5000 + items.length, product_id };
        items.unshift(added);
        return json({ data: added }, 201);
      },
      ...answers,
    },
    SIGNED_IN,
    { browser: tabWith(storage) },
  );
  const { loyalty } = opened;
  const list = loyalty.resource(wishlist);
  return {
    ...opened,
    items,
    asked,
    state,
    list,
    async show() {
      list.subscribe(() => {});
      await settled();
    },
    ids: () => list.state.value?.map(({ productId }) => productId),
    has: (productId: string) => isOnWishlist(loyalty, { productId }),
    rest: (isEnough?: () => boolean) => loadRest(loyalty, WISHLIST, isEnough),
  };
}

const idsTo = (last: number, first = 1) =>
  Array.from({ length: last - first + 1 }, (_, at) => `p${first + at}`);

describe('a wishlist of 1,000 products', () => {
  it('asks for its first page only', async () => {
    const { show, asked, ids, loyalty } = openPage(1_000);
    await show();
    expect([asked, ids()!.length, isWhole(loyalty, WISHLIST), wishlistCount(loyalty)]).toEqual([
      [1],
      100,
      false,
      1_000,
    ]);
  });

  it('does not say that a product is not saved before its last page is loaded', async () => {
    const { show, has, rest } = openPage(1_000);
    await show();
    expect([has('p1'), has('p999'), has('other')]).toEqual([true, undefined, undefined]);
    await rest();
    expect([has('p1'), has('p999'), has('other')]).toEqual([true, true, false]);
  });

  it('loads each page once for all who need it', async () => {
    const { show, rest, asked, ids } = openPage(350);
    await show();
    await Promise.all(Array.from({ length: 300 }, () => rest()));
    expect([asked, ids()]).toEqual([[1, 2, 3, 4], idsTo(350)]);
  });

  it('loads no more pages than are needed', async () => {
    const { show, rest, asked, ids } = openPage(1_000);
    await show();
    await rest(() => ids()!.length >= 150);
    expect(asked).toEqual([1, 2]);
  });

  it('loads as many pages again as are shown', async () => {
    const { show, rest, asked, ids, list } = openPage(350);
    await show();
    await rest(() => ids()!.length >= 150);
    asked.length = 0;
    await list.refresh();
    expect([asked, ids()!.length]).toEqual([[1, 2], 200]);
  });

  it('is loaded whole from a service that names the next page by a link, and says no number', async () => {
    const { show, rest, ids, loyalty } = openPage(350, { linksOnly: true });
    await show();
    expect(wishlistCount(loyalty)).toBeUndefined();
    await rest();
    expect([ids(), wishlistCount(loyalty)]).toEqual([idsTo(350), 350]);
  });

  it('ends where a service answers every page with the first one', async () => {
    const { show, rest, ids, asked } = openPage(350, { repeats: true });
    await show();
    await rest();
    expect([asked, ids()]).toEqual([[1, 2], idsTo(100)]);
  });

  it('leaves no product out after some were removed', async () => {
    const { show, rest, ids, loyalty } = openPage(350);
    await show();
    for (const productId of ['p3', 'p7']) await removeFromList(loyalty, WISHLIST, { productId });
    expect([wishlistCount(loyalty), ids()!.length]).toEqual([348, 98]);
    await rest();
    expect(ids()).toEqual(idsTo(350).filter((id) => id !== 'p3' && id !== 'p7'));
  });

  it('drops a page during which it was edited', async () => {
    const { show, rest, ids, loyalty, state } = openPage(250);
    await show();
    const gate = later<void>();
    state.before = (page) => (page === 2 ? gate.promise : undefined);
    const loading = rest();
    await settled();
    await removeFromList(loyalty, WISHLIST, { productId: 'p1' });
    state.before = undefined;
    gate.resolve();
    await loading;
    expect(ids()).toEqual(idsTo(250, 2));
  });

  it('counts a product that is removed from a page that is not loaded', async () => {
    const { show, loyalty, items } = openPage(350);
    await show();
    await removeFromList(loyalty, WISHLIST, { productId: 'p300' });
    await settled();
    expect([wishlistCount(loyalty), items.length]).toEqual([349, 349]);
  });

  it('counts a product once that is saved again and is on a page that is not loaded', async () => {
    const { show, loyalty, has, rest } = openPage(350);
    await show();
    await addToList(loyalty, WISHLIST, { productId: 'p300' });
    await settled();
    expect(wishlistCount(loyalty)).toBe(350);
    await rest();
    expect([has('p300'), wishlistCount(loyalty)]).toEqual([true, 350]);
  });

  it('keeps what is loaded where a page fails, and loads it when it is needed again', async () => {
    const { show, rest, ids, has, state } = openPage(350);
    await show();
    state.before = (page) => (page === 3 ? refusal(403) : undefined);
    await expect(rest()).rejects.toMatchObject({ code: 'forbidden' });
    expect([ids()!.length, has('other')]).toEqual([200, undefined]);
    state.before = undefined;
    await rest();
    expect([ids(), has('other')]).toEqual([idsTo(350), false]);
  });

  it('does not say on the next page that a product is not saved that was not stored', async () => {
    const storage = memoryStorage();
    const first = openPage(1_000, {}, storage);
    await first.show();
    await first.rest();
    const { has, loyalty } = openPage(1_000, {}, storage);
    expect([has('p1'), has('p999'), wishlistCount(loyalty)]).toEqual([true, undefined, 1_000]);
  });

  it('is loaded to its tenth page for the menu of lists, which does not say more than it knows', async () => {
    const lists = { [`GET /v3/profiles/${PROFILE}/lists`]: () => json({ data: [] }) };
    const choice = async (count: number) => {
      const { loyalty } = openPage(count, {}, memoryStorage(), lists);
      const [main] = await loadListChoices(loyalty, { productId: 'other' });
      return [main!.count, main!.isSaved];
    };
    expect([await choice(1_000), await choice(1_001)]).toEqual([
      [1_000, false],
      [1_001, undefined],
    ]);
  });
});

describe('a wishlist of one page', () => {
  it('is whole, and asks for no other one', async () => {
    const { show, rest, asked, has } = openPage(100);
    await show();
    await rest();
    expect([asked, has('other')]).toEqual([[1], false]);
  });
});
