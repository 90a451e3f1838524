import { aTimeout, expect } from '@open-wc/testing';
import '../../../src/index.ts';
import { CATALOGUE } from '../../../src/components/catalogue.ts';
import { ELEMENTS, findMistakes } from '../../../src/components/internal/markup-mistakes.ts';
import { EVERY_ELEMENT, htmlOf } from '../../support/every-element.ts';
import { sampleMember } from '../../support/component-member.ts';
import { allElements, closeService, openService, until } from '../../support/component-page.ts';
import { BASE_URL } from '../../support/component-service.ts';

const mistakesIn = (markup: string) => {
  const main = document.createElement('main');
  main.innerHTML = markup;
  return findMistakes([...main.children]).map(({ problem, detail }) => `${problem}: ${detail}`);
};

describe('markup', () => {
  afterEach(closeService);

  it('may have the elements of the catalogue', () => {
    expect(Object.keys(ELEMENTS).sort()).to.deep.equal(
      ['provider', ...CATALOGUE.map(({ name }) => name)].sort(),
    );
  });

  const ROWS: readonly (readonly [markup: string, mistake: string])[] = [
    [
      '<loyalty-balence></loyalty-balence>',
      'unknown-element: <loyalty-balence>. Did you mean <loyalty-balance>?',
    ],
    [
      '<loyalty-whishlist-count></loyalty-whishlist-count>',
      'unknown-element: <loyalty-whishlist-count>. Did you mean <loyalty-wishlist-count>?',
    ],
    [
      '<loyalty-balance variant="big"></loyalty-balance>',
      'unknown-value: variant="big" of <loyalty-balance>. It takes: inline, card.',
    ],
    [
      '<loyalty-balance varient="card"></loyalty-balance>',
      'unknown-attribute: varient of <loyalty-balance>. It has: variant.',
    ],
    [
      '<loyalty-tier expanded-view></loyalty-tier>',
      'unknown-attribute: expanded-view of <loyalty-tier>. It has: none.',
    ],
    [
      '<loyalty-wishlist layout="cards"></loyalty-wishlist>',
      'unknown-value: layout="cards" of <loyalty-wishlist>. It takes: grid, list.',
    ],
    [
      '<loyalty-account method="cod"></loyalty-account>',
      'unknown-value: method="cod" of <loyalty-account>. It takes: password, code.',
    ],
    [
      '<loyalty-provider host="shopfy"></loyalty-provider>',
      'unknown-value: host="shopfy" of <loyalty-provider>. It takes: shopify.',
    ],
  ];
  for (const [markup, mistake] of ROWS)
    it(`has a mistake: ${markup}`, () => expect(mistakesIn(markup)).to.deep.equal([mistake]));

  it('may set wrong values as properties, which are found too', () => {
    for (const [name, values] of Object.entries(ELEMENTS))
      for (const [attribute, allowed] of Object.entries(values)) {
        const property = attribute.replace('saved-name', 'savedName');
        const element = Object.assign(document.createElement(`loyalty-${name}`), { [property]: 'wrong' });
        expect(findMistakes([element]).map(({ detail }) => detail)).to.deep.equal([
          `${attribute}="wrong" of <loyalty-${name}>. It takes: ${allowed}.`,
        ]);
      }
  });

  it('has no mistake where others have attributes or elements', () => {
    customElements.define('loyalty-banner', class extends HTMLElement {});
    const others = [
      '<loyalty-banner size="1"></loyalty-banner>',
      '<loyalty-balance id="a" class="b" data-x="1" aria-label="c" onclick="" slot="d" style="" hidden></loyalty-balance>',
      '<loyalty-balance v-if="a" :key="b" @click="c" x-data _ngcontent-abc-1 variant="" wire:ignore></loyalty-balance>',
    ];
    expect(mistakesIn(others.join(''))).to.deep.equal([]);
  });

  it('has no mistake in any element of ours, after it has loaded', async () => {
    const member = sampleMember();
    openService(member);
    const main = document.createElement('main');
    main.innerHTML = `<loyalty-provider base-url="${BASE_URL}" platform="shop" customer-id="${member.id}" signature="${member.signature}"></loyalty-provider>${htmlOf(EVERY_ELEMENT)}`;
    document.body.append(main);
    const own = () => allElements(main).filter(({ localName }) => localName.startsWith('loyalty-'));
    await until(() => own().every((one) => !one.matches(':state(loading)')), 'loaded');
    const found = findMistakes(own()).map(({ detail }) => detail);
    main.remove();
    expect(found).to.deep.equal([]);
  });

  it('gets one line in the console for each mistake, and an event, when the page has loaded or adds it', async () => {
    openService();
    const main = document.createElement('main');
    main.innerHTML = `<loyalty-balence></loyalty-balence><loyalty-balence></loyalty-balence><loyalty-balance variant="big"></loyalty-balance>`;
    document.body.append(main);
    const told = new Map<EventTarget | null, string>();
    main.addEventListener('loyalty-error', ({ target, detail }) => void told.set(target, detail.error.code));
    const lines: string[] = [];
    const { error } = console;
    console.error = (...line: unknown[]) => void lines.push(line.join(' '));
    try {
      // As the provider does it. Another test may have loaded the file: then with another address.
      await import(`../../../src/components/internal/live.ts?${Date.now()}`);
      await until(() => lines.length > 1, 'the lines');
      const later = document.createElement('p');
      later.innerHTML = '<loyalty-tierr></loyalty-tierr>';
      main.append(later);
      await until(() => lines.length > 2, 'the line of what is added later');
    } finally {
      console.error = error;
      main.remove();
    }
    expect(lines).to.deep.equal([
      'loyalty-elements: There is no element <loyalty-balence>. Did you mean <loyalty-balance>?',
      'loyalty-elements: There is no value variant="big" of <loyalty-balance>. It takes: inline, card.',
      'loyalty-elements: There is no element <loyalty-tierr>. Did you mean <loyalty-tier>?',
    ]);
    expect([...told.values()]).to.deep.equal(Array(4).fill('invalid_config'));
  });

  for (const isRemoved of [true, false])
    it(`of an element that is added later gets ${isRemoved ? 'no line when the page removes it again' : 'a line'}`, async () => {
      const { error } = console;
      const { setTimeout } = window;
      const lines: string[] = [];
      const waiting: (() => void)[] = [];
      const main = document.createElement('main');
      await import(`../../../src/components/internal/live.ts?${Date.now()}`);
      console.error = (...line: unknown[]) => void lines.push(line.join(' '));
      window.setTimeout = ((run: () => void, delay?: number) =>
        delay === 2_000 ? waiting.push(run) : setTimeout(run, delay)) as typeof window.setTimeout;
      try {
        main.innerHTML = `<loyalty-panell-${isRemoved}></loyalty-panell-${isRemoved}>`;
        document.body.append(main);
        await until(() => waiting.length, 'the time to load');
        for (const run of waiting) run();
        if (isRemoved) main.remove();
        await aTimeout(50); // for a line that must not come
        expect(lines.filter((line) => line.includes('panell')).length).to.equal(isRemoved ? 0 : 1);
      } finally {
        console.error = error;
        window.setTimeout = setTimeout;
        main.remove();
      }
    });
});
