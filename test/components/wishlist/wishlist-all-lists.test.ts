import { expect, html } from '@open-wc/testing';
import '../../../src/index.ts';
import type { LoyaltyProvider, LoyaltyWishlist } from '../../../src/index.ts';
import { addListItem, listItems, profileLists } from '../../../src/services/contract/endpoints/index.ts';
import { broken, json } from '../../support/component-answers.ts';
import { item, list, sampleMember, type Member } from '../../support/component-member.ts';
import {
  button,
  closeService,
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

const at = (day: number) => ({ created_at: `2031-01-0${day}T10:00:00Z` });

describe('all lists in loyalty-wishlist', () => {
  let member: Member;
  let service: ComponentService;
  let provider: LoyaltyProvider;
  let element: LoyaltyWishlist;

  beforeEach(() => {
    member = sampleMember();
    member.items = [
      item(3, 'Throw', { ...at(3) }),
      item(2, 'Shirt', { ...at(2), product_id: 'shirt', variant_id: 'm', variant_name: 'Blue, M' }),
    ];
    const birthday = list(40, 'wishlist', 'birthday', 'Birthday <b>');
    birthday.items = [
      item(41, 'Shirt', {
        ...at(5),
        product_id: 'shirt',
        variant_id: 'm',
        variant_name: 'Blue, M',
        note: 'Ours',
      }),
      item(42, 'Shirt', { ...at(4), product_id: 'shirt', variant_id: 'l', variant_name: 'Blue, L' }),
    ];
    const house = list(50, 'registry', 'house', 'House');
    house.items = [
      item(51, 'Shirt', { ...at(1), product_id: 'shirt', variant_id: 'm' }),
      item(52, null, at(1)),
    ];
    member.lists = [birthday, house];
    service = openService(member);
  });
  afterEach(closeService);

  const content = html`<loyalty-wishlist
    all-lists
    notes
    move-to-cart
    all-to-cart
    list-url="/lists/{handle}"
    expanded
  ></loyalty-wishlist>`;
  async function open(markup = content, isGuest = false): Promise<void> {
    provider = await page(markup, isGuest ? undefined : member);
    element = await loaded(provider.querySelector('loyalty-wishlist')!);
    await until(() => part(element, 'lists') ?? part(element, 'notice'), 'the lists');
  }
  isAccessible(() => content);

  const shown = () =>
    parts(element, 'item').map((entry) =>
      ['name', 'variant', 'lists']
        .map((name) => shownText(entry.querySelector(`[part=${name}]`) ?? document.createTextNode('')))
        .filter(Boolean)
        .join(' | '),
    );

  it('show each product in each variant once, newest first, with the lists on which it is', async () => {
    await open();
    expect(shown()).to.deep.equal([
      'Shirt | Blue, L | On these lists: Birthday <b>',
      'Throw | On these lists: Wishlist',
      'Shirt | Blue, M | On these lists: Wishlist, Birthday <b>, House',
      'No longer available | On these lists: House',
    ]);
    expect(parts(element, 'list-link').map((link) => (link as HTMLAnchorElement).pathname)).to.deep.equal([
      '/lists/birthday',
      '/lists/birthday',
      '/lists/house',
      '/lists/house',
    ]);
    await until(() => part(element, 'note'), 'the note');
    expect(parts(element, 'note').map(shownText)).to.deep.equal(['Ours']);
    await expect(element).to.be.accessible();
  });

  it('have hearts, cart buttons and notes to write on what is on the wishlist alone', async () => {
    await open();
    for (const name of ['all-to-cart-button', 'note-button']) await until(() => part(element, name), name);
    for (const name of ['heart-button', 'move-button', 'note-button'])
      expect([name, parts(element, name).length]).to.deep.equal([name, 2]);
    let moved: readonly unknown[] = [];
    provider.addEventListener('loyalty-move-all-to-cart', (event) => (moved = event.detail.items), {
      once: true,
    });
    part(element, 'all-to-cart-button')!.click();
    expect(moved.length).to.equal(2);
  });

  it('follow what is removed and saved: what is on another list stays', async () => {
    await open();
    button(element, 'Remove Shirt, Blue, M from your wishlist')!.click();
    await until(() => parts(element, 'heart-button').length === 1, 'the removal');
    expect(shown()[0]).to.equal('Shirt | Blue, M | On these lists: Birthday <b>, House');
    button(element, 'Remove Throw from your wishlist')!.click();
    await until(() => parts(element, 'item').length === 3, 'the removal');
  });

  it('are shown without one whose products do not load, which is said', async () => {
    member.lists = [member.lists[1]!];
    const items = () => json({ data: member.items });
    service.answer(listItems, (request) => (request.names['list'] === 'house' ? broken(request) : items()));
    await open();
    expect(shown().length).to.equal(2);
    expect(shownText(part(element, 'message')!)).to.equal('Some of your lists couldn’t be loaded.');
    service.answer(listItems, items);
    part(element, 'retry-button')!.click();
    await until(() => !part(element, 'message'), 'the list');
  });

  it('are an error with a retry where the lists do not load', async () => {
    service.answer(profileLists, broken);
    await open();
    expect(shownText(part(element, 'message')!)).to.equal('Couldn’t load your wishlist.');
    expect(parts(element, 'item')).to.deep.equal([]);
  });

  it('are the one list of the device for a guest, without a request', async () => {
    await open(
      html`<loyalty-wishlist all-lists></loyalty-wishlist
        ><loyalty-wishlist-button product-id="lamp" product-name="Lamp"></loyalty-wishlist-button>`,
      true,
    );
    const heart = provider.querySelector('loyalty-wishlist-button')!;
    await heart.updateComplete;
    heart.shadowRoot!.querySelector('button')!.click();
    await until(() => parts(element, 'item').length, 'the product');
    expect(shown()).to.deep.equal(['Lamp | On these lists: Wishlist']);
    expect(service.seen(profileLists).length + service.seen(addListItem).length).to.equal(0);
  });
});
