import { expect, html, nextFrame } from '@open-wc/testing';
import '../../../src/index.ts';
import { estimateIncentives } from '../../../src/services/contract/endpoints/index.ts';
import { item, sampleMember, steppedDefinition, type Member } from '../../support/component-member.ts';
import {
  button,
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
import { ShopifyStorefront } from '../../support/shopify-storefront.ts';

const LAMP = { id: 41, product_id: 1, price: 8_950, available: true };
const VASE = [
  { id: 51, product_id: 2, price: 2_000, available: true },
  { id: 52, product_id: 2, price: 2_000, available: true },
];

describe('host="shopify"', () => {
  let shop: ShopifyStorefront;
  let member: Member;

  /** A page with this content in a storefront. */
  async function open(content: ReturnType<typeof html>) {
    const service = openService(member);
    shop = new ShopifyStorefront();
    shop.products.set('lamp', [LAMP]);
    shop.products.set('vase', VASE);
    shop.open();
    const provider = await page(content, member);
    provider.setAttribute('host', 'shopify');
    await provider.updateComplete;
    // The provider has requested this file before: what it does with it is done first.
    await import('../../../src/components/provider/shopify-cart.ts').then(nextFrame);
    return { provider, service };
  }
  const saved = (url: string) => ({
    product: {
      name: 'Lamp',
      url: new URL(url, location.href).href,
      image_url: null,
      price: '89.50',
      currency: 'EUR',
    },
  });
  const namesIn = (element: Element) => parts(element, 'name').map(shownText);

  beforeEach(() => {
    member = sampleMember();
  });
  afterEach(() => {
    shop.close();
    closeService();
  });

  describe('a product that is moved to the cart', () => {
    async function move(url: string) {
      member.items = [item(3, 'Lamp', saved(url))];
      const { provider } = await open(html`<loyalty-wishlist move-to-cart></loyalty-wishlist>`);
      const wishlist = await loaded(provider.querySelector('loyalty-wishlist')!);
      return { wishlist, press: () => part(wishlist, 'move-button')!.click() };
    }

    it('is the variant of its address, and leaves the list', async () => {
      const { wishlist, press } = await move('/products/vase?variant=52');
      press();
      await until(() => shop.lines.length, 'the line in the cart');
      expect(shop.lines).to.deep.equal([{ product_id: 2, variant_id: 52, quantity: 1, final_price: 2_000 }]);
      await until(() => namesIn(wishlist).length === 0, 'the empty list');
    });

    it('is its only variant, where the address names none', async () => {
      const { press } = await move('/products/lamp');
      press();
      await until(() => shop.lines.length, 'the line in the cart');
      expect(shop.lines[0]!.variant_id).to.equal(41);
    });

    it('stays on the list where the cart refuses it', async () => {
      const { wishlist, press } = await move('/products/lamp');
      shop.refusal = 'This product is sold out.';
      press();
      await until(() => shownText(wishlist).includes('This product is sold out.'), 'the reason');
      expect([shop.lines, namesIn(wishlist)]).to.deep.equal([[], ['Lamp']]);
    });

    it('stays on the list where its address is of another shop', async () => {
      const { wishlist, press } = await move('https://other.example/products/lamp?variant=41');
      press();
      await until(() => shownText(wishlist).includes('Couldn’t move it'), 'the sentence');
      expect(shop.lines).to.deep.equal([]);
    });
  });

  it('takes all saved products at once: what has no variant and what the cart refuses stays, and says why', async () => {
    const variant = {
      product_id: 'vase',
      variant_id: '52',
      variant_name: 'Tall',
      variant: { id: '52', name: 'Tall' },
    };
    member.items = [
      item(3, 'Vase', { ...saved('/products/vase'), ...variant }),
      item(4, 'Bowl', saved('/products/vase')),
      item(5, 'Lamp', saved('/products/lamp')),
    ];
    const { provider } = await open(html`<loyalty-wishlist all-to-cart expanded></loyalty-wishlist>`);
    const wishlist = await loaded(provider.querySelector('loyalty-wishlist')!);
    await until(() => part(wishlist, 'all-to-cart-button'), 'the button');
    part(wishlist, 'all-to-cart-button')!.click();
    await until(() => namesIn(wishlist).length === 1, 'what stays');
    expect(shop.lines.map(({ variant_id }) => variant_id)).to.deep.equal([52, 41]);
    expect(shownText(wishlist)).to.include('Choose an option on the product page.');
  });

  describe('a reward', () => {
    async function apply() {
      const { provider } = await open(html`<loyalty-redeem></loyalty-redeem>`);
      const redeem = await loaded(provider.querySelector('loyalty-redeem')!);
      const press = async (name: string) => {
        await until(() => button(redeem, name), name);
        button(redeem, name)!.click();
      };
      return { redeem, press, title: () => shownText(part(redeem, 'title')!) };
    }

    it('is applied by its code beside the codes of the cart, and taken back alone', async () => {
      const { redeem, press, title } = await apply();
      shop.codes = ['WELCOME10'];
      const code = String(member.rewards[0]!['code']);
      shop.accepted.push(code.toUpperCase());
      await press('Apply Gift wrapping');
      await until(() => title().startsWith('Applied'), 'the applied reward');
      expect(shop.codes).to.deep.equal(['WELCOME10', code]);
      part(redeem, 'undo-button')!.click();
      await until(() => shop.codes.length === 1, 'the cart without it');
      expect(shop.codes).to.deep.equal(['WELCOME10']);
    });

    it('of chosen points is applied by its code, for at most the total of the cart', async () => {
      member.points = { ...member.points, available: 2_480 };
      member.definitions = [steppedDefinition(1, 'Money off')];
      const { redeem, press, title } = await apply();
      shop.accepted.push('CODE');
      shop.lines.push({ product_id: 1, variant_id: 41, quantity: 1, final_price: 890 });
      document.dispatchEvent(new Event('shopify:cart:view'));
      await until(() => redeem.total === '8.90', 'the total');
      await press('Apply Money off');
      await until(() => part(redeem, 'slider'), 'the choice');
      const slider = part(redeem, 'slider') as HTMLInputElement;
      expect(slider.max).to.equal('800');
      slider.value = '500';
      slider.dispatchEvent(new InputEvent('input', { bubbles: true }));
      await press('Spend 500 points');
      await until(() => title() === 'Applied: Money off', 'the applied reward');
      expect(shop.codes).to.deep.equal(['CODE']);
      expect(member.points.available).to.equal(1_980);
    });

    it('whose code the cart does not accept is taken out again, and the shopper reads why', async () => {
      const { redeem, press } = await apply();
      await press('Apply Gift wrapping');
      await until(() => part(redeem, 'problem'), 'the problem');
      expect(shownText(part(redeem, 'problem')!)).to.include('Your cart doesn’t accept this code.');
      expect(shop.codes).to.deep.equal([]);
    });
  });

  describe('elements of the cart', () => {
    it('follow it: what it earns, its total and its code', async () => {
      const { provider, service } = await open(
        html`<loyalty-earn items="[]"></loyalty-earn><loyalty-redeem></loyalty-redeem>`,
      );
      const redeem = provider.querySelector('loyalty-redeem')!;
      await until(() => redeem.total === '0.00', 'the empty cart');
      shop.accepted.push('WELCOME10');
      shop.codes = ['WELCOME10'];
      await shop.add(LAMP, 2);
      await until(() => redeem.total === '179.00', 'the total');
      expect([redeem.currency, redeem.appliedCode]).to.deep.equal(['EUR', 'WELCOME10']);
      await until(() => service.seen(estimateIncentives).length > 0, 'the estimate');
      expect(JSON.stringify(service.seen(estimateIncentives).at(-1)!.body)).to.include('"price":89.5');
    });

    it('read the cart no more than once for changes at the same time', async () => {
      await open(html`<loyalty-redeem></loyalty-redeem>`);
      await until(() => shop.requests.length === 1, 'the first reading');
      await Promise.all([shop.add(LAMP), shop.add(LAMP), shop.add(LAMP)]);
      await until(() => shop.lines[0]?.quantity === 3, 'the lines');
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(shop.requests.length).to.be.at.most(3);
    });
  });

  for (const [failure, answer, code] of [
    ['the shop refuses', () => Promise.resolve(new Response('', { status: 500 })), 'bad_response'],
    ['gets no answer for', () => Promise.reject(new TypeError('Failed to fetch')), 'offline'],
  ] as const)
    it(`reports a cart that ${failure} at the elements of the cart`, async () => {
      await open(html`<loyalty-redeem></loyalty-redeem>`);
      await until(() => shop.requests.length > 0, 'the first reading');
      const errors = eventsOf('loyalty-error');
      const { fetch } = window;
      window.fetch = (address, init) =>
        String(address).includes('cart.js') ? answer() : fetch(address, init);
      try {
        await shop.add(LAMP);
        await until(() => errors.length, 'the event');
      } finally {
        window.fetch = fetch;
      }
      expect(errors.map(({ detail }) => detail.error.code)).to.deep.equal([code]);
      expect((errors[0]!.target as Element).localName).to.equal('loyalty-redeem');
    });

  it('reads no cart on a page without elements of a cart', async () => {
    await open(html`<loyalty-balance></loyalty-balance>`);
    await shop.add(LAMP);
    expect(shop.requests).to.deep.equal([]);
  });
});
