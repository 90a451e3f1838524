import { expect, html, nextFrame } from '@open-wc/testing';
import '../../../src/index.ts';
import { item, sampleMember } from '../../support/component-member.ts';
import { closeService, openService, page, until } from '../../support/component-page.ts';

const COUNT = 100;

describe('long loyalty-wishlist', () => {
  afterEach(closeService);

  it('leaves out what is far below the view, until it is near, without moving', async () => {
    const member = sampleMember();
    member.items = Array.from({ length: COUNT }, (_, at) => item(at + 1, `Product ${at + 1}`));
    openService(member);
    const provider = await page(html`<loyalty-wishlist expanded></loyalty-wishlist>`, member);
    const element = provider.querySelector('loyalty-wishlist')!;
    const items = () => [...element.shadowRoot!.querySelectorAll<HTMLElement>('[part~=item]')];
    await until(() => items().length === COUNT && items()[0]!.matches(':not([aria-hidden])'), 'the products');
    await nextFrame();
    const texts = items().map((row) => row.querySelector('.texts')!);
    const isLaidOut = (text: Element) => text.checkVisibility({ contentVisibilityAuto: true });
    expect([isLaidOut(texts[0]!), isLaidOut(texts[COUNT - 1]!)]).to.deep.equal([true, false]);
    const height = element.offsetHeight;
    items()[COUNT - 1]!.scrollIntoView();
    await until(() => isLaidOut(texts[COUNT - 1]!), 'the last product');
    expect(element.offsetHeight).to.equal(height);
  });
});
