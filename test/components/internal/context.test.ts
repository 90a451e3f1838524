import { ContextConsumer } from '@lit/context';
import { expect, html } from '@open-wc/testing';
import { LitElement } from 'lit';
import { loyaltyContext, type LoyaltyCustomer } from '../../../src/context.ts';
import '../../../src/index.ts';
import { profileTier } from '../../../src/services/contract/endpoints/index.ts';
import { sampleMember, type Member } from '../../support/component-member.ts';
import { closeService, openService, page, until } from '../../support/component-page.ts';
import type { ComponentService } from '../../support/component-service.ts';

/** An element as another author writes it. */
class ShopGreeting extends LitElement {
  readonly customers: (LoyaltyCustomer | undefined)[] = [];

  constructor() {
    super();
    new ContextConsumer(this, {
      context: loyaltyContext,
      subscribe: true,
      callback: (customer) => this.customers.push(customer),
    });
  }

  get customer(): LoyaltyCustomer {
    return this.customers.at(-1)!;
  }
}
customElements.define('shop-greeting', ShopGreeting);

describe('loyaltyContext', () => {
  let member: Member;
  let service: ComponentService;
  beforeEach(() => {
    member = sampleMember();
    service = openService(member);
  });
  afterEach(() => closeService());

  async function open(customer: Member | undefined = member) {
    const provider = await page(html`<shop-greeting></shop-greeting>`, customer);
    const greeting = provider.querySelector<ShopGreeting>('shop-greeting')!;
    await until(() => greeting.customer, 'the customer');
    return { provider, greeting };
  }

  it('gives an element of another author the customer, who calls the service', async () => {
    const { greeting } = await open();
    const profile = await greeting.customer.profileId();
    const reply = await greeting.customer.call(profileTier, { profile });
    expect(reply.data.points).to.equal(member.tier!.points);
    expect(service.seen(profileTier)).to.have.length(1);
  });

  it('gives it a small object, without the state of our elements', async () => {
    const { greeting } = await open();
    expect(Object.keys(greeting.customer)).to.deep.equal(['call', 'profileId']);
  });

  it('gives it the same object while the customer is the same, and another one afterwards', async () => {
    const { provider, greeting } = await open();
    const before = greeting.customer;
    provider.remove();
    document.body.append(provider);
    await until(() => greeting.customer === before, 'the same customer');
    provider.customerId = '';
    await provider.updateComplete;
    await until(() => greeting.customer !== before, 'a guest');
    provider.remove();
  });
});
