import { aTimeout, expect, html } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import '../../src/index.ts';
import type { LoyaltyProvider, LoyaltyWishlistButton } from '../../src/index.ts';
import { addList, addListItem, listItems, removeListItem } from '../../src/services/endpoints/index.ts';
import { broken, offline, refuse } from '../support/component-answers.ts';
import { sampleMember, type Member } from '../support/component-member.ts';
import {
  closeService,
  focused,
  heard,
  loaded,
  openService,
  page,
  part,
  textOf,
  until,
} from '../support/component-page.ts';
import type { ComponentService } from '../support/component-service.ts';
import { isAccessible, STATES } from '../support/component-states.ts';

const heart = (id = 'product-9', name = 'Oak stool') =>
  html`<loyalty-wishlist-button product-id=${id} product-name=${name}></loyalty-wishlist-button>`;
const only = (provider: ParentNode): LoyaltyWishlistButton =>
  provider.querySelector('loyalty-wishlist-button')!;

describe('loyalty-wishlist-button', () => {
  let member: Member;
  let service: ComponentService;
  let provider: LoyaltyProvider;
  let element: LoyaltyWishlistButton;

  beforeEach(() => {
    member = sampleMember();
    service = openService(member);
  });
  afterEach(closeService);

  isAccessible(() => html`${heart()}${heart('product-3')}`);

  async function open(content = heart(), customer: Member | undefined = member): Promise<void> {
    provider = await page(content, customer);
    element = only(provider);
    await element.updateComplete;
  }
  const pressed = (of = element) => part(of, 'button')!.getAttribute('aria-pressed') === 'true';
  const click = async () => {
    part(element, 'button')!.click();
    await element.updateComplete;
  };
  const listLoaded = () => until(() => element.saved !== undefined, 'the list');

  it('is a button that names the product and says whether it is saved', async () => {
    await open(heart('product-3', 'Linen throw'));
    await until(() => pressed(), 'saved');
    expect(part(element, 'button')).to.have.attribute('aria-label', 'Save Linen throw to your wishlist');
    await open(heart('product-9', ''));
    expect(part(element, 'button')).to.have.attribute('aria-label', 'Save to your wishlist');
    expect(pressed()).to.equal(false);
  });

  it('fills at once, before the service has answered, and tells the page after it has', async () => {
    await open();
    await listLoaded();
    const added = heard('loyalty-wishlist-added');
    const release = service.hold(addListItem);
    await click();
    expect(pressed()).to.equal(true);
    expect(added.length).to.equal(0);
    release();
    await until(() => added.length, 'the event');
    expect(added[0]!.detail).to.deep.equal({ productId: 'product-9' });
    expect(pressed()).to.equal(true);
    expect(member.items!.map(({ product_id }) => product_id)).to.include('product-9');
  });

  it('empties when pressed again', async () => {
    await open(heart('product-3'));
    await until(() => pressed(), 'saved');
    const removed = heard('loyalty-wishlist-removed');
    await click();
    expect(pressed()).to.equal(false);
    await until(() => removed.length, 'the event');
    expect(member.items!.map(({ product_id }) => product_id)).not.to.include('product-3');
  });

  it('works with the keyboard', async () => {
    await open();
    await listLoaded();
    part(element, 'button')!.focus();
    await sendKeys({ press: 'Space' });
    await until(() => service.seen(addListItem).length, 'the request');
    expect(focused()?.getAttribute('aria-pressed')).to.equal('true');
  });

  it('is sent once however fast it is pressed', async () => {
    await open();
    await listLoaded();
    const release = service.hold(addListItem);
    for (let press = 0; press < 5; press++) await click();
    release();
    await until(() => !(element as unknown as { wish: unknown }).wish, 'the answer');
    expect(service.seen(addListItem).length).to.equal(1);
    expect(pressed()).to.equal(true);
  });

  for (const [failure, answer] of [
    ['the service fails', broken],
    ['the connection is lost', offline],
    ['the service refuses', () => refuse(422, 'The list is full.')],
    ['the answer is a page of HTML', () => new Response('<h1>Hello</h1>')],
  ] as const) {
    it(`shows what is true again when ${failure}, and tells the page`, async () => {
      service.answer(addListItem, answer);
      await open();
      await listLoaded();
      const errors = heard('loyalty-error');
      await click();
      await until(() => errors.length, 'the event');
      await element.updateComplete;
      expect(pressed()).to.equal(false);
      expect(errors[0]!.target === element).to.equal(true);
      service.answer(addListItem, undefined);
      await click();
      await until(() => member.items!.some(({ product_id }) => product_id === 'product-9'), 'the second try');
    });
  }

  it('keeps a product that could not be taken off', async () => {
    service.answer(removeListItem, broken);
    await open(heart('product-3'));
    await until(() => pressed(), 'saved');
    const errors = heard('loyalty-error');
    await click();
    await until(() => errors.length, 'the event');
    await element.updateComplete;
    expect(pressed()).to.equal(true);
  });

  it("hands a guest's click to the page, and sends nothing", async () => {
    await STATES['signed-out'](html``);
    const guests = openService(member);
    provider = await page(heart());
    element = only(provider);
    const needs = heard('loyalty-sign-in-needed');
    part(element, 'button')!.click(); // at once, while nothing is known yet
    await until(() => needs.length === 1, 'the first event');
    await click();
    expect(needs.length).to.equal(2);
    expect(needs[1]!.detail).to.deep.equal({ reason: 'wishlist', productId: 'product-9' });
    expect(pressed()).to.equal(false);
    expect(guests.requests).to.deep.equal([]);
  });

  it('asks to sign in when the session has ended on the service', async () => {
    await open();
    await listLoaded();
    service.revokeTokens();
    member.signature.replace('a', 'b');
    service.answer(addListItem, () => refuse(401, 'Unauthenticated.'));
    const needs = heard('loyalty-sign-in-needed');
    await click();
    await until(() => needs.length, 'the event');
    expect(pressed()).to.equal(false);
  });

  it('makes the list with the first product of a customer who has none', async () => {
    member.items = undefined;
    await open();
    await listLoaded();
    await click();
    await until(() => member.items?.length === 1, 'the list and its product');
    expect(service.seen(addList).length).to.equal(1);
    expect(service.seen(addList)[0]!.body).to.deep.equal({
      type: 'wishlist',
      handle: 'wishlist',
      name: 'Wishlist',
    });
  });

  it('shows the product of the page: another product id is another heart, without a reload', async () => {
    await open(heart('product-3', 'Linen throw'));
    await until(() => pressed(), 'saved');
    element.setAttribute('product-id', 'product-9');
    element.setAttribute('product-name', 'Oak stool');
    await element.updateComplete;
    expect(pressed()).to.equal(false);
    expect(part(element, 'button')).to.have.attribute('aria-label', 'Save Oak stool to your wishlist');
    element.productId = 'product-2';
    await element.updateComplete;
    expect(pressed()).to.equal(true);
    expect(service.seen(listItems).length).to.equal(1);
  });

  it('shows the new product at once also while the last one is being saved', async () => {
    await open();
    await listLoaded();
    const release = service.hold(addListItem);
    await click();
    element.productId = 'product-8';
    await element.updateComplete;
    expect(pressed()).to.equal(false);
    const added = heard('loyalty-wishlist-added');
    release();
    await until(() => added.length, 'the event');
    await element.updateComplete;
    expect(added[0]!.detail.productId).to.equal('product-9');
    expect(pressed()).to.equal(false);
  });

  it('and its twin, and the list beside them, all know what one of them did', async () => {
    await open(html`${heart()}${heart()}<loyalty-wishlist expanded></loyalty-wishlist>`);
    const list = await loaded(provider.querySelector('loyalty-wishlist')!);
    await listLoaded();
    await click();
    const [, twin] = provider.querySelectorAll('loyalty-wishlist-button');
    await until(() => pressed(twin), 'the twin');
    await list.updateComplete;
    expect(textOf(list)).to.include('Name of product-9');
    expect(service.seen(listItems).length).to.equal(1);
  });

  describe('on the next page of the tab', () => {
    /** A page before this one has loaded the list; this one's answer is still on its way. */
    async function nextPage(content: ReturnType<typeof heart>): Promise<() => void> {
      await open(heart('product-3'));
      await listLoaded();
      provider.remove();
      const release = service.hold(listItems);
      await open(content);
      return release;
    }

    it('is right at first paint, from what the tab remembers', async () => {
      const release = await nextPage(html`${heart('product-3')}${heart('product-9')}`);
      const [saved, other] = provider.querySelectorAll('loyalty-wishlist-button');
      expect([pressed(saved), pressed(other)]).to.deep.equal([true, false]);
      release();
    });

    it('takes off what it remembers as saved, on the service too, when pressed before the list is there', async () => {
      const release = await nextPage(heart('product-3'));
      const removed = heard('loyalty-wishlist-removed');
      await click();
      expect(pressed()).to.equal(false);
      await aTimeout(10); // what is told too early is told now
      expect(removed.length).to.equal(0);
      release();
      await until(() => removed.length, 'the event');
      expect(member.items!.map(({ product_id }) => product_id)).not.to.include('product-3');
      await element.updateComplete;
      expect(pressed()).to.equal(false);
    });

    it('shows nothing of another customer', async () => {
      await open(heart('product-3'));
      await listLoaded();
      provider.remove();
      const other = sampleMember('1002', 'b');
      other.items = [];
      service.members.set(other.id, other);
      const release = service.hold(listItems);
      await open(heart('product-3'), other);
      expect(pressed()).to.equal(false);
      release();
    });
  });

  it('shows what the theme puts in place of the heart', async () => {
    await open(
      html`<loyalty-wishlist-button product-id="product-9" product-name="Oak stool"
        >Save</loyalty-wishlist-button
      >`,
    );
    expect(textOf(element)).to.equal('Save');
  });

  it('takes its size from a custom property', async () => {
    await open(
      html`<style>
          loyalty-wishlist-button {
            --loyalty-wishlist-button-size: 60px;
          }
        </style>
        ${heart()}`,
    );
    expect([element.offsetWidth, part(element, 'button')!.offsetHeight]).to.deep.equal([60, 60]);
  });
});
