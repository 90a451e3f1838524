import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { chromium as launchOptions } from '../../scripts/browser.mjs';
import { openCdnPage, providerOf, type OpenedCdnPage } from '../support/cdn-page.ts';
import { sampleMember } from '../support/component-member.ts';
import { EVERY_ELEMENT, htmlOf } from '../support/every-element.ts';
import { builtFiles } from './files.ts';

// What the scripts and the style sheet do to the page around the elements. Times are measured by `npm run bench:guest`.

/** Records, before any script, who listens to the document and the window, who observes what, and the methods of the platform. */
const RECORD = `<script>{
  const record = (window.record = { listeners: [], observers: [] });
  const nameOf = (target) => target === document ? 'document' : target === window ? 'window' : target.localName ?? 'other';
  // Tools of the browser's driver listen, too.
  const isOurs = () => new Error().stack.includes('/cdn/');
  const { addEventListener } = EventTarget.prototype;
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    const target = this ?? window;
    if ([document, window, document.documentElement, document.body].includes(target) && isOurs())
      record.listeners.push(nameOf(target) + ' ' + type + (options === true || options?.capture ? ' capture' : ''));
    return addEventListener.call(target, type, listener, options);
  };
  const { observe } = MutationObserver.prototype;
  MutationObserver.prototype.observe = function (target, options) {
    if (isOurs()) record.observers.push(nameOf(target) + ' ' + Object.keys(options).sort().join(' ') + ' ' + (options.attributeFilter ?? ''));
    return observe.call(this, target, options);
  };
  const platform = [EventTarget, Document, Element, HTMLElement, Node, ShadowRoot, CustomElementRegistry, History, Storage, MutationObserver].map((one) => one.prototype);
  platform.push(window);
  const methods = () => new Map(platform.flatMap((one, at) =>
    Object.entries(Object.getOwnPropertyDescriptors(one)).flatMap(([name, { value }]) => typeof value === 'function' ? [[at + ' ' + name, value]] : [])));
  const before = methods();
  window.changedMethods = () => [...methods()].flatMap(([name, method]) => before.has(name) && before.get(name) !== method ? [name.replace(/^\\d+ /, '')] : []);
}</script>`;

/** What may stay: events of ours, `context-request`, of the life of the page, and what \`<loyalty-events>\` documents. */
const LISTENERS =
  /^window (loyalty-[a-z-]+|storage|focus|pageshow|pagehide|online|beforeprint)$|^document (context-request|context-provider|visibilitychange|loyalty-wishlist-(added|removed))$|^html context-(request|provider)$/;
const OF_EVENTS = ['document click capture', 'document submit capture'];
const OBSERVERS = [
  'document attributeFilter subtree lang',
  'document childList subtree ',
  'html attributeFilter lang',
];

let browser: Browser;
let opened: OpenedCdnPage;
interface Guest {
  readonly record: { readonly listeners: string[]; readonly observers: string[] };
  changedMethods(): string[];
}
const member = sampleMember();

beforeAll(async () => {
  browser = await chromium.launch(await launchOptions());
  opened = await openCdnPage(browser, {
    body: `${RECORD}${providerOf(member)}${htmlOf(EVERY_ELEMENT)}`,
  });
  await opened.page.waitForFunction(() => customElements.get('loyalty-balance'));
  await opened.page.evaluate(() => dispatchEvent(new Event('beforeprint'))); // loads elements that are far below, too
  await opened.page.waitForFunction(() => !document.querySelector(':not(:defined)'));
  await opened.page.waitForLoadState('networkidle');
  // The file with the live updates is loaded after the content.
  await vi.waitFor(() => expect(opened.requested.join()).toContain('page-policy-'), 10_000);
  await opened.page.waitForLoadState('networkidle');
});
afterAll(async () => {
  await opened?.close();
  await browser?.close();
});

describe('scripts on the page of a shop', () => {
  test('listen on document and window only to events of ours and of the life of the page', async () => {
    const { listeners } = await opened.page.evaluate(() => (window as unknown as Guest).record);
    expect(listeners).toContain('window storage'); // the page has been recorded
    const others = listeners.filter((one) => !LISTENERS.test(one));
    expect([...new Set(others)].sort()).toEqual(OF_EVENTS);
  });

  test('have one observer of added nodes, one of the language of elements, and one of that of the page', async () => {
    const { observers } = await opened.page.evaluate(() => (window as unknown as Guest).record);
    expect(observers.filter((one) => /^(document|html|body) /.test(one)).sort()).toEqual(OBSERVERS);
  });

  test('replace no method of the platform', async () => {
    const changed = await opened.page.evaluate(() => (window as unknown as Guest).changedMethods());
    expect(changed).toEqual([]);
  });

  test('twin: a method that a script replaces is found', async () => {
    const changed = await opened.page.evaluate(() => {
      const { attachShadow } = Element.prototype;
      Element.prototype.attachShadow = function (init) {
        return attachShadow.call(this, init);
      };
      const found = (window as unknown as Guest).changedMethods();
      Element.prototype.attachShadow = attachShadow;
      return found;
    });
    expect(changed).toContain('attachShadow');
  });
});

/** The page's own work: nodes that come and go before many siblings, and a class that changes. Layout is forced after each. */
const WORK = `
  const list = document.createElement('div');
  list.innerHTML = '<p>Row</p>'.repeat(300);
  document.body.append(list);
  const layout = () => document.body.offsetHeight;
  layout();
  performance.mark('work begins');
  for (let at = 0; at < 10; at++) { list.prepend(document.createElement(['p', 'span', 'button', 'li'][at % 4])); layout(); }
  for (let at = 0; at < 10; at++) { list.firstElementChild.remove(); layout(); }
  for (let at = 0; at < 10; at++) { list.firstElementChild.classList.toggle('wide'); layout(); }
  performance.mark('work ends');
  list.remove();`;

/** How much the browser did for the page's own work, in counts that do not depend on the machine. */
async function workOf(page: Page) {
  await browser.startTracing(page, {
    categories: [
      'blink.user_timing',
      'devtools.timeline',
      'disabled-by-default-devtools.timeline.invalidationTracking',
    ],
  });
  await page.evaluate(WORK);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  const at = (name: string) => traceEvents.find((one) => one.name === name)!;
  const [begin, end] = [at('work begins'), at('work ends')];
  const during = traceEvents.filter(
    ({ ts, tid, pid }) => tid === begin.tid && pid === begin.pid && ts >= begin.ts && ts <= end.ts,
  );
  const of = (name: string) => during.filter((one) => one.name === name);
  return {
    restyled: of('UpdateLayoutTree').reduce((sum, { args }) => sum + (args.elementCount ?? 0), 0),
    styleInvalidations: of('StyleRecalcInvalidationTracking').length,
    layouts: of('Layout').length,
    layoutInvalidations: of('LayoutInvalidationTracking').length,
  };
}
interface TraceEvent {
  readonly name: string;
  readonly ts: number;
  readonly tid: number;
  readonly pid: number;
  readonly args: { readonly elementCount?: number };
}

describe('work of the browser for the page around the elements', () => {
  let bare: Page;
  let without: Awaited<ReturnType<typeof workOf>>;
  /** A rule of a theme: while nothing looks for an attribute inside of `:has()`, it costs nothing. */
  const THEME = 'body:has(.dialog-open) p { color: red } .wide { color: navy }';
  beforeAll(async () => {
    bare = await browser.newPage();
    await bare.addStyleTag({ content: THEME });
    without = await workOf(bare);
    await opened.page.addStyleTag({ content: THEME });
  });
  afterAll(() => bare?.close());

  test('is the same with every element as without one', async () => {
    expect(without.restyled).toBeGreaterThan(0);
    expect(await workOf(opened.page)).toEqual(without);
  });

  test.each([
    ['that selects siblings', 'p ~ p { --loyalty-space: 0 }'],
    ['with an attribute inside of :has()', 'loyalty-tier:has([slot]) { --loyalty-space: 0 }'],
  ])('twin: is more with a rule %s', async (_, rule) => {
    const style = await bare.addStyleTag({ content: rule });
    expect((await workOf(bare)).restyled).toBeGreaterThan(10 * without.restyled);
    await style.evaluate((element) => (element as Element).remove());
  });
});

describe('loyalty.css', () => {
  const css = builtFiles('cdn').find(({ name }) => name === 'loyalty.css')!.text;
  const selectors = [...css.replace(/\/\*[^]*?\*\//g, '').matchAll(/(?:^|[{};])\s*([^{};@]+)\{/g)].map(
    ([, selector = '']) => selector.trim(),
  );

  test('selects by no sibling, and not by the place among siblings', () => {
    expect(selectors.length).toBeGreaterThan(30);
    for (const selector of selectors) {
      const own = selector.replace(/"[^"]*"|'[^']*'/g, '');
      expect(own, selector).not.toMatch(/[~+]/);
      expect(own, selector).not.toMatch(/:nth-|:last-|:only-/);
    }
  });

  test('ends each selector in an element of ours, or in the root for a custom property', () => {
    for (const selector of selectors.filter((one) => !/^(to|from|:root|:where\(:root\)$|\d)/.test(one)))
      expect(selector).toMatch(/loyalty-/);
  });
});

describe('style sheets of the elements', () => {
  test('have no :has(), which would make the browser ask those of the theme again for each node', () => {
    const files = builtFiles('cdn');
    expect(files.filter(({ text }) => text.includes('box-sizing')).length).toBeGreaterThan(0); // style sheets are in the scripts
    expect(files.filter(({ text }) => text.includes(':has(')).map(({ name }) => name)).toEqual([]);
  });
});
