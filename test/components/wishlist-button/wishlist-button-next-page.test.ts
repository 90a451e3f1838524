import { aTimeout, expect, html } from '@open-wc/testing';
import type { TemplateResult } from 'lit';
import '../../../src/index.ts';
import type { LoyaltyWishlistButton } from '../../../src/index.ts';
import { listItems } from '../../../src/services/contract/endpoints/index.ts';
import {
  wishlistButton,
  listLoaded,
  openWishlistButton,
  press,
  pressed,
  providerOf,
} from '../../support/component-wishlist-button.ts';
import { sampleMember, type Member } from '../../support/component-member.ts';
import { closeService, eventsOf, openService, until } from '../../support/component-page.ts';
import type { ComponentService } from '../../support/component-service.ts';

describe('loyalty-wishlist-button on the next page of the tab', () => {
  let member: Member;
  let service: ComponentService;

  beforeEach(() => {
    member = sampleMember();
    service = openService(member);
  });
  afterEach(closeService);

  /** The page before this one has loaded the list; the response of this page is still pending. */
  async function nextPage(
    content: TemplateResult,
    customer = member,
  ): Promise<{ element: LoyaltyWishlistButton; release: () => void }> {
    const before = await openWishlistButton(member, wishlistButton('product-3'));
    await listLoaded(before);
    providerOf(before).remove();
    const release = service.hold(listItems);
    return { element: await openWishlistButton(customer, content), release };
  }

  it('shows the state at first paint from the cache of the tab', async () => {
    const { element, release } = await nextPage(
      html`${wishlistButton('product-3')}${wishlistButton('product-9')}`,
    );
    const [saved, other] = providerOf(element).querySelectorAll('loyalty-wishlist-button');
    expect([pressed(saved!), pressed(other!)]).to.deep.equal([true, false]);
    release();
  });

  it('removes a cached product at the service, too, when pressed before the list is loaded', async () => {
    const { element, release } = await nextPage(wishlistButton('product-3'));
    const removed = eventsOf('loyalty-wishlist-removed');
    await press(element);
    await until(() => !pressed(element), 'the stored edit');
    await aTimeout(10); // an event that was fired too early would be listed here
    expect(removed.length).to.equal(0);
    release();
    await until(() => removed.length, 'the event');
    expect(member.items!.map(({ product_id }) => product_id)).not.to.include('product-3');
    await element.updateComplete;
    expect(pressed(element)).to.equal(false);
  });

  it('shows no state of another customer', async () => {
    const other = sampleMember('1002', 'b');
    other.items = [];
    service.members.set(other.id, other);
    const { element, release } = await nextPage(wishlistButton('product-3'), other);
    expect(pressed(element)).to.equal(false);
    release();
  });
});
