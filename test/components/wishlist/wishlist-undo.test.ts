import { aTimeout, expect, html } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import '../../../src/index.ts';
import type { LoyaltyProvider, LoyaltyWishlist } from '../../../src/index.ts';
import { addListItem, removeListItem } from '../../../src/services/contract/endpoints/index.ts';
import { refuse } from '../../support/component-answers.ts';
import { sampleMember, type Member } from '../../support/component-member.ts';
import {
  button,
  closeService,
  eventsOf,
  focused,
  loaded,
  openService,
  page,
  part,
  parts,
  signIn,
  shownText,
  until,
} from '../../support/component-page.ts';
import type { ComponentService } from '../../support/component-service.ts';

const REMOVE_MUG = 'Remove Stoneware mug from your wishlist';
const ALL = ['Linen throw', 'Stoneware mug', 'No longer available'];

describe('undo of a removal from the wishlist', () => {
  let member: Member;
  let service: ComponentService;
  let provider: LoyaltyProvider;
  let element: LoyaltyWishlist;
  const realSetTimeout = window.setTimeout;

  beforeEach(() => {
    member = sampleMember();
    service = openService(member);
  });
  afterEach(() => {
    window.setTimeout = realSetTimeout;
    closeService();
  });

  async function open(owner: Member | null = member): Promise<void> {
    provider = await page(
      html`<loyalty-wishlist expanded></loyalty-wishlist>
        <p>Below</p>`,
      owner ?? undefined,
    );
    element = await loaded(provider.querySelector('loyalty-wishlist')!);
  }
  async function remove(label = REMOVE_MUG): Promise<void> {
    button(element, label)!.click();
    await until(() => part(element, 'undo'), 'the notice');
  }
  /** As after a press with the pointer, which leaves nothing that has the focus visibly. */
  const leave = () => (focused() as HTMLElement | undefined)?.blur();
  const undo = () => part(element, 'undo-button')!.click();
  const names = () => parts(element, 'name').map(shownText);
  const rows = () =>
    parts(element, 'item').map((one) => [
      shownText(one),
      one.querySelector('a')?.href,
      one.querySelector('img')?.getAttribute('src'),
    ]);
  const status = () => shownText(element.shadowRoot!.querySelector('[role=status]')!);
  /** The eight seconds of the notice take this long. */
  const shorten = (ms: number): void => {
    window.setTimeout = ((run: () => void, delay?: number) =>
      realSetTimeout(run, delay === 8_000 ? ms : delay)) as typeof window.setTimeout;
  };

  it('is offered after a removal, which is announced', async () => {
    await open();
    await remove();
    expect(shownText(part(element, 'undo')!)).to.equal('Stoneware mug removed Undo');
    expect(status()).to.equal('Stoneware mug removed');
    expect(part(element, 'undo-message')).not.to.have.attribute('role');
    await expect(element).to.be.accessible();
  });

  it('puts the product back at its place, with its name, picture and price, and one event', async () => {
    await open();
    const before = rows();
    const added = eventsOf('loyalty-wishlist-added');
    const removed = eventsOf('loyalty-wishlist-removed');
    await remove();
    expect(names()).to.deep.equal(['Linen throw', 'No longer available']);
    undo();
    await until(() => added.length, 'the event');
    expect(rows()).to.deep.equal(before);
    expect(member.items!.map(({ product_id }) => product_id)).to.include('product-2');
    expect([added.length, removed.length]).to.deep.equal([1, 1]);
    expect(added[0]!.detail).to.deep.equal({ productId: 'product-2', list: 'wishlist' });
    expect(part(element, 'undo')).to.equal(undefined);
    expect(status()).to.equal('Stoneware mug saved');
    expect(service.seen(addListItem)[0]!.body).to.deep.include({ product_id: 'product-2' });
  });

  it('shows the product again before the service has answered, and focuses it', async () => {
    await open();
    await remove();
    const release = service.hold(addListItem);
    part(element, 'undo-button')!.focus();
    undo();
    await element.updateComplete;
    expect(names()).to.deep.equal(ALL);
    expect(part(element, 'undo-button')).to.have.attribute('aria-disabled', 'true');
    undo();
    release();
    await until(() => !part(element, 'undo'), 'the answer');
    await until(() => focused()?.getAttribute('aria-label') === REMOVE_MUG, 'the focus');
    expect(service.seen(addListItem)).to.have.length(1);
  });

  it('is offered for eight seconds, not while the pointer or the focus is on it', async () => {
    shorten(40);
    await open();
    const heart = button(element, REMOVE_MUG)!;
    heart.scrollIntoView({ block: 'center' });
    const { left, top, width, height } = heart.getBoundingClientRect();
    await sendMouse({
      type: 'click',
      position: [Math.round(left + width / 2), Math.round(top + height / 2)],
    });
    await until(() => part(element, 'undo'), 'the notice');
    await sendMouse({ type: 'move', position: [0, 0] });
    await until(() => !part(element, 'undo'), 'the end');
    await remove('Remove Linen throw from your wishlist');
    part(element, 'undo-button')!.focus();
    await aTimeout(120);
    expect(!!part(element, 'undo'), 'focused').to.equal(true);
    part(element, 'undo-button')!.blur();
    await until(() => !part(element, 'undo'), 'the end');
  });

  it('has the next button in the order of the keyboard, once, and back from it the order is as before', async () => {
    await open();
    await remove();
    const hearts = () => [...element.shadowRoot!.querySelectorAll<HTMLElement>('.heart')];
    hearts()[0]!.focus();
    await sendKeys({ press: 'Tab' });
    expect(focused()).to.equal(part(element, 'undo-button'));
    await sendKeys({ down: 'Shift' });
    await sendKeys({ press: 'Tab' });
    await sendKeys({ up: 'Shift' });
    expect(focused()).to.equal(hearts()[0]);
    await sendKeys({ press: 'Tab' });
    expect(focused()).not.to.equal(part(element, 'undo-button'));
    expect(focused()).not.to.equal(hearts()[0]);
  });

  it('goes on behind what had the focus before its button', async () => {
    await open();
    await remove();
    const heart = element.shadowRoot!.querySelector<HTMLElement>('.heart')!;
    heart.focus();
    await sendKeys({ press: 'Tab' });
    await sendKeys({ press: 'Tab' });
    expect([heart, part(element, 'undo-button')]).not.to.include(focused());
    expect(element.shadowRoot!.contains(focused())).to.equal(true);
  });

  it('waits while the shopper is in the list with the keyboard, also without a key', async () => {
    shorten(40);
    await open();
    await remove();
    element.shadowRoot!.querySelector<HTMLElement>('.heart')!.focus();
    await sendKeys({ press: 'Shift' });
    await aTimeout(200);
    expect(!!part(element, 'undo')).to.equal(true);
    leave();
    await until(() => !part(element, 'undo'), 'the end');
  });

  it('stays while the pointer is on it', async () => {
    shorten(40);
    await open();
    await remove();
    leave();
    part(element, 'undo')!.dispatchEvent(new PointerEvent('pointerenter'));
    await aTimeout(120);
    expect(!!part(element, 'undo')).to.equal(true);
    part(element, 'undo')!.dispatchEvent(new PointerEvent('pointerleave'));
    await until(() => !part(element, 'undo'), 'the end');
  });

  it('moves nothing', async () => {
    await open();
    const below = provider.querySelector('p')!;
    const top = below.offsetTop;
    const height = element.offsetHeight;
    await remove();
    expect([below.offsetTop, element.offsetHeight]).to.deep.equal([top, height]);
    undo();
    await until(() => !part(element, 'undo'), 'the answer');
    expect([below.offsetTop, element.offsetHeight]).to.deep.equal([top, height]);
  });

  it('says that the product could not be saved, shows the list without it, and accepts a retry', async () => {
    await open();
    await remove();
    service.answerOnce(addListItem, () => refuse(403, 'No.'));
    const errors = eventsOf('loyalty-error');
    undo();
    await until(() => errors.length, 'the error');
    await element.updateComplete;
    expect(shownText(part(element, 'undo')!)).to.equal('Couldn’t save. Try again. Try again');
    expect(part(element, 'undo-message')).to.have.attribute('role', 'alert');
    expect(names()).to.deep.equal(['Linen throw', 'No longer available']);
    await expect(element).to.be.accessible();
    undo();
    await until(() => !part(element, 'undo'), 'the answer');
    expect(names()).to.deep.equal(ALL);
  });

  it('puts back the last product of an empty list, also for a guest', async () => {
    for (const owner of [member, null]) {
      member.items = member.items!.slice(0, 1);
      await open(owner);
      if (!owner) {
        const heart = document.createElement('loyalty-wishlist-button');
        Object.assign(heart, { productId: 'product-3', productName: 'Linen throw' });
        provider.append(heart);
        await heart.updateComplete;
        await until(() => heart.saved === false, 'the heart');
        await heart.toggle();
        await until(() => names().length, 'the product');
      }
      await remove('Remove Linen throw from your wishlist');
      await until(() => !parts(element, 'item').length, 'the empty list');
      undo();
      await until(() => names().length === 1 && !part(element, 'undo'), 'the product');
      expect(names()).to.deep.equal(['Linen throw']);
    }
  });

  it('is not offered for a product that the shop no longer has: it could not be saved again', async () => {
    await open();
    button(element, 'Remove No longer available from your wishlist')!.click();
    await until(() => service.seen(removeListItem).length && names().length === 2, 'removed');
    await aTimeout(50); // wait for a notice that must not come
    expect(part(element, 'undo')).to.equal(undefined);
  });

  it('is not offered after the element has left the page', async () => {
    await open();
    const count = document.createElement('loyalty-wishlist-count');
    provider.append(count);
    await loaded(count);
    await import('../../../src/components/page/page-policy.ts'); // a removal waits for it
    const removed = eventsOf('loyalty-wishlist-removed');
    const release = service.hold(removeListItem);
    button(element, REMOVE_MUG)!.click();
    await until(() => service.seen(removeListItem).length, 'the request');
    element.remove();
    release();
    // Another element says that the answer has arrived: after that the list would offer the undo, if it were on the page.
    await until(() => shownText(count).includes('2'), 'the answer');
    await aTimeout(0);
    provider.append(element);
    await loaded(element);
    expect(names()).to.deep.equal(['Linen throw', 'No longer available']);
    expect([part(element, 'undo'), removed.length]).to.deep.equal([undefined, 0]);
  });

  it('is not offered to another customer', async () => {
    const other = sampleMember('1002', 'b');
    service.close();
    service = openService(member, other);
    await open();
    await remove();
    await signIn(provider, other);
    await loaded(element);
    expect(part(element, 'undo')).to.equal(undefined);
  });
});
