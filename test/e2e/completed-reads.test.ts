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
  await panel.send('Network.enable');
  const open = new Map<string, string>();
  const canceled: string[] = [];
  let answered = 0;
  /** Documents by their loaders: those that are shown, and those that were left after their answers were complete. */
  const [shown, left] = [new Set<string>(), new Set<string>()];
  panel.on('Network.responseReceived', ({ requestId, loaderId, response }) => {
    shown.add(loaderId);
    // The browser may cancel requests that a page sends while another page replaces it.
    if (response.url.startsWith(shop.serviceUrl) && !left.has(loaderId)) open.set(requestId, response.url);
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
    await expect.poll(() => open.size).toBe(0);
    for (const loader of shown) left.add(loader);
  }
  await page.goto('about:blank');
  expect({ canceled, isRead: answered > 8 }).toEqual({ canceled: [], isRead: true });
  await context.close();
});
