import { expect } from '@open-wc/testing';
import { html, type TemplateResult } from 'lit';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import '../../src/index.ts';
import { resize } from '../support/component-media.ts';
import { allElements, closeService, openService, page, part, until } from '../support/component-page.ts';
import { sampleMember, steppedDefinition } from '../support/component-member.ts';
import { STATES } from '../support/component-states.ts';
import { htmlOf, SHOWN_ELEMENTS } from '../support/every-element.ts';

// Where the pointer is a finger (`test/build/cdn-page.test.ts` tries that in a phone's browser), every control reacts on 44 by 44 px, and no other one lies in this area (WCAG 2.5.5).

const SIZE = 44;
const CONTROLS = 'a[href], button, input, select, textarea, summary';
const MORE = [
  '<loyalty-wishlist class="own" searchable notes all-lists all-to-cart></loyalty-wishlist>',
  '<loyalty-wishlist layout="list" move-to-cart notes shop-url="/"></loyalty-wishlist>',
  '<p>A lamp <loyalty-wishlist-button lists product-id="product-5" product-name="Lamp"></loyalty-wishlist-button></p>',
];
/** What opens something, and a part of what it opens. */
const OPENED: readonly (readonly [selector: string, button: string, opened: string])[] = [
  ['loyalty-rewards', 'claim-button', 'cancel-button'],
  ['loyalty-benefits', 'claim-button', 'cancel-button'],
  ['loyalty-wishlist.own', 'note-button', 'dialog'],
  ['loyalty-wishlist-button[lists]', 'menu-button', 'menu'],
  ['loyalty-lists', 'new-button', 'form'],
  ['loyalty-shared-list', 'reserve-button', 'form'],
  ['loyalty-wishlist:not(.own)', 'remove-button', 'undo-button'],
  ['loyalty-panel', 'launcher', 'close-button'],
];
const SPACE = new CSSStyleSheet();
SPACE.replaceSync('body { padding-block: 50vh } loyalty-provider > * { margin-block: 48px }');

/** A link within a sentence is as high as its line. */
const isInSentence = (control: Element): boolean =>
  control.localName === 'a' &&
  [...control.parentNode!.childNodes].some((node) => node instanceof Text && node.data.trim());

/** The sides on which a control does not react half the size from its centre. */
function tooSmall(control: HTMLElement): string | undefined {
  control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const { left, top, width, height } = control.getBoundingClientRect();
  const root = control.getRootNode() as ShadowRoot;
  const far = SIZE / 2 - 1;
  const reacts = ([x, y]: readonly number[]) => {
    const hit = root.elementFromPoint(left + width / 2 + x! * far, top + height / 2 + y! * far);
    return control.contains(hit) || hit?.closest('label')?.control === control;
  };
  const sides = { before: [-1, 0], after: [1, 0], above: [0, -1], below: [0, 1] };
  const missing = Object.entries(sides).filter(([, side]) => !reacts(side));
  const name = `${root.host.localName} ${control.localName} ${control.getAttribute('part')}`;
  return missing.length
    ? `${name} of ${Math.round(width)} × ${Math.round(height)} px: nothing ${missing.map(([side]) => side).join(', ')}`
    : undefined;
}

const faults = (within: Element): string[] => [
  ...new Set(
    allElements(within)
      .filter(
        (one): one is HTMLElement =>
          one instanceof HTMLElement &&
          one.matches(CONTROLS) &&
          one.getRootNode() instanceof ShadowRoot &&
          one.checkVisibility({ visibilityProperty: true }) &&
          !one.closest('.hidden, [aria-hidden=true]') &&
          !isInSentence(one),
      )
      .flatMap((control) => tooSmall(control) ?? []),
  ),
];

describe('a control', () => {
  const content = html`${unsafeHTML(htmlOf(SHOWN_ELEMENTS) + MORE.join('\n'))}`;
  before(() => {
    document.adoptedStyleSheets.push(SPACE);
  });
  after(async () => {
    document.adoptedStyleSheets.pop();
    await resize({ width: 1280 });
  });
  afterEach(closeService);

  async function showLinks(elements: TemplateResult): Promise<void> {
    const provider = await STATES['signed-out'](elements);
    provider.querySelector('loyalty-tier')!.invites = true;
    provider.signInUrl = '/login';
    provider.joinUrl = '/join';
    await until(() => allElements(provider).some((one) => one.matches('[part~=join-link]')), 'links');
  }

  for (const width of [360, 1280]) {
    for (const [state, show] of Object.entries({ ...STATES, 'signed out with links': showLinks }))
      it(`is large enough for fingers: ${state}, ${width} px`, async () => {
        await resize({ width, touch: true });
        await show(content);
        expect(faults(document.body)).to.deep.equal([]);
      });

    it(`is large enough for fingers in what opens, ${width} px`, async () => {
      await resize({ width, touch: true });
      const provider = await STATES.data(content);
      for (const [selector, name, opened] of OPENED) {
        const host = provider.querySelector(selector)!;
        await until(() => part(host, name), `${selector} ${name}`);
        part(host, name)!.click();
        await until(() => part(host, opened), `${selector} ${opened}`);
        const dialog = part(host, opened)!.closest('dialog');
        // The boxes of a drawer pulse until its content replaces them.
        await until(() => !dialog?.querySelector('.box'), `${selector} loads`);
        await Promise.all((dialog ?? host).getAnimations({ subtree: true }).map(({ finished }) => finished));
        expect(faults(dialog ?? host), `${selector} ${opened}`).to.deep.equal([]);
        dialog?.close();
      }
    });
  }

  for (const width of [320, 1280])
    it(`is large enough for fingers in the choice of points, ${width} px`, async () => {
      await resize({ width, touch: true });
      const member = sampleMember();
      member.rewards = [];
      member.definitions = [steppedDefinition(1, 'Money off')];
      openService(member);
      const provider = await page(
        html`<loyalty-redeem total="27.50" currency="EUR"></loyalty-redeem>`,
        member,
      );
      const host = provider.firstElementChild!;
      await until(() => part(host, 'apply-button'), 'reward');
      part(host, 'apply-button')!.click();
      await until(() => part(host, 'slider') && part(host, 'points-input'), 'slider');
      expect(faults(host)).to.deep.equal([]);
    });

  it('twin: is too small where elements do not know the size of fingers', async () => {
    await resize({ width: 360 });
    await STATES.data(content);
    expect(faults(document.body).length).to.be.greaterThan(10);
  });
});
