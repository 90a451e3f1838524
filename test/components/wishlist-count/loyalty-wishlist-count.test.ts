import { expect, html } from '@open-wc/testing';
import '../../../src/index.ts';
import type { LoyaltyProvider, LoyaltyWishlistCount } from '../../../src/index.ts';
import { listItems } from '../../../src/services/contract/endpoints/index.ts';
import { broken } from '../../support/component-answers.ts';
import { item, sampleMember, type Member } from '../../support/component-member.ts';
import {
  button,
  closeService,
  loaded,
  openService,
  page,
  part,
  signIn,
  shownText,
  until,
} from '../../support/component-page.ts';
import { isAccessible, STATES, type StateName } from '../../support/component-states.ts';

const badge = html`<loyalty-wishlist-count></loyalty-wishlist-count>`;
const heart = html`<loyalty-wishlist-button product-id="product-9"></loyalty-wishlist-button>`;
const only = (provider: LoyaltyProvider): LoyaltyWishlistCount =>
  provider.querySelector('loyalty-wishlist-count')!;
const numberIn = (element: LoyaltyWishlistCount): string => {
  const shown = part(element, 'count');
  return shown ? shownText(shown) : '';
};
const withItems = (count: number): Member => {
  const member = sampleMember();
  member.items = Array.from({ length: count }, (_, index) => item(index + 1, `Product ${index + 1}`));
  return member;
};
/** An element on the page after one that stored the product ids. */
async function nextPage(member: Member, content = badge) {
  const service = openService(member);
  const before = await page(html`<loyalty-wishlist></loyalty-wishlist>`, member);
  await loaded(before.querySelector('loyalty-wishlist')!);
  before.remove();
  const seenBefore = service.requests.length;
  const element = only(await page(content, member));
  await element.updateComplete;
  return { service, element, requests: () => service.requests.slice(seenBefore) };
}

describe('loyalty-wishlist-count', () => {
  // The buffer is full of the modules of this page.
  before(() => performance.clearResourceTimings());
  afterEach(closeService);

  isAccessible(() => html`<p>Wishlist <loyalty-wishlist-count></loyalty-wishlist-count></p>`);

  describe('shows', () => {
    it('the number of saved products, with a text for screen readers', async () => {
      const element = only(await STATES.data(badge));
      await until(() => numberIn(element) === '3', 'the number');
      expect(shownText(element)).to.include('3 saved products');
    });

    for (const state of ['loading', 'empty', 'error', 'signed-out', 'invalid settings'] as StateName[])
      it(`nothing in the state: ${state}`, async () => {
        const element = only(await STATES[state](badge));
        await element.updateComplete;
        expect(shownText(element)).to.equal('');
      });

    it('0 with always', async () => {
      const element = only(
        await STATES.empty(html`<loyalty-wishlist-count always></loyalty-wishlist-count>`),
      );
      await until(() => numberIn(element) === '0', 'the number');
    });

    for (const [count, shown] of [
      [99, '99'],
      [100, '99+'],
      [150, '99+'],
    ] as const)
      it(`${shown} for ${count} products`, async () => {
        const member = withItems(count);
        openService(member);
        const element = only(await page(badge, member));
        await until(() => numberIn(element) === shown, 'the number');
        expect(shownText(element)).to.include(`${count} saved products`);
      });
  });

  it('shows the stored number on the next page without any request', async () => {
    const { element, requests } = await nextPage(withItems(5));
    expect(numberIn(element)).to.equal('5');
    await until(() => true, 'a later frame');
    expect(requests()).to.deep.equal([]);
  });

  it('sends no request of its own on a page with hearts, and follows their list', async () => {
    const member = withItems(5);
    const { element, service } = await nextPage(member, html`${badge}${heart}`);
    expect(numberIn(element)).to.equal('5');
    member.items = member.items!.slice(1);
    const seen = service.seen(listItems).length;
    expect(seen).to.equal(2); // the page before and the heart
  });

  it('loads the code for edits without a connection after the list, although nothing was edited', async () => {
    const isLoaded = () =>
      performance.getEntriesByType('resource').some(({ name }) => /\/outbox\b/.test(name));
    await nextPage(withItems(5), html`${badge}${heart}`);
    await until(isLoaded, 'the file');
  });

  it('counts a product that the shopper saves or removes, and announces it', async () => {
    const { element } = await nextPage(withItems(5), html`${badge}${heart}`);
    const pressed = element.parentElement!.querySelector('loyalty-wishlist-button')!;
    await until(() => pressed.saved === false, 'the heart');
    button(pressed, 'Save to your wishlist')!.click();
    await until(() => numberIn(element) === '6', 'one more');
    const status = element.shadowRoot!.querySelector('[role=status]')!;
    await until(() => status.textContent === '6 saved products', 'the announcement');
    button(pressed, 'Save to your wishlist')!.click();
    await until(() => status.textContent === '5 saved products', 'one fewer');
    expect(numberIn(element)).to.equal('5');
  });

  it('announces nothing when a product is removed from another list', async () => {
    const member = sampleMember();
    openService(member);
    const content = html`${badge}${heart}<loyalty-registry list="our-wedding"></loyalty-registry>`;
    const element = only(await page(content, member));
    await until(() => numberIn(element) === '3', 'the number');
    const registry = await loaded(element.closest('loyalty-provider')!.querySelector('loyalty-registry')!);
    button(registry, 'Remove Stoneware mug')!.click();
    await until(() => !button(registry, 'Remove Stoneware mug'), 'the removal');
    await element.updateComplete;
    expect(shownText(element.shadowRoot!.querySelector('[role=status]')!)).to.equal('');
  });

  it('announces nothing before the shopper presses a heart', async () => {
    const element = only(await STATES.data(html`${badge}${heart}`));
    await until(() => numberIn(element) === '3', 'the number');
    expect(element.shadowRoot!.querySelector('[role=status]')!.textContent).to.equal('');
  });

  it("shows nothing of the customer before, and the next customer's number", async () => {
    const ada = withItems(5);
    const ben = sampleMember('1002', 'b');
    ben.items = [item(1, 'Mug')];
    openService(ada, ben);
    const provider = await page(badge, ada);
    await until(() => numberIn(only(provider)) === '5', "Ada's number");
    await signIn(provider, ben);
    await only(provider).updateComplete;
    expect(numberIn(only(provider))).to.not.equal('5');
    await until(() => numberIn(only(provider)) === '1', "Ben's number");
    await signIn(provider, undefined);
    await until(() => numberIn(only(provider)) === '', 'nothing for a guest');
  });

  it('ignores stored ids that are malformed', async () => {
    const member = withItems(2);
    const { element } = await nextPage(member);
    const { loyalty } = element.closest('loyalty-provider')!;
    loyalty!.cache.save({ hearts: [1, null, {}, 'product-1', ''] });
    element.requestUpdate();
    await element.updateComplete;
    expect(numberIn(element)).to.equal('2');
  });

  it('keeps its size while it loads, with a number and after an error', async () => {
    const sizes = new Set<string>();
    for (const state of ['loading', 'data', 'error'] as const) {
      const { offsetWidth, offsetHeight } = only(await STATES[state](badge));
      sizes.add(`${offsetWidth} ${offsetHeight}`);
    }
    expect([...sizes]).to.have.length(1);
  });

  it('shows nothing and reports the error if the list does not load', async () => {
    const member = sampleMember();
    openService(member).answer(listItems, broken);
    const element = only(await page(badge, member));
    await until(() => element.matches(':state(failed)'), 'the error');
    expect(numberIn(element)).to.equal('');
  });
});
