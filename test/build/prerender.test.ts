import { launch, type Browser } from 'puppeteer-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { installedChromium, NEEDS_INSTALLED_CHROMIUM } from '../../scripts/browser.mjs';
import { useCdnBrowser } from '../support/cdn-browser.ts';
import { HEAD, providerOf } from '../support/cdn-page.ts';
import { sampleMember } from '../support/component-member.ts';

// A page that the browser loads before the shopper opens it (speculation rules). Playwright's contexts and the headless shell prerender nothing.

const { open } = useCdnBrowser();
const chromium = installedChromium();
let browser: Browser;
let prerenders = false;
beforeAll(async () => {
  if (!chromium) return;
  browser = await launch({ ...chromium, headless: true });
  // A headless shell, which CHROME_PATH may name, prerenders nothing.
  prerenders = !(await browser.version()).startsWith('HeadlessChrome');
});
afterAll(() => browser?.close());
beforeEach(({ skip }) => skip(!prerenders, NEEDS_INSTALLED_CHROMIUM));

const member = sampleMember();
const PAGE = `<!doctype html><html lang="en-US"><head><title>Page</title><link rel="icon" href="data:,">${HEAD}</head><body>
  ${providerOf(member)}<loyalty-balance></loyalty-balance><loyalty-events consent></loyalty-events>
  <script type="module">
    await customElements.whenDefined('loyalty-events');
    await document.querySelector('loyalty-provider').loyalty.profileId();
    document.querySelector('loyalty-events').track('opened');
    // The request of an event would be sent before these two.
    for (const name of ['first', 'second']) await fetch('/' + name);
  </script></body></html>`;
const FROM = `<!doctype html><title>From</title><link rel="icon" href="data:,"><a href="/shop">Shop</a>
  <script type="speculationrules">{ "prerender": [{ "urls": ["/shop"], "eagerness": "immediate" }] }</script>`;

describe('prerendered page', () => {
  test('loads its content, sends no event before it is shown, and then sends it once', async () => {
    const { origin, calls } = await open({
      body: '',
      members: new Map([[member.id, member]]),
      files: (at) => ({ '/shop': PAGE.replaceAll('{origin}', at), '/from': FROM }),
    });
    const tab = await browser.newPage();
    const errors: unknown[] = [];
    tab.on('pageerror', (error) => errors.push(error));
    await tab.goto(`${origin}/from`);
    await expect.poll(() => calls).toContain('GET /second');
    const isEvent = (call: string) => call.endsWith('/custom-event');
    expect(calls.some((call) => call.endsWith('/balances'))).toBe(true);
    expect(calls.filter(isEvent)).toEqual([]);
    const before = calls.length;
    // `waitForNavigation` fails where the frame of the prerendered page replaces the other one at once.
    await tab.click('a');
    await expect.poll(() => calls.filter(isEvent)).toHaveLength(1);
    // It is the prerendered page, which is not loaded again.
    expect(calls.slice(before).filter((call) => !isEvent(call) && call !== 'GET /favicon.ico')).toEqual([]);
    await expect
      .poll(() => tab.evaluate(() => document.querySelector('loyalty-balance')!.shadowRoot!.textContent))
      .toContain('2,480');
    expect(errors).toEqual([]);
  });
});
