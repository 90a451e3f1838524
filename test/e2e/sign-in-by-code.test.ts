import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BrowserContext, Page } from 'playwright-core';
import { startMailSink, type MailSink } from '../../demo/mail-sink.ts';
import { startDemoProxy } from '../../demo/proxy.ts';
import {
  createRegistry,
  openShop,
  settled,
  shownIn,
  watch,
  type OpenShop,
  type Watched,
  makeLink,
} from '../support/shop-open.ts';
import { startFrontServer, type FrontServer } from '../support/shop-one-origin.ts';

const MARA = 'mara.lindqvist@example.com';

const points = (text: string): number => Number(/[\d,]+/.exec(text)?.[0].replace(',', '') ?? NaN);
const headerPoints = (page: Page) => shownIn(page.locator('header loyalty-balance'));
const isGuest = (page: Page) => page.locator('header loyalty-balance [slot=signed-out]').isVisible();

/** Everything that a script of the page can read: storage, cookies and the whole database of tokens. */
async function readableIn(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const records: unknown[] = [];
    for (const { name } of await indexedDB.databases()) {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opened = indexedDB.open(name!);
        opened.onsuccess = () => resolve(opened.result);
        opened.onerror = () => reject(opened.error!);
      });
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store).getAll();
        records.push(await new Promise((resolve) => (all.onsuccess = () => resolve(all.result))));
      }
      database.close();
    }
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, records, document.cookie]);
  });
}

describe.each(['token', 'cookie'] as const)(
  'a customer without a password, with a session in a %s',
  (session) => {
    let front: FrontServer;
    let sink: MailSink;
    let shop: OpenShop;
    beforeAll(async () => {
      front = await startFrontServer();
      sink = await startMailSink();
      shop = await openShop({
        signInMethod: 'code',
        publicUrl: front.url,
        async proxy(options) {
          const mail = { url: sink.smtpUrl, from: 'Harbour & Pine <hello@example.com>' };
          const proxy = await startDemoProxy({
            ...options,
            pageOrigins: [front.url],
            mail,
            settings: { session, directory: undefined, pathPrefix: '/loyalty' },
          });
          front.route('/loyalty/', { to: new URL(proxy.url).origin });
          return { url: `${front.url}/loyalty`, stop: () => proxy.stop() };
        },
      });
      front.route('/', { to: shop.url });
    });
    afterAll(async () => {
      await shop?.close();
      await front?.stop();
      await sink?.stop();
    });

    async function open(path: string, context?: BrowserContext): Promise<Watched> {
      const page = await (
        context ?? (await shop.browser.newContext({ viewport: { width: 1280, height: 900 } }))
      ).newPage();
      const watched = watch(page);
      await page.goto(front.url + path);
      return watched;
    }

    async function signIn(page: Page): Promise<void> {
      const before = sink.received.length;
      await page.getByLabel('Email').fill(MARA);
      await page.getByRole('button', { name: 'Send me a code' }).click();
      await expect.poll(() => sink.received.length).toBe(before + 1);
      const { to, text } = sink.received[0]!;
      expect(to).toEqual([MARA]);
      await page.getByLabel('6-digit code').fill(/\b\d{6}\b/.exec(text)![0]);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect.poll(() => headerPoints(page)).toMatch(/\d\s+points/);
    }

    test('signs in, claims, saves a product, and signs out everywhere', async () => {
      const first = await open('/sign-in');
      const second = await open('/', first.context);
      const phone = await open('/sign-in');
      await signIn(first.page);
      await signIn(phone.page);
      await expect.poll(() => headerPoints(second.page)).toMatch(/\d\s+points/);
      const before = points(await headerPoints(first.page));

      await first.page.goto(`${front.url}/account`);
      await settled(first.page);
      const rewards = first.page.locator('loyalty-rewards');
      await rewards.getByRole('button', { name: /^Show all/ }).click();
      await rewards.getByRole('button', { name: 'Claim Free delivery' }).click();
      await rewards.getByRole('button', { name: /^(Spend [\d,]+ points?|Claim)$/ }).click();
      await expect.poll(async () => points(await headerPoints(first.page))).toBe(before - 150);

      const heart = second.page.locator('main article loyalty-wishlist-button').first().getByRole('button');
      await heart.click();
      await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true');
      await settled(second.page);

      await first.page.goto(`${front.url}/wishlist`);
      await settled(first.page);
      const signedOut = await first.page.evaluate(() =>
        document
          .querySelector('loyalty-provider')!
          .signOut({ everywhere: true })
          .then(() => 'everywhere'),
      );
      expect(signedOut).toBe('everywhere');
      for (const { page } of [first, second]) await expect.poll(() => isGuest(page)).toBe(true);
      // The other device learns it with its next request.
      await phone.page.goto(`${front.url}/account`);
      await expect.poll(() => isGuest(phone.page)).toBe(true);

      await first.page.evaluate(() => void setTimeout(() => history.back()));
      await first.page.waitForURL(`${front.url}/account`);
      await expect.poll(() => isGuest(first.page)).toBe(true);
      expect(await headerPoints(first.page)).not.toMatch(/\d\s+points/);
      expect([...first.errors, ...second.errors, ...phone.errors]).toEqual([]);
      await first.context.close();
      await phone.context.close();
    });

    test('loads a page in one request for its customer', async () => {
      const { page, context } = await open('/sign-in');
      await signIn(page);
      await settled(page);
      const calls: string[] = [];
      page.on('request', (request) => {
        const { pathname, search } = new URL(request.url());
        if (pathname.startsWith('/loyalty/')) calls.push(pathname + search);
      });
      await page.goto(`${front.url}/account`);
      await expect.poll(() => shownIn(page.locator('loyalty-rewards'))).toMatch(/Claim/);
      await page.waitForLoadState('networkidle');
      expect(calls).toEqual(['/loyalty/page?show=balances,tier,tiers,rewards']);
      await context.close();
    });

    test('owns a registry from which a giver without an account reserves, and neither device stores a secret of the other', async () => {
      const owner = await open('/sign-in');
      const login = owner.page.waitForResponse(
        (response) => response.url().endsWith('/login') && response.status() === 200,
      );
      await signIn(owner.page);
      const { token } = (await (await login).json()) as { token: string };
      const link = await createRegistry(owner.page, front.url);
      await link.click();
      const registry = owner.page.locator('main loyalty-registry');
      await expect.poll(() => shownIn(registry)).toMatch(/Our wedding[^]*Not reserved yet/);
      const share = owner.page.locator('main loyalty-share');
      const address = await makeLink(share);

      const giver = await open(new URL(address).pathname);
      const shared = giver.page.locator('main loyalty-shared-list');
      await shared.getByRole('button', { name: /^Reserve / }).click();
      await shared.getByLabel('Your name').fill('Uncle Bo');
      await shared.getByLabel('How many').fill('2');
      await shared.getByRole('button', { name: 'Reserve', exact: true }).click();
      await expect.poll(() => shownIn(shared)).toMatch(/1 of 3 still wanted[^]*You reserved 2/);
      await owner.page.reload();
      await expect.poll(() => shownIn(registry)).toMatch(/2 of 3 reserved/);

      const [ofOwner, ofGiver] = [await readableIn(owner.page), await readableIn(giver.page)];
      const [cookie] = (await owner.context.cookies()).filter(({ name }) => name === '__Host-loyalty');
      const cookiesOfGiver = (await giver.context.cookies()).map(({ name }) => name);
      const [, reservationSecret = ''] = /"secret":"([^"]+)"/.exec(ofGiver.replaceAll('\\', '')) ?? [];
      // The search finds what each device stores: the handle or the token, and what undoes the reservation.
      expect(ofOwner).toContain(token);
      expect(reservationSecret).toMatch(/^[\w-]{20,}$/);
      expect(ofOwner).not.toContain(reservationSecret);
      expect(ofOwner).not.toContain('Uncle Bo');
      for (const secret of [token, cookie?.value ?? token]) expect(ofGiver).not.toContain(secret);
      expect(cookiesOfGiver).not.toContain('__Host-loyalty');
      if (session === 'cookie') expect(ofOwner).not.toContain(cookie!.value);
      expect([...owner.errors, ...giver.errors]).toEqual([]);
      await owner.context.close();
      await giver.context.close();
    });

    test(`stores ${session === 'cookie' ? 'no secret that opens a session' : 'a token that opens its session'} where scripts read`, async () => {
      const { page, context } = await open('/sign-in');
      const answer = page.waitForResponse(
        (response) => response.url().endsWith('/login') && response.status() === 200,
      );
      await signIn(page);
      const { token, profile_id: profile } = (await (await answer).json()) as Record<string, string>;
      await page.goto(`${front.url}/account`);
      await settled(page);
      const readable = await readableIn(page);
      // The search finds what the page has.
      expect(readable).toContain(token);
      const [cookie] = (await context.cookies()).filter(({ name }) => name === '__Host-loyalty');
      const alone = await fetch(`${front.url}/loyalty/v3/profiles/${profile}/balances`, {
        headers: { Authorization: `Bearer ${token}`, Origin: front.url },
      });
      if (session === 'cookie') {
        expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' });
        expect(readable).not.toContain(cookie!.value);
        expect(await page.content()).not.toContain(cookie!.value);
        expect(alone.status).toBe(401);
      } else {
        expect(cookie).toBe(undefined);
        expect(alone.status).toBe(200);
      }
      await context.close();
    });
  },
);
