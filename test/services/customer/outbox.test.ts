import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { LoyaltySettings } from '../../../src/services/customer/config.ts';
import type { Browser } from '../../../src/services/customer/environment.ts';
import {
  refusalKey,
  refusedEdits,
  type ProductChoice,
} from '../../../src/services/customer/lists/list-items.ts';
import { openStoredEdits } from '../../../src/services/customer/lists/stored-edits.ts';
import type { Loyalty } from '../../../src/services/customer/loyalty.ts';
import { saveNote } from '../../../src/services/customer/actions/item-notes.ts';
import {
  addToList,
  removeFromList,
  wishlist,
  type ItemNote,
} from '../../../src/services/customer/resources/wishlist.ts';
import { WISHLIST } from '../../../src/services/transport/page-parts.ts';
import { LATE_MS, memoryDatabase } from '../../support/client-database.ts';
import { BASE_URL, json, refusal, scriptedFetch, settled, type Sent } from '../../support/client-fetch.ts';
import { createLoyalty } from '../../../src/services/customer/loyalty.ts';
import { memoryStorage, tabWith, type MemoryStorage } from '../../support/client-storage.ts';
import { SIGNED_IN } from '../../support/client-programme.ts';

const GUEST: LoyaltySettings = { baseUrl: BASE_URL, platform: 'storefront' };
const OTHER: LoyaltySettings = { ...SIGNED_IN, customerId: '1002' };
/** The time limit of a request. */
const REQUEST_LIMIT_MS = 10_000;
const LAMP = { name: 'Lamp', url: 'https://shop.example.com/lamp', price: '89.00', currency: 'EUR' };

// Variants are written `lamp/blue`.
const choiceOf = (name: string): ProductChoice => {
  const [productId = '', variantId] = name.split('/');
  return { productId, variantId };
};
const nameOfChoice = ({ productId, variantId }: ProductChoice): string =>
  variantId ? `${productId}/${variantId}` : productId;
const nameOfItem = ({ product_id, variant_id }: { product_id: string; variant_id?: string }) =>
  nameOfChoice({ productId: product_id, variantId: variant_id });

interface Wire {
  readonly id: number;
  readonly product_id: string;
  readonly variant_id?: string;
  readonly note?: string | null;
  readonly priority?: string | null;
}

/** A service with a wishlist for each customer, and the browser of its customers. */
function openShop() {
  const lists = new Map<string, Wire[]>();
  const listOf = (profile: string) => lists.get(profile) ?? lists.set(profile, []).get(profile)!;
  const keys = new Map<string, unknown>();
  let items = 0;
  const shop = {
    lists,
    database: memoryDatabase(),
    storage: memoryStorage(),
    /** What happens to an edit: before the service has done it, or after. */
    before: (_sent: Sent): Response | Promise<Response> | undefined => undefined,
    after: (_sent: Sent): Response | undefined => undefined,
    /** Adds a product as often as it is sent, whatever its key: a twin. */
    addsTwice: false,
    products: (profile: string) => listOf(profile).map(nameOfItem),
    edits: () => service.sent.filter(({ method, path }) => method !== 'GET' && path.includes('/items')),
    page,
    stored,
  };
  const service = scriptedFetch(async (sent) => {
    const { method, path, body, headers } = sent;
    if (path.endsWith('/token')) return json({ data: { token: `token-${(body as { id: string }).id}` } });
    const found = /search-profile\/(\w+)/.exec(path)?.[1];
    if (found)
      return json({
        data: { id: `profile-${found}`, identities: [{ namespace: 'storefront', value: found }] },
      });
    if (path.endsWith('/lists')) return json({ data: { id: 1 } });
    const [, profile = '', item] = /\/profiles\/([\w-]+)\/lists\/wishlist\/items\/?(\d*)/.exec(path) ?? [];
    const owner = headers['authorization']?.replace('Bearer token-', 'profile-');
    if (owner !== profile) return refusal(403);
    if (method === 'GET') return json({ data: listOf(profile) });
    const fault = await shop.before(sent);
    if (fault) return fault;
    const answer = change(method, profile, item!, body, headers['idempotency-key']);
    return shop.after(sent) ?? answer;
  });

  function change(
    method: string,
    profile: string,
    item: string,
    body: unknown,
    key: string | undefined,
  ): Response {
    const list = listOf(profile);
    if (method === 'DELETE') {
      const at = list.findIndex(({ id }) => String(id) === item);
      if (at < 0) return refusal(404);
      list.splice(at, 1);
      return json(undefined, 204);
    }
    if (method === 'PUT') {
      const found = list.find(({ id }) => String(id) === item);
      return found ? json({ data: Object.assign(found, body) }) : refusal(404);
    }
    const { product_id, variant_id, note, priority } = body as Omit<Wire, 'id'>;
    const isSame = (other: (typeof list)[number]) =>
      other.product_id === product_id && other.variant_id === variant_id;
    const known = keys.get(key!) ?? list.find(isSame);
    if (known && !shop.addsTwice) return json({ data: known });
    const added = {
      id: ++items,
      product_id,
      ...(variant_id && { variant_id }),
      ...(note && { note, priority }),
    };
    list.unshift(added);
    keys.set(key!, added);
    return json({ data: added }, 201);
  }

  /** A page of this browser: `settings` are those of its customer. */
  function page(settings: LoyaltySettings = SIGNED_IN, changes: Partial<Browser> = {}) {
    const listeners = new Map<string, () => void>();
    const browser: Browser = {
      ...tabWith(shop.storage as MemoryStorage),
      indexedDB: shop.database.indexedDB,
      addEventListener: (type, listener) => void listeners.set(type, listener),
      removeEventListener: (type) => void listeners.delete(type),
      ...changes,
    };
    const loyalty = createLoyalty(settings, {
      fetch: service.fetch,
      browser,
      console: { info() {}, error() {} },
    });
    loyalty.resource(wishlist).subscribe(() => {});
    return {
      loyalty,
      listeners,
      save: (name: string) => addToList(loyalty, WISHLIST, choiceOf(name), LAMP),
      remove: (name: string) => removeFromList(loyalty, WISHLIST, choiceOf(name)),
      write: (name: string, note: ItemNote) => {
        const found = loyalty.resource(wishlist).state.value!.find((item) => nameOfChoice(item) === name)!;
        return saveNote(loyalty, WISHLIST, found, note);
      },
      shown: () => shownBy(loyalty),
    };
  }
  /** What the browser has stored, by owner. */
  function stored(): Record<string, string[]> {
    const edits = shop.database.kept.get('loyalty-elements lists') ?? new Map<string, unknown>();
    return Object.fromEntries(
      [...edits].map(([owner, all]) => [
        owner.split(' ').at(-1) || 'guest',
        (all as (ProductChoice & { save: boolean })[]).map(
          (edit) => (edit.save ? '+' : '-') + nameOfChoice(edit),
        ),
      ]),
    );
  }
  return shop;
}

const shownBy = (loyalty: Loyalty) => loyalty.resource(wishlist).state.value?.map(nameOfChoice);
const noConnection = () => Promise.reject(new TypeError('Failed to fetch'));
const quiet = async () => {
  for (let turn = 0; turn < 5; turn++) {
    await wait(3);
    await settled();
  }
};

afterEach(() => void vi.useRealTimers());

describe('an edit of a customer', () => {
  it('is dropped after 30 days without a request, also while another customer is signed in', async () => {
    const { indexedDB, kept } = memoryDatabase();
    const browser = { indexedDB } as unknown as Browser;
    const DAY_MS = 86_400_000;
    const edit = { list: WISHLIST, productId: 'lamp', save: true, id: 'e', at: 0 };
    for (const owner of ['shop ann', 'shop ']) await openStoredEdits(browser, owner, () => 0).put(edit);
    const stored = (owner: string) => JSON.stringify([...kept.values()].map((store) => store.get(owner)));
    await openStoredEdits(browser, 'shop ben', () => 29 * DAY_MS).takeOver('shop cas');
    expect(stored('shop ann')).toContain('lamp');
    expect(await openStoredEdits(browser, 'shop ann', () => 31 * DAY_MS).read()).toEqual([]);
    await openStoredEdits(browser, 'shop ben', () => 31 * DAY_MS).takeOver('shop cas');
    expect([stored('shop ann'), stored('shop ')]).toEqual(['[[]]', expect.stringContaining('lamp')]);
  });

  it('is stored without the query of the page', async () => {
    vi.stubGlobal('location', { href: 'https://shop.example.com/lamp?email=ann@example.com#top' });
    const shop = openShop();
    shop.before = noConnection;
    await shop.page().save('lamp');
    vi.unstubAllGlobals();
    const text = JSON.stringify([...shop.database.kept.values()].map((store) => [...store.values()]));
    expect(text).toContain('https://shop.example.com/lamp');
    expect(text).not.toContain('ann@example.com');
  });

  it('is stored before it is sent, and removed from the device after the answer', async () => {
    const shop = openShop();
    let whileSent: unknown;
    shop.before = () => void (whileSent = shop.stored());
    await shop.page().save('lamp');
    expect(whileSent).toEqual({ 'profile-1001': ['+lamp'] });
    expect([shop.products('profile-1001'), shop.stored()]).toEqual([['lamp'], { 'profile-1001': [] }]);
  });

  it('without a connection is shown and stored, and the next page sends it', async () => {
    const shop = openShop();
    const page = shop.page();
    await quiet();
    shop.before = noConnection;
    await page.save('lamp');
    expect([page.shown(), shop.stored()]).toEqual([['lamp'], { 'profile-1001': ['+lamp'] }]);
    page.loyalty.close();
    shop.before = () => undefined;
    const next = shop.page();
    await quiet();
    expect([shop.products('profile-1001'), next.shown(), shop.stored()]).toEqual([
      ['lamp'],
      ['lamp'],
      { 'profile-1001': [] },
    ]);
  });

  it.each(['online', 'visibilitychange'])('is sent again at the event %s', async (event) => {
    const shop = openShop();
    const page = shop.page();
    await quiet();
    shop.before = noConnection;
    await page.save('lamp');
    shop.before = () => undefined;
    page.listeners.get(event)!();
    await quiet();
    expect([shop.products('profile-1001'), page.listeners.size]).toEqual([['lamp'], 0]);
  });

  it.each([500, 503, 429, 408])(
    'that the service answers with %i is sent again after a while',
    async (status) => {
      const shop = openShop();
      const page = shop.page();
      await quiet();
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      shop.before = () => refusal(status);
      await page.save('lamp');
      expect(page.shown()).toEqual(['lamp']);
      shop.before = () => undefined;
      expect(shop.edits()).toHaveLength(1);
      vi.advanceTimersByTime(3_001);
      await quiet();
      expect(shop.products('profile-1001')).toEqual(['lamp']);
    },
  );

  it('is sent again soon after the network is back, however many edits were made without it', async () => {
    const shop = openShop();
    const page = shop.page();
    await quiet();
    const waits = vi.spyOn(globalThis, 'setTimeout');
    shop.before = noConnection;
    for (let product = 0; product < 8; product++) await page.save(`p${product}`);
    waits.mockClear();
    page.listeners.get('online')!(); // the first request still fails
    await quiet();
    const delays = waits.mock.calls.map(([, ms = 0]) => ms);
    const longest = Math.max(...delays.filter((ms) => ms !== REQUEST_LIMIT_MS));
    waits.mockRestore();
    expect(longest).toBeLessThanOrEqual(3_000);
    expect(page.listeners.size).toBe(2);
  });

  it('is sent when the database that holds it answers again', async () => {
    const shop = openShop();
    const page = shop.page();
    await quiet();
    shop.before = noConnection;
    await page.save('lamp');
    shop.before = () => undefined;
    shop.database.fault = 'never answers';
    page.listeners.get('online')!();
    await wait(1_100); // the longest wait for the database
    shop.database.fault = 'none';
    page.listeners.get('online')!();
    await quiet();
    expect([shop.products('profile-1001'), shop.stored()]).toEqual([['lamp'], { 'profile-1001': [] }]);
  });

  it('does not replace one of another variant of the product, in the same tab or another', async () => {
    const shop = openShop();
    shop.before = noConnection;
    const [first, second] = [shop.page(), shop.page()];
    await first.save('lamp/blue');
    await second.save('lamp/red');
    await first.save('lamp');
    await second.remove('lamp/red');
    expect(shop.stored()).toEqual({ 'profile-1001': ['+lamp/blue', '+lamp', '-lamp/red'] });
    shop.before = () => undefined;
    shop.page();
    await quiet();
    expect(shop.products('profile-1001').sort()).toEqual(['lamp', 'lamp/blue']);
  });

  it('removes the variant that it names, and no other one of the product', async () => {
    const shop = openShop();
    const page = shop.page();
    for (const name of ['lamp', 'lamp/blue', 'lamp/red']) await page.save(name);
    await page.remove('lamp/blue');
    await page.remove('lamp');
    expect([shop.products('profile-1001'), page.shown()]).toEqual([['lamp/red'], ['lamp/red']]);
  });

  it('of a variant that the service refuses leaves the others, and is reported for that variant', async () => {
    const shop = openShop();
    const page = shop.page();
    shop.before = ({ body }) =>
      (body as { variant_id?: string } | undefined)?.variant_id === 'green' ? refusal(422) : undefined;
    await page.save('lamp/blue');
    await expect(page.save('lamp/green')).rejects.toMatchObject({ code: 'validation' });
    expect(page.shown()).toEqual(['lamp/blue']);
  });

  it('is replaced by a later one of the same product that is made before it is sent', async () => {
    const shop = openShop();
    const page = shop.page();
    await quiet();
    shop.before = noConnection;
    await page.save('lamp');
    await page.save('vase');
    await page.remove('lamp');
    expect([page.shown(), shop.stored()]).toEqual([['vase'], { 'profile-1001': ['+vase', '-lamp'] }]);
    shop.before = () => undefined;
    const before = shop.edits().length;
    page.listeners.get('online')!();
    await quiet();
    expect(shop.products('profile-1001')).toEqual(['vase']);
    expect(shop.edits().length - before).toBe(1); // the lamp was never there: nothing to remove
  });

  it.each([400, 403, 404, 410, 422])(
    'that is refused with %i fails and leaves nothing behind',
    async (status) => {
      const shop = openShop();
      const page = shop.page();
      await quiet();
      shop.before = () => refusal(status);
      await expect(page.save('lamp')).rejects.toMatchObject({ status });
      expect([page.shown(), shop.stored()]).toEqual([[], { 'profile-1001': [] }]);
    },
  );

  it('of a product that the list has already, as a service says with 409, is done', async () => {
    const shop = openShop();
    const page = shop.page();
    await quiet();
    shop.before = () => refusal(409);
    await page.save('lamp');
    expect([page.shown(), shop.stored(), shop.edits().length]).toEqual([['lamp'], { 'profile-1001': [] }, 1]);
  });

  it('that is refused later is taken out, reported, and does not stop the others', async () => {
    const shop = openShop();
    const page = shop.page();
    await quiet();
    shop.before = noConnection;
    for (const product of ['lamp', 'poison', 'vase']) await page.save(product);
    shop.before = ({ body }) =>
      (body as { product_id: string }).product_id === 'poison' ? refusal(422) : undefined;
    page.listeners.get('online')!();
    await quiet();
    expect([shop.products('profile-1001'), page.shown(), shop.stored()]).toEqual([
      ['vase', 'lamp'],
      ['vase', 'lamp'],
      { 'profile-1001': [] },
    ]);
    const reported = page.loyalty
      .resource(refusedEdits)
      .state.value!.get(refusalKey(WISHLIST, { productId: 'poison' }));
    expect(reported).toMatchObject({ error: { status: 422 }, save: true });
    shop.before = () => undefined;
    await page.save('poison');
    expect(page.loyalty.resource(refusedEdits).state.value!.size).toBe(0);
  });

  it('whose session has ended stays stored, and the page asks for a sign-in', async () => {
    const shop = openShop();
    const page = shop.page();
    await quiet();
    shop.before = () => refusal(401);
    await expect(page.save('lamp')).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(shop.stored()).toEqual({ 'profile-1001': ['+lamp'] });
  });
});

describe('a note of a customer', () => {
  it('is written to the item of the product, and removed where it is empty', async () => {
    const shop = openShop();
    const page = shop.page();
    await page.save('lamp');
    await page.save('lamp/blue');
    await page.write('lamp/blue', { note: 'For the hall', priority: 'low' });
    expect(shop.lists.get('profile-1001')).toMatchObject([
      { variant_id: 'blue', note: 'For the hall', priority: 'low' },
      { product_id: 'lamp' },
    ]);
    expect(page.loyalty.resource(wishlist).state.value).toMatchObject([
      { note: 'For the hall', priority: 'low' },
      { note: undefined },
    ]);
    await page.write('lamp/blue', { note: 'For the hall' });
    await page.write('lamp/blue', {});
    expect(shop.lists.get('profile-1001')![0]).toMatchObject({ note: null, priority: null });
  });

  it('without a connection is shown and stored, and the next page sends it once', async () => {
    const shop = openShop();
    await shop.page().save('lamp');
    const page = shop.page();
    await quiet();
    shop.before = noConnection;
    await page.write('lamp', { note: 'For the hall' });
    expect(page.loyalty.resource(wishlist).state.value).toMatchObject([{ note: 'For the hall' }]);
    page.loyalty.close();
    shop.before = () => undefined;
    shop.page();
    await quiet();
    expect(shop.lists.get('profile-1001')).toMatchObject([{ id: 1, note: 'For the hall' }]);
    expect(shop.edits().filter(({ method }) => method === 'PUT').length).toBe(2);
  });

  it('that the service refuses later is not shown any more, and the product stays', async () => {
    const shop = openShop();
    await shop.page().save('lamp');
    const page = shop.page();
    await quiet();
    shop.before = noConnection;
    await page.write('lamp', { note: 'For the hall' });
    shop.before = ({ method }) => (method === 'PUT' ? refusal(422) : undefined);
    page.listeners.get('online')!();
    await vi.waitFor(() => expect(shop.stored()['profile-1001']).toEqual([]));
    await quiet();
    expect(page.loyalty.resource(wishlist).state.value).toMatchObject([
      { productId: 'lamp', note: undefined },
    ]);
  });

  it('of a product that was removed on another device meanwhile saves it again with the note', async () => {
    const shop = openShop();
    const page = shop.page();
    await page.save('lamp');
    shop.lists.set('profile-1001', []);
    await page.write('lamp', { note: 'For the hall' });
    expect(shop.lists.get('profile-1001')).toMatchObject([{ product_id: 'lamp', note: 'For the hall' }]);
  });
});

it('a product whose reply cannot be read is saved once, and the list is read again', async () => {
  const shop = openShop();
  shop.addsTwice = true;
  const page = shop.page();
  await quiet();
  shop.after = () => json({ data: { id: 1 } }, 201);
  await page.save('lamp');
  await quiet();
  expect([shop.products('profile-1001'), shop.edits().length]).toEqual([['lamp'], 1]);
  expect(shop.stored()['profile-1001']).toEqual([]);
  await expect
    .poll(() => page.loyalty.resource(wishlist).state.value)
    .toMatchObject([{ productId: 'lamp', id: 1 }]);
});

describe('a lost answer', () => {
  const lose = () => {
    throw new TypeError('Failed to fetch');
  };

  it('of a saved product: it is sent again with the same key, and saved once', async () => {
    const shop = openShop();
    const page = shop.page();
    await quiet();
    shop.after = lose;
    await page.save('lamp');
    shop.after = () => undefined;
    page.listeners.get('online')!();
    await quiet();
    expect([shop.products('profile-1001'), shop.edits().length]).toEqual([['lamp'], 2]);
    expect(new Set(shop.edits().map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  it('of a service that may add it twice: a read after the lag finds it, and it is not sent again', async () => {
    const shop = openShop();
    shop.addsTwice = true;
    const page = shop.page({ ...SIGNED_IN, tenantFile: { lag: 0 } });
    await quiet();
    shop.after = lose;
    await page.save('lamp');
    shop.after = () => undefined;
    page.listeners.get('online')!();
    await vi.waitFor(() => expect(shop.stored()['profile-1001']).toEqual([]));
    expect([shop.products('profile-1001'), shop.edits().length]).toEqual([['lamp'], 1]);
  });

  it('of a service whose lag is not known: it is not sent again at once', async () => {
    const shop = openShop();
    shop.addsTwice = true;
    const page = shop.page({ ...SIGNED_IN, tenantFile: {} });
    await quiet();
    shop.after = lose;
    await page.save('lamp');
    shop.after = () => undefined;
    page.listeners.get('online')!();
    await quiet();
    expect([shop.products('profile-1001'), shop.edits().length]).toEqual([['lamp'], 1]);
    expect(page.shown()).toEqual(['lamp']);
  });

  it('red twin: is saved twice by a service that adds it as often as it is sent', async () => {
    const shop = openShop();
    shop.addsTwice = true;
    const page = shop.page();
    await quiet();
    shop.after = lose;
    await page.save('lamp');
    shop.after = () => undefined;
    page.listeners.get('online')!();
    await quiet();
    expect(shop.products('profile-1001')).toEqual(['lamp', 'lamp']);
  });

  it('of a product that was removed on another device meanwhile: it is not saved again', async () => {
    const shop = openShop();
    const page = shop.page();
    await quiet();
    shop.after = lose;
    await page.save('lamp');
    shop.lists.set('profile-1001', []);
    shop.after = () => undefined;
    page.listeners.get('online')!();
    await quiet();
    expect(shop.products('profile-1001')).toEqual([]);
  });

  it('of a removed product: no other item is removed', async () => {
    const shop = openShop();
    const page = shop.page();
    for (const product of ['lamp', 'vase']) await page.save(product);
    shop.after = lose;
    await page.remove('lamp');
    expect([shop.products('profile-1001'), page.shown()]).toEqual([['vase'], ['vase']]);
    shop.after = () => undefined;
    page.listeners.get('online')!();
    await quiet();
    expect([shop.products('profile-1001'), shop.stored()]).toEqual([['vase'], { 'profile-1001': [] }]);
  });
});

describe('a customer switch', () => {
  /** Leaves an edit of the first customer unsent, and signs in the second one, who saves another product. */
  async function switched(shop: ReturnType<typeof openShop>) {
    const first = shop.page();
    await quiet();
    shop.before = noConnection;
    await first.save('lamp');
    first.loyalty.close(true);
    shop.before = () => undefined;
    const second = shop.page(OTHER);
    await quiet();
    await second.save('vase');
    first.listeners.get('online')?.();
    await quiet();
    return second;
  }

  it('sends no edit of the customer before, and keeps it for a return', async () => {
    const shop = openShop();
    const second = await switched(shop);
    expect([shop.products('profile-1001'), shop.products('profile-1002')]).toEqual([[], ['vase']]);
    expect(second.shown()).toEqual(['vase']);
    second.loyalty.close(true);
    shop.page();
    await quiet();
    expect([shop.products('profile-1001'), shop.products('profile-1002')]).toEqual([['lamp'], ['vase']]);
  });

  it('sends nothing from a tab in which the customer before is still shown', async () => {
    const shop = openShop();
    const first = shop.page();
    await quiet();
    shop.before = noConnection;
    await first.save('lamp');
    shop.before = () => undefined;
    const tried = shop.edits().length;
    shop.page(OTHER);
    await quiet();
    first.listeners.get('online')!();
    await quiet();
    expect([shop.edits().length, shop.stored()]).toEqual([tried, { 'profile-1001': ['+lamp'] }]);
  });

  it('red twin: sends it for the next customer where the edits of both are stored as one', async () => {
    const shop = openShop();
    shop.database.keyOf = (key) => key.replace(/profile-\d+$/, 'profile');
    await switched(shop);
    expect(shop.products('profile-1002').sort()).toEqual(['lamp', 'vase']);
  });

  it('while an edit is sent: it is sent again after the return, and never for the next customer', async () => {
    const shop = openShop();
    const first = shop.page();
    await quiet();
    let lose = () => {};
    shop.before = () => new Promise((_, reject) => (lose = () => reject(new TypeError('Failed to fetch'))));
    const saved = first.save('lamp').catch(() => {});
    await quiet();
    first.loyalty.close(true);
    shop.before = () => undefined;
    const second = shop.page(OTHER);
    await quiet();
    lose();
    await saved;
    await quiet();
    expect([shop.products('profile-1002'), shop.stored()['profile-1001']]).toEqual([[], ['+lamp']]);
    second.loyalty.close(true);
    shop.page();
    await quiet();
    expect([shop.products('profile-1001'), shop.stored()['profile-1001']]).toEqual([['lamp'], []]);
  });
});

describe('a device that does not store', () => {
  it.each(['refuses', 'is full'] as const)(
    'because its database %s: an edit is sent as without an outbox',
    async (fault) => {
      const shop = openShop();
      shop.database.fault = fault;
      const page = shop.page();
      await quiet();
      await page.save('lamp');
      expect([shop.products('profile-1001'), page.shown()]).toEqual([['lamp'], ['lamp']]);
      shop.before = noConnection;
      await expect(page.save('vase')).rejects.toMatchObject({ code: 'offline' });
      expect(page.shown()).toEqual(['lamp']);
    },
  );

  it('because its database answers late: a guest waits for it, and is not asked to sign in', async () => {
    const shop = openShop();
    const page = shop.page(GUEST);
    await quiet();
    shop.database.fault = 'answers late';
    await page.save('lamp');
    expect(shop.stored()).toMatchObject({ guest: ['+lamp'] });
  });

  it('asks a guest to sign in', async () => {
    const shop = openShop();
    shop.database.fault = 'is full';
    await expect(shop.page(GUEST).save('lamp')).rejects.toMatchObject({ code: 'unauthenticated' });
  });

  it('because its database never answers: an edit is sent after a second', async () => {
    const shop = openShop();
    const page = shop.page();
    await quiet();
    shop.database.fault = 'never answers';
    await page.save('lamp');
    expect(shop.products('profile-1001')).toEqual(['lamp']);
  });

  it('because its database answers late: an edit is sent once, and none is left to be sent again', async () => {
    const shop = openShop();
    const page = shop.page();
    await quiet();
    shop.database.fault = 'answers late';
    await page.save('lamp');
    expect(shop.products('profile-1001')).toEqual(['lamp']);
    await wait(2 * LATE_MS);
    expect(shop.stored()).toEqual({ 'profile-1001': [] });
  });
});

describe('a guest', () => {
  it('has a list on the device, without a request', async () => {
    const shop = openShop();
    const page = shop.page(GUEST);
    await quiet();
    await page.save('lamp');
    await page.save('vase');
    await page.remove('vase');
    const next = shop.page(GUEST);
    await quiet();
    expect(next.loyalty.resource(wishlist).state.value).toEqual([
      {
        id: undefined,
        productId: 'lamp',
        name: 'Lamp',
        url: 'https://shop.example.com/lamp',
        imageUrl: undefined,
        price: '89.00',
        currency: 'EUR',
        savedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      },
    ]);
    expect(shop.edits()).toEqual([]);
  });

  it('who writes notes keeps the order of the list, and the customer gets them after the sign-in', async () => {
    const shop = openShop();
    const own = [{ id: 71, product_id: 'vase', note: 'mine' }];
    shop.lists.set('profile-1001', own);
    const guest = shop.page(GUEST);
    for (const product of ['lamp', 'vase', 'rug']) await guest.save(product);
    await guest.write('lamp', { note: 'For the hall', priority: 'high' });
    await guest.write('vase', { note: 'short-lived' });
    await guest.write('vase', {});
    await guest.write('rug', { note: 'Two of them' });
    const notes = ({ loyalty }: typeof guest) =>
      loyalty.resource(wishlist).state.value?.map(({ productId, note }) => `${productId}: ${note}`);
    expect(notes(guest)).toEqual(['rug: Two of them', 'vase: undefined', 'lamp: For the hall']);
    const next = shop.page(GUEST);
    await quiet();
    expect(notes(next)).toEqual(notes(guest));
    shop.page();
    await quiet();
    // A guest without a note says nothing about the one that the customer has.
    expect(shop.lists.get('profile-1001')!.sort((a, b) => a.id - b.id)).toMatchObject([
      { product_id: 'lamp', note: 'For the hall', priority: 'high' },
      { product_id: 'rug', note: 'Two of them' },
      { product_id: 'vase', note: 'mine' },
    ]);
  });

  it('who signs in finds the products on the own list, once, and none are left on the device', async () => {
    const shop = openShop();
    await shop.page().save('lamp');
    const guest = shop.page(GUEST);
    for (const product of ['lamp', 'vase']) await guest.save(product);
    for (let visit = 0; visit < 2; visit++) {
      const page = shop.page();
      await quiet();
      expect(page.shown()?.sort()).toEqual(['lamp', 'vase']);
    }
    expect(shop.products('profile-1001').sort()).toEqual(['lamp', 'vase']);
    expect(shop.stored()).toEqual({ 'profile-1001': [] });
  });

  it('who signs in loses nothing where the browser is killed between two items', async () => {
    const shop = openShop();
    const guest = shop.page(GUEST);
    for (const product of ['a', 'a/blue', 'a/red', 'b']) await guest.save(product);
    for (let sent = 0; sent < 4; sent++) {
      let left = 1;
      shop.before = () => (left-- > 0 ? undefined : noConnection());
      const page = shop.page();
      await quiet();
      page.loyalty.close();
    }
    expect(shop.products('profile-1001').sort()).toEqual(['a', 'a/blue', 'a/red', 'b']);
  });

  it('who signs in joins 500 variants to 500 of the customer, each once', async () => {
    const shop = openShop();
    const variants = (from: number) => Array.from({ length: 500 }, (_, index) => `lamp/${from + index}`);
    // The last 100 of the guest are the first 100 of the customer.
    const own = variants(400).map((name, id) => ({ id: -id, product_id: 'lamp', variant_id: name.slice(5) }));
    shop.lists.set('profile-1001', own);
    const guest = shop.page(GUEST);
    for (const variant of variants(0)) await guest.save(variant);
    const page = shop.page();
    await expect.poll(() => shop.stored()['profile-1001']).toEqual([]);
    const all = Array.from({ length: 900 }, (_, index) => `lamp/${index}`);
    const inOrder = (names: readonly string[]) =>
      [...names].sort((a, b) => Number(a.slice(5)) - Number(b.slice(5)));
    expect(inOrder(shop.products('profile-1001'))).toEqual(all);
    expect(inOrder(page.shown()!)).toEqual(all);
  });

  it('who signs in keeps the products where the browser is killed while it takes them over', async () => {
    const shop = openShop();
    await shop.page(GUEST).save('lamp');
    shop.database.fault = 'is killed before the end';
    const killed = shop.page();
    await quiet();
    killed.loyalty.close();
    expect(shop.stored()).toEqual({ guest: ['+lamp'] });
    shop.database.fault = 'none';
    shop.page();
    await quiet();
    expect(shop.products('profile-1001')).toEqual(['lamp']);
  });

  it('after a sign-out has none of the products of the customer', async () => {
    const shop = openShop();
    const page = shop.page();
    await page.save('lamp');
    shop.before = noConnection;
    await page.save('vase');
    page.loyalty.close(true);
    const guest = shop.page(GUEST);
    await quiet();
    expect(guest.shown()).toEqual([]);
  });

  it('can save at most 500 products, and is then asked to sign in', async () => {
    const shop = openShop();
    const page = shop.page(GUEST);
    for (let product = 0; product < 500; product++) await page.save(`p${product}`);
    await expect(page.save('one more')).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(page.shown()).toHaveLength(500);
  });

  it('with wishlist="customers" saves nothing', async () => {
    const shop = openShop();
    const page = shop.page({ ...GUEST, wishlist: 'customers' });
    await expect(page.save('lamp')).rejects.toMatchObject({ code: 'unauthenticated' });
    expect([page.loyalty.resource(wishlist).state.error?.code, shop.stored()]).toEqual([
      'unauthenticated',
      {},
    ]);
  });

  it.each([
    ['no list', 5],
    [
      'no edits',
      [null, {}, [], 'x', { productId: 'lamp', list: 'wishlist', id: 'x', at: 'now', save: true }],
    ],
  ])('has an empty list where the storage has %s', async (_, value) => {
    const shop = openShop();
    const page = shop.page(GUEST);
    await page.save('lamp');
    const edits = shop.database.kept.get('loyalty-elements lists')!;
    for (const owner of edits.keys()) edits.set(owner, value);
    const next = shop.page(GUEST);
    await quiet();
    expect(next.shown()).toEqual([]);
  });

  it('is shown no address of the storage that is not https', async () => {
    const shop = openShop();
    const page = shop.page(GUEST);
    await addToList(
      page.loyalty,
      WISHLIST,
      { productId: 'lamp' },
      {
        name: 'Lamp',
        url: 'javascript:alert(1)',
        image_url: 'data:x',
      },
    );
    expect(page.loyalty.resource(wishlist).state.value).toMatchObject([
      { url: undefined, imageUrl: undefined },
    ]);
  });
});

describe('wishlist="device"', () => {
  const DEVICE: LoyaltySettings = { ...SIGNED_IN, wishlist: 'device' };

  it('reads and writes the list of a customer on the device alone', async () => {
    const shop = openShop();
    shop.lists.set('profile-1001', [{ id: 1, product_id: 'at the service' }]);
    const page = shop.page(DEVICE);
    await quiet();
    await page.save('lamp');
    await page.save('vase');
    await page.remove('vase');
    const next = shop.page(DEVICE);
    await quiet();
    expect([next.shown(), shop.edits()]).toEqual([['lamp'], []]);
    const guest = shop.page(GUEST);
    await quiet();
    expect(guest.shown()).toEqual([]);
  });

  it('sends the products once the page says so', async () => {
    const shop = openShop();
    await shop.page(DEVICE).save('lamp');
    shop.page();
    await quiet();
    expect([shop.products('profile-1001'), shop.stored()]).toEqual([['lamp'], { 'profile-1001': [] }]);
  });
});
