import { expect } from '@open-wc/testing';
import type { LitElement } from 'lit';
import '../../src/index.ts';
import { sampleMember } from '../support/component-member.ts';
import { allElements, closeService, openService, until } from '../support/component-page.ts';
import { BASE_URL } from '../support/component-service.ts';
import { htmlOf, SHOWN_ELEMENTS } from '../support/every-element.ts';

// A page from right to left in a language that the package does not have shows English, which the browser would order by its own direction.

/** Marks of a direction, which are not visible. */
const MARKS = /[\u2066-\u2069]/g;

/** Left edges of the first and of the last character of an English text; `undefined` where it is another one, a list, or has several lines. */
function edgesOf(text: Text): readonly [number, number] | undefined {
  const plain = text.data.replace(MARKS, '').trim();
  if (!/^[\p{ASCII}€–…’“”]*[a-z]{2}[\p{ASCII}€–…’“”]*$/iu.test(plain)) return undefined;
  const first = text.data.indexOf(plain[0]!);
  const last = text.data.lastIndexOf(plain.at(-1)!);
  const [start, end] = [first, last].map((index) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + 1);
    return range.getBoundingClientRect();
  });
  return start!.width && end!.width && start!.top === end!.top ? [start!.left, end!.left] : undefined;
}

describe('English texts in a page from right to left', () => {
  const main = document.createElement('main');
  const hosts = () =>
    allElements(main).filter((one) => one.localName.startsWith('loyalty-') && one.shadowRoot);

  beforeEach(async () => {
    document.documentElement.lang = 'he';
    document.documentElement.dir = 'rtl';
    const member = sampleMember();
    openService(member);
    main.innerHTML = `<loyalty-provider base-url="${BASE_URL}" platform="shop" customer-id="${member.id}" signature="${member.signature}"></loyalty-provider>${htmlOf(SHOWN_ELEMENTS)}<loyalty-balance variant="card"></loyalty-balance>`;
    document.body.append(main);
    await until(
      () =>
        hosts().length > 20 &&
        hosts().every(
          (host) =>
            host.localName === 'loyalty-provider' ||
            ((host as LitElement).hasUpdated && !host.shadowRoot!.querySelector('[aria-busy=true]')),
        ),
      'all loaded',
    );
  });
  afterEach(() => {
    closeService();
    main.remove();
    for (const name of ['lang', 'dir']) document.documentElement.removeAttribute(name);
  });

  const texts = (): Text[] =>
    hosts().flatMap((host) => {
      const walker = document.createTreeWalker(host.shadowRoot!, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      while (walker.nextNode())
        if (
          walker.currentNode.parentElement?.checkVisibility() &&
          !walker.currentNode.parentElement.closest('style, option')
        )
          found.push(walker.currentNode as Text);
      return found;
    });
  const reversed = () =>
    texts().flatMap((text) => {
      const edges = edgesOf(text);
      return edges && edges[0] > edges[1] ? [text.data.trim()] : [];
    });

  it('are shown from left to right', () => {
    expect(texts().filter((text) => edgesOf(text)).length).to.be.greaterThan(100);
    expect(reversed()).to.deep.equal([]);
  });

  it('twin: are shown in another order without their direction', () => {
    for (const text of texts()) if (MARKS.test(text.data)) text.data = text.data.replace(MARKS, '');
    expect(reversed().length).to.be.greaterThan(5);
  });

  it('are cut at their right end, and stand at the right side of their box', () => {
    const cut = texts().flatMap((text) => {
      const box = text.parentElement!.closest<HTMLElement>('bdi, [dir=auto], .line, .note, .name');
      return box && getComputedStyle(box).webkitLineClamp !== 'none' && /^\W*[a-z]/i.test(box.textContent)
        ? [box]
        : [];
    });
    expect(
      new Set(cut.map((box) => (box.getRootNode() as ShadowRoot).host.localName)).size,
    ).to.be.greaterThan(10);
    for (const box of cut) {
      const { direction, textAlign } = getComputedStyle(box);
      expect([direction, textAlign], box.outerHTML).to.deep.equal(['ltr', 'right']);
    }
  });

  it('have a day of the page’s language as one piece', () => {
    const text = texts().find(({ data }) => /until .*[א-ת]/.test(data))!;
    expect(text.data).to.match(/^\s*\u2066until \u2068\d+ [א-ת]+ \d{4}\u2069\u2069\s*$/);
  });

  it('follow their number', () => {
    const isAfter = (tag: string, first: string, second: string) => {
      const host = main.querySelector(tag)!.shadowRoot!;
      const [before, after] = [first, second].map((part) =>
        host.querySelector(`[part~=${part}]`)!.getBoundingClientRect(),
      );
      expect(after!.left, tag).to.be.at.least(before!.right - 1);
    };
    isAfter('loyalty-balance', 'value', 'label');
    isAfter('loyalty-balance[variant=card]', 'value', 'label');
    isAfter('loyalty-status', 'value', 'label');
    isAfter('loyalty-tier', 'missing-number', 'missing-label');
  });
});
