import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromium as launchOptions } from '../../scripts/browser.mjs';
import { openCdnPage, providerOf } from '../support/cdn-page.ts';
import { sampleMember } from '../support/component-member.ts';
import { htmlOf, SHOWN_ELEMENTS, type MountedElement } from '../support/every-element.ts';

// A press has an effect in the next frame, also where its code is not loaded yet: the server holds back every file that is requested after
// the content. An effect is a changed node, attribute, state or focus of the element, or an event for the page.

const member = sampleMember();
let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch(await launchOptions());
});
afterAll(() => browser?.close());

/** A page with the element and its content, whose server answers no file any more. */
async function openHeld(element: MountedElement) {
  let isHeld = false;
  const held: string[] = [];
  const opened = await openCdnPage(browser, {
    body: providerOf(member) + htmlOf([element]),
    members: new Map([[member.id, member]]),
    hold(name) {
      if (!isHeld) return undefined;
      held.push(name);
      return new Promise(() => {});
    },
  });
  await opened.page.addScriptTag({ content: PAGE_SCRIPT });
  await opened.page.waitForFunction(`isShown('${element[0]}')`);
  isHeld = true;
  return { ...opened, held };
}

// Plain JavaScript: a compiler would add names of its own to functions that are sent to a page.
const PAGE_SCRIPT = `
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

/** The controls of the element whose press has no effect in the next frame, and those that were pressed. */
async function pressAll(element: MountedElement, before?: (page: Page) => Promise<unknown>) {
  const [tag] = element;
  const without: string[] = [];
  const held = new Set<string>();
  const first = await openHeld(element);
  const names = await controlsOf(first.page, tag);
  await first.close();
  for (const name of names) {
    const opened = await openHeld(element);
    await before?.(opened.page);
    if (!(await opened.page.evaluate(`pressed('${tag}', '${name}')`))) without.push(name);
    opened.held.forEach((file) => held.add(file.replace(/-[0-9a-f]{8}/, '')));
    await opened.close();
  }
  return { names, without, held: [...held] };
}

const WITH_LISTS: MountedElement = [
  'loyalty-wishlist-button',
  { 'product-id': 'product-3', 'product-name': 'Chair', lists: '' },
];

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
    const { names, without } = await pressAll(WITH_LISTS, wait);
    expect(names).not.toEqual([]);
    expect(without).toEqual(names);
  });
});
