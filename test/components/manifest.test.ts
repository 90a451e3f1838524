import { expect, html } from '@open-wc/testing';
import type { LitElement } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import '../../src/index.ts';
import { broken } from '../support/component-answers.ts';
import { allElements, closeService } from '../support/component-page.ts';
import { STATES, type StateName } from '../support/component-states.ts';
import { htmlOf, SHOWN_ELEMENTS } from '../support/every-element.ts';

// The manifest (dist/custom-elements.json) says nothing less than the elements have. That it says nothing more is tested from their source
// in test/build/manifest.test.ts, because a page in which everything has happened would need a test of every action.

interface Named {
  readonly name: string;
}
interface ManifestElement {
  readonly tagName: string;
  readonly attributes?: readonly Named[];
  readonly members: readonly (Named & { readonly kind: 'field' | 'method'; readonly attribute?: string })[];
  readonly cssParts?: readonly Named[];
  readonly slots?: readonly Named[];
  readonly cssStates?: readonly Named[];
  readonly cssProperties?: readonly Named[];
  readonly events?: readonly Named[];
}
interface Manifest {
  readonly modules: readonly { readonly declarations: readonly ManifestElement[] }[];
}
type Kind = 'cssParts' | 'slots' | 'cssStates' | 'cssProperties' | 'events';

/** Custom properties of all elements: docs/guides/styling.md has them. */
const OF_ALL =
  /^--loyalty-(color-\w+(-\w+)?|radius|gap|button-(color|radius|text-color)|input-(background|radius))$/;

const namesOf = (items: readonly Named[] = []): string[] => items.map(({ name }) => name).sort();

/** What elements have had: `loyalty-tier cssParts badge`. */
const had = new Set<string>();
const note = (element: Element, kind: Kind, name: string): unknown =>
  had.add(`${element.localName} ${kind} ${name}`);

function noteNode(host: Element, node: Node): void {
  if (!(node instanceof Element)) return;
  for (const one of [node, ...node.querySelectorAll('*')]) {
    for (const name of one.getAttribute('part')?.trim().split(/\s+/) ?? []) note(host, 'cssParts', name);
    if (one instanceof HTMLSlotElement) note(host, 'slots', one.name);
  }
}

/** Notes what any element of the page renders, which states it sets and which events it fires. Returns a function that stops it. */
function watchElements(): () => void {
  const { attachShadow, attachInternals } = HTMLElement.prototype;
  const { dispatchEvent } = EventTarget.prototype;
  HTMLElement.prototype.attachShadow = function (init) {
    const root = attachShadow.call(this, init);
    new MutationObserver((records) => {
      for (const { type, target, addedNodes } of records)
        for (const node of type === 'attributes' ? [target] : addedNodes) noteNode(this, node);
    }).observe(root, { subtree: true, childList: true, attributeFilter: ['part'] });
    return root;
  };
  HTMLElement.prototype.attachInternals = function () {
    const internals = attachInternals.call(this);
    const { states } = internals;
    states.add = (name) => {
      note(this, 'cssStates', name);
      return CustomStateSet.prototype.add.call(states, name);
    };
    return internals;
  };
  EventTarget.prototype.dispatchEvent = function (event) {
    if (this instanceof Element && event.type.startsWith('loyalty-')) note(this, 'events', event.type);
    return dispatchEvent.call(this, event);
  };
  return () => {
    Object.assign(HTMLElement.prototype, { attachShadow, attachInternals });
    Object.assign(EventTarget.prototype, { dispatchEvent });
  };
}

function noteStyles(provider: Element): void {
  for (const element of allElements(provider).filter(({ localName }) => localName.startsWith('loyalty-')))
    for (const { cssRules } of element.shadowRoot?.adoptedStyleSheets ?? [])
      for (const { cssText } of cssRules)
        for (const [, name = ''] of cssText.matchAll(/var\(\s*(--loyalty-[a-z-]+)/g))
          if (!OF_ALL.test(name)) note(element, 'cssProperties', name);
}

/** Presses whatever can be pressed, also what appears by that, with a text in every input. */
async function pressEverything(provider: Element): Promise<void> {
  for (let round = 0; round < 3; round++) {
    for (const input of allElements(provider))
      if (input instanceof HTMLInputElement && !input.value && input.type !== 'file')
        input.value = { number: '1', date: '2001-02-03' }[input.type] ?? 'Text';
    for (const control of allElements(provider)) {
      if (!control.matches('button, summary') || !control.isConnected) continue;
      (control as HTMLElement).click();
      await ((control.getRootNode() as ShadowRoot).host as LitElement | undefined)?.updateComplete;
    }
  }
}

describe('the manifest', () => {
  let elements: readonly ManifestElement[];

  before(async () => {
    const stop = watchElements();
    const { modules } = (await (await fetch('/dist/custom-elements.json')).json()) as Manifest;
    elements = modules.flatMap(({ declarations }) => declarations);
    for (const state of Object.keys(STATES) as StateName[]) {
      const provider = await STATES[state](html`${unsafeHTML(htmlOf(SHOWN_ELEMENTS))}`);
      await pressEverything(provider);
      noteStyles(provider);
      closeService();
    }
    // Changes that the service refuses.
    const provider = await STATES.data(html`${unsafeHTML(htmlOf(SHOWN_ELEMENTS))}`);
    const { fetch: answer } = window;
    window.fetch = async (address, init) =>
      init?.method && init.method !== 'GET' ? broken({} as never) : answer(address, init);
    await pressEverything(provider);
    window.fetch = answer;
    closeService();
    stop();
  });

  it('has every part, slot, state, event and custom property that an element had on a page', () => {
    const documented = new Set(
      elements.flatMap(({ tagName, ...element }) =>
        (['cssParts', 'slots', 'cssStates', 'cssProperties', 'events'] as const).flatMap((kind) =>
          namesOf(element[kind]).map((name) => `${tagName} ${kind} ${name}`),
        ),
      ),
    );
    // The name of a tier is the end of a state's name.
    const missing = [...had].filter(
      (one) => !documented.has(one.replace(/ cssStates tier-\w+$/, ' cssStates tier-…')),
    );
    expect(missing).to.deep.equal([]);
    expect(had.size).to.be.above(500);
  });

  it('has the attributes that elements observe, and no other', () => {
    for (const { tagName, attributes } of elements) {
      const { observedAttributes } = customElements.get(tagName) as typeof LitElement;
      expect([...observedAttributes].sort(), tagName).to.deep.equal(namesOf(attributes));
    }
  });

  it('has the properties that elements have, and no other', () => {
    for (const { tagName, members } of elements) {
      const element = document.createElement(tagName);
      const { elementProperties = new Map<string, { state?: boolean }>() } =
        element.constructor as typeof LitElement;
      const fields = namesOf(members.filter(({ kind }) => kind === 'field'));
      const reactive = [...elementProperties].filter(([, { state }]) => !state).map(([name]) => String(name));
      expect(fields, tagName).to.include.members(reactive);
      for (const name of fields) expect(name in element, `${tagName}.${name}`).to.equal(true);
    }
  });

  it('has methods that can be called', () => {
    for (const { tagName, members } of elements)
      for (const { name, kind } of members)
        if (kind === 'method')
          expect(document.createElement(tagName)[name as 'click'], `${tagName}.${name}`).to.be.a('function');
  });
});
