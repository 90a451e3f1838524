import { expect } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import type { LitElement } from 'lit';
import '../../src/index.ts';
import { REPLACEMENTS } from '../../src/components/internal/texts/messages.ts';
import { messages as ar } from '../../src/locales/ar.ts';
import { messages as de } from '../../src/locales/de.ts';
import { messages as ja } from '../../src/locales/ja.ts';
import { broken } from '../support/component-answers.ts';
import { Member, sampleMember, SHARE } from '../support/component-member.ts';
import { allElements, closeService, openService, part, until } from '../support/component-page.ts';
import { BASE_URL } from '../support/component-service.ts';
import { ALL_READS } from '../support/component-states.ts';
import { htmlOf, SHOWN_ELEMENTS } from '../support/every-element.ts';

// Every text of every element is whole, with large text and with the text spacing of WCAG 1.4.12, too. The browser's font size and that of
// the root element have the same effect on a page in rem: the elements have no size in pixels and no media query in em that depends on it.

const WIDTHS = [320, 360, 768, 1280];
const LANGUAGES = { en: undefined, de, ar, ja };
const SPACING = new CSSStyleSheet();
SPACING.replaceSync(`* {
  line-height: 1.5 !important;
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
}`);
const SIZES: readonly { readonly name: string; readonly root: string; readonly hasSpacing?: boolean }[] = [
  { name: 'its usual size', root: '100%' },
  { name: 'twice the size', root: '200%' },
  { name: 'text spacing', root: '100%', hasSpacing: true },
];

/** Height of the glyphs of the page's font in em. Arabic ones are higher than their line, and Firefox counts that as content that overflows. */
function glyphHeight(): number {
  const glyphs = document.createElement('span');
  glyphs.style.font = '100px sans-serif';
  glyphs.textContent = 'ي';
  document.body.append(glyphs);
  const { height } = glyphs.getBoundingClientRect();
  glyphs.remove();
  return height / 100;
}

/** Whether a box of this text cuts it: it is larger than a box that hides what overflows, or leaves its element, row or card. */
function faultOf(text: Text, host: Element, glyphs: number): string | undefined {
  const box = text.parentElement!;
  // For screen readers only, or a picture that stands for an image: an icon of the service.
  if (
    !box.checkVisibility() ||
    box.closest('.hidden, .skeleton, .picture, [aria-hidden=true], option, style')
  )
    return undefined;
  const range = document.createRange();
  range.selectNodeContents(text);
  const { left, right, top, bottom, width } = range.getBoundingClientRect();
  if (!width) return undefined;
  for (let node: Element | null = box; node; node = node.parentElement) {
    const { overflowX, overflowY, display, fontSize, lineHeight } = getComputedStyle(node);
    const overLine =
      Math.max(0, glyphs * Number.parseFloat(fontSize) - (Number.parseFloat(lineHeight) || Infinity)) / 2;
    if (display === 'contents') continue;
    const { clientWidth, clientHeight, scrollWidth, scrollHeight } = node;
    const name = node.getAttribute('part') ?? node.className ?? node.localName;
    if (clientWidth && overflowX !== 'visible' && scrollWidth > clientWidth + 1)
      return `${name} is cut at its end`;
    if (clientWidth && overflowY !== 'visible' && scrollHeight > clientHeight + 1 + Math.ceil(overLine))
      return `${name} is cut below`;
    if (!node.matches('li, .row, .item, .card, .notice, button, a, label, form, p')) continue;
    const outer = node.getBoundingClientRect();
    // The box of a large glyph may be higher than its line.
    const over = 2 + Math.max(0, bottom - top - Number.parseFloat(getComputedStyle(box).fontSize)) / 2;
    if (display !== 'inline' && (bottom > outer.bottom + over || top < outer.top - over))
      return `${name} is too low`;
  }
  if (host.localName === 'loyalty-panel') return undefined; // its launcher is at the edge of the window
  const page = host.getBoundingClientRect();
  return left < page.left - 2 || right > page.right + 2
    ? `${box.getAttribute('part') ?? box.localName} leaves the element`
    : undefined;
}

/** The texts below a shadow root that are not whole. */
function cutTexts(host: Element): string[] {
  const found: string[] = [];
  const glyphs = glyphHeight();
  const walker = document.createTreeWalker(host.shadowRoot!, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    const fault = text.data.trim() && faultOf(text, host, glyphs);
    if (fault)
      found.push(
        `${host.localName} ${[...host.attributes].map(({ name, value }) => name + '=' + value).join(' ')}: “${text.data.trim().slice(0, 40)}”: ${fault}`,
      );
  }
  return found;
}

describe('text', () => {
  const main = document.createElement('main');
  main.style.cssText = 'padding: 1rem; font: 1rem/1.5 sans-serif; overflow-wrap: normal';
  const hosts = () =>
    allElements(main).filter(
      (one) => one.localName.startsWith('loyalty-') && one.localName !== 'loyalty-provider' && one.shadowRoot,
    );

  function draw(member?: Member, elements = htmlOf(SHOWN_ELEMENTS)): Promise<void> {
    const settings = member
      ? ` platform="shop" customer-id="${member.id}" signature="${member.signature}"`
      : '';
    main.innerHTML = `<loyalty-provider base-url="${BASE_URL}"${settings}></loyalty-provider>${elements}`;
    document.body.append(main);
    return until(
      () =>
        hosts().length >= main.children.length - 1 &&
        hosts().every(
          (host) => (host as LitElement).hasUpdated && !host.shadowRoot!.querySelector('[aria-busy=true]'),
        ),
      'all loaded',
    );
  }
  const STATES: Readonly<Record<string, () => Promise<void>>> = {
    'with data'() {
      const member = sampleMember();
      openService(member);
      return draw(member);
    },
    'with nothing'() {
      const member = new Member('1002', 'b'.repeat(64));
      openService(member);
      return draw(member);
    },
    'after an error'() {
      const member = sampleMember();
      const service = openService(member);
      for (const read of ALL_READS) service.answer(read, broken);
      return draw(member);
    },
    'for a guest'() {
      openService();
      return draw();
    },
  };

  afterEach(() => {
    closeService();
    Object.assign(globalThis, { [REPLACEMENTS]: undefined });
    main.remove();
    main.style.fontSize = '1rem';
    for (const name of ['lang', 'dir', 'style']) document.documentElement.removeAttribute(name);
  });

  const setSpacing = (isOn: boolean) => {
    for (const { shadowRoot } of hosts()) {
      const sheets = shadowRoot!.adoptedStyleSheets.filter((sheet) => sheet !== SPACING);
      shadowRoot!.adoptedStyleSheets = isOn ? [...sheets, SPACING] : sheets;
    }
  };

  for (const [state, reach] of Object.entries(STATES))
    it(`is whole ${state}, in each language, width and size`, async () => {
      await reach();
      const cut: string[] = [];
      for (const [language, messages] of Object.entries(LANGUAGES)) {
        Object.assign(globalThis, { [REPLACEMENTS]: messages });
        document.documentElement.lang = language;
        document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr';
        await until(() => hosts().every((host) => !(host as LitElement).isUpdatePending), 'texts');
        for (const { name, root, hasSpacing = false } of SIZES) {
          document.documentElement.style.fontSize = root;
          setSpacing(hasSpacing);
          for (const width of WIDTHS) {
            await setViewport({ width, height: 900 });
            cut.push(
              ...hosts()
                .flatMap(cutTexts)
                .map((text) => `${text} (${language}, ${width} px, ${name})`),
            );
          }
        }
      }
      setSpacing(false);
      expect(cut).to.deep.equal([]);
    }).timeout(60_000);

  const NAME = 'Donaudampfschifffahrtsgesellschaftskapitän Annegret';
  const MAIL = 'annegret.von-der-heydt-lindenmayer@kundendienst.example.com';
  const FORMS =
    '<loyalty-shared-list share="' +
    SHARE +
    '"></loyalty-shared-list><loyalty-share list="our-wedding" share-url="/share"></loyalty-share><loyalty-receipt expanded></loyalty-receipt><loyalty-dates expanded></loyalty-dates>';

  /** The boxes that are wider than their room, and the buttons whose text leaves them. Inputs scroll their text. */
  const tooWide = (host: Element): string[] =>
    [host, ...host.shadowRoot!.querySelectorAll('*')]
      .filter((one) => one.checkVisibility() && !one.matches('input, option, style, .hidden, svg *'))
      .filter((one) => {
        const { left, right, width } = one.getBoundingClientRect();
        const room = host.getBoundingClientRect();
        const leaves = width > 1 && (left < room.left - 1 || right > room.right + 1);
        return leaves || (one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1);
      })
      .map((one) => `${host.localName} ${one.getAttribute('part') ?? one.localName}`);

  /** A theme with large text. All that opens in the forms is open. */
  async function drawForms(): Promise<void> {
    const member = sampleMember();
    const [registry] = member.lists;
    registry!.name = NAME;
    member.dates = [{ id: 'date-1', name: NAME, handle: 'own', date: '1990-02-03' }];
    member.receipts = [NAME, MAIL].map((receipt_ref, id) => ({ ...member.receipts[0]!, id, receipt_ref }));
    openService(member);
    await draw(member, FORMS);
    const host = main.querySelector('loyalty-shared-list')!;
    await until(() => part(host, 'reserve-button'), 'the list');
    part(host, 'reserve-button')!.click();
    await until(() => part(host, 'form'), 'the form');
    host.shadowRoot!.querySelector('input')!.value = MAIL;
  }

  async function faultsIn(widths: readonly number[]): Promise<string[]> {
    const found: string[] = [];
    for (const width of widths) {
      await setViewport({ width, height: 900 });
      for (const host of hosts())
        found.push(...[...tooWide(host), ...cutTexts(host)].map((fault) => `${fault} (${width} px)`));
    }
    return found;
  }

  for (const language of ['en', 'de', 'ar'] as const)
    it(`has room with long names and mails in a theme with 30 px: ${language}`, async () => {
      Object.assign(globalThis, { [REPLACEMENTS]: LANGUAGES[language] });
      document.documentElement.lang = language;
      document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr';
      main.style.fontSize = '30px';
      await setViewport({ width: 360, height: 900 });
      await drawForms();
      expect(await faultsIn([360, 320]), 'with open forms').to.deep.equal([]);
      const host = main.querySelector('loyalty-shared-list')!;
      part(host, 'confirm-button')!.click();
      await until(() => part(host, 'undo-button'), 'the reservation');
      expect(await faultsIn([320, 360]), 'with a reservation').to.deep.equal([]);
      const share = main.querySelector('loyalty-share')!;
      part(share, 'stop-button')!.click();
      await until(() => part(share, 'question'), 'the question');
      expect(await faultsIn([360, 320]), 'with a question').to.deep.equal([]);
    });

  it('twin: has no room where long words do not break', async () => {
    main.style.fontSize = '30px';
    await drawForms();
    const whole = new CSSStyleSheet();
    whole.replaceSync('* { white-space: nowrap !important; overflow-wrap: normal !important }');
    for (const { shadowRoot } of hosts()) shadowRoot!.adoptedStyleSheets.push(whole);
    const found = (await faultsIn([320])).join();
    for (const { localName } of hosts()) expect(found).to.include(localName);
  });

  it('twin: is cut where names have one line', async () => {
    await STATES['with data']!();
    await setViewport({ width: 360, height: 900 });
    const oneLine = new CSSStyleSheet();
    oneLine.replaceSync('.line { display: block; white-space: nowrap; text-overflow: ellipsis }');
    for (const { shadowRoot } of hosts()) shadowRoot!.adoptedStyleSheets.push(oneLine);
    document.documentElement.style.fontSize = '200%';
    expect(hosts().flatMap(cutTexts).length).to.be.greaterThan(5);
  });
});
