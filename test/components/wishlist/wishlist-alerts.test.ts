import { expect, html } from '@open-wc/testing';
import '../../../src/index.ts';
import type { LoyaltyAlert, LoyaltyProvider, LoyaltyWishlist } from '../../../src/index.ts';
import { addListItem } from '../../../src/services/contract/endpoints/index.ts';
import { item, sampleMember, type Member } from '../../support/component-member.ts';
import {
  closeService,
  eventsOf,
  loaded,
  openService,
  page,
  part,
  shownText,
  until,
} from '../../support/component-page.ts';
import type { ComponentService } from '../../support/component-service.ts';
import { isAccessible } from '../../support/component-states.ts';

describe('alerts of loyalty-wishlist', () => {
  let member: Member;
  let service: ComponentService;
  let element: LoyaltyWishlist;

  beforeEach(() => {
    member = sampleMember();
    const soldOut = { variant: { name: 'Blue', is_available: false }, variant_id: '41' };
    member.items = [
      item(1, 'Mug'),
      item(2, 'Throw', soldOut),
      item(3, 'Chair', { variant_id: '42', variant: null }),
      item(4, null, { product: null }),
    ];
    service = openService(member);
  });
  afterEach(closeService);

  const content = html`<loyalty-wishlist alerts expanded></loyalty-wishlist>`;
  const buttons = () => [...element.shadowRoot!.querySelectorAll<LoyaltyAlert>('loyalty-alert')];
  const control = (alert: LoyaltyAlert) => part(alert, 'alert-button');
  async function open(): Promise<LoyaltyProvider> {
    const provider = await page(content, member);
    element = await loaded(provider.querySelector('loyalty-wishlist')!);
    return provider;
  }

  isAccessible(() => content);

  it('are a button for what makes sense: back for a sold-out product, none for one that is no longer sold', async () => {
    await open();
    await until(() => buttons().length === 2 && buttons().every(control), 'the buttons');
    expect(buttons().map((alert) => control(alert)!.ariaLabel)).to.deep.equal([
      'Tell me when it costs less: Mug',
      'Tell me when it’s back: Throw, Blue',
    ]);
  });

  it('are asked for and end in place, without saving the product again', async () => {
    const changed = eventsOf('loyalty-alert-changed');
    await open();
    await until(() => buttons().length && control(buttons()[0]!), 'the button');
    const [mug] = buttons() as [LoyaltyAlert];
    for (const alerts of [['price'], []]) {
      control(mug)!.click();
      await until(
        () => changed.at(-1)?.detail.alerts.length === alerts.length && !mug.matches(':state(saving)'),
        'the answer',
      );
      expect(member.items![0]!['alerts']).to.deep.equal(alerts);
      expect(control(mug)!.ariaPressed).to.equal(String(alerts.length > 0));
    }
    expect(shownText(part(mug, 'hint')!)).to.equal('We’ll send you a message.');
    expect(service.seen(addListItem)).to.deep.equal([]);
  });

  it('are not there without the attribute, and for guests only with `guests`', async () => {
    await open();
    await until(() => buttons().length, 'the buttons');
    element.alerts = false;
    await element.updateComplete;
    expect(buttons()).to.deep.equal([]);
    openService();
    const { addToList } = await import('../../../src/services/index.ts');
    const provider = await page(content);
    await addToList(provider.loyalty!, 'wishlist', { productId: 'product-1' }, { name: 'Mug', url: '/mug' });
    element = provider.querySelector('loyalty-wishlist')!;
    await until(() => part(element, 'device'), 'the products of the device');
    await customElements.whenDefined('loyalty-alert');
    await element.updateComplete;
    expect(buttons()).to.deep.equal([]);
    element.guests = true;
    await until(() => buttons().length === 1 && control(buttons()[0]!), 'the button for guests');
    control(buttons()[0]!)!.click();
    await until(() => part(buttons()[0]!, 'form'), 'the form');
  });
});
