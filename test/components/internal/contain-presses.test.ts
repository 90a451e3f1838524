import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse } from '@web/test-runner-commands';
import '../../../src/index.ts';
import { addListItem } from '../../../src/services/contract/endpoints/index.ts';
import { importPagePolicy } from '../../../src/components/page/import-page-policy.ts';
import { sampleMember, type Member } from '../../support/component-member.ts';
import { allElements, closeService, openService, until } from '../../support/component-page.ts';
import { BASE_URL } from '../../support/component-service.ts';
import { EVERY_ELEMENT, htmlOf } from '../../support/every-element.ts';

const HEART = '<loyalty-wishlist-button product-id="product-9"></loyalty-wishlist-button>';
/** Places in which a theme puts an element, each with something that a press of it must not do. */
const PLACES: Readonly<Record<string, (content: string) => string>> = {
  'a link': (content) => `<a href="#left">Chair ${content}</a>`,
  'a link in a foreign component': (content) => `<x-card>${content}</x-card>`,
  'a link around a list': (content) => `<a href="#left"><div><p>Chair</p>${content}</div></a>`,
  'a label': (content) => `<label>${content}<input type="checkbox" /></label>`,
  'a summary': (content) => `<details><summary>Chair ${content}</summary>More</details>`,
  'a button of a form': (content) => `<form><button>${content}</button></form>`,
  'a card with the role of a link': (content) => `<div role="link" tabindex="0">${content}</div>`,
  'a card with the cursor of a link': (content) => `<div style="cursor: pointer">${content}</div>`,
};

customElements.define(
  'x-card',
  class extends HTMLElement {
    connectedCallback() {
      this.attachShadow({ mode: 'open' }).innerHTML = '<a href="#left"><slot></slot></a>';
    }
  },
);

const isFocused = (one: Element): boolean => one.matches(':focus');

describe('a press of a control inside something that a press activates', () => {
  const main = document.createElement('main');
  let member: Member;
  let service: ReturnType<typeof openService>;
  /** What the press has done to the page around the element. */
  let effects: string[];
  const note = (event: Event) => {
    effects.push(event.type);
    if (event.type === 'submit') event.preventDefault(); // the test would end
  };

  beforeEach(() => {
    member = sampleMember();
    service = openService(member);
    effects = [];
  });
  afterEach(() => {
    closeService();
    main.remove();
    location.hash = '';
  });

  function draw(place: (content: string) => string, content: string): void {
    main.innerHTML = `<loyalty-provider base-url="${BASE_URL}" platform="shop" customer-id="${member.id}" signature="${member.signature}"></loyalty-provider>${place(content)}`;
    document.body.append(main);
    for (const card of main.querySelectorAll('[role=link], [style], button, label'))
      for (const type of ['click', 'keydown']) card.addEventListener(type, note);
    for (const form of main.querySelectorAll('form')) form.addEventListener('submit', note);
    for (const details of main.querySelectorAll('details')) details.addEventListener('toggle', note);
    for (const input of main.querySelectorAll('input')) input.addEventListener('change', note);
  }
  const heart = () => main.querySelector('loyalty-wishlist-button')!;
  /** At the service, too: an edit that waits is sent by the next page, which is that of the next test. */
  const isSaved = () => heart().saved && service.seen(addListItem).length > 0;
  const isKept = () => {
    expect(location.hash).to.equal('');
    expect(effects).to.deep.equal([]);
  };

  // First: later tests load the file that keeps presses.
  for (const name of ['a link', 'a link in a foreign component', 'a label', 'a summary'])
    it(`saves the product, and nothing else, before anything more is loaded: in ${name}`, async () => {
      draw(PLACES[name]!, HEART);
      await until(() => heart().saved === false, 'the wishlist');
      for (const card of main.querySelectorAll('label')) card.removeEventListener('click', note);
      heart().shadowRoot!.querySelector('button')!.click();
      await until(isSaved, 'saved');
      isKept();
    });

  for (const [name, place] of Object.entries(PLACES)) {
    it(`saves the product, and nothing else: by the pointer, in ${name}`, async () => {
      draw(place, HEART);
      await until(() => heart().saved === false, 'the wishlist');
      await importPagePolicy();
      const { left, top, width, height } = heart().getBoundingClientRect();
      const position: [number, number] = [Math.round(left + width / 2), Math.round(top + height / 2)];
      await sendMouse({ type: 'click', position });
      await until(isSaved, 'saved');
      isKept();
    });

    for (const [named, key] of [
      ['Enter', 'Enter'],
      ['Space', ' '],
    ] as const)
      it(`saves the product, and nothing else: by ${named}, in ${name}`, async () => {
        draw(place, HEART);
        await until(() => heart().saved === false, 'the wishlist');
        await importPagePolicy();
        await importPagePolicy();
        heart().shadowRoot!.querySelector('button')!.focus();
        await sendKeys({ press: key });
        await until(isSaved, 'saved');
        isKept();
      });
  }

  // A user's press renders between two listeners, which a call of click() does not.
  for (const [name, tag, part, isDone] of [
    ['a button', '<loyalty-rewards></loyalty-rewards>', 'claim-button', (one: Element) => !one.isConnected],
    ['a field', '<loyalty-wishlist searchable all-lists></loyalty-wishlist>', 'search-input', isFocused],
    ['a choice', '<loyalty-history></loyalty-history>', 'filter', isFocused],
  ] as const)
    it(`does not follow the link around ${name}, when a pointer presses it`, async () => {
      draw(PLACES['a link']!, tag);
      const control = () => allElements(main).find(({ part: parts }) => parts.contains(part));
      await until(control, name);
      await importPagePolicy();
      control()!.scrollIntoView({ block: 'center' });
      const pressed = control()!;
      const { left, top, height } = pressed.getBoundingClientRect();
      await sendMouse({ type: 'click', position: [Math.round(left + 9), Math.round(top + height / 2)] });
      await until(() => isDone(pressed), 'the press');
      isKept();
    });

  it('leaves presses beside the control, and of what the page has put into a slot, to the page', async () => {
    draw(
      (content) => `<a href="#left"><p>Chair</p>${content}</a>`,
      `<loyalty-wishlist-button product-id="product-9"></loyalty-wishlist-button>
       <loyalty-tier><b slot="signed-out">Sign in</b></loyalty-tier>`,
    );
    main.querySelector('p')!.click();
    await until(() => location.hash === '#left', 'the link'); // Firefox follows it later
    location.hash = '';
    const tier = main.querySelector('loyalty-tier')!;
    main.querySelector('loyalty-provider')!.setCustomer();
    await until(() => main.querySelector('b')!.assignedSlot, 'the notice');
    main.querySelector('b')!.click();
    await until(() => location.hash === '#left', 'the link');
    expect(tier.shadowRoot).to.exist;
  });

  it('does not activate the card, with each button of each element', async () => {
    draw(
      (content) => content,
      EVERY_ELEMENT.map((one) => `<div role="link" tabindex="0">${htmlOf([one])}</div>`).join(''),
    );
    const buttons = () => allElements(main).filter((one) => one.localName === 'button') as HTMLElement[];
    await importPagePolicy(); // as the provider does it after the content
    await until(() => buttons().length > 40, 'buttons');
    for (const button of buttons()) button.click();
    isKept();
  });
});
