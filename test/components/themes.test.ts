import { expect, html } from '@open-wc/testing';
import type { TemplateResult } from 'lit';
import '../../src/index.ts';
import { addListItem } from '../../src/services/contract/endpoints/index.ts';
import { openAccount } from '../support/component-account.ts';
import { refuse } from '../support/component-answers.ts';
import { contrastOf, lowContrast } from '../support/contrast.ts';
import { sampleMember } from '../support/component-member.ts';
import { closeService, loaded, openService, page, part, until } from '../support/component-page.ts';
import { STATES } from '../support/component-states.ts';
import { htmlOf, SHOWN_ELEMENTS } from '../support/every-element.ts';
import { unsafeHTML } from 'lit/directives/unsafe-html.js';
import { listLoaded, openWishlistButton, press } from '../support/component-wishlist-button.ts';
import { THEMES } from '../support/themes.ts';

const everything = html`
  <loyalty-balance></loyalty-balance>
  <loyalty-balance variant="card"></loyalty-balance>
  <loyalty-tier></loyalty-tier>
  <loyalty-wishlist move-to-cart></loyalty-wishlist>
  <loyalty-wishlist layout="list" move-to-cart></loyalty-wishlist>
  <loyalty-wishlist-button product-id="product-3"></loyalty-wishlist-button>
`;

const EVERY = html`${unsafeHTML(htmlOf(SHOWN_ELEMENTS))}`;

/** A text colour and a background of a page on which that text has enough contrast. */
const COLOURS: readonly (readonly [color: string, background: string])[] = [
  ['#000', '#fff'],
  ['rgba(18, 18, 18, 0.75)', '#fff'],
  ['#333', '#fff'],
  ['#333', '#f4efe6'],
  ['#555', '#fff'],
  ['#6b6b6b', '#fff'],
  ['#fff', '#111'],
  ['rgba(255, 255, 255, 0.8)', '#111'],
];
/** The same on a background of a strong colour, which the green of earned points is not made for. */
const STRONG: typeof COLOURS = [
  ['#fff', '#1f5c4d'],
  ['#fff', '#c8102e'],
  ['#fff', '#008060'],
  ['#fff', '#5b21b6'],
];

describe('elements in a theme', () => {
  const style = document.createElement('style');
  /** The style sheet of a theme, with rules of the test after it. */
  const dress = (css: string): void => {
    style.textContent = css;
    document.head.append(style);
  };
  afterEach(() => {
    style.remove();
    closeService();
  });

  const coloured = (contents: TemplateResult) => (pair: (typeof COLOURS)[number]) => {
    const [color, background] = pair;
    return [
      `${color} on ${background}`,
      `body { color: ${color}; background: ${background}; }`,
      contents,
    ] as const;
  };
  const themes: readonly (readonly [string, string, TemplateResult])[] = [
    ...Object.entries(THEMES).map(([name, css]) => [`the ${name} theme`, css, EVERY] as const),
    ...COLOURS.map(coloured(EVERY)),
    ...STRONG.map(coloured(everything)),
  ];

  for (const [name, css, contents] of themes) {
    describe(`with ${name}`, () => {
      beforeEach(() => dress(css));

      for (const state of ['data', 'empty', 'error', 'signed-out'] as const) {
        it(`has texts with enough contrast, state ${state}`, async () => {
          const provider = await STATES[state](contents);
          expect([...provider.querySelectorAll('*')].flatMap(lowContrast)).to.deep.equal([]);
        });
      }

      it('has a form, error messages and a submit button with enough contrast', async () => {
        const { element, signIn } = await openAccount();
        await signIn('', '');
        expect(lowContrast(element)).to.deep.equal([]);
      });

      it('has hearts that are visible on their background', async () => {
        const provider = await STATES.data(everything);
        const hearts = ['loyalty-wishlist', 'loyalty-wishlist-button'].map((tag) =>
          part(provider.querySelector(tag)!, 'heart-button')!,
        );
        for (const heart of hearts) {
          const { color, backgroundColor } = getComputedStyle(heart);
          expect(contrastOf(color, backgroundColor)).to.be.above(3);
        }
      });
    });
  }

  // Spread over all hues, saturations and lightnesses, the same ones in each run.
  const ACCENTS = Array.from({ length: 40 }, (_, at) => {
    const [hue, saturation, lightness] = [(at * 137.5) % 360, 40 + ((at * 17) % 60), 10 + ((at * 29) % 80)];
    return `hsl(${hue} ${saturation}% ${lightness}%)`;
  });

  for (const [name, color, background] of [
    ['light', '#1c1b1a', '#ffffff'],
    ['dark', '#eceae6', '#141312'],
  ] as const)
    it(`has texts with enough contrast with 40 accents on a ${name} page`, async () => {
      dress(`body { color: ${color}; background: ${background}; }`);
      const provider = await STATES.data(EVERY);
      const found = ACCENTS.flatMap((accent) => {
        document.body.style.setProperty('--loyalty-color-accent', accent);
        return [...provider.querySelectorAll('*')].flatMap(lowContrast).map((text) => `${accent}: ${text}`);
      });
      document.body.style.removeProperty('--loyalty-color-accent');
      expect(found).to.deep.equal([]);
    });

  it('has earned points and urgent days with enough contrast on pages of 40 strong colours', async () => {
    dress('');
    const provider = await STATES.data(
      html`<loyalty-history></loyalty-history><loyalty-credits></loyalty-credits>`,
    );
    const marked = [...provider.querySelectorAll('*')].flatMap((host) => [
      ...host.shadowRoot!.querySelectorAll('.earned, [part~=soon]'),
    ]);
    expect(marked.length).to.be.above(1);
    for (const background of ACCENTS) {
      const color = contrastOf('#fff', background) > contrastOf('#000', background) ? '#fff' : '#000';
      style.textContent = `body { color: ${color}; background: ${background}; }`;
      for (const one of marked)
        expect(contrastOf(getComputedStyle(one).color, background), background).to.be.at.least(4.5);
    }
  });

  it('twin: finds the contrast of quiet text that is derived from the translucent colour', async () => {
    dress(THEMES.light);
    const old = 'color-mix(in oklab, currentColor 76%, transparent)';
    document.body.style.setProperty('--loyalty-color-quiet', old);
    const provider = await STATES.data(everything);
    const found = [...provider.querySelectorAll('*')].flatMap(lowContrast);
    document.body.style.removeProperty('--loyalty-color-quiet');
    expect(found.join()).to.include('points');
  });

  it('has opaque buttons, bars and hearts where the text is translucent', async () => {
    dress(THEMES.light);
    const opaque = contrastOf('rgb(18, 18, 18)', '#fff');
    const { element } = await openAccount();
    const { backgroundColor } = getComputedStyle(part(element, 'submit-button')!);
    expect(contrastOf(backgroundColor, '#fff')).to.be.closeTo(opaque, 0.1);
    const provider = await STATES.data(everything);
    const styleOf = (tag: string, name: string) =>
      getComputedStyle(part(provider.querySelector(tag)!, name)!);
    expect(contrastOf(styleOf('loyalty-tier', 'progress-bar').fill, '#fff')).to.be.closeTo(opaque, 0.1);
    const heart = styleOf('loyalty-wishlist-button', 'heart-button').color;
    expect(contrastOf(heart, '#fff')).to.be.closeTo(opaque, 0.1);
  });

  describe('that changes the background of a filled button', () => {
    const background = (button: Element, layer: '::before' | '::after'): string =>
      getComputedStyle(button, layer).backgroundColor;

    for (const [name, css] of Object.entries(THEMES)) {
      it(`keeps a readable word without a background, in the ${name} theme`, async () => {
        dress(`${css} loyalty-account::part(button) { background: none; }`);
        const { element } = await openAccount();
        const button = part(element, 'submit-button')!;
        const word = getComputedStyle(button.querySelector('span')!).color;
        expect(getComputedStyle(button).backgroundColor).to.equal('rgba(0, 0, 0, 0)');
        expect(contrastOf(word, background(button, '::before'))).to.be.above(4.5);
      });
    }

    it('shows a background of the theme', async () => {
      dress('loyalty-account::part(button) { background: rgb(10, 20, 130); }');
      const { element } = await openAccount();
      expect(background(part(element, 'submit-button')!, '::after')).to.equal('rgb(10, 20, 130)');
    });

    it('takes the colours of the button, the bar and the hearts from custom properties', async () => {
      dress(`body {
        --loyalty-button-color: rgb(1, 2, 3);
        --loyalty-button-text-color: rgb(4, 5, 6);
        --loyalty-tier-bar-color: rgb(7, 8, 9);
        --loyalty-tier-bar-radius: 3px;
        --loyalty-tier-badge-radius: 2px;
        --loyalty-wishlist-button-color: rgb(10, 11, 12);
      }`);
      const { element } = await openAccount();
      const submit = part(element, 'submit-button')!;
      expect(getComputedStyle(submit).backgroundColor).to.equal('rgb(1, 2, 3)');
      expect(getComputedStyle(submit.querySelector('span')!).color).to.equal('rgb(4, 5, 6)');
      const provider = await STATES.data(everything);
      const styleOf = (tag: string, name: string) =>
        getComputedStyle(part(provider.querySelector(tag)!, name)!);
      expect(styleOf('loyalty-tier', 'progress-bar').fill).to.equal('rgb(7, 8, 9)');
      expect(styleOf('loyalty-tier', 'progress').borderRadius).to.equal('3px');
      expect(styleOf('loyalty-tier', 'badge').borderRadius).to.equal('2px');
      for (const tag of ['loyalty-wishlist', 'loyalty-wishlist-button'])
        expect(styleOf(tag, 'heart-button').color).to.equal('rgb(10, 11, 12)');
    });
  });

  describe('with a link that covers the product card', () => {
    const card = (button: TemplateResult) =>
      html`<div class="card">
        ${button}
        <h3><a href="#product">Linen throw</a></h3>
      </div>`;
    const heart = html`<loyalty-wishlist-button product-id="product-9"></loyalty-wishlist-button>`;
    const elementAt = (host: Element): Element | null => {
      const { left, top, width, height } = host.getBoundingClientRect();
      return document.elementFromPoint(left + width / 2, top + height / 2);
    };

    for (const [name, css] of Object.entries(THEMES)) {
      it(`has a heart that can be clicked, in the ${name} theme`, async () => {
        dress(css);
        const element = await openWishlistButton(openMember(), card(heart));
        expect(elementAt(element)).to.equal(element);
      });
    }

    it('twin: cannot be clicked below the link', async () => {
      dress(`${THEMES.light} loyalty-wishlist-button { --loyalty-wishlist-button-layer: 0; }`);
      const element = await openWishlistButton(openMember(), card(heart));
      expect(elementAt(element)).not.to.equal(element);
    });

    it('shows the reason of a failure above the hearts below', async () => {
      dress(THEMES.light);
      const member = openMember();
      const element = await openWishlistButton(member, html`${card(heart)}${card(heart)}`);
      service.answer(addListItem, () => refuse(422, 'No such product.'));
      await listLoaded(element);
      await press(element);
      await until(() => part(element, 'problem'), 'the reason');
      expect(Number(getComputedStyle(element).zIndex)).to.be.above(2);
    });
  });

  let service: ReturnType<typeof openService>;
  function openMember() {
    const member = sampleMember();
    service = openService(member);
    return member;
  }

  it('has the same height in both themes when loading and with data', async () => {
    for (const css of Object.values(THEMES)) {
      dress(css);
      const heights: number[][] = [];
      for (const state of ['loading', 'data'] as const) {
        const provider = await STATES[state](everything);
        heights.push([...provider.querySelectorAll<HTMLElement>('*')].map((host) => host.offsetHeight));
      }
      expect(heights[1]).to.deep.equal(heights[0]);
    }
  });

  it('fills an SVG of the theme while the product is saved', async () => {
    dress(THEMES.light);
    const member = openMember();
    const icon = html`<svg viewBox="0 0 24 24"><path d="M6 3h12v18l-6-5-6 5z" /></svg>`;
    const provider = await page(
      html`<loyalty-wishlist-button product-id="product-3">${icon}</loyalty-wishlist-button
        ><loyalty-wishlist-button product-id="product-9">${icon}</loyalty-wishlist-button>`,
      member,
    );
    const [saved, other] = [...provider.querySelectorAll('loyalty-wishlist-button')];
    await loaded(saved!);
    await until(() => saved!.saved, 'the list');
    await saved!.updateComplete;
    const fill = (element: Element) => getComputedStyle(element.querySelector('svg')!).fillOpacity;
    await until(() => fill(saved!) === '1', 'the filled icon');
    expect(fill(other!)).to.equal('0');
    expect(saved!.matches(':state(saved)')).to.equal(true);
    expect(other!.matches(':state(saved)')).to.equal(false);
  });
});
