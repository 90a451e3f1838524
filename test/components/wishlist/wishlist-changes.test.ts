import { expect, html } from '@open-wc/testing';
import '../../../src/index.ts';
import type { LoyaltyMoveToCartEvent, LoyaltyProvider, LoyaltyWishlist } from '../../../src/index.ts';
import { removeListItem } from '../../../src/services/contract/endpoints/index.ts';
import { refuse } from '../../support/component-answers.ts';
import { sampleMember, type Member } from '../../support/component-member.ts';
import {
  button,
  closeService,
  focused,
  eventsOf,
  loaded,
  openService,
  page,
  part,
  parts,
  shownText,
  until,
} from '../../support/component-page.ts';
import type { ComponentService } from '../../support/component-service.ts';

const REMOVE_THROW = 'Remove Linen throw from your wishlist';
const REMOVE_MUG = 'Remove Stoneware mug from your wishlist';
const REMOVE_GONE = 'Remove No longer available from your wishlist';
const MOVE_THROW = 'Move to cart: Linen throw';

describe('change of a wishlist', () => {
  let member: Member;
  let service: ComponentService;
  let provider: LoyaltyProvider;
  let element: LoyaltyWishlist;

  beforeEach(async () => {
    member = sampleMember();
    service = openService(member);
    provider = await page(
      html`<loyalty-wishlist move-to-cart expanded></loyalty-wishlist><input aria-label="Search" />`,
      member,
    );
    element = await loaded(provider.querySelector('loyalty-wishlist')!);
  });
  afterEach(closeService);

  const names = () => parts(element, 'name').map(shownText);
  const status = () => shownText(element.shadowRoot!.querySelector('[role=status]')!);
  const removals = () => service.seen(removeListItem);
  const itemsLeft = (count: number) => until(() => parts(element, 'item').length === count, `${count} left`);
  const label = () => focused()?.getAttribute('aria-label');

  async function moving(answer: (event: LoyaltyMoveToCartEvent) => void): Promise<void> {
    const moved = new Promise<void>((resolve) =>
      provider.addEventListener('loyalty-move-to-cart', (event) => resolve(answer(event)), { once: true }),
    );
    button(element, MOVE_THROW)!.click();
    await moved; // the file that it needs may still be loading
    await element.updateComplete;
  }
  const idle = () =>
    until(() => !element.shadowRoot!.querySelector('[aria-disabled=true]'), 'the end of the change');

  describe('by removing', () => {
    it('removes the product, announces it, fires its event and sends one request', async () => {
      const events = eventsOf('loyalty-wishlist-removed');
      button(element, REMOVE_THROW)!.click();
      await itemsLeft(2);
      expect(names()).to.deep.equal(['Stoneware mug', 'No longer available']);
      await until(() => status() === 'Linen throw removed', 'the announcement');
      expect(events.map(({ detail }) => detail.productId)).to.deep.equal(['product-3']);
      expect(removals().map(({ names: { item } }) => item)).to.deep.equal(['3']);
      await expect(element).to.be.accessible();
    });

    it('focuses the next product, the previous one after the last, and the notice when the list is empty', async () => {
      button(element, REMOVE_THROW)!.focus();
      button(element, REMOVE_THROW)!.click();
      await itemsLeft(2);
      await until(() => label() === REMOVE_MUG, 'focus on the next');
      button(element, REMOVE_GONE)!.focus();
      button(element, REMOVE_GONE)!.click();
      await itemsLeft(1);
      await until(() => label() === REMOVE_MUG, 'focus on the last');
      button(element, REMOVE_MUG)!.click();
      await itemsLeft(0);
      await until(() => focused()?.matches('[part=notice]'), 'focus on the note');
      expect(status()).to.equal('Stoneware mug removed');
    });

    it('does not move the focus when the shopper has focused something else', async () => {
      const release = service.hold(removeListItem);
      button(element, REMOVE_THROW)!.focus();
      button(element, REMOVE_THROW)!.click();
      await element.updateComplete;
      provider.querySelector('input')!.focus();
      release();
      await itemsLeft(2);
      await idle();
      expect(focused()?.localName).to.equal('input');
    });

    it('removes several products independently', async () => {
      const release = service.hold(removeListItem);
      for (const name of [REMOVE_THROW, REMOVE_MUG]) button(element, name)!.click();
      button(element, REMOVE_THROW)!.click();
      await until(() => removals().length === 1, 'the first request: edits are sent in order');
      expect(button(element, REMOVE_MUG)).to.have.attribute('aria-disabled', 'true');
      release();
      await itemsLeft(1);
      expect(removals().length).to.equal(2);
      expect(names()).to.deep.equal(['No longer available']);
    });

    it('keeps the product when the service fails, shows the reason and accepts a retry', async () => {
      service.answerOnce(removeListItem, () => refuse(403, 'No.'));
      const errors = eventsOf('loyalty-error');
      button(element, REMOVE_THROW)!.click();
      await until(() => part(element, 'problem'), 'the problem');
      expect(part(element, 'problem')).to.have.text('Couldn’t remove it').and.attribute('role', 'alert');
      expect(errors.map(({ detail }) => detail.error.status)).to.deep.equal([403]);
      expect(names()).to.include('Linen throw');
      await expect(element).to.be.accessible();
      await idle();
      button(element, REMOVE_THROW)!.click();
      await itemsLeft(2);
      expect(parts(element, 'problem').length).to.equal(0);
    });

    it('accepts that the product is already removed at the service', async () => {
      member.items = [];
      button(element, REMOVE_THROW)!.click();
      await itemsLeft(2);
    });
  });

  describe('by moving to the cart', () => {
    it('passes the product to the page', async () => {
      const events: LoyaltyMoveToCartEvent[] = [];
      await moving((event) => events.push(event));
      const { productId, name, price, currency } = events[0]!.detail.item;
      expect([productId, name, price, currency]).to.deep.equal(['product-3', 'Linen throw', '89.00', 'EUR']);
    });

    it('removes the product only after the cart has it', async () => {
      let arrive = () => {};
      await moving((event) => event.waitUntil(new Promise<void>((resolve) => (arrive = resolve))));
      expect(button(element, MOVE_THROW)).to.have.attribute('aria-disabled', 'true');
      expect(removals().length).to.equal(0);
      arrive();
      await itemsLeft(2);
      expect(names()).not.to.include('Linen throw');
    });

    it('keeps the product when the cart refuses it, and shows the reason', async () => {
      await moving((event) => event.waitUntil(Promise.reject(new Error('Sold out'))));
      await until(() => part(element, 'problem'), 'the problem');
      expect(part(element, 'problem')).to.have.text('Couldn’t move it');
      expect(removals().length).to.equal(0);
      expect(names()).to.include('Linen throw');
    });

    it('keeps the product when one of several promises is rejected', async () => {
      await moving((event) => {
        event.waitUntil(Promise.resolve());
        event.waitUntil(Promise.reject(new Error('Sold out')));
      });
      await until(() => part(element, 'problem'), 'the problem');
      expect(removals().length).to.equal(0);
    });

    it('keeps the product when no listener calls waitUntil()', async () => {
      await moving(() => {});
      await idle();
      expect(names()).to.include('Linen throw');
      expect(parts(element, 'problem').length).to.equal(0);
      expect(removals().length).to.equal(0);
    });

    it('shows that it could not be removed when the cart has it but the service fails', async () => {
      service.answer(removeListItem, () => refuse(403, 'No.'));
      await moving((event) => event.waitUntil(Promise.resolve()));
      await until(() => part(element, 'problem'), 'the problem');
      expect(part(element, 'problem')).to.have.text('Couldn’t remove it');
    });

    it('fires one event for several presses', async () => {
      const events = eventsOf('loyalty-move-to-cart');
      await moving((event) => event.waitUntil(new Promise(() => {})));
      button(element, MOVE_THROW)!.click();
      button(element, REMOVE_THROW)!.click();
      expect(events.length).to.equal(1);
      expect(removals().length).to.equal(0);
    });
  });
});
