import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ENGINES } from '../support/engines.ts';
import type { Engine, Tab, Visitor } from '../support/engine-tab.ts';
import { openStoryShop, type StoryShop } from '../support/story-shop.ts';

const MARA = 'mara.lindqvist@example.com';
const HEART = 'main article loyalty-wishlist-button';
const POINTS = /\d\s+points/;
/** What the status card says to a customer alone. */
const PROGRESS = /points to go/;

/** The visible text of an element, shadow root included. Empty while it loads: a skeleton contains text, too. */
const shownIn = (tab: Tab, selector: string): Promise<string> =>
  tab.run((wanted) => {
    const host = document.querySelector(wanted);
    if (!host || host.shadowRoot?.querySelector('[aria-busy=true]')) return '';
    return [...(host.shadowRoot?.children ?? [host])]
      .filter(({ localName }) => localName !== 'style')
      .map((child) => (child as HTMLElement).innerText)
      .join('\n');
  }, selector);

const shows = (tab: Tab, selector: string, text: RegExp) =>
  expect.poll(() => shownIn(tab, selector)).toMatch(text);

const pointsIn = async (tab: Tab): Promise<number> =>
  Number(/([\d,]+)\s+points/.exec(await shownIn(tab, 'header loyalty-balance'))?.[1]?.replaceAll(',', ''));

const isGuest = (tab: Tab): Promise<boolean> =>
  tab.run(() => document.querySelector('header loyalty-balance [slot=signed-out]')!.checkVisibility());

/** `true` and `false` as the heart says it, `undefined` before it is there. */
const isSaved = (tab: Tab, index = 0): Promise<string | null | undefined> =>
  tab.run(
    (selector, at) =>
      document
        .querySelectorAll(selector)
        [at]?.shadowRoot?.querySelector('[aria-pressed]')
        ?.getAttribute('aria-pressed'),
    HEART,
    index,
  );

const pressHeart = (tab: Tab, index = 0) =>
  tab.press({
    role: 'button',
    name: '^Save',
    within: `main li:nth-child(${index + 1}) article loyalty-wishlist-button`,
  });

/** Presses a heart in the page, and goes on in the moment in which it shows the product as saved. */
const pressAndLeave = (tab: Tab, index: number, address: string): Promise<void> =>
  tab.run(
    (selector, at, next) => {
      const root = document.querySelectorAll(selector)[at]!.shadowRoot!;
      const heart = () => root.querySelector<HTMLElement>('[aria-pressed]')!;
      new MutationObserver((_changes, observer) => {
        if (heart().ariaPressed !== 'true') return;
        observer.disconnect();
        location.href = next;
      }).observe(root, { subtree: true, attributes: true, childList: true });
      setTimeout(() => heart().click());
    },
    HEART,
    index,
    address,
  );

const productOf = (tab: Tab, index = 0): Promise<string> =>
  tab.run(
    (selector, at) => document.querySelectorAll(selector)[at]!.getAttribute('product-id')!,
    HEART,
    index,
  );

/** Sets the value of a field for which each engine has its own keyboard: a list of choices, a day. */
const choose = (tab: Tab, field: string, value: string): Promise<void> =>
  tab.run(
    (selector, text) => {
      const input = document.querySelector('loyalty-lists')!.shadowRoot!.querySelector(selector);
      Object.assign(input!, { value: text });
      for (const type of ['input', 'change']) input!.dispatchEvent(new Event(type, { bubbles: true }));
    },
    field,
    value,
  );

for (const { name, missing, start } of ENGINES) {
  if (missing) {
    test(`the shop's story in ${name}`, ({ skip }) => skip(missing));
    continue;
  }

  describe(`the shop in ${name}`, () => {
    let engine: Engine;
    let passwords: StoryShop;
    let codes: StoryShop;
    let visitors: Visitor[] = [];
    beforeAll(async () => {
      engine = await start();
      passwords = await openStoryShop('password');
      codes = await openStoryShop('code');
    });
    afterAll(async () => {
      await engine?.close();
      await passwords?.close();
      await codes?.close();
    });
    afterEach(async () => {
      for (const visitor of visitors) await visitor.close();
      visitors = [];
    });

    async function visitor(options?: { private: boolean }): Promise<Visitor> {
      const one = await engine.visitor(options);
      visitors.push(one);
      return one;
    }

    async function signIn(tab: Tab): Promise<void> {
      await tab.type({ role: 'field', name: '^Email' }, MARA);
      await tab.type({ role: 'field', name: '^Password' }, passwords.password);
      await tab.press({ role: 'button', name: '^Sign in$', within: 'loyalty-account' });
      await shows(tab, 'header loyalty-balance', POINTS);
    }

    /** A customer with the first page of the shop open. */
    async function member(options?: { private: boolean }): Promise<{ one: Visitor; tab: Tab }> {
      const one = await visitor(options);
      const tab = await one.tab(`${passwords.url}/sign-in`);
      await signIn(tab);
      return { one, tab };
    }

    /** Products on a list in the database of the service. */
    const savedAs = async (list: string): Promise<string[]> => {
      const rows = await passwords.shop.database.db
        .selectFrom('list_items')
        .innerJoin('lists', 'lists.id', 'list_items.list_id')
        .innerJoin('profiles', 'profiles.id', 'lists.profile_id')
        .select('list_items.product_id')
        .where('profiles.email', '=', MARA)
        .where((where) => where.or([where('lists.handle', '=', list), where('lists.name', '=', list)]))
        .execute();
      return rows.map(({ product_id }) => product_id);
    };

    test('signs a customer in by password, in every tab', async () => {
      const one = await visitor();
      const [first, second] = [
        await one.tab(`${passwords.url}/sign-in`),
        await one.tab(`${passwords.url}/account`),
      ];
      await signIn(first);
      await shows(second, 'header loyalty-balance', POINTS);
      await shows(second, 'loyalty-status', PROGRESS);
    });

    test('signs a customer in by a code from an e-mail', async () => {
      const one = await visitor();
      const tab = await one.tab(`${codes.url}/sign-in`);
      await tab.type({ role: 'field', name: '^Email' }, MARA);
      await tab.press({ role: 'button', name: '^Send me a code$' });
      await expect.poll(() => codes.mails.received.length).toBe(1);
      await tab.type(
        { role: 'field', name: '^6-digit code' },
        /\b\d{6}\b/.exec(codes.mails.received[0]!.text)![0],
      );
      await tab.press({ role: 'button', name: '^Sign in$', within: 'loyalty-account' });
      await shows(tab, 'header loyalty-balance', POINTS);
      await tab.open(`${codes.url}/account`);
      await shows(tab, 'loyalty-status', PROGRESS);
    });

    test('claims a reward: the points are debited on the page, on the next page and in another tab', async () => {
      const { one, tab } = await member();
      await tab.open(`${passwords.url}/account`);
      await shows(tab, 'header loyalty-balance', POINTS);
      const before = await pointsIn(tab);
      await tab.press({ role: 'button', name: '^Show all', within: 'loyalty-rewards' });
      await tab.press({ role: 'button', name: '^Claim Free delivery$', within: 'loyalty-rewards' });
      await tab.press({ role: 'button', name: '^Spend [0-9,]+ points?$', within: 'loyalty-rewards' });
      await expect.poll(() => pointsIn(tab)).toBe(before - 150);
      await tab.open(passwords.url);
      await expect.poll(() => pointsIn(tab)).toBe(before - 150);
      const other = await one.tab(passwords.url);
      await expect.poll(() => pointsIn(other)).toBe(before - 150);
    });

    test('saves the product of a heart, also where the page is left at once', async () => {
      const { tab } = await member();
      for (const index of [0, 1, 2]) {
        await tab.open(passwords.url);
        await expect.poll(() => isSaved(tab, index)).toBe('false');
        const product = await productOf(tab, index);
        await pressAndLeave(tab, index, '/wishlist');
        await expect.poll(() => tab.run(() => location.pathname)).toBe('/wishlist');
        await expect.poll(() => savedAs('wishlist')).toContain(product);
      }
    });

    test('keeps several lists, and saves a product on one of them', async () => {
      const { tab } = await member();
      await tab.open(`${passwords.url}/account/lists`);
      for (const list of ['Kitchen', 'Balcony']) {
        await tab.press({ role: 'button', name: '^New list$' });
        await tab.type({ role: 'field', name: '^Name of the list' }, list);
        await tab.press({ role: 'button', name: '^Create list$' });
        await shows(tab, 'loyalty-lists', new RegExp(list));
      }
      await tab.open(passwords.url);
      await expect.poll(() => isSaved(tab, 4)).toBe('false');
      const product = await productOf(tab, 4);
      await tab.run(
        (selector) => document.querySelectorAll(selector)[4]!.toggleAttribute('lists', true),
        HEART,
      );
      await tab.press({ role: 'button', name: '^Choose lists' });
      await tab.press({ role: 'button', name: '^Balcony' });
      await expect.poll(() => savedAs('Balcony')).toEqual([product]);
      expect(await savedAs('Kitchen')).toEqual([]);
    });

    test('opens a gift registry by its link, where a guest reserves and undoes', async () => {
      const { tab: owner } = await member();
      await owner.open(`${passwords.url}/account/lists`);
      await owner.press({ role: 'button', name: '^New list$' });
      await owner.type({ role: 'field', name: '^Name of the list' }, 'Our wedding');
      await choose(owner, 'select', 'registry');
      await choose(owner, 'input[type=date]', '2099-06-01');
      await owner.press({ role: 'button', name: '^Create list$' });
      await shows(owner, 'loyalty-lists', /Our wedding/);
      await owner.open(passwords.url);
      await expect.poll(() => isSaved(owner)).toMatch(/true|false/);
      await owner.run((selector) => document.querySelector(selector)!.toggleAttribute('lists', true), HEART);
      await owner.press({ role: 'button', name: '^Choose lists' });
      await owner.press({ role: 'button', name: '^Our wedding' });
      await expect.poll(() => savedAs('Our wedding')).toHaveLength(1);
      await owner.open(`${passwords.url}/account/lists`);
      await owner.press({ role: 'link', name: '^Our wedding', within: 'loyalty-lists' });
      await owner.press({ role: 'button', name: '^Share this list$' });
      const link = () =>
        owner.run(() => document.querySelector('loyalty-share')!.shadowRoot!.querySelector('input')?.value);
      await expect.poll(link).toMatch(/\/lists\/[\w-]{32}$/);

      const guest = await (await visitor()).tab((await link())!);
      await shows(guest, 'loyalty-shared-list', /Our wedding[^]*Still wanted/);
      await guest.press({ role: 'button', name: '^Reserve ' });
      await guest.type({ role: 'field', name: '^Your name' }, 'Uncle Bo');
      await guest.press({ role: 'button', name: '^Reserve$' });
      await shows(guest, 'loyalty-shared-list', /You reserved/);
      await owner.open(await owner.run(() => location.href));
      await shows(owner, 'loyalty-registry', /\bReserved\b/);
      expect(await shownIn(owner, 'loyalty-registry')).not.toContain('Uncle Bo');
      await guest.open(await guest.run(() => location.href));
      await guest.press({ role: 'button', name: '^Undo' });
      await shows(guest, 'loyalty-shared-list', /Still wanted/);
    });

    test('keeps an edit without a connection, and sends it when there is one', async () => {
      const { tab } = await member();
      await tab.open(passwords.url);
      await expect.poll(() => isSaved(tab, 6)).toBe('false');
      const product = await productOf(tab, 6);
      passwords.cut(true);
      try {
        await pressHeart(tab, 6);
        await expect.poll(() => isSaved(tab, 6)).toBe('true');
        expect(await savedAs('wishlist')).not.toContain(product);
      } finally {
        passwords.cut(false);
      }
      await expect.poll(() => savedAs('wishlist')).toContain(product);
      await tab.open(passwords.url);
      await expect.poll(() => isSaved(tab, 6)).toBe('true');
    });

    test('signs out in another tab, too, and shows no customer after the back button', async () => {
      const { one, tab } = await member();
      const other = await one.tab(`${passwords.url}/account`);
      await shows(other, 'loyalty-status', PROGRESS);
      await tab.open(`${passwords.url}/account`);
      await shows(tab, 'loyalty-status', PROGRESS);
      await tab.open(`${passwords.url}/sign-in`);
      await tab.press({ role: 'button', name: '^Sign out$', within: 'loyalty-account' });
      for (const page of [tab, other]) await expect.poll(() => isGuest(page)).toBe(true);
      expect(await shownIn(other, 'loyalty-status')).not.toMatch(PROGRESS);
      await tab.run(() => void setTimeout(() => history.back()));
      await expect.poll(() => tab.run(() => location.pathname)).toBe('/account');
      await expect.poll(() => isGuest(tab)).toBe(true);
      expect(await shownIn(tab, 'loyalty-status')).not.toMatch(PROGRESS);
    });

    test('works in a private window, and leaves nothing for the next one', async () => {
      const { one, tab } = await member({ private: true });
      await tab.open(passwords.url);
      await expect.poll(() => isSaved(tab, 5)).toBe('false');
      const product = await productOf(tab, 5);
      await pressHeart(tab, 5);
      await expect.poll(() => savedAs('wishlist')).toContain(product);
      await tab.open(passwords.url);
      await expect.poll(() => isSaved(tab, 5)).toBe('true');
      visitors = visitors.filter((other) => other !== one);
      await one.close();
      const next = await (await visitor({ private: true })).tab(passwords.url);
      await expect.poll(() => isGuest(next)).toBe(true);
      await expect.poll(() => isSaved(next, 5)).toBe('false');
    });
  });
}
