import { expect } from '@open-wc/testing';
import '../../../src/index.ts';
import { CATALOGUE } from '../../../src/components/catalogue.ts';
import { attributeMistakes, tagMistakes } from '../../../src/components/page/markup-mistakes.ts';
import { REQUIRED } from '../../../src/components/page/element-names.ts';
import { EVERY_ELEMENT, htmlOf } from '../../support/every-element.ts';
import { sampleMember } from '../../support/component-member.ts';
import { allElements, closeService, openService, until } from '../../support/component-page.ts';
import { BASE_URL } from '../../support/component-service.ts';

const mistakesIn = (markup: string) => {
  const main = document.createElement('main');
  main.innerHTML = markup;
  return [...tagMistakes(main), ...[...main.children].filter(isOurs).flatMap(attributeMistakes)].map(
    ({ problem, detail }) => `${problem}: ${detail}`,
  );
};
const OWN = ['provider', ...CATALOGUE.map(({ name }) => name)].map((name) => `loyalty-${name}`);
const isOurs = ({ localName }: Element) => OWN.includes(localName);

describe('markup', () => {
  afterEach(closeService);

  // First: the browser looks for tags once for each page.
  it('gets one line in the console for each mistake, and an event', async () => {
    openService();
    const main = document.createElement('main');
    main.innerHTML = `<loyalty-balence></loyalty-balence><loyalty-balence></loyalty-balence><loyalty-balance variant="big"></loyalty-balance>`;
    const told = new Map<EventTarget | null, string>();
    main.addEventListener('loyalty-error', ({ target, detail }) => void told.set(target, detail.error.code));
    await withLines(async (lines) => {
      document.body.append(main);
      await until(() => lines.length > 1, 'the lines');
      main.remove();
      expect(lines.sort()).to.deep.equal([
        'loyalty-elements: There is no element <loyalty-balence>. Did you mean <loyalty-balance>?',
        'loyalty-elements: There is no value variant="big" of <loyalty-balance>. It takes: inline, card.',
      ]);
      expect([...told.values()]).to.deep.equal(Array(3).fill('invalid_config'));
    });
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
      '<loyalty-points></loyalty-points>',
      'unknown-element: <loyalty-points>. Did you mean <loyalty-balance>?',
    ],
    [
      '<loyality-balance></loyality-balance>',
      'unknown-element: <loyality-balance>. Did you mean <loyalty-balance>?',
    ],
    [
      '<loyalty-rewards heading-level="9"></loyalty-rewards>',
      'unknown-value: heading-level="9" of <loyalty-rewards>. It takes: 1 to 6.',
    ],
    [
      '<loyalty-redeem total="€89,50"></loyalty-redeem>',
      'unknown-value: total="€89,50" of <loyalty-redeem>. It takes: a number such as 89.50.',
    ],
    [
      '<loyalty-balance /><p>The rest of the page.</p>',
      'hidden-content: <p> in <loyalty-balance>. In HTML it ends with </loyalty-balance>, not with "/>"',
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
      'unknown-attribute: expanded-view of <loyalty-tier>. It has: invites.',
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
  for (const [name, [attribute = '']] of Object.entries(REQUIRED))
    it(`has a mistake: <loyalty-${name}> without ${attribute}`, () => {
      expect(mistakesIn(`<loyalty-${name}></loyalty-${name}>`)).to.deep.equal([
        `missing-attribute: ${attribute} of <loyalty-${name}>`,
      ]);
      expect(mistakesIn(`<loyalty-${name} ${attribute}="a"></loyalty-${name}>`)).to.deep.equal([]);
    });

  for (const [markup, mistake] of ROWS)
    it(`has a mistake: ${markup}`, () => expect(mistakesIn(markup)).to.deep.equal([mistake]));

  it('may set wrong values as properties, which are found too', () => {
    for (const tag of OWN) {
      const { values = {} } = customElements.get(tag) as {
        readonly values?: Record<string, readonly string[]>;
      };
      for (const [property, allowed] of Object.entries(values)) {
        const element = Object.assign(document.createElement(tag), { [property]: 'wrong' });
        for (const name of REQUIRED[tag.replace('loyalty-', '')] ?? []) element.setAttribute(name, 'a');
        const attribute = property.replace('savedName', 'saved-name');
        expect(attributeMistakes(element).map(({ detail }) => detail)).to.deep.equal([
          `${attribute}="wrong" of <${tag}>. It takes: ${allowed.join(', ')}.`,
        ]);
      }
    }
  });

  it('has no mistake where others have attributes or elements', () => {
    customElements.define('loyalty-banner', class extends HTMLElement {});
    const others = [
      '<loyalty-banner size="1"></loyalty-banner>',
      '<lottie-player></lottie-player><loot-balance></loot-balance><loyality-banner></loyality-banner>',
      '<loyalty-redeem total="89.50"></loyalty-redeem><loyalty-redeem total=""></loyalty-redeem><loyalty-redeem></loyalty-redeem>',
      '<loyalty-rewards heading-level="6"><a slot="signed-out">Sign in</a><script></script></loyalty-rewards>',
      '<loyalty-panel><p>Own content</p></loyalty-panel><loyalty-provider><p>Page</p></loyalty-provider>',
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
    const found = own()
      .flatMap(attributeMistakes)
      .map(({ detail }) => detail);
    main.remove();
    expect(found).to.deep.equal([]);
  });

  it('of an element that the page adds gets a line, and none when the page has removed it again', async () => {
    const main = document.createElement('main');
    await withLines(async (lines) => {
      main.innerHTML = '<loyalty-tier wrong-removed></loyalty-tier><loyalty-tier wrong-kept></loyalty-tier>';
      document.body.append(main);
      main.firstElementChild!.remove();
      const written = () => lines.filter((line) => line.includes('wrong-')).join();
      await until(written, 'the line');
      main.remove();
      expect(written())
        .to.match(/There is no attribute wrong-kept of <loyalty-tier>/)
        .and.not.include('removed');
    });
  });
});

/** Collects what is written as an error to the console meanwhile. */
async function withLines(act: (lines: string[]) => Promise<void>): Promise<void> {
  const lines: string[] = [];
  const { error } = console;
  console.error = (...line: unknown[]) => void lines.push(line.join(' '));
  try {
    await act(lines);
  } finally {
    console.error = error;
  }
}
