import { expect, html } from '@open-wc/testing';
import '../../../src/index.ts';
import type { LoyaltyWishlist } from '../../../src/index.ts';
import { item, sampleMember } from '../../support/component-member.ts';
import {
  button,
  closeService,
  focused,
  loaded,
  openService,
  page,
  part,
  parts,
  shownText,
  until,
} from '../../support/component-page.ts';
import { isAccessible } from '../../support/component-states.ts';

const product = (
  id: number,
  name: string,
  price: string | null,
  rest: Record<string, unknown> = {},
  currency = 'EUR',
) => {
  const wire = item(id, name, rest);
  return { ...wire, product: { ...(wire['product'] as object), price, currency } };
};

describe('search and order of loyalty-wishlist', () => {
  let element: LoyaltyWishlist;
  afterEach(closeService);

  const content = html`<loyalty-wishlist searchable></loyalty-wishlist>`;
  isAccessible(() => html`<loyalty-wishlist searchable all-lists></loyalty-wishlist>`);

  it('have a field whose label has the contrast of quiet text', async () => {
    await open();
    const input = part(element, 'search-input')!;
    const quiet = document.createElement('i');
    quiet.className = 'quiet';
    input.before(quiet);
    expect(getComputedStyle(input, '::placeholder').color).to.equal(getComputedStyle(quiet).color);
    quiet.remove();
  });

  async function open(items = ITEMS): Promise<void> {
    const member = sampleMember();
    member.items = [...items];
    openService(member);
    element = await loaded((await page(content, member)).querySelector('loyalty-wishlist')!);
    await until(() => part(element, 'search-input'), 'the file of the controls');
  }
  const ITEMS = [
    product(5, 'Étagère 10', '20.00', { priority: 'low' }),
    product(4, 'Etagere 9', '100.00', { variant_id: 'b', variant_name: 'Bleu' }),
    product(3, 'Linen lamp', '9.50', { note: 'For the hall', priority: 'high' }, 'USD'),
    product(2, 'Vase', null, { priority: 'medium' }),
    ...[1, 11, 12].map((id) => item(id, null)),
  ];
  const names = () => parts(element, 'name').map(shownText);
  const said = () => shownText(element.shadowRoot!.querySelector('[role=status]')!);
  async function search(text: string): Promise<void> {
    const input = part(element, 'search-input') as HTMLInputElement;
    input.value = text;
    input.dispatchEvent(new Event('input', { bubbles: true }));
    await element.updateComplete;
  }
  async function sort(order: string): Promise<readonly string[]> {
    const select = part(element, 'sort-select') as HTMLSelectElement;
    select.value = order;
    select.dispatchEvent(new Event('change', { bubbles: true }));
    element.expanded = true;
    await element.updateComplete;
    return names();
  }

  it('are not loaded without the attribute', async () => {
    const member = sampleMember();
    openService(member);
    const plain = html`<loyalty-wishlist></loyalty-wishlist>`;
    element = await loaded((await page(plain, member)).querySelector('loyalty-wishlist')!);
    expect(parts(element, 'input')).to.deep.equal([]);
  });

  it('appear from seven products on, and stay when one is removed; before, a line says how many there are', async () => {
    await open();
    button(element, 'Remove Vase from your wishlist')!.click();
    await until(() => !names().includes('Vase'), 'the product is gone');
    expect(parts(element, 'search-input').length).to.equal(1);
    closeService();
    const member = sampleMember();
    member.items = ITEMS.slice(0, 6);
    openService(member);
    const [few] = (await page(content, member)).querySelectorAll('loyalty-wishlist');
    await until(() => shownText(few!).includes('6 products'), 'the line');
    expect(parts(few!, 'search-input').length).to.equal(0);
  });

  it('find words in name, options and note of all products, also those that are not shown', async () => {
    const many = Array.from({ length: 60 }, (_, index) => item(100 + index, `Mug ${index}`));
    await open([...many, ...ITEMS]);
    expect(names().some((name) => name.includes('lamp'))).to.equal(false);
    for (const [text, found] of [
      ['lamp', ['Linen lamp']],
      ['  HALL linen ', ['Linen lamp']],
      ['etagere', ['Étagère 10', 'Etagere 9']],
      ['étagère bleu', ['Etagere 9']],
      ['Mug 59', ['Mug 59']],
    ] as const) {
      await search(text);
      expect([text, names()]).to.deep.equal([text, [...found]]);
      expect(said()).to.equal(found.length === 1 ? '1 product found' : `${found.length} products found`);
    }
    await search('');
    expect(said()).to.equal('67 products found');
    expect(!!button(element, 'Show all 67 products')).to.equal(true);
  });

  it('say that nothing was found, with the text of the shopper as text', async () => {
    await open();
    await search('<img src=x>');
    expect(shownText(part(element, 'notice')!)).to.equal('No results for “<img src=x>”');
    expect(said()).to.equal('No results for “<img src=x>”');
    expect(parts(element, 'search-input').length).to.equal(1);
    await expect(element).to.be.accessible();
  });

  it('order by day, name, price and priority; what has none of it is last, and currencies are not mixed', async () => {
    await open();
    const gone = Array<string>(3).fill('No longer available');
    const orders: Record<string, string[]> = {
      oldest: [...gone, 'Vase', 'Linen lamp', 'Etagere 9', 'Étagère 10'],
      name: ['Etagere 9', 'Étagère 10', 'Linen lamp', 'Vase', ...gone],
      cheapest: ['Étagère 10', 'Etagere 9', 'Linen lamp', 'Vase', ...gone],
      dearest: ['Etagere 9', 'Étagère 10', 'Linen lamp', 'Vase', ...gone],
      priority: ['Linen lamp', 'Vase', 'Etagere 9', ...gone, 'Étagère 10'],
      newest: ['Étagère 10', 'Etagere 9', 'Linen lamp', 'Vase', ...gone],
    };
    for (const [order, expected] of Object.entries(orders))
      expect([order, await sort(order)]).to.deep.equal([order, expected]);
  });

  it('keep the place of the focus, and of a product that is put back', async () => {
    await open();
    await sort('name');
    button(element, 'Remove Étagère 10 from your wishlist')!.click();
    await until(() => part(element, 'undo-button'), 'the offer');
    await until(() => focused()?.closest('[part=item]'), 'the focus');
    expect(shownText(focused()!.closest('[part=item]')!)).to.include('Linen lamp');
    part(element, 'undo-button')!.click();
    await until(() => names().includes('Étagère 10'), 'the product again');
    expect(names()[1]).to.equal('Étagère 10');
    await until(
      () => focused()?.getAttribute('aria-label') === 'Remove Étagère 10 from your wishlist',
      'the focus is on it',
    );
    expect((await sort('newest'))[0]).to.equal('Étagère 10');
  });

  it('focus the sentence where the last product that was found is removed', async () => {
    await open();
    await search('lamp');
    button(element, 'Remove Linen lamp from your wishlist')!.click();
    await until(() => focused()?.matches('[part=notice]'), 'the focus is on the sentence');
  });
});
