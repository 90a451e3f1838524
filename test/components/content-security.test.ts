import { expect, html } from '@open-wc/testing';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import { SHOWN_ELEMENTS, htmlOf } from '../support/every-element.ts';
import '../../src/index.ts';
import { LoyaltyBalance } from '../../src/index.ts';
import { define } from '../../src/components/internal/element.ts';
import {
  allElements,
  closeService,
  openService,
  page,
  loaded,
  part,
  shownText,
  until,
} from '../support/component-page.ts';
import { sampleMember, silver } from '../support/component-member.ts';
import { STATES } from '../support/component-states.ts';

const everything = html`${unsafeHTML(htmlOf(SHOWN_ELEMENTS))}`;

describe('strict content security policy', () => {
  const violations: string[] = [];
  const note = (event: SecurityPolicyViolationEvent): void =>
    void violations.push(`${event.violatedDirective} ${event.sourceFile}`);

  before(() => {
    const policy = document.createElement('meta');
    policy.httpEquiv = 'Content-Security-Policy';
    policy.content =
      "style-src 'self'; img-src https:; object-src 'none'; base-uri 'none'; require-trusted-types-for 'script'";
    document.head.append(policy);
    document.addEventListener('securitypolicyviolation', note);
  });
  beforeEach(() => void (violations.length = 0));
  afterEach(closeService);

  for (const [state, show] of Object.entries(STATES)) {
    it(`${state}: elements cause no violation and have no inline style or handler`, async () => {
      const provider = await show(everything);
      const attributes = allElements(provider).flatMap((element) => element.getAttributeNames());
      expect(attributes.filter((name) => name === 'style' || name.startsWith('on'))).to.deep.equal([]);
      expect(
        allElements(provider).filter(({ localName }) => /^(style|script|link)$/.test(localName)).length,
      ).to.equal(0);
      expect(violations).to.deep.equal([]);
    });
  }

  it('elements have their styles', async () => {
    const provider = await STATES.data(everything);
    expect(getComputedStyle(provider.querySelector('loyalty-tier')!).display).to.equal('block');
    expect(provider.querySelector('loyalty-balance')!.shadowRoot!.adoptedStyleSheets.length).to.be.above(0);
  });

  it('the card of a status has the colours of the tier', async () => {
    const member = sampleMember();
    member.tier = { ...member.tier, definition: { ...silver, primary_colour: '#23506b' } };
    openService(member);
    const provider = await page(html`<loyalty-status></loyalty-status>`, member);
    const card = part(await loaded(provider.querySelector('loyalty-status')!), 'base')!;
    const { color, backgroundImage } = getComputedStyle(card);
    expect(color).to.equal('rgb(255, 255, 255)');
    expect(backgroundImage).to.include('rgb(35, 80, 107)');
    const guests = await page(
      html`<loyalty-status
        programme=${JSON.stringify({ tiers: [{ name: 'Shore', points_required: 0, color: '#9a6b1f' }] })}
      ></loyalty-status>`,
    );
    const status = guests.querySelector('loyalty-status')!;
    await until(() => part(status, 'progress-bar') && status.matches(':state(signed-out)'), 'the tiers');
    await until(
      () => getComputedStyle(part(status, 'progress-bar')!).fill === 'rgb(154, 107, 31)',
      'its colour',
    );
    expect(violations).to.deep.equal([]);
  });

  it('twin: an inline style and markup from text are refused, so the policy is active', async () => {
    const unsafe = document.createElement('p');
    expect(() => (unsafe.innerHTML = '<b>x</b>')).to.throw(TypeError);
    unsafe.setAttribute('style', 'color: red');
    document.body.append(unsafe);
    await until(() => violations.length > 0, 'the browser reports it');
    unsafe.remove();
  });
});

describe('tag that is defined twice', () => {
  afterEach(closeService);

  it('keeps its first definition and continues to work', async () => {
    class Other extends HTMLElement {}
    expect(() => define('loyalty-balance', Other)).not.to.throw();
    expect(customElements.get('loyalty-balance')).to.equal(LoyaltyBalance);
    const member = sampleMember();
    openService(member);
    const provider = await page(html`<loyalty-balance></loyalty-balance>`, member);
    expect(shownText(await loaded(provider.querySelector('loyalty-balance')!))).to.equal('2,480 points');
  });

  it('twin: breaks the page without the check', () => {
    class Other extends HTMLElement {}
    expect(() => customElements.define('loyalty-balance', Other)).to.throw(DOMException);
  });
});
