import { expect } from '@open-wc/testing';
import '../../../src/index.ts';
import type { LitElement } from 'lit';
import { SHOWN_ELEMENTS, htmlOf } from '../../support/every-element.ts';
import { sampleMember, type Member } from '../../support/component-member.ts';
import { closeService, everythingIn, openService, until } from '../../support/component-page.ts';
import { BASE_URL } from '../../support/component-service.ts';

const LANGUAGE = 'de';

/** A member whose numbers need separators, which differ between languages. */
function largeMember(): Member {
  const member = sampleMember();
  member.points = {
    available: 1_234_567,
    pending: 1_234_567,
    earned: 1_234_567,
    expiring: { value: 1_234_567, expires_at: '2031-09-30T12:00:00Z' },
  };
  return member;
}

describe('the language of an element', () => {
  const main = document.createElement('main');
  const pageLanguage = document.documentElement.lang;
  afterEach(() => {
    closeService();
    main.remove();
    document.documentElement.lang = pageLanguage;
  });

  /** The elements inside the shadow root of a foreign component, or without one, below an ancestor with this language. */
  async function draw(language: string | undefined, isForeign: boolean): Promise<readonly LitElement[]> {
    const member = largeMember();
    openService(member);
    main.innerHTML = `<loyalty-provider base-url="${BASE_URL}" platform="shop" customer-id="${member.id}" signature="${member.signature}"></loyalty-provider><section></section>`;
    const section = main.querySelector('section')!;
    if (language) section.lang = language;
    const root = isForeign ? section.attachShadow({ mode: 'open' }) : section;
    root.innerHTML = htmlOf(SHOWN_ELEMENTS);
    document.body.append(main);
    const elements = [...root.querySelectorAll<LitElement>(':not(loyalty-provider)')];
    await until(() => elements.every(isLoaded), 'every element loads');
    return elements;
  }
  const isLoaded = ({ shadowRoot, hasUpdated }: LitElement) =>
    hasUpdated && !shadowRoot!.querySelector('[aria-busy=true]:not(button), .skeleton');
  /** The lines that an element shows, after its name, without pictures: they fail when the network says so. */
  const linesOf = (elements: readonly LitElement[]) =>
    elements.flatMap((element, at) =>
      everythingIn(element)
        .split('\n')
        .filter((line) => line.trim() && !line.includes('part=image'))
        .map((line) => `${SHOWN_ELEMENTS[at]![0]}: ${line.trim()}`),
    );
  /** Waits for what the elements load later, such as the actions of a list, then compares line by line. */
  async function expectSame(elements: readonly LitElement[], expected: readonly string[]): Promise<void> {
    const same = () => linesOf(elements).join() === expected.join();
    await until(same, 'the same lines').catch(() => {});
    const found = linesOf(elements);
    expect(found.filter((line) => !expected.includes(line))).to.deep.equal([]);
    expect(found.length).to.equal(expected.length);
  }

  it('is the nearest one outside of the shadow roots of other components', async () => {
    const near = await draw(LANGUAGE, false);
    await until(() => linesOf(near).join().includes('1.234.567'), 'the language of an ancestor');
    const expected = await settled(near);
    await expectSame(await draw(LANGUAGE, true), expected);
    expect(expected.join()).not.to.include('1,234,567');
  });

  it('is the new one after the page has changed it, in every element', async () => {
    document.documentElement.lang = LANGUAGE;
    const expected = await settled(await draw(undefined, false));
    document.documentElement.lang = 'en-US';
    const elements = await draw(undefined, true);
    const english = await settled(elements);
    expect(english.length).to.equal(expected.length);
    expect(english.join()).to.include('1,234,567');
    document.documentElement.lang = LANGUAGE;
    await expectSame(elements, expected);
  });

  /** The lines after the files that elements load later are loaded: nothing has changed for some frames. */
  async function settled(elements: readonly LitElement[]): Promise<readonly string[]> {
    let last = '';
    let same = 0;
    await until(() => {
      const now = linesOf(elements).join();
      same = now === last ? same + 1 : 0;
      last = now;
      return same > 60;
    }, 'the elements settle');
    return linesOf(elements);
  }
});
