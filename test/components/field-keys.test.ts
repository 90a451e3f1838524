import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { html } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import '../../src/index.ts';
import { openAccount } from '../support/component-account.ts';
import { allElements, closeService, part, until } from '../support/component-page.ts';
import { STATES } from '../support/component-states.ts';
import { htmlOf, SHOWN_ELEMENTS } from '../support/every-element.ts';

const FIELD = 'input, select, textarea';
const MORE = [
  '<loyalty-wishlist class="own" searchable notes all-lists all-to-cart></loyalty-wishlist>',
  `<form class="lamp"><select name="id"><option value="1">Red</option><option value="2">Blue</option></select></form>
  <loyalty-wishlist-button lists product-id="product-5" for=".lamp"></loyalty-wishlist-button>`,
];
/** What opens a form, and a part of what it opens. */
const OPENED: readonly (readonly [selector: string, button: string, opened: string])[] = [
  ['loyalty-wishlist.own', 'note-button', 'dialog'],
  ['loyalty-wishlist-button[lists]', 'menu-button', 'menu'],
  ['loyalty-lists', 'new-button', 'form'],
  ['loyalty-shared-list', 'reserve-button', 'form'],
];
const TYPES = ['keydown', 'keypress', 'keyup'];

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const fieldsIn = (within: Element): Field[] =>
  allElements(within).filter(
    (one): one is Field =>
      one.matches(FIELD) && one.getRootNode() instanceof ShadowRoot && one.checkVisibility(),
  );

describe('a key that is typed into a field', () => {
  /** Keys that reached the page. */
  let seen: string[] = [];
  const note = (event: Event) => seen.push(`${event.type} ${(event as KeyboardEvent).key}`);
  beforeEach(() => {
    seen = [];
    for (const type of TYPES) document.addEventListener(type, note);
  });
  afterEach(() => {
    for (const type of TYPES) document.removeEventListener(type, note);
    closeService();
  });

  const press = (field: Field, key: string): void => {
    for (const type of TYPES)
      field.dispatchEvent(new KeyboardEvent(type, { key, bubbles: true, composed: true, cancelable: true }));
  };
  /** Names of the elements with fields; each field has been tried. */
  function tried(within: Element): Set<string> {
    const hosts = fieldsIn(within).map((field) => {
      const { host } = field.getRootNode() as ShadowRoot;
      const name = `${host.localName} ${field.getAttribute('part')} ${field.name}`;
      for (const key of ['a', '/', 'Enter', 'ArrowDown', ' ']) press(field, key);
      expect(seen, name).to.deep.equal([]);
      for (const key of ['Escape', 'Tab']) press(field, key);
      expect(seen, name).to.deep.equal(
        ['Escape', 'Tab'].flatMap((key) => TYPES.map((type) => `${type} ${key}`)),
      );
      seen = [];
      return host.localName;
    });
    return new Set(hosts);
  }

  it('reaches no shortcut of the page, from every field of every element; Escape and Tab do', async () => {
    const content = html`${unsafeHTML(htmlOf(SHOWN_ELEMENTS) + MORE.join('\n'))}`;
    const provider = await STATES.data(content);
    const hosts = tried(provider);
    for (const [selector, name, opened] of OPENED) {
      const host = provider.querySelector(selector)!;
      await until(() => part(host, name), `${selector} ${name}`);
      part(host, name)!.click();
      await until(() => part(host, opened), `${selector} ${opened}`);
      for (const one of tried(provider)) hosts.add(one);
      part(host, opened)!.closest('dialog')?.close();
    }
    closeService();
    for (const one of tried(await STATES['signed-out'](content))) hosts.add(one);
    expect([...hosts].sort()).to.deep.equal([
      'loyalty-account',
      'loyalty-dates',
      'loyalty-history',
      'loyalty-lists',
      'loyalty-receipt',
      'loyalty-registry',
      'loyalty-share',
      'loyalty-shared-list',
      'loyalty-wishlist',
      'loyalty-wishlist-button',
    ]);
  });

  it('is in the field, also where the page has shortcuts, and Enter sends the form', async () => {
    const { element, input } = await openAccount();
    // As shortcuts are written: a field is none of the target's, which is the element.
    const shortcut = (event: KeyboardEvent) => {
      if ('a/1'.includes(event.key) && !(event.target as Element).matches(FIELD)) event.preventDefault();
    };
    document.addEventListener('keydown', shortcut);
    const field = input('email');
    field.focus();
    await sendKeys({ type: 'a/1@example.com' });
    document.removeEventListener('keydown', shortcut);
    expect(field.value).to.equal('a/1@example.com');
    const submitted = new Promise((resolve) => element.shadowRoot!.addEventListener('submit', resolve));
    await sendKeys({ press: 'Enter' });
    await submitted;
  });

  it('reaches the page from a field of the page in a slot', async () => {
    const provider = await STATES['signed-out'](
      html`<loyalty-account><input slot="signed-in" name="own" /></loyalty-account>`,
    );
    press(provider.querySelector('input')!, 'a');
    expect(seen).to.have.length(TYPES.length);
  });
});
