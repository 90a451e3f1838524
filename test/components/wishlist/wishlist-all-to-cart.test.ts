import { expect, html } from '@open-wc/testing';
import '../../../src/index.ts';
import type { LoyaltyMoveAllToCartEvent, LoyaltyProvider, LoyaltyWishlist } from '../../../src/index.ts';
import { removeListItem } from '../../../src/services/contract/endpoints/index.ts';
import { item, sampleMember, type Member } from '../../support/component-member.ts';
import {
  closeService,
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
import { isAccessible } from '../../support/component-states.ts';

const variant = (id: number, name: string, rest: object = {}) =>
  item(id, 'Linen shirt', {
    product_id: 'shirt',
    variant_id: String(id),
    variant_name: name,
    variant: { id: String(id), name, price: '59.00', image_url: null, is_available: true, ...rest },
    price_when_saved: '71.00',
    currency_when_saved: 'EUR',
  });

describe('variants on a wishlist', () => {
  let member: Member;
  let service: ComponentService;
  let provider: LoyaltyProvider;
  let element: LoyaltyWishlist;

  beforeEach(() => {
    member = sampleMember();
    member.items = [
      variant(1, 'Blue, M'),
      variant(2, 'Red, M'),
      variant(3, 'Red, L', { is_available: false }),
      { ...variant(4, 'Green, M'), variant: null },
      item(5, 'Vase'),
      item(6, null),
    ];
    service = openService(member);
  });
  afterEach(closeService);

  const content = html`<loyalty-wishlist all-to-cart move-to-cart expanded></loyalty-wishlist>`;
  async function open(markup = content): Promise<void> {
    provider = await page(markup, member);
    element = await loaded(provider.querySelector('loyalty-wishlist')!);
    await until(() => part(element, 'all-to-cart-button') && part(element, 'status'), 'the files');
  }
  isAccessible(() => content);

  const variants = () => parts(element, 'variant').map(shownText);
  const statuses = () => parts(element, 'status').map(shownText);
  const onMove = (listener: (event: LoyaltyMoveAllToCartEvent) => void) =>
    provider.addEventListener('loyalty-move-all-to-cart', listener, { once: true });
  const idle = () =>
    until(() => !element.shadowRoot!.querySelector('[aria-disabled=true]'), 'the end of the change');

  it('are shown with their options, price and what has changed since they were saved', async () => {
    await open();
    expect(variants()).to.deep.equal(['Blue, M', 'Red, M', 'Red, L', 'Green, M']);
    expect(shownText(parts(element, 'price')[0]!)).to.equal('€59€12 less than when you saved it');
    expect(statuses()).to.deep.equal([
      '€12 less than when you saved it',
      '€12 less than when you saved it',
      'Sold out',
      'This option is no longer sold',
    ]);
    await expect(element).to.be.accessible();
  });

  it('say nothing of a price in another currency, without one, or that rose', async () => {
    member.items = [
      { ...variant(1, 'A'), currency_when_saved: 'USD' },
      { ...variant(2, 'B'), price_when_saved: null },
      { ...variant(3, 'C'), price_when_saved: '12.00' },
      { ...variant(4, 'D'), price_when_saved: 'much' },
      variant(5, 'E', { is_available: false }),
    ];
    await open();
    expect(statuses()).to.deep.equal(['Sold out']);
  });

  it('take options with markup as text', async () => {
    member.items = [variant(1, '<img src=x>'), variant(2, 'Red, M')];
    await open();
    expect(variants()[0]).to.equal('<img src=x>');
  });

  it('move to the cart in one event: what succeeded leaves, what failed says why, sold-out ones stay', async () => {
    await open();
    const removed = eventsOf('loyalty-wishlist-removed');
    onMove((event) => {
      const [blue, red, vase] = event.detail.items;
      expect(event.detail.items.length).to.equal(3);
      event.waitUntil(Promise.resolve(), [blue!]);
      event.waitUntil(Promise.reject('Only 2 left.' as never), [red!]);
      event.waitUntil(Promise.reject(new Error('500')), [vase!]);
    });
    part(element, 'all-to-cart-button')!.click();
    await until(() => parts(element, 'problem').length === 2, 'the reasons');
    await idle();
    expect(parts(element, 'problem').map(shownText)).to.deep.equal(['Only 2 left.', 'Couldn’t move it']);
    expect(variants()).to.deep.equal(['Red, M', 'Red, L', 'Green, M']);
    expect(removed.map(({ detail }) => detail.variantId)).to.deep.equal(['1']);
    expect(shownText(element.shadowRoot!.querySelector('[role=status]')!)).to.equal(
      '1 product moved to your cart',
    );
    expect(service.seen(removeListItem).length).to.equal(1);
  });

  it('stay where no promise is passed, and where the only one is rejected', async () => {
    await open();
    part(element, 'all-to-cart-button')!.click();
    await idle();
    expect(parts(element, 'item').length).to.equal(6);
    onMove((event) => event.waitUntil(Promise.reject(new Error('the cart is closed'))));
    part(element, 'all-to-cart-button')!.click();
    await until(() => parts(element, 'problem').length === 3, 'the reasons');
    expect([parts(element, 'item').length, service.seen(removeListItem).length]).to.deep.equal([6, 0]);
  });

  it('are sent once, however often the button is pressed', async () => {
    await open();
    const events = eventsOf('loyalty-move-all-to-cart');
    let finish = () => {};
    onMove((event) => event.waitUntil(new Promise<void>((resolve) => (finish = resolve))));
    for (let press = 0; press < 3; press++) part(element, 'all-to-cart-button')!.click();
    finish();
    await until(() => parts(element, 'item').length === 3, 'what cannot be bought stays');
    expect([events.length, service.seen(removeListItem).length]).to.deep.equal([1, 3]);
  });
});
