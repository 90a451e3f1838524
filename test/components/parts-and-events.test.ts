import { expect } from '@open-wc/testing';
import { html } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import * as elements from '../../src/index.ts';
import { LoyaltyEvent } from '../../src/components/internal/events.ts';
import { allElements, closeService } from '../support/component-page.ts';
import { STATES } from '../support/component-states.ts';
import { htmlOf, SHOWN_ELEMENTS } from '../support/every-element.ts';

// What the guides of styling and events say of every element.

describe('an event of an element', () => {
  const events = Object.entries(elements).filter(
    ([, one]) => typeof one === 'function' && one.prototype instanceof Event,
  );

  it('bubbles and is composed', () => {
    expect(events.length).to.be.greaterThan(10);
    for (const [name, one] of events)
      expect((one as { prototype: object }).prototype, name).to.be.instanceOf(LoyaltyEvent);
    const event = new LoyaltyEvent('loyalty-test', {});
    expect([event.bubbles, event.composed]).to.deep.equal([true, true]);
  });
});

/** Texts in shadow roots that a theme cannot reach: no element around them has a part. */
const unreachable = (within: Element): string[] => [
  ...new Set(
    allElements(within)
      .filter(
        (one) =>
          one.getRootNode() instanceof ShadowRoot &&
          one.localName !== 'style' &&
          [...one.childNodes].some((node) => node instanceof Text && node.data.trim()) &&
          one.checkVisibility({ visibilityProperty: true }) &&
          // For screen readers alone.
          one.closest('.hidden') === null &&
          one.closest('[part]') === null,
      )
      .map((one) => `${(one.getRootNode() as ShadowRoot).host.localName}: ${one.outerHTML.slice(0, 80)}`),
  ),
];

describe('a text of an element', () => {
  afterEach(closeService);
  for (const [state, open] of Object.entries(STATES))
    it(`is inside a part, state ${state}`, async () => {
      await open(html`${unsafeHTML(htmlOf(SHOWN_ELEMENTS))}`);
      expect(allElements(document.body).filter((one) => one.hasAttribute('part'))).not.to.deep.equal([]);
      expect(unreachable(document.body)).to.deep.equal([]);
    });
});
