import { aTimeout, expect, html } from '@open-wc/testing';
import type { TemplateResult } from 'lit';
import '../../src/index.ts';
import type { LoyaltyWishlistButton } from '../../src/index.ts';
import { listItems } from '../../src/services/contract/endpoints/index.ts';
import { heart, listLoaded, openHeart, press, pressed, providerOf } from '../support/component-heart.ts';
import { sampleMember, type Member } from '../support/component-member.ts';
import { closeService, heard, openService, until } from '../support/component-page.ts';
import type { ComponentService } from '../support/component-service.ts';

describe('loyalty-wishlist-button on the next page of the tab', () => {
  let member: Member;
  let service: ComponentService;

  beforeEach(() => {
    member = sampleMember();
    service = openService(member);
  });
  afterEach(closeService);

  /** A page before this one has loaded the list; this one's answer is still on its way. */
  async function nextPage(
    content: TemplateResult,
    customer = member,
  ): Promise<{ element: LoyaltyWishlistButton; release: () => void }> {
    const before = await openHeart(member, heart('product-3'));
    await listLoaded(before);
    providerOf(before).remove();
    const release = service.hold(listItems);
    return { element: await openHeart(customer, content), release };
  }

  it('is right at first paint, from what the tab remembers', async () => {
    const { element, release } = await nextPage(html`${heart('product-3')}${heart('product-9')}`);
    const [saved, other] = providerOf(element).querySelectorAll('loyalty-wishlist-button');
    expect([pressed(saved!), pressed(other!)]).to.deep.equal([true, false]);
    release();
  });

  it('takes off what it remembers as saved, on the service too, when pressed before the list is there', async () => {
    const { element, release } = await nextPage(heart('product-3'));
    const removed = heard('loyalty-wishlist-removed');
    await press(element);
    expect(pressed(element)).to.equal(false);
    await aTimeout(10); // what is told too early is told now
    expect(removed.length).to.equal(0);
    release();
    await until(() => removed.length, 'the event');
    expect(member.items!.map(({ product_id }) => product_id)).not.to.include('product-3');
    await element.updateComplete;
    expect(pressed(element)).to.equal(false);
  });

  it('shows nothing of another customer', async () => {
    const other = sampleMember('1002', 'b');
    other.items = [];
    service.members.set(other.id, other);
    const { element, release } = await nextPage(heart('product-3'), other);
    expect(pressed(element)).to.equal(false);
    release();
  });
});
