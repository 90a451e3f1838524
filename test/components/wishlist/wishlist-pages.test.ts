import { expect, html, nextFrame } from '@open-wc/testing';
import '../../../src/index.ts';
import type { LoyaltyMoveAllToCartEvent, LoyaltyProvider, LoyaltyWishlist } from '../../../src/index.ts';
import { listItems, removeListItem } from '../../../src/services/contract/endpoints/index.ts';
import { refuse } from '../../support/component-answers.ts';
import { item, sampleMember, type Member } from '../../support/component-member.ts';
import {
  button,
  closeService,
  eventsOf,
  openService,
  page,
  part,
  parts,
  shownText,
  signIn,
  until,
} from '../../support/component-page.ts';
import type { ComponentService } from '../../support/component-service.ts';

const COUNT = 250;

describe('loyalty-wishlist of several pages', () => {
  let member: Member;
  let service: ComponentService;
  let provider: LoyaltyProvider;
  let element: LoyaltyWishlist;

  beforeEach(() => {
    member = sampleMember();
    member.items = Array.from({ length: COUNT }, (_, at) => item(at + 1, `Product ${at + 1}`));
    service = openService(member);
  });
  afterEach(closeService);

  const names = () => parts(element, 'name').map(shownText);
  const pages = () => service.seen(listItems).map(({ url }) => Number(url.searchParams.get('page[number]')));
  const said = () => shownText(element.shadowRoot!.querySelector('[role=status]')!);
  async function open(content = html`<loyalty-wishlist></loyalty-wishlist>`): Promise<void> {
    provider = await page(content, member);
    element = provider.querySelector('loyalty-wishlist')!;
    await until(() => {
      const more = part(element, 'more-button');
      return more && shownText(more) !== 'Show more';
    }, 'the number of products');
  }
  async function search(text: string): Promise<void> {
    await until(() => part(element, 'search-input'), 'the file of the controls');
    const input = part(element, 'search-input') as HTMLInputElement;
    input.value = text;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    await element.updateComplete;
  }
  const toEnd = (): void => element.shadowRoot!.querySelector('.below')!.scrollIntoView({ block: 'end' });

  it('asks for one page, and says how many products there are', async () => {
    await open();
    expect(shownText(part(element, 'more-button')!)).to.equal('Show all 250');
    expect(pages()).to.deep.equal([1]);
  });

  it('loads the next page when the shopper comes near the end of the last one', async () => {
    await open();
    part(element, 'more-button')!.click();
    await until(() => names().length === 100, 'the first page');
    toEnd();
    await until(() => names().length === 200, 'the second page');
    toEnd();
    await until(() => names().length === COUNT, 'the third page');
    expect([pages(), names().at(-1)]).to.deep.equal([[1, 2, 3], 'Product 250']);
    expect(part(element, 'more-button')).to.equal(undefined);
  });

  it('loads the others by the button, too', async () => {
    await open(html`<loyalty-wishlist expanded></loyalty-wishlist>`);
    button(element, 'Show all 250 products')!.click();
    await until(() => names().length === COUNT, 'all products');
  });

  it('shows what is loaded where a page does not come, and loads it by the button', async () => {
    await open(html`<loyalty-wishlist expanded></loyalty-wishlist>`);
    const errors = eventsOf('loyalty-error');
    service.answer(listItems, () => refuse(403, 'No.'));
    button(element, 'Show all 250 products')!.click();
    await until(() => part(element, 'message'), 'the sentence');
    expect([shownText(part(element, 'message')!), names().length, errors.length]).to.deep.equal([
      'Couldn’t load more.',
      100,
      1,
    ]);
    await expect(element).to.be.accessible();
    service.answer(listItems, undefined);
    button(element, 'Show all 250 products')!.click();
    await until(() => names().length === COUNT, 'all products');
    expect(part(element, 'message')).to.equal(undefined);
  });

  it('searches when all pages are loaded, and never finds nothing before', async () => {
    await open(html`<loyalty-wishlist searchable></loyalty-wishlist>`);
    const release = service.hold(listItems);
    await search('Product 249');
    expect(shownText(element)).to.include('Loading your wishlist');
    expect(shownText(element)).not.to.include('No results');
    release();
    await until(() => names().length === 1, 'the result');
    expect(names()).to.deep.equal(['Product 249']);
    await until(() => said() === '1 product found', 'the announcement');
    await search('Product 999');
    await until(() => said() === 'No results for “Product 999”', 'the end of the search');
    expect(pages()).to.deep.equal([1, 2, 3]);
  });

  it('says where a search cannot be made because a page did not come', async () => {
    await open(html`<loyalty-wishlist searchable></loyalty-wishlist>`);
    service.answer(listItems, () => refuse(403, 'No.'));
    await search('Product 249');
    await until(() => part(element, 'notice'), 'the notice');
    expect(shownText(element)).not.to.include('No results');
    expect((part(element, 'search-input') as HTMLInputElement).value).to.equal('Product 249');
    service.answer(listItems, undefined);
    await search('');
    expect(names()[0]).to.equal('Product 1');
  });

  it('shows the oldest products first when all pages are loaded', async () => {
    await open(html`<loyalty-wishlist searchable></loyalty-wishlist>`);
    await until(() => part(element, 'sort-select'), 'the file of the controls');
    const select = part(element, 'sort-select') as HTMLSelectElement;
    select.value = 'oldest';
    select.dispatchEvent(new Event('change', { bubbles: true }));
    await until(() => names()[0] === 'Product 250', 'the oldest one');
  });

  it('moves the products of all pages to the cart', async () => {
    provider = await page(html`<loyalty-wishlist all-to-cart></loyalty-wishlist>`, member);
    element = provider.querySelector('loyalty-wishlist')!;
    const events: LoyaltyMoveAllToCartEvent[] = [];
    provider.addEventListener('loyalty-move-all-to-cart', (event) => events.push(event));
    await until(() => part(element, 'all-to-cart-button'), 'all pages');
    expect(shownText(part(element, 'all-to-cart-button')!)).to.equal('Move all 250 to cart');
    part(element, 'all-to-cart-button')!.click();
    part(element, 'all-to-cart-button')!.click();
    await until(() => events.length, 'the event');
    expect(events.map(({ detail }) => detail.items.length)).to.deep.equal([COUNT]);
  });

  it('loads the next page when the products of the first one were removed', async () => {
    member.items = member.items!.slice(0, 102);
    await open();
    service.answer(listItems, undefined);
    const loyalty = provider.loyalty!;
    expect(pages()).to.deep.equal([1]);
    member.items = member.items.slice(100);
    await provider.refresh();
    await until(() => names()[0] === 'Product 101', 'the others');
    expect(loyalty.current()).to.equal(true);
  });

  it('removes a product of a further page, and puts it back at its place', async () => {
    await open(html`<loyalty-wishlist expanded></loyalty-wishlist>`);
    button(element, 'Show all 250 products')!.click();
    await until(() => names().length === COUNT, 'all products');
    button(element, 'Remove Product 150 from your wishlist')!.click();
    await until(() => part(element, 'undo-button'), 'the notice');
    expect([names()[149], names().length]).to.deep.equal(['Product 151', COUNT - 1]);
    expect(service.seen(removeListItem).length).to.equal(1);
    expect(pages()).to.deep.equal([1, 2, 3]);
    part(element, 'undo-button')!.click();
    await until(() => names().length === COUNT, 'the product');
    expect(names()[149]).to.equal('Product 150');
  });

  it('drops a page of the customer before', async () => {
    const ben = sampleMember('1002', 'b');
    ben.items = [item(1, 'Mug')];
    service = openService(member, ben);
    await open(html`<loyalty-wishlist expanded></loyalty-wishlist>`);
    const release = service.hold(listItems);
    button(element, 'Show all 250 products')!.click();
    await signIn(provider, ben);
    release();
    await until(() => names().join() === 'Mug', 'the products of the next customer');
    await nextFrame();
    expect([names(), part(element, 'message')]).to.deep.equal([['Mug'], undefined]);
  });

  it('shares its pages with hearts, which are not off before the last one is loaded', async () => {
    provider = await page(
      html`<loyalty-wishlist-button product-id="product-1"></loyalty-wishlist-button
        ><loyalty-wishlist-button product-id="product-249"></loyalty-wishlist-button
        ><loyalty-wishlist-button product-id="other"></loyalty-wishlist-button
        ><loyalty-wishlist-count></loyalty-wishlist-count><loyalty-wishlist></loyalty-wishlist>`,
      member,
    );
    const [first, last, other] = provider.querySelectorAll('loyalty-wishlist-button');
    const seen: unknown[] = [];
    await until(() => {
      seen.push(`${last!.saved} ${other!.saved}`);
      return other!.saved !== undefined;
    }, 'the hearts');
    expect(new Set(seen)).not.to.include('false false');
    expect([first!.saved, last!.saved, other!.saved, pages()]).to.deep.equal([true, true, false, [1, 2, 3]]);
    expect(shownText(provider.querySelector('loyalty-wishlist-count')!)).to.include('250 saved products');
  });
});
