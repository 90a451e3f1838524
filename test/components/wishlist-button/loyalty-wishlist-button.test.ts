import { expect, html } from '@open-wc/testing';
import '../../../src/index.ts';
import { addListItem, listItems } from '../../../src/services/contract/endpoints/index.ts';
import {
  wishlistButton,
  listLoaded,
  openWishlistButton,
  press,
  pressed,
} from '../../support/component-wishlist-button.ts';
import { sampleMember, type Member } from '../../support/component-member.ts';
import { closeService, openService, part, shownText, until } from '../../support/component-page.ts';
import type { ComponentService } from '../../support/component-service.ts';
import { isAccessible } from '../../support/component-states.ts';

describe('loyalty-wishlist-button', () => {
  let member: Member;
  let service: ComponentService;

  beforeEach(() => {
    member = sampleMember();
    service = openService(member);
  });
  afterEach(closeService);

  isAccessible(() => html`${wishlistButton()}${wishlistButton('product-3')}`);

  it('is a button whose label names the product and whose state is pressed when it is saved', async () => {
    let element = await openWishlistButton(member, wishlistButton('product-3', 'Linen throw'));
    await until(() => pressed(element), 'saved');
    expect(part(element, 'heart-button')).to.have.attribute(
      'aria-label',
      'Save Linen throw to your wishlist',
    );
    element = await openWishlistButton(member, wishlistButton('product-9', ''));
    expect(part(element, 'heart-button')).to.have.attribute('aria-label', 'Save to your wishlist');
    expect(pressed(element)).to.equal(false);
  });

  it('shows the state of another product when product-id changes', async () => {
    const element = await openWishlistButton(member, wishlistButton('product-3', 'Linen throw'));
    await until(() => pressed(element), 'saved');
    element.setAttribute('product-id', 'product-9');
    element.setAttribute('product-name', 'Oak stool');
    await element.updateComplete;
    expect(pressed(element)).to.equal(false);
    expect(part(element, 'heart-button')).to.have.attribute('aria-label', 'Save Oak stool to your wishlist');
    element.productId = 'product-2';
    await element.updateComplete;
    expect(pressed(element)).to.equal(true);
    expect(service.seen(listItems).length).to.equal(1);
  });

  it('sends the details of the product when product-url is set', async () => {
    const described = html`<loyalty-wishlist-button
      product-id="product-9"
      product-name="Oak stool"
      product-url="/products/oak-stool"
      product-image="https://cdn.example.com/stool.jpg"
      product-price="89.00"
      product-currency="EUR"
    ></loyalty-wishlist-button>`;
    const element = await openWishlistButton(member, described);
    await listLoaded(element);
    await press(element);
    await until(() => service.seen(addListItem).length, 'the request');
    expect(service.seen(addListItem)[0]!.body).to.deep.equal({
      product_id: 'product-9',
      product: {
        name: 'Oak stool',
        url: '/products/oak-stool',
        image_url: 'https://cdn.example.com/stool.jpg',
        price: '89.00',
        currency: 'EUR',
      },
    });
  });

  it('sends only the product id without product-url', async () => {
    const element = await openWishlistButton(member, wishlistButton('product-9', 'Oak stool'));
    await listLoaded(element);
    await press(element);
    await until(() => service.seen(addListItem).length, 'the request');
    expect(service.seen(addListItem)[0]!.body).to.deep.equal({ product_id: 'product-9' });
  });

  it('shows the icon of the theme instead of the heart', async () => {
    const element = await openWishlistButton(
      member,
      html`<loyalty-wishlist-button product-id="product-9" product-name="Oak stool"
        >Save</loyalty-wishlist-button
      >`,
    );
    expect(shownText(element)).to.equal('Save');
  });

  it('has no part that selects rectangular buttons', async () => {
    const element = await openWishlistButton(member);
    expect(part(element, 'button')).to.equal(undefined);
    expect(part(element, 'heart-button')!.localName).to.equal('button');
    expect(part(element, 'icon')!.localName).to.equal('slot');
  });

  it('takes its size from a custom property', async () => {
    const element = await openWishlistButton(
      member,
      html`<style>
          loyalty-wishlist-button {
            --loyalty-wishlist-button-size: 60px;
          }
        </style>
        ${wishlistButton()}`,
    );
    expect([element.offsetWidth, part(element, 'heart-button')!.offsetHeight]).to.deep.equal([60, 60]);
  });
});
