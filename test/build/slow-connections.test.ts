import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useCdnBrowser } from '../support/cdn-browser.ts';
import { HEAD, providerOf, textIn, type OpenedCdnPage } from '../support/cdn-page.ts';
import { sampleMember } from '../support/component-member.ts';

// Pages on a connection that is slow, that costs money, or that has changed since the page was written.

const { open } = useCdnBrowser();

const member = sampleMember();
const HEART = '<loyalty-wishlist-button product-id="product-3"></loyalty-wishlist-button>';
const isState = (page: Page, state: string) =>
  page.evaluate(
    (name) => document.querySelector('loyalty-wishlist-button')!.matches(`:state(${name})`),
    state,
  );

const isShown = (page: Page) =>
  page.waitForFunction(() => document.querySelector('loyalty-wishlist-button:defined:not(:state(loading))'));

describe('press while its code loads', () => {
  test('is not shown as done, and not sent where the shopper leaves the page before', async () => {
    let release = (): void => {};
    let isHeld = true;
    const released = new Promise<void>((resolve) => (release = resolve));
    const { page, calls, errors } = await open({
      body: providerOf(member) + HEART,
      members: new Map([[member.id, member]]),
      hold: (name) => (isHeld && name.startsWith('outbox') ? released : undefined),
    });
    await isShown(page);
    const saved = await isState(page, 'saved');
    await page.click('loyalty-wishlist-button');
    expect([await isState(page, 'saving'), await isState(page, 'saved')]).toEqual([true, saved]);
    isHeld = false;
    await page.reload();
    release();
    await isShown(page);
    expect([await isState(page, 'saving'), await isState(page, 'saved')]).toEqual([false, saved]);
    expect(calls.filter((call) => /^(POST|DELETE|PUT) .*\/items/.test(call))).toEqual([]);
    expect(errors).toEqual([]);
  });
});

describe('code behind controls', () => {
  const SAVES_DATA = `<script>Object.defineProperty(navigator, 'connection', { value: { saveData: true } })</script>`;
  const openLists = async (script = '') => {
    const page = await open({
      head: script + HEAD,
      body: `${providerOf(member)}<loyalty-lists></loyalty-lists>`,
    });
    const isPolicy = (name: string) => name.startsWith('page-policy');
    await expect.poll(() => page.requested.some(isPolicy)).toBe(true);
    // Once this import is done, the one of the page is, too.
    await page.page.evaluate(`import('/cdn/${page.requested.find(isPolicy)}')`);
    return page;
  };
  const codeIn = ({ requested }: OpenedCdnPage) =>
    requested.filter((name) => name.startsWith('list-changes'));

  test('is loaded on hover where the shopper saves data, not before', async () => {
    const page = await openLists(SAVES_DATA);
    expect(codeIn(page)).toEqual([]);
    await page.page.hover('loyalty-lists');
    await expect.poll(() => codeIn(page)).toHaveLength(1);
  });

  test('is loaded when the page is idle on another connection', async () => {
    const page = await openLists();
    await expect.poll(() => codeIn(page)).toHaveLength(1);
  });
});

describe('idle callback that never comes', () => {
  test.each([
    ['on a page that is always busy', 'requestIdleCallback = () => 1'],
    ['in a browser without them', 'delete window.requestIdleCallback'],
  ])('%s, leaves the content and the code behind controls as they are', async (_, script) => {
    const { page, requested, errors } = await open({
      head: `<script>${script}</script>${HEAD}`,
      body: `${providerOf(member)}<loyalty-lists></loyalty-lists>`,
    });
    await expect.poll(() => textIn(page)).toContain('New list');
    await expect.poll(() => requested.some((name) => name.startsWith('list-changes'))).toBe(true);
    expect(errors).toEqual([]);
  });
});

test('a preload of a file that a release has removed changes nothing', async () => {
  const stale = '<link rel="modulepreload" href="{origin}/elements-00000000.js" />';
  const { page, lines, errors } = await open({
    head: stale + HEAD,
    body: `${providerOf(member)}<loyalty-balance></loyalty-balance>`,
  });
  await expect.poll(() => textIn(page)).toBe('2,480 points');
  expect({ lines, errors }).toEqual({ lines: [], errors: [] });
});

test('300 hearts send one request for the list, and a press of one turns it in the next frame', async () => {
  const hearts = Array.from({ length: 300 }, (_, at) => HEART.replace('product-3', `heart-${at}`));
  const { page, calls, errors } = await open({
    body: providerOf(member) + hearts.join(''),
    members: new Map([[member.id, member]]),
  });
  const waiting = () =>
    page.evaluate(
      () => document.querySelectorAll('loyalty-wishlist-button:is(:not(:defined), :state(loading))').length,
    );
  await expect.poll(waiting).toBe(0);
  expect(calls.filter((call) => call.endsWith('/items'))).toHaveLength(1);
  const isTurned = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const heart = document.querySelector('[product-id="heart-150"]')!;
        heart.shadowRoot!.querySelector('button')!.click();
        requestAnimationFrame(() => {
          // After the frame is drawn.
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(heart.matches(':state(saving), :state(saved)'));
          port2.postMessage(0);
        });
      }),
  );
  expect(isTurned).toBe(true);
  expect(errors).toEqual([]);
});
