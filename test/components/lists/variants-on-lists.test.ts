import { expect, html } from '@open-wc/testing';
import type { TemplateResult } from 'lit';
import '../../../src/index.ts';
import type { LoyaltyProvider } from '../../../src/index.ts';
import { editProfileListItem, removeListItem } from '../../../src/services/contract/endpoints/index.ts';
import { item, sampleMember, SHARE, type Member } from '../../support/component-member.ts';
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
import type { ComponentService } from '../../support/component-service.ts';

const variant = (id: number, name: string, price: string, rest: Record<string, unknown> = {}) =>
  item(id, 'Linen shirt', {
    product_id: 'shirt',
    variant_id: `v${id}`,
    variant_name: name,
    variant: {
      id: `v${id}`,
      name,
      price,
      image_url: `https://cdn.example.com/${id}.svg`,
      is_available: true,
    },
    ...rest,
  });
const soldOut = { id: 'v3', name: 'Red, L', price: '59.00', image_url: null, is_available: false };

describe('variants of one product', () => {
  let member: Member;
  let service: ComponentService;
  let provider: LoyaltyProvider;

  beforeEach(() => {
    member = sampleMember();
    for (const list of member.lists) {
      list.items = [
        variant(1, 'Blue, M', '59.00', { note: 'For the sea', priority: 'high' }),
        variant(2, 'Blue, L', '61.50', { price_when_saved: '70.00', currency_when_saved: 'EUR' }),
        variant(3, 'Red, L', '59.00', { variant: soldOut }),
        variant(4, 'Green, M', '59.00', { variant: null }),
      ];
      list.reservations = [];
    }
    service = openService(member);
  });
  afterEach(closeService);

  async function open<Tag extends keyof HTMLElementTagNameMap>(
    tag: Tag,
    markup: TemplateResult,
    isGuest = false,
  ): Promise<HTMLElementTagNameMap[Tag]> {
    provider = await page(markup, isGuest ? undefined : member);
    const element = provider.querySelector(tag)!;
    await loaded(element as never);
    await until(() => parts(element, 'item').length === 4, 'the products');
    return element;
  }
  const prices = (element: Element) => parts(element, 'price').map(shownText);
  const ROWS = [
    'Blue, M · €59 · High priority · For the sea',
    'Blue, L · €61.50 · €8.50 less than when you saved it',
    'Red, L · €59 · Sold out',
    'Green, M · €89 · This option is no longer sold',
  ];

  it('are rows of their own on a registry, with options, price, status, priority and note', async () => {
    const element = await open(
      'loyalty-registry',
      html`<loyalty-registry list="our-wedding"></loyalty-registry>`,
    );
    expect(prices(element)).to.deep.equal(ROWS);
    expect(parts(element, 'image')[1]!.getAttribute('src')).to.equal('https://cdn.example.com/2.svg');
    await expect(element).to.be.accessible();
  });

  it('are removed from a registry one by one', async () => {
    const element = await open(
      'loyalty-registry',
      html`<loyalty-registry list="our-wedding"></loyalty-registry>`,
    );
    const removed = eventsOf('loyalty-wishlist-removed');
    element.shadowRoot!.querySelector<HTMLElement>('[data-item="2"] [part~=remove-button]')!.click();
    await until(() => parts(element, 'item').length === 3, 'the removal');
    await until(() => removed.length, 'the event');
    expect(removed[0]!.detail).to.deep.equal({ productId: 'shirt', variantId: 'v2', list: 'our-wedding' });
    expect(service.seen(removeListItem).map(({ names }) => names['item'])).to.deep.equal(['2']);
    expect(prices(element)).to.deep.equal([ROWS[0], ROWS[2], ROWS[3]]);
  });

  it('have a note each, which the owner of a registry writes', async () => {
    const element = await open(
      'loyalty-registry',
      html`<loyalty-registry list="our-wedding"></loyalty-registry>`,
    );
    await until(() => part(element, 'note-button'), 'the file of changes');
    const changed = eventsOf('loyalty-list-changed');
    element.shadowRoot!.querySelector<HTMLElement>('[data-item="2"] [part~=note-button]')!.click();
    await until(() => part(element, 'dialog')?.matches(':modal'), 'the dialog');
    expect(shownText(part(element, 'dialog-title')!)).to.equal('Linen shirt, Blue, L');
    await expect(element).to.be.accessible();
    part(element, 'dialog')!.querySelector('textarea')!.value = 'With sleeves';
    part(element, 'confirm-button')!.click();
    await until(() => !part(element, 'dialog'), 'the dialog closes');
    expect(prices(element)).to.deep.equal([ROWS[0], `${ROWS[1]} · With sleeves`, ROWS[2], ROWS[3]]);
    expect(service.seen(editProfileListItem).map(({ names, body }) => [names['item'], body])).to.deep.equal([
      ['2', { note: 'With sleeves', priority: null }],
    ]);
    expect(changed.map(({ detail }) => detail.list)).to.deep.equal(['our-wedding']);
  });

  it('are rows of their own on a shared list, for a guest', async () => {
    const element = await open(
      'loyalty-shared-list',
      html`<loyalty-shared-list share=${SHARE} expanded></loyalty-shared-list>`,
      true,
    );
    expect(prices(element)).to.deep.equal(ROWS);
    expect(!!button(element, 'Edit note on Linen shirt')).to.equal(false);
  });

  it('are pictures of their own in a style guide, whose total counts each', async () => {
    member.lists[1]!.items = member.lists[1]!.items.slice(0, 2);
    provider = await page(html`<loyalty-registry list="reading-corner"></loyalty-registry>`, member);
    const element = await loaded(provider.querySelector('loyalty-registry')!);
    await until(() => part(element, 'set'), 'the set');
    expect(prices(element)).to.deep.equal(['Blue, M · €59', 'Blue, L · €61.50']);
    expect(shownText(part(element, 'total')!)).to.equal('€120.50 in total');
  });
});
