import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { useCdnBrowser } from '../support/cdn-browser.ts';
import { HEAD, providerOf } from '../support/cdn-page.ts';
import { sampleMember } from '../support/component-member.ts';
import { htmlOf, SHOWN_ELEMENTS, type MountedElement } from '../support/every-element.ts';

// A press has an effect in the next frame, also where its code is not loaded yet: the server holds back every file that is requested after
// the content. An effect is a changed node, attribute, state or focus of the element, or an event for the page.

const { openApart } = useCdnBrowser();

/** A browser that saves data: it loads nothing before a press. */
const SAVE_DATA = `<script>Object.defineProperty(navigator, 'connection', { value: { saveData: true } })</script>`;

/**
 * A page with the element and its content. After `stop()` its server answers no file until `goOn()`; it never has those that are `missing`.
 */
async function openStoppable(element: MountedElement, missing?: RegExp) {
  let stopped: Promise<void> | undefined;
  let goOn = () => {};
  const held: string[] = [];
  const member = sampleMember(); // what a press has changed must not be there on the next page
  const opened = await openApart({
    head: SAVE_DATA + HEAD,
    body: providerOf(member) + htmlOf([element]),
    members: new Map([[member.id, member]]),
    hold(name) {
      if (stopped) held.push(name);
      return stopped;
    },
    change: (name, content) => (missing?.test(name) ? undefined : content),
  });
  await opened.page.waitForLoadState('domcontentloaded');
  await opened.page.addScriptTag({ content: PAGE_SCRIPT });
  await opened.page.waitForFunction(`isShown('${element[0]}')`);
  const stop = () => {
    stopped = new Promise((resolve) => (goOn = resolve));
  };
  return { ...opened, held, stop, goOn: () => goOn() };
}

// Plain JavaScript: a compiler would add names of its own to functions that are sent to a page.
const PAGE_SCRIPT = `
const codes = [];
const hostOf = (tag) => document.querySelector(tag);
const nodesIn = (root) => [...root.querySelectorAll('*')].flatMap((node) => [node, ...(node.shadowRoot ? nodesIn(node.shadowRoot) : [])]);
const nodesOf = (tag) => (hostOf(tag)?.shadowRoot ? nodesIn(hostOf(tag).shadowRoot) : []);
window.isShown = (tag) => {
  const nodes = nodesOf(tag);
  if (hostOf(tag).matches('[lists]') && !nodes.some((node) => node.matches('[part=menu-button]'))) return false;
  return nodes.length > 0 && !nodes.some((node) => node.matches('[aria-busy=true]') || (node.localName.startsWith('loyalty-') && !node.shadowRoot));
};
const isPressable = (node) =>
  node.matches('button, summary') && !node.disabled && node.ariaDisabled !== 'true' && node.checkVisibility({ visibilityProperty: true });
const nameOf = (node) => node.getRootNode().host.localName + ' ' + (node.getAttribute('part') || node.localName);
const controlsOf = (tag) => new Map(nodesOf(tag).filter(isPressable).reverse().map((node) => [nameOf(node), node]));
window.controlNames = (tag) => [...controlsOf(tag).keys()];
const STATES = ['saved', 'saving', 'open', 'failed', 'loading'];
const pictureOf = (tag) => JSON.stringify([
  STATES.map((state) => hostOf(tag).matches(':state(' + state + ')')),
  nodesOf(tag).map((node) => [
    [...node.attributes].map(({ name, value }) => name + '=' + value),
    [...node.childNodes].map((child) => (child.nodeType === 3 ? child.data : '')),
    node.matches(':popover-open, dialog[open]'), node.value, node.checked, node.getRootNode().activeElement === node,
  ]),
]);
const nextFrame = () => new Promise(requestAnimationFrame);
/** What changes without a press must not count as its effect. */
async function settled(tag) {
  for (let same = 0, before = ''; same < 5; await nextFrame()) {
    const picture = pictureOf(tag);
    same = picture === before ? same + 1 : 0;
    before = picture;
  }
}
window.settled = settled;
window.says = (tag, sentence) =>
  nodesOf(tag).some((node) => node.matches('[role=alert], [role=status], [part=problem]') && node.textContent.includes(sentence));
window.isReady = (tag, name) => {
  const control = controlsOf(tag).get(name);
  return control !== undefined && control.ariaBusy !== 'true';
};
window.press = (tag, name) => controlsOf(tag).get(name).click();
/** Whether the frame after the press shows an effect. */
window.pressed = (tag, name) => settled(tag).then(() => new Promise((resolve) => {
  const control = controlsOf(tag).get(name);
  control.focus();
  const before = pictureOf(tag);
  let events = 0;
  const { dispatchEvent } = EventTarget.prototype;
  EventTarget.prototype.dispatchEvent = function (event) {
    if (event.type.startsWith('loyalty-')) events++;
    return dispatchEvent.call(this, event);
  };
  control.click();
  requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => resolve(events > 0 || pictureOf(tag) !== before);
    port2.postMessage(0);
  });
}));
`;

const controlsOf = (page: Page, tag: string) => page.evaluate(`controlNames('${tag}')`) as Promise<string[]>;

/** A control that is shown with the content, or that a press of the first one shows. */
type Press = readonly [control: string] | readonly [opener: string, control: string];

/** Presses the control that opens the other one, if there is one, and waits for what it opens. */
async function openFor(page: Page, tag: string, press: Press) {
  const opener = press.length > 1 ? press[0] : undefined;
  if (opener) await page.evaluate(`press('${tag}', '${opener}')`);
  await page.waitForFunction(`isShown('${tag}') && controlNames('${tag}').includes('${press.at(-1)}')`);
}

interface Pressed {
  readonly hasEffect: boolean;
  /** Files that were requested and did not come. */
  readonly held: readonly string[];
  /** The controls that are shown when they have come. */
  readonly later: readonly string[];
}

async function controlsAfter(page: Page, tag: string): Promise<string[]> {
  await page.waitForFunction(`isShown('${tag}')`);
  await page.evaluate(`settled('${tag}')`);
  return controlsOf(page, tag);
}

/** Presses a control of a new page while no file comes. */
async function pressOnce(
  element: MountedElement,
  press: Press,
  before?: (page: Page) => Promise<unknown>,
): Promise<Pressed> {
  const [tag] = element;
  const { page, held, stop, goOn, close } = await openStoppable(element);
  await openFor(page, tag, press);
  stop();
  await before?.(page);
  const hasEffect = (await page.evaluate(`pressed('${tag}', '${press.at(-1)}')`)) as boolean;
  const names = held.map((file) => file.replace(/-[0-9a-f]{8}/, ''));
  goOn();
  const later = press.length > 1 ? [] : await controlsAfter(page, tag);
  await close();
  return { hasEffect, held: names, later };
}

/** Presses each control of the element, and each that appears after the press of another one. */
async function pressAll(element: MountedElement, before?: (page: Page) => Promise<unknown>) {
  const first = await openStoppable(element);
  const names = await controlsOf(first.page, element[0]);
  await first.close();
  const presses: Press[] = names.map((name) => [name]);
  const without: Press[] = [];
  const held = new Set<string>();
  for (const press of presses) {
    const { hasEffect, held: files, later } = await pressOnce(element, press, before);
    if (!hasEffect) without.push(press);
    files.forEach((file) => held.add(file));
    presses.push(...later.filter((name) => !names.includes(name)).map((name) => [press[0], name] as const));
  }
  return { presses, without, held: [...held] };
}

const WITH_LISTS: MountedElement = [
  'loyalty-wishlist-button',
  { 'product-id': 'product-3', 'product-name': 'Chair', lists: '' },
];

const LISTS: MountedElement = ['loyalty-lists', {}];
const SAVE_LIST = 'loyalty-lists button confirm-button';
const MENU = 'loyalty-wishlist-button menu-button';
const REGISTRY: MountedElement = ['loyalty-registry', { list: 'our-wedding' }];
const CLAIM = 'loyalty-rewards button claim-button';
const CONFIRM = 'loyalty-rewards button confirm-button';

describe('press, while no file comes', () => {
  const elements = [...SHOWN_ELEMENTS, WITH_LISTS];
  test.each(elements)(
    '$0 $1 › shows the effect in the next frame',
    { timeout: 120_000 },
    async (...element) => {
      const { without } = await pressAll(element);
      expect(without).toEqual([]);
    },
  );

  test('the server holds back the code behind a press', async () => {
    const { held } = await pressAll(['loyalty-lists', {}]);
    expect(held).not.toEqual([]);
  });

  test('red twin: a control whose press waits shows none', async () => {
    const wait = (page: Page) =>
      page.evaluate(() => addEventListener('click', (event) => event.stopImmediatePropagation(), true));
    const { presses, without } = await pressAll(WITH_LISTS, wait);
    expect(presses).not.toEqual([]);
    expect(without).toEqual(presses);
  });
});

const NOT_LOADED = 'Couldn’t load this.';
/** Presses that need a file, and what the control says where it does not come. */
const WITHOUT_FILE: readonly (readonly [
  press: Press,
  element: MountedElement,
  file: RegExp,
  sentence: string,
])[] = [
  ...(['new', 'rename', 'share', 'delete'] as const).map(
    (task) => [[`loyalty-lists button ${task}-button`], LISTS, /^list-changes/, NOT_LOADED] as const,
  ),
  [['loyalty-lists button share-button'], LISTS, /^loyalty-share-/, NOT_LOADED],
  [['loyalty-lists button rename-button', SAVE_LIST], LISTS, /^send-writes/, 'Couldn’t save. Try again.'],
  [['loyalty-lists button delete-button', SAVE_LIST], LISTS, /^send-writes/, 'Couldn’t delete it.'],
  [['loyalty-wishlist-button heart-button'], WITH_LISTS, /^outbox/, 'Couldn’t remove it'],
  [[MENU], WITH_LISTS, /^list-menu/, NOT_LOADED],
  [[MENU, 'loyalty-wishlist-button button new-button'], WITH_LISTS, /^list-changes/, NOT_LOADED],
  [[MENU, 'loyalty-wishlist-button menu-item'], WITH_LISTS, /^outbox/, 'Couldn’t remove it'],
  [
    ['loyalty-wishlist heart-button remove-button'],
    ['loyalty-wishlist', {}],
    /^outbox/,
    'Couldn’t remove it',
  ],
  [['loyalty-registry button note-button'], REGISTRY, /^registry-changes/, NOT_LOADED],
  [['loyalty-panel launcher'], ['loyalty-panel', {}], /^loyalty-status/, NOT_LOADED],
  [['loyalty-dates button save-button'], ['loyalty-dates', {}], /^send-writes/, 'Couldn’t save. Try again.'],
  [['loyalty-receipt button remove-button'], ['loyalty-receipt', {}], /^send-writes/, 'Couldn’t remove it'],
  [[CLAIM, CONFIRM], ['loyalty-rewards', {}], /^send-writes/, 'Couldn’t claim it.'],
];
const titled = WITHOUT_FILE.map((row) => [row[0].join(', '), ...row] as const);

describe('press whose file does not come', () => {
  test.each(titled)(
    '%s › says so, can be pressed again, has an error code of its own, and writes one console line',
    async (_title, press, element, missing, sentence) => {
      const [tag] = element;
      const { page, lines, errors, requested, close } = await openStoppable(element, missing);
      // What writes the line is loaded when the page is idle.
      const isPolicy = (name: string) => name.startsWith('page-policy');
      await expect.poll(() => requested.some(isPolicy)).toBe(true);
      await page.evaluate(`import('/cdn/${requested.find(isPolicy)}')`);
      await openFor(page, tag, press);
      await page.evaluate(
        `addEventListener('loyalty-error', (event) => codes.push(event.detail.error.code))`,
      );
      for (const _time of ['first', 'again']) {
        await page.evaluate(`press('${tag}', '${press.at(-1)}')`);
        await page.waitForFunction(`says('${tag}', '${sentence}') && isReady('${tag}', '${press.at(-1)}')`);
      }
      await expect.poll(() => lines).toEqual([expect.stringContaining(`The file of <${tag}> did not load`)]);
      expect(new Set((await page.evaluate('codes')) as string[])).toEqual(new Set(['not_loaded']));
      expect(errors).toEqual([]);
      await close();
    },
  );
});
