import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import type { LitElement } from 'lit';
import { BOXES } from '../../src/components/element-boxes.ts';
import '../../src/index.ts';
import { sampleMember } from '../support/component-member.ts';
import { closeService, openService, until } from '../support/component-page.ts';
import { BASE_URL } from '../support/component-service.ts';

// On a page that imports the package and does not link loyalty.css.

const ENTRIES = BOXES.filter(({ guests }) => guests === 'line' || guests === 'small');
const TAGS = ENTRIES.map(({ name }) => `loyalty-${name}`);
/** Not the first one: the order of the page decides nothing. */
const INVITING = 'loyalty-rewards';
/** A member sees a button, which is smaller than a notice. */
const BUTTON = 'loyalty-alert';
const BOX = 96;
const LINE = 40;
/** The element that the page names invites, the others that ask have a line. */
const SIZES = ENTRIES.map(({ guests }, at) => (guests === 'small' || TAGS[at] === INVITING ? BOX : LINE));
const main = document.createElement('main');

describe('boxes on a page of a guest', () => {
  before(() => setViewport({ width: 1280, height: 900 }));
  beforeEach(() => void document.body.append(main));
  afterEach(() => {
    main.remove();
    closeService();
  });

  function draw(settings: string, wrap = (markup: string) => markup): LitElement[] {
    main.innerHTML =
      `<loyalty-provider base-url="${BASE_URL}" platform="shop" ${settings}></loyalty-provider>` +
      TAGS.map((tag) =>
        wrap(
          `<${tag} ${tag === INVITING ? 'invites' : 'invites="false"'} list="our-wedding" ${tag === BUTTON ? 'product-id="hp-1001"' : ''}></${tag}>`,
        ),
      ).join('');
    return TAGS.map((tag) => main.querySelector<LitElement>(tag)!);
  }
  const heights = (elements: HTMLElement[]) => elements.map(({ offsetHeight }) => offsetHeight);
  const areSettled = (elements: LitElement[]) =>
    until(
      () =>
        elements.every((element) => element.matches(':state(signed-out)')) &&
        elements.every((element) => element.matches(':state(quiet)') !== (element.localName === INVITING)),
      'notices',
    );

  for (const settings of [
    'customer-id=""',
    '',
    'customer-id="" signature=""',
    'sign-in-url="/login" join-url="/join"',
  ])
    it(`have the size of a notice or of a line from the beginning, with <${settings}>`, async () => {
      openService();
      const elements = draw(settings, (markup) => `<section><h2>Title</h2>${markup}</section>`);
      await Promise.all(elements.map(({ updateComplete }) => updateComplete)); // before the first frame
      expect(heights(elements)).to.deep.equal(SIZES);
      await areSettled(elements);
      expect(heights(elements)).to.deep.equal(SIZES);
    });

  it('are those of members where a script names the customer', async () => {
    const member = sampleMember();
    openService(member);
    const elements = draw('');
    Object.assign(main.querySelector('loyalty-provider')!, {
      customerId: member.id,
      signature: member.signature,
    });
    await main.querySelector('loyalty-provider')!.updateComplete;
    expect(Math.min(...heights(elements.filter(({ localName }) => localName !== BUTTON)))).to.be.above(BOX);
  });

  it('are those of members where a proxy may know a customer', async () => {
    openService();
    main.innerHTML =
      '<loyalty-provider proxy-url="https://shop.example/loyalty"></loyalty-provider>' +
      '<loyalty-tier></loyalty-tier><loyalty-rewards></loyalty-rewards>';
    const rewards = main.querySelector<LitElement>('loyalty-rewards')!;
    await rewards.updateComplete;
    expect(rewards.offsetHeight).to.be.above(BOX);
  });

  it('twin: are those of members where a member is named', () => {
    const member = sampleMember();
    openService(member);
    const elements = draw(`customer-id="${member.id}" signature="${member.signature}"`);
    expect(Math.min(...heights(elements.filter(({ localName }) => localName !== BUTTON)))).to.be.above(BOX);
  });
});
