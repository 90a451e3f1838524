import { expect, fixtureSync, html } from '@open-wc/testing';
import { ContextConsumer, ContextEvent, ContextProvider, createContext } from '@lit/context';
import { LitElement } from 'lit';
import '../../../src/components/provider/loyalty-provider.ts';
import '../../../src/components/balance/loyalty-balance.ts';
import { loyaltyOf, type LoyaltyCustomer } from '../../../src/components/internal/context.ts';
import type { LoyaltyProvider } from '../../../src/components/provider/loyalty-provider.ts';

// The provider speaks the context protocol with elements of other authors, too.

const context = createContext<LoyaltyCustomer | undefined>(Symbol.for('loyalty-elements'));

class ForeignConsumer extends LitElement {
  readonly consumer = new ContextConsumer(this, { context, subscribe: true });
}
customElements.define('foreign-consumer', ForeignConsumer);

const guestOf = (host: string) =>
  html`<loyalty-provider base-url="https://${host}.example/api" platform="harbour" customer-id=""
    ><i></i
  ></loyalty-provider>`;
async function connected(host: string): Promise<LoyaltyProvider> {
  const provider = fixtureSync<LoyaltyProvider>(guestOf(host));
  await provider.updateComplete;
  return provider;
}
const foreign = () => fixtureSync<HTMLElement>(html`<div><foreign-consumer></foreign-consumer></div>`);
const consumerIn = (element: Element) => element.querySelector('foreign-consumer') as ForeignConsumer;

/** Puts a provider around the light DOM of an element, as a component of the page may do at any time. */
async function wrapContent(element: HTMLElement, host: string): Promise<LoyaltyProvider> {
  const root = element.attachShadow({ mode: 'open' });
  root.innerHTML = `<loyalty-provider base-url="https://${host}.example/api" platform="harbour" customer-id=""><slot></slot></loyalty-provider>`;
  const provider = root.querySelector('loyalty-provider')!;
  await provider.updateComplete;
  return provider;
}

describe('context of the provider', () => {
  // The first test: a page that had a provider answers `undefined`.
  it('does not answer a request without a subscription before there is a provider', async () => {
    const answers: unknown[] = [];
    const early = fixtureSync<HTMLElement>(html`<i></i>`);
    early.dispatchEvent(new ContextEvent(context, early, (value) => answers.push(value), false));
    await connected('late');
    expect(answers).to.deep.equal([]);
  });

  it('answers a request without a subscription once', async () => {
    const provider = await connected('one');
    const answers: unknown[] = [];
    const child = provider.querySelector('i')!;
    child.dispatchEvent(new ContextEvent(context, child, (value) => answers.push(value), false));
    const [first] = answers;
    for (const customerId of ['', '7']) {
      provider.setCustomer({ customerId });
      await provider.updateComplete;
    }
    expect(answers).to.deep.equal([first]);
    expect(first).to.not.equal(undefined);
  });

  it('reaches a consumer of another author that was connected before the provider', async () => {
    const { consumer } = consumerIn(foreign());
    expect(consumer.value).to.equal(undefined);
    const provider = await connected('later');
    expect(loyaltyOf(consumer.value)).to.equal(provider.loyalty);
  });

  it('gives consumers of other authors and our elements a nearer provider that is connected later', async () => {
    const outer = await connected('outer');
    const element = foreign();
    element.append(document.createElement('loyalty-balance'));
    const { consumer } = consumerIn(element);
    expect(loyaltyOf(consumer.value)).to.equal(outer.loyalty);
    const inner = await wrapContent(element, 'inner');
    expect(loyaltyOf(consumer.value)).to.equal(inner.loyalty);
    expect(inner.loyalty).to.not.equal(outer.loyalty);
  });

  it('leaves other contexts to their own providers', async () => {
    const other = createContext<string>(Symbol('other'));
    const provider = await connected('mixed');
    const section = document.createElement('section');
    provider.before(section);
    section.append(provider);
    new ContextProvider(section, { context: other, initialValue: 'theirs' });
    const answers: unknown[] = [];
    const child = provider.querySelector('i')!;
    child.dispatchEvent(new ContextEvent(other, child, (value) => answers.push(value), false));
    expect(answers).to.deep.equal(['theirs']);
  });
});
