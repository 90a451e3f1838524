import { expect } from '@open-wc/testing';
import type { LitElement } from 'lit';
import '../../src/index.ts';
import { sampleMember } from '../support/component-member.ts';
import { closeService, openService, until } from '../support/component-page.ts';
import { BASE_URL } from '../support/component-service.ts';

// On a page that imports the package and does not link loyalty.css.

const TAGS = [
  ...['tier', 'status', 'rewards', 'wishlist', 'history', 'credits', 'benefits', 'achievements'],
  ...['dates', 'receipt', 'redeem', 'lists', 'registry', 'earn'],
].map((name) => `loyalty-${name}`);
const main = document.createElement('main');

describe('boxes on a page that names its shopper a guest', () => {
  beforeEach(() => void document.body.append(main));
  afterEach(() => {
    main.remove();
    closeService();
  });

  function draw(settings: string): LitElement[] {
    main.innerHTML =
      `<loyalty-provider base-url="${BASE_URL}" platform="shop" ${settings}></loyalty-provider>` +
      TAGS.map((tag) => `<${tag} list="our-wedding"></${tag}>`).join('');
    return TAGS.map((tag) => main.querySelector<LitElement>(tag)!);
  }
  const heights = (elements: HTMLElement[]) => elements.map(({ offsetHeight }) => offsetHeight);

  it('have the size of a notice from the beginning', async () => {
    openService();
    const elements = draw('customer-id=""');
    await Promise.all(elements.map(({ updateComplete }) => updateComplete)); // before the first frame
    expect(heights(elements)).to.deep.equal(TAGS.map(() => 96));
    await until(() => elements.every((element) => element.matches(':state(signed-out)')), 'guests');
    await until(() => elements.every((element) => element.shadowRoot!.querySelector('.notice')), 'notices');
    expect(heights(elements)).to.deep.equal(TAGS.map(() => 96));
  });

  it('twin: are those of members where a member is named', () => {
    const member = sampleMember();
    openService(member);
    const elements = draw(`customer-id="${member.id}" signature="${member.signature}"`);
    expect(Math.min(...heights(elements))).to.be.above(96);
  });
});
