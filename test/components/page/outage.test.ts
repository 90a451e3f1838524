import { expect, nextFrame } from '@open-wc/testing';
import { LitElement, nothing } from 'lit';
import '../../../src/index.ts';
import { LoyaltyErrorEvent } from '../../../src/components/internal/events.ts';
import { errorNotice } from '../../../src/components/internal/notice.ts';
import { setState } from '../../../src/components/internal/states.ts';
import { checkElements } from '../../../src/components/page/check-elements.ts';
import { profileCredits, profileLedgers } from '../../../src/services/contract/endpoints/index.ts';
import { LoyaltyError } from '../../../src/services/index.ts';
import { broken } from '../../support/component-answers.ts';
import { resize } from '../../support/component-media.ts';
import { sampleMember } from '../../support/component-member.ts';
import {
  closeService,
  focused,
  loaded,
  openService,
  shownText,
  until,
} from '../../support/component-page.ts';
import { BASE_URL } from '../../support/component-service.ts';
import { ALL_READS } from '../../support/component-states.ts';
import { htmlOf, SHOWN_ELEMENTS } from '../../support/every-element.ts';

const SENTENCE = 'Parts of this page couldn’t be loaded. Try again in a moment.';
/** Two lines of text and a button. */
const HIGHEST = 130;

const buttonOf = (element: Element): HTMLButtonElement | null =>
  element.shadowRoot!.querySelector<HTMLButtonElement>('[part~=retry-button]');
/** Whether an element has a button that shoppers see. */
const hasButton = (element: Element): boolean => !!buttonOf(element)?.checkVisibility();

type Read = (typeof ALL_READS)[number];

/** A page on which these reads fail. */
async function open(markup: string, reads: readonly Read[] = ALL_READS) {
  const member = sampleMember();
  const service = openService(member);
  for (const read of reads) service.answer(read, broken);
  const main = document.createElement('main');
  main.innerHTML = `<loyalty-provider base-url="${BASE_URL}" platform="shop" customer-id="${member.id}" signature="${member.signature}"></loyalty-provider>${markup}`;
  document.body.append(main);
  const elements = [...main.querySelectorAll<LitElement>('loyalty-provider ~ *:not(div)')];
  await Promise.all(elements.map(loaded));
  return {
    main,
    service,
    elements,
    heal: (...healed: Read[]) => healed.forEach((read) => service.answer(read, undefined)),
  };
}

const PAGE =
  '<loyalty-balance></loyalty-balance><loyalty-rewards></loyalty-rewards><loyalty-history></loyalty-history><loyalty-credits></loyalty-credits>';

/** An element whose error is in a file that loads later. */
class LateError extends LitElement {
  isLoaded = false;
  readonly error = new LoyaltyError('offline');
  override render() {
    setState(this, 'failed', true);
    return this.isLoaded ? errorNotice(this, this.error, 'Couldn’t load this.', () => {}) : nothing;
  }
}
customElements.define('late-error', LateError);

describe('an outage', () => {
  afterEach(async () => {
    document.querySelector('main')?.remove();
    closeService();
    await resize({ width: 1280 });
  });

  it('is said once, by the first element with a sentence, which has the only button', async () => {
    const { elements } = await open(PAGE);
    const [balance, rewards, history, credits] = elements;
    await until(() => shownText(rewards!).includes(SENTENCE), 'the sentence');
    await until(() => elements.filter(hasButton).length === 1, 'one button');
    expect(hasButton(rewards!)).to.equal(true);
    expect(elements.filter((element) => shownText(element).includes(SENTENCE))).to.have.length(1);
    expect(shownText(rewards!)).to.equal(`${SENTENCE} Couldn’t load your rewards. Try again`);
    expect(shownText(balance!)).to.include('Points aren’t available right now');
    expect(shownText(history!)).to.include('Couldn’t load your history.');
    expect(shownText(credits!)).to.include('Couldn’t load your store credit.');
    for (const element of elements) await expect(element).to.be.accessible();
  });

  it('ends for all elements by one press, whose focus stays in the first', async () => {
    const { elements, service, heal } = await open(PAGE);
    const rewards = elements[1]!;
    checkElements(elements.map((element) => new WeakRef(element))); // as when the page is idle
    await until(() => elements.filter(hasButton).length === 1, 'one button');
    heal(...ALL_READS);
    const before = service.seen(profileCredits).length;
    buttonOf(rewards)!.focus();
    buttonOf(rewards)!.click();
    await until(() => elements.every((element) => !buttonOf(element)), 'the content of all');
    await Promise.all(elements.map(loaded));
    expect(service.seen(profileCredits).length).to.equal(before + 1);
    await until(() => rewards.matches(':focus-within'), 'the focus');
    expect(focused()).not.to.equal(document.body);
  });

  it('of one element leaves it its own button, and says nothing of the page', async () => {
    const { elements } = await open(PAGE, [profileLedgers]);
    const history = elements[2]!;
    await until(() => history.offsetHeight < HIGHEST, 'the sentence without the reserved box');
    expect(elements.filter(hasButton)).to.deep.equal([history]);
    expect(shownText(history)).to.equal('Couldn’t load your history. Try again');
  });

  it('gives the last element that still fails its button back', async () => {
    const { elements, heal } = await open(PAGE);
    const [, rewards, , credits] = elements;
    await until(() => elements.filter(hasButton).length === 1, 'one button');
    heal(...ALL_READS.filter((read) => read !== profileCredits));
    buttonOf(rewards!)!.click();
    await until(() => elements.every((element) => element === credits || !buttonOf(element)), 'the others');
    await until(() => hasButton(credits!), 'the button of the last one');
    expect(shownText(credits!)).to.equal('Couldn’t load your store credit. Try again');
  });

  it('gives the next element the button when the page hides or removes the first', async () => {
    const { elements } = await open(PAGE);
    const [, rewards, history, credits] = elements;
    await until(() => elements.filter(hasButton).length === 1, 'one button');
    rewards!.style.display = 'none';
    await until(() => hasButton(history!) && shownText(history!).includes(SENTENCE), 'the second');
    history!.remove();
    await until(() => hasButton(credits!), 'the third');
    rewards!.style.display = '';
    await until(() => !hasButton(credits!) && hasButton(rewards!), 'the first again');
  });

  it('leaves elements of another shadow root their own button: a drawer may be open above the page', async () => {
    const { main, elements } = await open('<loyalty-history></loyalty-history><div></div>');
    const root = main.querySelector('div')!.attachShadow({ mode: 'open' });
    root.innerHTML = '<loyalty-rewards></loyalty-rewards><loyalty-credits></loyalty-credits>';
    const [rewards, credits] = [...root.children] as [LitElement, LitElement];
    await Promise.all([rewards, credits].map(loaded));
    await until(() => shownText(rewards).includes(SENTENCE) && !hasButton(credits), 'its own group');
    expect(hasButton(elements[0]!)).to.equal(true);
    expect(shownText(elements[0]!)).to.equal('Couldn’t load your history. Try again');
  });

  it('includes an element that loads the file of its error later', async () => {
    const { main, elements } = await open(
      '<loyalty-history></loyalty-history><loyalty-credits></loyalty-credits>',
    );
    await until(() => elements.filter(hasButton).length === 1, 'one button');
    const late = document.createElement('late-error') as LateError;
    main.append(late);
    await late.updateComplete;
    late.dispatchEvent(new LoyaltyErrorEvent(late.error));
    await nextFrame();
    late.isLoaded = true;
    late.requestUpdate();
    await late.updateComplete;
    await until(() => !hasButton(late), 'its button hidden');
    expect(buttonOf(late)).not.to.equal(null);
    expect(elements.filter(hasButton)).to.deep.equal([elements[0]]);
  });

  for (const width of [360, 1280])
    it(`leaves no element its reserved box at ${width} px`, async () => {
      await resize({ width });
      const { elements } = await open(htmlOf(SHOWN_ELEMENTS));
      await until(() => elements.filter(hasButton).length === 1, 'one button').catch(() => {});
      expect(elements.filter(hasButton).map(({ localName }) => localName)).to.have.length(1);
      const high = elements
        .filter((element) => buttonOf(element) && element.offsetHeight > HIGHEST)
        .map(({ localName, offsetHeight }) => `${localName} ${offsetHeight}`);
      expect(high).to.deep.equal([]);
      expect(elements.filter((element) => buttonOf(element)).length).to.be.greaterThan(13);
    });
});
