import { request as httpRequest } from 'node:http';
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { localServer, type LocalServer } from '../support/client-server.ts';
import { openPage, openShop, settled, signIn, type OpenShop, type Watched } from '../support/shop-open.ts';

let shop: OpenShop;
/** Another site, without the elements. */
let elsewhere: LocalServer;
let proxy: LocalServer;
beforeAll(async () => {
  shop = await openShop();
  proxy = await slowProxy();
  elsewhere = await localServer((_, response) =>
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>Elsewhere</title>'),
  );
});
afterAll(async () => {
  await elsewhere?.close();
  await proxy?.close();
  await shop?.close();
});

/** Adds to every page of the shop what a theme would: the element, and a link that leaves the page and sends an event. */
async function addLinks({ context }: Watched, event: string, consent: boolean): Promise<void> {
  await context.addInitScript(
    ({ origin, target, event, consent }) => {
      if (location.origin !== origin) return;
      addEventListener('DOMContentLoaded', () => {
        const events = document.createElement('loyalty-events');
        events.toggleAttribute('consent', consent);
        const link = document.createElement('a');
        link.href = target;
        link.textContent = 'Our lookbook';
        link.dataset['loyaltyEvent'] = event;
        link.dataset['loyaltyData'] = '{ "season": "spring" }';
        document.querySelector('main')!.prepend(events, link);
      });
    },
    { origin: shop.url, target: elsewhere.url, event, consent },
  );
}

const link = (page: Page) => page.getByRole('link', { name: 'Our lookbook' });
/** Waits for the element: it is loaded after the page is shown. */
async function openCart({ page }: Watched): Promise<void> {
  await page.goto(`${shop.url}/cart`);
  await page.waitForFunction(() => customElements.get('loyalty-events'));
  await settled(page);
}
async function leave(page: Page): Promise<void> {
  await link(page).click();
  await page.waitForURL((url) => url.origin === elsewhere.url);
}

const published = (event: string) =>
  shop.database.db.selectFrom('events').select('payload').where('trigger', '=', event).execute();
const stored = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('loyalty-elements event')));
const eventCalls = ({ calls }: Watched) => calls.filter((call) => call.includes('event'));

/** Time that the service takes for the preflight of an event: the page is left before the event itself is sent. */
const PREFLIGHT_MS = 1_000;

/** A proxy of the browser, which forwards all requests and holds the preflights of events. */
async function slowProxy(): Promise<LocalServer> {
  return localServer((request, response) => {
    const { url, method, headers } = request;
    const isPreflight = method === 'OPTIONS' && url!.includes('event');
    setTimeout(
      () => {
        const forwarded = httpRequest(url!, { method, headers }, (answer) => {
          response.writeHead(answer.statusCode!, answer.headers);
          answer.pipe(response);
        });
        forwarded.on('error', () => response.destroy());
        request.pipe(forwarded);
      },
      isPreflight ? PREFLIGHT_MS : 0,
    );
  });
}

describe('custom events', () => {
  /** Presses the link, and waits until the page is left. */
  async function pressAndLeave(event: string, consent = true, prepare?: () => void): Promise<Watched> {
    const visit = await openPage(shop, { proxy: { server: proxy.url } });
    await addLinks(visit, event, consent);
    if (prepare) await visit.context.addInitScript(prepare);
    await signIn(visit, shop, 'Mara');
    await openCart(visit);
    await leave(visit.page);
    return visit;
  }

  test('of a link that leaves the site are delivered, and not again after a return', async () => {
    const visit = await pressAndLeave('lookbook-opened');
    await expect.poll(() => published('lookbook-opened')).toHaveLength(1);
    expect((await published('lookbook-opened'))[0]).toMatchObject({
      payload: { name: 'lookbook-opened', data: { season: 'spring' } },
    });
    await openCart(visit);
    await expect.poll(() => stored(visit.page)).toEqual([]);
    expect(await published('lookbook-opened')).toHaveLength(1);
    expect(visit.errors).toEqual([]);
    await visit.context.close();
  });

  test('red twin: are delivered at the return only by requests that end with their page', async () => {
    const visit = await pressAndLeave('left-early', true, () => {
      const { fetch } = window;
      window.fetch = (input, init) => fetch(input, { ...init, keepalive: false });
    });
    await visit.page.waitForTimeout(3 * PREFLIGHT_MS);
    expect(await published('left-early')).toEqual([]);
    await openCart(visit);
    await expect.poll(() => published('left-early')).toHaveLength(1);
    await visit.context.close();
  });

  test('whose answer is lost are sent again on the next page, and the service has them once', async () => {
    const visit = await openPage(shop);
    const { page } = visit;
    await addLinks(visit, 'answer-lost', true);
    await signIn(visit, shop, 'Mara');
    await openCart(visit);
    const isEvent = (request: Request) => request.method() === 'POST' && request.url().includes('event');
    await page.route('**/*event*', async (route) => {
      if (isEvent(route.request())) await route.fetch();
      await route.abort('connectionreset').catch(() => {});
    });
    await page.evaluate(() => document.querySelector('loyalty-events')!.track('answer-lost'));
    await expect.poll(() => published('answer-lost')).toHaveLength(1);
    await page.unrouteAll({ behavior: 'wait' });
    expect(await stored(page)).toHaveLength(1);
    const before = eventCalls(visit).length;
    await openCart(visit);
    await expect.poll(() => stored(page)).toEqual([]);
    expect(eventCalls(visit).length).toBe(before + 1);
    expect(await published('answer-lost')).toHaveLength(1);
    await visit.context.close();
  });

  test('are neither stored nor sent without consent', async () => {
    const visit = await pressAndLeave('not-agreed', false);
    await openCart(visit);
    expect([await stored(visit.page), eventCalls(visit), await published('not-agreed')]).toEqual([
      [],
      [],
      [],
    ]);
    await visit.context.close();
  });
});
