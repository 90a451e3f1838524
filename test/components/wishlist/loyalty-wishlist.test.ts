import { expect, html } from '@open-wc/testing';
import '../../../src/index.ts';
import type { LoyaltyProvider, LoyaltyWishlist } from '../../../src/index.ts';
import { listItems } from '../../../src/services/contract/endpoints/index.ts';
import { json } from '../../support/component-answers.ts';
import { item, PICTURE, sampleMember } from '../../support/component-member.ts';
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
import { isAccessible, STATES, type StateName } from '../../support/component-states.ts';

const grid = html`<loyalty-wishlist></loyalty-wishlist>`;
const only = (provider: LoyaltyProvider): LoyaltyWishlist => provider.querySelector('loyalty-wishlist')!;
const show = async (state: StateName, content = grid) => only(await STATES[state](content));

describe('loyalty-wishlist', () => {
  afterEach(closeService);

  isAccessible(
    () => html`
      <loyalty-wishlist move-to-cart></loyalty-wishlist>
      <loyalty-wishlist layout="list"></loyalty-wishlist>
    `,
  );

  describe('shows', () => {
    it('a skeleton and a text for screen readers while it loads', async () => {
      const element = await show('loading');
      expect(part(element, 'list')).to.have.attribute('aria-busy', 'true');
      expect(shownText(element)).to.include('Loading your wishlist');
    });

    it('products with picture, name, price and a heart that removes them', async () => {
      const element = await show('data');
      const [first] = parts(element, 'item');
      expect(shownText(first!)).to.match(/^Linen throw €89(\.00)?$/);
      expect(first!.querySelector('img')!.getAttribute('src')).to.equal(PICTURE);
      expect(first!.querySelector('a')!.href).to.equal('https://shop.example.com/products/product-3');
      expect(!!button(element, 'Remove Linen throw from your wishlist')).to.equal(true);
    });

    it('a product that the shop no longer has without a link and without a cart button', async () => {
      const element = await show('data', html`<loyalty-wishlist move-to-cart expanded></loyalty-wishlist>`);
      const gone = parts(element, 'item').find((entry) => shownText(entry).includes('No longer available'))!;
      expect(gone.querySelectorAll('a, [part~=move-button]').length).to.equal(0);
      expect(!!button(element, 'Remove No longer available from your wishlist')).to.equal(true);
    });

    for (const [what, product, text] of [
      ['its name', { name: 'Vase' }, 'Vase'],
      ['that it is gone', null, 'No longer available'],
      ['nothing about it', undefined, 'Product'],
      ['no name', {}, 'Product'],
    ] as const)
      it(`“${text}” of a product of which the service says ${what}`, async () => {
        openService(sampleMember()).answer(listItems, () =>
          json({ data: [{ id: 1, product_id: 'vase', product }], meta: { last_page: 1 } }),
        );
        const element = await loaded(
          only(await page(html`<loyalty-wishlist move-to-cart></loyalty-wishlist>`, sampleMember())),
        );
        expect(shownText(part(element, 'name')!)).to.equal(text);
        expect(!!part(element, 'move-button')).to.equal(product !== null);
      });

    it("the theme's text when nothing is saved, or a sentence without one", async () => {
      expect(shownText(await show('empty'))).to.equal(
        'Nothing saved yet. Tap the heart on a product to keep it here.',
      );
      const own = html`<loyalty-wishlist><a slot="empty" href="/shop">Look around</a></loyalty-wishlist>`;
      expect(shownText(await show('empty', own))).to.equal('Look around');
    });

    it('a link to the products of the shop when nothing is saved or all is shown, on https or its own origin only', async () => {
      for (const [address, href] of [
        ['/products', `${location.origin}/products`],
        ['https://shop.example.com/all', 'https://shop.example.com/all'],
        ['http://shop.example.com/all', undefined],
        ['javascript:alert(1)', undefined],
        ['', undefined],
      ] as const) {
        const element = await show('empty', html`<loyalty-wishlist shop-url=${address}></loyalty-wishlist>`);
        const link = part(element, 'shop-link') as HTMLAnchorElement | undefined;
        expect([address, link?.href]).to.deep.equal([address, href]);
        expect(link ? shownText(link) : 'Discover products').to.equal('Discover products');
      }
      const shown = await show('data', html`<loyalty-wishlist shop-url="/products"></loyalty-wishlist>`);
      expect(!!part(shown, 'more-button')).to.equal(false);
      expect(part(shown, 'shop-link')!.closest('[part=notice]')).to.equal(null);
      const member = sampleMember();
      member.items = Array.from({ length: 30 }, (_, index) => item(index + 1, 'A chair'));
      openService(member);
      const first = await page(html`<loyalty-wishlist shop-url="/products"></loyalty-wishlist>`, member);
      const many = await loaded(only(first));
      expect([!!part(many, 'more-button'), !!part(many, 'shop-link')]).to.deep.equal([true, false]);
    });

    it('an error with a retry button, and without one for invalid settings', async () => {
      expect(shownText(await show('error'))).to.equal('Couldn’t load your wishlist. Try again');
      expect(shownText(await show('invalid settings'))).to.equal('Couldn’t load your wishlist.');
    });

    it("the theme's sign-in link to a guest, or a sentence without one", async () => {
      expect(shownText(await show('signed-out'))).to.equal(
        'Nothing saved yet. Tap the heart on a product to keep it here.',
      );
      const link = html`<loyalty-wishlist><a slot="signed-out" href="/login">Sign in</a></loyalty-wishlist>`;
      expect(shownText(await show('signed-out', link))).to.equal('Sign in');
    });
  });

  describe('shows as its layout', () => {
    const many = async (content = grid): Promise<LoyaltyWishlist> => {
      const member = sampleMember();
      member.items = Array.from({ length: 30 }, (_, index) => item(30 - index, `Product ${30 - index}`));
      openService(member);
      return loaded(only(await page(content, member)));
    };

    it('as many products as fit the reserved rows, and all after "Show all"', async () => {
      const element = await many(html`<div id="place">${grid}</div>`);
      const columns = getComputedStyle(part(element, 'list')!).gridTemplateColumns.split(' ').length;
      expect(parts(element, 'item').length).to.equal(columns);
      button(element, 'Show all 30 products')!.click();
      await element.updateComplete;
      expect(parts(element, 'item').length).to.equal(30);
      expect(parts(element, 'more-button').length).to.equal(0);
    });

    it('a list with as many rows as are reserved', async () => {
      const element = await many(
        html`<style>
            loyalty-wishlist {
              --loyalty-wishlist-rows: 5;
            }
          </style>
          <loyalty-wishlist layout="list"></loyalty-wishlist>`,
      );
      const tops = parts(element, 'item').map((entry) => entry.offsetTop);
      expect(tops).to.have.length(5);
      expect(new Set(tops).size).to.equal(5);
    });

    it('a list after a grid when the theme changes the layout', async () => {
      const element = await many();
      element.layout = 'list';
      await element.updateComplete;
      await until(() => parts(element, 'item').length === 1, 'one row');
      element.layout = 'grid';
      await element.updateComplete;
      await until(() => parts(element, 'item').length > 1, 'the columns of the grid');
    });
  });

  it('has a part for every piece, and no heart with the part of rectangular buttons', async () => {
    const element = await show('data', html`<loyalty-wishlist move-to-cart></loyalty-wishlist>`);
    for (const name of ['image', 'icon', 'heart-button', 'remove-button', 'move-button'])
      expect([name, !!part(element, name)]).to.deep.equal([name, true]);
    expect(part(element, 'heart-button')!.getAttribute('part')).to.equal('heart-button remove-button');
    expect(parts(await show('loading'), 'skeleton').length).to.be.above(2);
  });

  it('shows its own shape instead of a picture that is missing or does not load', async () => {
    const element = await show('data');
    const [first, , last] = parts(element, 'picture');
    const image = first!.querySelector('img')!;
    const shapeOf = (picture: Element) => getComputedStyle(picture.querySelector('svg')!).visibility;
    expect([shapeOf(first!), shapeOf(last!)]).to.deep.equal(['hidden', 'visible']);
    image.dispatchEvent(new Event('error'));
    expect([shapeOf(first!), getComputedStyle(image).opacity]).to.deep.equal(['visible', '0']);
    image.dispatchEvent(new Event('load'));
    expect([shapeOf(first!), getComputedStyle(image).opacity]).to.deep.equal(['hidden', '1']);
  });

  it('takes the number of columns and the size of its pictures from custom properties', async () => {
    const element = await show(
      'data',
      html`<style>
          loyalty-wishlist {
            inline-size: 320px;
            --loyalty-wishlist-columns: 3;
            --loyalty-wishlist-image-size: 70px;
            --loyalty-wishlist-thumbnail-size: 50px;
          }
        </style>
        ${grid}`,
    );
    const columns = getComputedStyle(part(element, 'list')!).gridTemplateColumns.split(' ');
    expect(columns).to.have.length(3);
    expect(element.scrollWidth).to.be.at.most(320);
    expect(part(element, 'picture')!.offsetHeight).to.equal(70);
    element.layout = 'list';
    await element.updateComplete;
    const { offsetWidth, offsetHeight } = part(element, 'picture')!;
    expect([offsetWidth, offsetHeight]).to.deep.equal([50, 50]);
  });

  it('has a state for loading, guests and errors', async () => {
    for (const [state, name] of [
      ['loading', 'loading'],
      ['signed-out', 'signed-out'],
      ['error', 'failed'],
    ] as const)
      expect((await show(state)).matches(`:state(${name})`)).to.equal(true);
  });

  it('shows a sentence in the middle of the box that is reserved for products', async () => {
    for (const state of ['empty', 'signed-out', 'error'] as const) {
      const element = await show(state);
      const box = element.getBoundingClientRect();
      const text = part(element, 'message')!.getBoundingClientRect();
      expect(part(element, 'notice')!.offsetHeight).to.equal(element.offsetHeight);
      expect(text.top - box.top).to.be.above(box.height / 4);
      expect(Math.abs((text.left + text.right - box.left - box.right) / 2)).to.be.below(2);
    }
  });

  it('cuts off no text at twice the text size on a narrow page', async () => {
    const element = await show(
      'data',
      html`<div class="large">
        <style>
          .large {
            inline-size: 328px;
            font: 32px/1.5 sans-serif;
          }
        </style>
        <loyalty-wishlist layout="list" move-to-cart></loyalty-wishlist>
      </div>`,
    );
    const box = element.getBoundingClientRect();
    for (const name of ['name', 'price', 'move-button', 'heart-button']) {
      const piece = part(element, name)!;
      const { left, right } = piece.getBoundingClientRect();
      expect([name, left >= box.left, right <= box.right + 1]).to.deep.equal([name, true, true]);
      expect([name, piece.scrollWidth - piece.offsetWidth <= 0]).to.deep.equal([name, true]);
    }
  });

  it('has rows of 6em in a list with cart buttons', async () => {
    const element = await show(
      'data',
      html`<div style="font-size: 16px">
        <loyalty-wishlist layout="list" move-to-cart></loyalty-wishlist>
      </div>`,
    );
    expect(part(element, 'item')!.offsetHeight).to.equal(96);
  });

  it('requests the first page of a long list and renders only the visible products', async () => {
    const member = sampleMember();
    member.items = Array.from({ length: 250 }, (_, index) => item(index + 1, `Product ${index + 1}`));
    const service = openService(member);
    const element = await loaded(only(await page(grid, member)));
    expect(service.seen(listItems).map(({ url }) => url.searchParams.get('page[number]'))).to.deep.equal([
      '1',
    ]);
    await until(() => button(element, 'Show all 250 products'), 'the number of products');
    expect(parts(element, 'item').length).to.be.below(20);
  });

  it('loads after a retry', async () => {
    const member = sampleMember();
    const service = openService(member);
    service.answerOnce(listItems, () => new Response('<!doctype html><title>Busy</title>'));
    const element = await loaded(only(await page(grid, member)));
    button(element, 'Try again')!.click();
    await loaded(element);
    expect(shownText(element)).to.include('Linen throw');
  });
});
