import { aTimeout, expect, fixtureSync, html } from '@open-wc/testing';
import '../../../src/index.ts';
import { scriptRuns, failOnUncaughtErrors, openHostile } from '../../support/component-hostile.ts';
import { definition, item, PICTURE, sampleMember, type Member } from '../../support/component-member.ts';
import { allElements, parts, shownText } from '../../support/component-page.ts';

const ADDRESSES = [
  'javascript:window.hits=1',
  'JaVaScRiPt:window.hits=1',
  ' javascript:window.hits=1',
  'java\nscript:window.hits=1',
  'data:text/html,<script>parent.hits=1</script>',
  'vbscript:msgbox(1)',
  'blob:https://shop.example.com/1',
  'http://shop.example.com/',
  '//shop.example.com/',
  '/products/1',
  'file:///etc/passwd',
  'https://',
  'x',
];

describe('hostile responses', () => {
  let member: Member;
  failOnUncaughtErrors();

  beforeEach(() => {
    member = sampleMember();
  });

  for (const address of ADDRESSES) {
    it(`with the address ${JSON.stringify(address)} are shown without link and picture`, async () => {
      const product = { name: 'Mug', url: address, image_url: address };
      member.items = [item(1, 'Mug', { product })];
      member.definitions = [definition(1, 'Offer', 10, { image_url: address })];
      member.rewards = [{ id: 3, definition: definition(3, 'Owned', 1, { image_url: address }) }];
      member.benefits = [{ id: 5, definition: { name: 'Benefit', image_url: address }, uses_left: 1 }];
      member.claimable = [{ id: 6, name: 'Claimable', image_url: address }];
      member.achievements = [{ id: 7, definition: { name: 'Achievement', image_url: address }, points: 1 }];
      for (const list of member.lists) for (const entry of list.items) Object.assign(entry, { product });
      const provider = await openHostile(member);
      expect(shownText(provider)).to.include('Mug').and.include('Offer').and.include('Owned');
      expect(allElements(provider).filter((element) => element.matches('[href], [src]')).length).to.equal(0);
      for (const name of parts(provider.querySelector('loyalty-wishlist')!, 'name')) name.click();
      await aTimeout(5); // wait for a script that must not run
      expect(scriptRuns()).to.equal(0);
    });
  }

  it('twin: run as a link without the check', async () => {
    const unsafe = fixtureSync<HTMLAnchorElement>(html`<a href=${ADDRESSES[0]!}>Mug</a>`);
    unsafe.click();
    await aTimeout(50);
    expect(scriptRuns()).to.equal(1);
  });

  it('with https addresses are shown with links and pictures', async () => {
    const provider = await openHostile(member);
    const found = allElements(provider).filter((element) =>
      element.matches('a[href^="https:"], img[src^="https:"]'),
    );
    expect(found.length).to.be.above(3);
    expect(found.some((element) => element.getAttribute('src') === PICTURE)).to.equal(true);
  });
});
