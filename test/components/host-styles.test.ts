import { expect, html } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import type { TemplateResult } from 'lit';
import '../../src/index.ts';
import { sampleMember } from '../support/component-member.ts';
import { closeService, loaded, openService, page, part } from '../support/component-page.ts';

describe('what a page styles first', () => {
  const style = document.createElement('style');
  afterEach(async () => {
    style.remove();
    closeService();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== copies);
    await setViewport({ width: 800, height: 600 });
  });

  let copies: CSSStyleSheet | undefined;
  async function show(css: string, content: TemplateResult) {
    await setViewport({ width: 390, height: 800 });
    style.textContent = `body { margin: 0; } ${css}`;
    document.head.append(style);
    const member = sampleMember();
    openService(member);
    const provider = await page(content, member);
    for (const element of provider.querySelectorAll<HTMLElement>(
      'loyalty-balance, loyalty-rewards, loyalty-tier',
    ))
      await loaded(element as Parameters<typeof loaded>[0]);
    return provider;
  }
  const boxOf = (element: Element) => element.getBoundingClientRect();
  const holds = (outer: Element, inner: Element, name: string): void => {
    const [box, content] = [boxOf(outer), boxOf(inner)];
    expect(content.top, `${name}: top`).to.be.at.least(box.top - 1);
    expect(content.bottom, `${name}: bottom`).to.be.at.most(box.bottom + 1);
    expect(content.right, `${name}: right`).to.be.at.most(box.right + 1);
  };

  for (const lineHeight of ['normal', '1.5', '24px'])
    for (const [name, css] of [
      ['loyalty-balance { font-size: 3em }', 'loyalty-balance { font-size: 3em }'],
      ['::part(value)', 'loyalty-balance::part(value) { font-size: 3em }'],
    ] as const)
      it(`${name} makes the number larger without overlapping, with a line height of ${lineHeight}`, async () => {
        const provider = await show(
          `${css} loyalty-provider { line-height: ${lineHeight} }`,
          html`<p>Before</p>
            <loyalty-balance></loyalty-balance>
            <p>After</p>`,
        );
        const balance = provider.querySelector('loyalty-balance')!;
        const [before, after] = provider.querySelectorAll('p');
        const value = part(balance, 'value')!;
        expect(parseFloat(getComputedStyle(value).fontSize)).to.equal(48);
        expect(boxOf(balance).right, 'it fits the page').to.be.at.most(390);
        expect(boxOf(before!).bottom).to.be.at.most(boxOf(value).top + 1);
        // A line height in pixels is that of the theme for text of this size, too.
        if (lineHeight !== '24px') expect(boxOf(after!).top).to.be.at.least(boxOf(value).bottom - 1);
      });

  for (const lineHeight of ['1.2', '1.5', '24px'])
    it(`a balance in the middle of a sentence leaves the line as high as it is, with a line height of ${lineHeight}`, async () => {
      const provider = await show(
        `loyalty-provider { line-height: ${lineHeight} } p loyalty-balance { --loyalty-balance-inline-size: 0 }`,
        html`<p>You have <loyalty-balance></loyalty-balance> to spend</p>
          <p>You have 0 to spend</p>`,
      );
      const [sentence, plain] = provider.querySelectorAll('p');
      const balance = provider.querySelector('loyalty-balance')!;
      expect(boxOf(sentence!).height).to.be.closeTo(boxOf(plain!).height, 0.5);
      expect(boxOf(balance).width, 'no hole').to.be.closeTo(boxOf(part(balance, 'base')!).width, 1);
    });

  it('a balance at the end of a header stands at its edge', async () => {
    const provider = await show(
      'header { display: flex; justify-content: space-between } header loyalty-balance { text-align: end }',
      html`<header><b>Shop</b><loyalty-balance></loyalty-balance></header>`,
    );
    const balance = provider.querySelector('loyalty-balance')!;
    expect(boxOf(part(balance, 'base')!).right).to.be.closeTo(390, 1);
  });

  it('a balance in a row of 390 px is inside the row, beside the others', async () => {
    const provider = await show(
      'header { display: flex; gap: 8px } header > * { flex: none }',
      html`<header>
        <b>Harbour and Pine</b><loyalty-balance></loyalty-balance><a href="#cart">Cart</a>
      </header>`,
    );
    const [name, balance, link] = provider.querySelector('header')!.children;
    expect(boxOf(name!).right).to.be.at.most(boxOf(balance!).left);
    expect(boxOf(balance!).right).to.be.at.most(boxOf(link!).left);
    holds(balance!, part(balance!, 'base')!, 'balance');
    expect(boxOf(link!).right).to.be.at.most(390);
  });

  it('elements in a row of 390 px share its width', async () => {
    const provider = await show(
      '.row { display: flex; gap: 8px }',
      html`<div class="row"><loyalty-rewards></loyalty-rewards><loyalty-credits></loyalty-credits></div>
        <div class="row"><loyalty-tier></loyalty-tier><loyalty-lists></loyalty-lists></div>
        <div class="row">
          <loyalty-history></loyalty-history>
          <p>Beside</p>
        </div>`,
    );
    for (const element of provider.querySelectorAll('.row > :not(p)'))
      expect(boxOf(element).width, element.localName).to.be.at.least(160);
    expect(document.documentElement.scrollWidth).to.equal(390);
  });

  it('--loyalty-balance-block-size reserves the height of a larger number', async () => {
    const provider = await show(
      'loyalty-balance { --loyalty-balance-block-size: 80px }',
      html`<loyalty-balance></loyalty-balance>`,
    );
    expect(boxOf(provider.querySelector('loyalty-balance')!).height).to.equal(80);
  });

  it('elements below each other have --loyalty-space between them, and a margin of the page wins', async () => {
    const two = html`<loyalty-tier></loyalty-tier><loyalty-tier></loyalty-tier>`;
    const gapOf = (provider: Element) => {
      const [first, second] = provider.querySelectorAll('loyalty-tier');
      return boxOf(second!).top - boxOf(first!).bottom;
    };
    expect(gapOf(await show('', two))).to.be.closeTo(16, 0.5);
    expect(gapOf(await show('loyalty-provider { --loyalty-space: 40px }', two))).to.be.closeTo(40, 0.5);
    expect(gapOf(await show('loyalty-tier { margin: 0 }', two))).to.be.closeTo(0, 0.5);
  });

  for (const [theme, css, [button, input, box]] of [
    [
      'Dawn',
      ':root { --buttons-radius: 3px; --inputs-radius: 5px; --product-card-corner-radius: 7px }',
      [3, 5, 7],
    ],
    ['Bootstrap', ':root { --bs-border-radius: 6px }', [6, 6, 6]],
    [
      'Dawn, where the page sets its own',
      ':root { --loyalty-button-radius: 1px; --buttons-radius: 3px; --product-card-corner-radius: 0px }',
      [1, 8, 0],
    ],
    ['a theme without variables', '', [1386, 8, 10]],
  ] as const)
    it(`corners are those of ${theme}`, async () => {
      const provider = await show(
        css,
        html`<loyalty-rewards></loyalty-rewards><loyalty-receipt></loyalty-receipt>
          <loyalty-tier></loyalty-tier>`,
      );
      const receipt = await loaded(provider.querySelector('loyalty-receipt')!);
      const corner = (element: Element) => parseFloat(getComputedStyle(element).borderTopLeftRadius);
      expect(corner(part(provider.querySelector('loyalty-rewards')!, 'claim-button')!)).to.equal(button);
      expect(corner(part(receipt, 'input')!)).to.equal(input);
      expect(corner(part(provider.querySelector('loyalty-tier')!, 'base')!)).to.equal(box);
    });

  it("the theme's own button is used as the browser shows it", async () => {
    const provider = await show(
      `button { letter-spacing: 2px } @media (min-width: 1px) { .shop .button:not([disabled]) { border-radius: 3px } }
       .button, .link { background: rgb(10, 20, 30); color: rgb(250, 240, 230); text-transform: uppercase }`,
      html`<loyalty-rewards></loyalty-rewards>`,
    );
    document.body.className = 'shop';
    // The script of docs/guides/styling.md.
    const button = document.createElement('button');
    button.className = 'button';
    document.body.append(button);
    const look = getComputedStyle(button);
    copies = new CSSStyleSheet();
    copies.replaceSync(`
      :root {
        --loyalty-button-radius: ${look.borderTopLeftRadius};
        --loyalty-button-color: ${look.backgroundColor};
        --loyalty-button-text-color: ${look.color};
      }
      :is(loyalty-rewards, loyalty-benefits, loyalty-redeem)::part(button) {
        text-transform: ${look.textTransform};
        letter-spacing: ${look.letterSpacing};
      }`);
    button.remove();
    document.adoptedStyleSheets.push(copies);
    document.body.className = '';
    const claim = part(provider.querySelector('loyalty-rewards')!, 'claim-button')!;
    const shown = getComputedStyle(claim);
    expect(shown.borderTopLeftRadius).to.equal('3px');
    expect(shown.textTransform).to.equal('uppercase');
    expect(shown.letterSpacing).to.equal('2px');
    expect(shown.backgroundColor).to.equal('rgb(10, 20, 30)');
    expect(getComputedStyle(claim.querySelector('span')!).color).to.equal('rgb(250, 240, 230)');
  });
});
