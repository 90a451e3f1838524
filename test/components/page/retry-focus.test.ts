import { expect } from '@open-wc/testing';
import type { LitElement } from 'lit';
import '../../../src/index.ts';
import { checkElements } from '../../../src/components/page/check-elements.ts';
import { broken } from '../../support/component-answers.ts';
import { sampleMember } from '../../support/component-member.ts';
import { closeService, eventsOf, focused, loaded, openService, until } from '../../support/component-page.ts';
import { BASE_URL } from '../../support/component-service.ts';
import { ALL_READS } from '../../support/component-states.ts';
import { htmlOf, SHOWN_ELEMENTS, type MountedElement } from '../../support/every-element.ts';

/** Where an element shows an error: its button, in it or in an element inside. */
const retryButton = (element: Element): HTMLButtonElement | null =>
  element.shadowRoot!.querySelector<HTMLButtonElement>('[part~=retry-button]');

async function failed(mounted: MountedElement) {
  const member = sampleMember();
  const service = openService(member);
  for (const read of ALL_READS) service.answer(read, broken);
  const main = document.createElement('main');
  main.innerHTML = `<loyalty-provider base-url="${BASE_URL}" platform="shop" customer-id="${member.id}" signature="${member.signature}"></loyalty-provider>${htmlOf([mounted])}<button id="other">Other</button>`;
  document.body.append(main);
  const element = main.querySelector<LitElement>(mounted[0])!;
  await loaded(element);
  // As when the page is idle, which it was long before somebody reads the failure.
  checkElements([new WeakRef(element)]);
  const heal = () => ALL_READS.forEach((read) => service.answer(read, undefined));
  return { main, element, heal, button: retryButton(element) };
}

describe('the focus after a retry', () => {
  afterEach(() => {
    document.querySelector('main')?.remove();
    closeService();
  });

  let tried = 0;
  for (const mounted of SHOWN_ELEMENTS)
    it(`is on what ${htmlOf([mounted])} shows`, async () => {
      const { element, heal, button } = await failed(mounted);
      if (!button) return;
      tried++;
      button.focus();
      heal();
      button.click();
      await until(() => !retryButton(element) && !element.matches(':state(loading)'), 'the content');
      await until(() => element.matches(':focus-within'), 'the focus');
      expect(focused()).not.to.equal(document.body);
    });

  it('was tried in most elements', () => expect(tried).to.be.greaterThan(13));

  it('is on the button again where the retry fails, too', async () => {
    const { element, button } = await failed(['loyalty-rewards', {}]);
    const failures = eventsOf('loyalty-error');
    button!.focus();
    button!.click();
    await until(() => failures.length > 0, 'the retry');
    await until(() => element.shadowRoot!.activeElement?.part.contains('retry-button'), 'the button');
  });

  it('stays where the shopper has moved it', async () => {
    const { main, element, heal, button } = await failed(['loyalty-rewards', {}]);
    button!.focus();
    heal();
    button!.click();
    main.querySelector<HTMLElement>('#other')!.focus();
    await until(() => !retryButton(element) && !element.matches(':state(loading)'), 'the content');
    await element.updateComplete;
    expect(document.activeElement?.id).to.equal('other');
  });
});
