import { expect, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../../src/index.ts';
import { addList, addListItem, listItems } from '../../../src/services/contract/endpoints/index.ts';
import {
  wishlistButton,
  listLoaded,
  openWishlistButton,
  press,
  pressed,
  providerOf,
} from '../../support/component-wishlist-button.ts';
import { sampleMember, type Member } from '../../support/component-member.ts';
import {
  closeService,
  focused,
  eventsOf,
  loaded,
  openService,
  part,
  shownText,
  until,
} from '../../support/component-page.ts';
import type { ComponentService } from '../../support/component-service.ts';

describe('pressed loyalty-wishlist-button', () => {
  let member: Member;
  let service: ComponentService;

  beforeEach(() => {
    member = sampleMember();
    service = openService(member);
  });
  afterEach(closeService);

  it('fills the heart when the device has stored the edit, before the service answers, and fires its event afterwards', async () => {
    const element = await openWishlistButton(member);
    await listLoaded(element);
    const added = eventsOf('loyalty-wishlist-added');
    const release = service.hold(addListItem);
    await press(element);
    expect(pressed(element)).to.equal(false);
    expect(element.matches(':state(saving)')).to.equal(true);
    await until(() => pressed(element), 'the stored edit');
    expect(element.matches(':state(saving)')).to.equal(false);
    expect(added.length).to.equal(0);
    release();
    await until(() => added.length, 'the event');
    expect(added[0]!.detail).to.deep.equal({ productId: 'product-9', list: 'wishlist' });
    expect(pressed(element)).to.equal(true);
    expect(member.items!.map(({ product_id }) => product_id)).to.include('product-9');
  });

  it('empties the heart at the second press', async () => {
    const element = await openWishlistButton(member, wishlistButton('product-3'));
    await until(() => pressed(element), 'saved');
    const removed = eventsOf('loyalty-wishlist-removed');
    await press(element);
    await until(() => !pressed(element), 'removed');
    await until(() => removed.length, 'the event');
    expect(member.items!.map(({ product_id }) => product_id)).not.to.include('product-3');
  });

  it('fills the heart when the service has answered, where the device stores nothing', async () => {
    const { open } = IDBFactory.prototype;
    IDBFactory.prototype.open = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    try {
      const element = await openWishlistButton(member);
      await listLoaded(element);
      const release = service.hold(addListItem);
      await press(element);
      await until(() => service.seen(addListItem).length, 'the request');
      expect([pressed(element), element.matches(':state(saving)')]).to.deep.equal([false, true]);
      release();
      await until(() => pressed(element), 'saved');
      expect(element.matches(':state(saving)')).to.equal(false);
    } finally {
      IDBFactory.prototype.open = open;
    }
  });

  it('works with the keyboard', async () => {
    const element = await openWishlistButton(member);
    await listLoaded(element);
    part(element, 'heart-button')!.focus();
    await sendKeys({ press: ' ' });
    await until(() => service.seen(addListItem).length, 'the request');
    expect(focused()?.getAttribute('aria-pressed')).to.equal('true');
  });

  it('sends one request for several fast presses', async () => {
    const element = await openWishlistButton(member);
    await listLoaded(element);
    const release = service.hold(addListItem);
    for (let times = 0; times < 5; times++) await press(element);
    release();
    await until(() => member.items!.some(({ product_id }) => product_id === 'product-9'), 'the answer');
    expect(service.seen(addListItem).length).to.equal(1);
    expect(pressed(element)).to.equal(true);
  });

  it('creates the list with the first product of a customer without one', async () => {
    member.items = undefined;
    const element = await openWishlistButton(member);
    await listLoaded(element);
    await press(element);
    await until(() => member.items?.length === 1, 'the list and its product');
    expect(service.seen(addList).length).to.equal(1);
    expect(service.seen(addList)[0]!.body).to.deep.equal({
      type: 'wishlist',
      handle: 'wishlist',
      name: 'Wishlist',
    });
  });

  it('shows the state of a new product at once, also while the last one is being saved', async () => {
    const element = await openWishlistButton(member);
    await listLoaded(element);
    const release = service.hold(addListItem);
    await press(element);
    element.productId = 'product-8';
    await element.updateComplete;
    expect(pressed(element)).to.equal(false);
    const added = eventsOf('loyalty-wishlist-added');
    release();
    await until(() => added.length, 'the event');
    await element.updateComplete;
    expect(added[0]!.detail.productId).to.equal('product-9');
    expect(pressed(element)).to.equal(false);
  });

  it('changes a second button of the product and the list on the page, too', async () => {
    const element = await openWishlistButton(
      member,
      html`${wishlistButton()}${wishlistButton()}<loyalty-wishlist expanded></loyalty-wishlist>`,
    );
    const list = await loaded(providerOf(element).querySelector('loyalty-wishlist')!);
    await listLoaded(element);
    await press(element);
    const [, twin] = providerOf(element).querySelectorAll('loyalty-wishlist-button');
    await until(() => pressed(twin!), 'the twin');
    await list.updateComplete;
    expect(shownText(list)).to.include('Name of product-9');
    expect(service.seen(listItems).length).to.equal(1);
  });
});
