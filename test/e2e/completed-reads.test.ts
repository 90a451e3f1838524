import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPage, openShop, signIn, type OpenShop } from '../support/shop-open.ts';

// Chrome reported half of the answers as "(canceled)" in its network panel, though their data had arrived.

let shop: OpenShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

it('every answer of the service is complete in the network panel, also after the page is left', async () => {
  const visit = await openPage(shop);
  await signIn(visit, shop, 'Mara');
  const { page, context } = visit;
  const panel = await context.newCDPSession(page);
  await panel.send('Page.enable');
  await panel.send('Network.enable');
  const open = new Map<string, string>();
  const canceled: string[] = [];
  let answered = 0;
  /** Loader of the document whose answers are counted: the browser cancels what a page asks for while another replaces it. */
  let shown = '';
  panel.on('Page.frameNavigated', ({ frame }) => {
    shown = frame.loaderId;
  });
  panel.on('Network.responseReceived', ({ requestId, loaderId, response }) => {
    if (response.url.startsWith(shop.serviceUrl) && loaderId === shown) open.set(requestId, response.url);
  });
  panel.on('Network.loadingFinished', ({ requestId }) => {
    if (open.delete(requestId)) answered++;
  });
  panel.on('Network.loadingFailed', ({ requestId }) => {
    const url = open.get(requestId);
    if (url !== undefined) canceled.push(url);
    open.delete(requestId);
  });
  for (const path of ['/', '/account', '/', '/account']) {
    await page.goto(shop.url + path, { waitUntil: 'networkidle' });
    await expect.poll(() => [...open.values()]).toEqual([]);
    shown = '';
  }
  await page.goto('about:blank');
  expect({ canceled, isRead: answered > 8 }).toEqual({ canceled: [], isRead: true });
  await context.close();
});
