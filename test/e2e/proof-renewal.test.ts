import { exportJWK, generateKeyPair } from 'jose';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openShop, settled, type OpenShop } from '../support/shop-open.ts';
import {
  createIssuer,
  everShownIn,
  isGuest,
  MARA,
  MARAS_POINTS,
  NOOR,
  NOORS_POINTS,
  openidWithAccessTokens,
  openidWithTokensInPages,
  openProvenShop,
  ownSession,
  pointsIn,
  statusesOf,
  storedIn,
  type Platform,
  type ProvenShop,
} from '../support/shop-proven.ts';

const SESSION_MS = 60 * 60_000;

// The clock of the proxy, the platform and the issuer, not of the browser: the page learns from an answer that its session has ended.
const { now } = Date;
let aheadMs = 0;
const endSessions = () => (aheadMs += SESSION_MS + 60_000);

let shop: OpenShop;
beforeAll(async () => {
  shop = await openShop();
  Date.now = () => now() + aheadMs;
});
afterAll(async () => {
  Date.now = now;
  await shop?.close();
});

const refresh = (page: Page) => page.evaluate(() => document.querySelector('loyalty-provider')!.refresh());
const issuer = createIssuer();

describe.each<Platform>([
  openidWithAccessTokens(issuer),
  { name: 'the session of the shop', ...ownSession },
  { name: 'the session of the shop, with a cookie of the proxy', session: 'cookie', ...ownSession },
])('an open page of a customer who is proven by $name', (platform) => {
  let proven: ProvenShop;
  beforeAll(async () => {
    proven = await openProvenShop(shop, platform);
  });
  afterAll(() => proven?.close());

  test('gets a new session when the proxy has ended its own, one for all tabs', async () => {
    const context = await proven.openBrowser(MARA);
    const first = await proven.open(context);
    await expect.poll(() => pointsIn(first.page)).toContain(MARAS_POINTS);
    const second = await proven.open(context);
    await expect.poll(() => pointsIn(second.page)).toContain(MARAS_POINTS);
    endSessions();
    await Promise.all([first, second].map(({ page }) => refresh(page)));
    for (const { page } of [first, second]) {
      await settled(page);
      await expect.poll(() => pointsIn(page)).toContain(MARAS_POINTS);
    }
    expect(statusesOf([...first.logins, ...second.logins])).toEqual([200, 200]);
    expect([...first.errors, ...second.errors]).toEqual([]);
    await context.close();
  });

  test('gets no session when another customer has signed in to the shop since, and shows nothing of that one', async () => {
    const context = await proven.openBrowser(MARA);
    const { page, logins } = await proven.open(context);
    await expect.poll(() => pointsIn(page)).toContain(MARAS_POINTS);
    await proven.changeCustomer(context, NOOR);
    endSessions();
    await refresh(page).catch(() => {});
    await expect.poll(() => isGuest(page)).toBe(true);
    await settled(page);
    expect(statusesOf(logins)).toEqual([200, 401]);
    expect(await everShownIn(page)).not.toContain(NOORS_POINTS);
    await context.close();
  });
});

describe('an issuer that replaces its key while a page is open', () => {
  let proven: ProvenShop;
  beforeAll(async () => {
    proven = await openProvenShop(shop, openidWithAccessTokens(issuer));
  });
  afterAll(() => proven?.close());

  test('proves the customer with the new key, and no longer with the one before', async () => {
    const context = await proven.openBrowser(MARA);
    const { page, logins, errors } = await proven.open(context);
    await expect.poll(() => pointsIn(page)).toContain(MARAS_POINTS);
    const before = { ...issuer };
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true });
    const [publicJwk, privateJwk] = await Promise.all([exportJWK(publicKey), exportJWK(privateKey)]);
    issuer.key = { kid: 'the next one', alg: 'ES256', publicKey: publicJwk, privateKey: privateJwk };
    endSessions();
    await refresh(page);
    await expect.poll(() => pointsIn(page)).toContain(MARAS_POINTS);
    expect({ logins: statusesOf(logins), errors }).toEqual({ logins: [200, 200], errors: [] });
    const withdrawn = await fetch(`${proven.proxyUrl}/login`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${await before.tokenFor(MARA)}`, Origin: proven.url },
    });
    expect(withdrawn.status).toBe(401);
    await context.close();
  });
});

describe('two tabs with access tokens of different customers', () => {
  let proven: ProvenShop;
  beforeAll(async () => {
    proven = await openProvenShop(shop, openidWithTokensInPages(issuer));
  });
  afterAll(() => proven?.close());

  test('show one customer at a time, each in the tab with their token', async () => {
    const context = await proven.openBrowser(MARA);
    const first = await proven.open(context);
    await expect.poll(() => pointsIn(first.page)).toContain(MARAS_POINTS);
    await proven.changeCustomer(context, NOOR);
    const second = await proven.open(context);
    await expect.poll(() => pointsIn(second.page)).toContain(NOORS_POINTS);
    // The first tab still has a valid token, and does not take the browser back.
    await expect.poll(() => isGuest(first.page)).toBe(true);
    await refresh(first.page).catch(() => {});
    await refresh(second.page);
    await settled(first.page);
    await settled(second.page);
    expect(await isGuest(first.page)).toBe(true);
    expect(await pointsIn(second.page)).toContain(NOORS_POINTS);
    expect(await everShownIn(first.page)).not.toContain(NOORS_POINTS);
    expect(await everShownIn(second.page)).not.toContain(MARAS_POINTS);
    expect([first, second].map(({ logins }) => statusesOf(logins))).toEqual([[200], [200]]);
    const { token } = (await first.logins[0]!.json()) as { token: string };
    expect(await storedIn(context)).not.toContain(token);
    await context.close();
  });
});
