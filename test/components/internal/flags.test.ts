import { expect, html } from '@open-wc/testing';
import '../../../src/index.ts';
import { RESERVED_BOXES } from '../../../src/components/reserved-boxes.ts';
import { sampleMember } from '../../support/component-member.ts';
import { closeService, loaded, openService, page, parts } from '../../support/component-page.ts';

/** Values that markup and frameworks write into a boolean attribute. */
const WRITTEN: readonly [string, boolean][] = [
  ['', true],
  ['true', true],
  ['use-button', true],
  ['false', false],
];

describe('boolean attributes', () => {
  afterEach(closeService);

  for (const [value, on] of WRITTEN) {
    it(`with the value "${value}" are ${on ? 'true' : 'false'}`, async () => {
      const member = sampleMember();
      openService(member);
      const provider = await page(
        html`<loyalty-rewards use-button=${value} expanded=${value}></loyalty-rewards>
          <loyalty-wishlist move-to-cart=${value} expanded=${value}></loyalty-wishlist>`,
        member,
      );
      provider.setAttribute('logging', value);
      const [rewards, wishlist] = [
        await loaded(provider.querySelector('loyalty-rewards')!),
        await loaded(provider.querySelector('loyalty-wishlist')!),
      ];
      expect([
        rewards.useButton,
        rewards.expanded,
        wishlist.moveToCart,
        wishlist.expanded,
        provider.logging,
      ]).to.deep.equal(Array(5).fill(on));
      expect(parts(rewards, 'use-button').length > 0).to.equal(on);
      expect(parts(wishlist, 'move-button').length > 0).to.equal(on);
    });
  }

  it('are false after their removal, and reflected when a shopper shows all', async () => {
    const member = sampleMember();
    openService(member);
    const provider = await page(
      html`<loyalty-rewards use-button expanded="false"></loyalty-rewards>`,
      member,
    );
    const rewards = await loaded(provider.querySelector('loyalty-rewards')!);
    rewards.removeAttribute('use-button');
    expect(rewards.useButton).to.equal(false);
    parts(rewards, 'more-button')[0]!.click();
    await rewards.updateComplete;
    expect(rewards.getAttribute('expanded')).to.equal('');
  });

  it('reserve the same space in loyalty.css as in the element', async () => {
    const sheet = new CSSStyleSheet();
    // Applies the rules for undefined tags to defined ones.
    sheet.replaceSync(RESERVED_BOXES.replaceAll(':not(:defined)', ''));
    const member = sampleMember();
    openService(member);
    for (const [value] of WRITTEN) {
      const provider = await page(html`<loyalty-wishlist move-to-cart=${value}></loyalty-wishlist>`, member);
      const wishlist = await loaded(provider.querySelector('loyalty-wishlist')!);
      const row = () => getComputedStyle(wishlist).getPropertyValue('--_row').replace(/\s+/g, '');
      const own = row();
      document.adoptedStyleSheets = [sheet];
      wishlist.shadowRoot!.adoptedStyleSheets = [];
      expect(row()).to.equal(own);
      document.adoptedStyleSheets = [];
    }
  });
});
