import { expect } from '@open-wc/testing';
import { html, type LitElement, type TemplateResult } from 'lit';
import '../../src/index.ts';
import { creditWire, item, sampleMember, type Member } from '../support/component-member.ts';
import { resize } from '../support/component-media.ts';
import { loaded, openService, page, until } from '../support/component-page.ts';

/** Each element whose button shows what does not fit, with room for less than it has. */
const ELEMENTS: readonly TemplateResult[] = [
  html`<loyalty-rewards layout="cards" style="--loyalty-rewards-card-rows: 1"></loyalty-rewards>`,
  html`<loyalty-redeem style="--loyalty-redeem-rows: 1"></loyalty-redeem>`,
  html`<loyalty-earn
    style="--loyalty-earn-rows: 1"
    programme='{"earn":{"EUR":1},"ways":[{"name":"Review","points":5}]}'
  ></loyalty-earn>`,
  html`<loyalty-credits></loyalty-credits>`,
  html`<loyalty-wishlist></loyalty-wishlist>`,
  html`<loyalty-wishlist layout="list"></loyalty-wishlist>`,
  html`<loyalty-lists registries style="--loyalty-lists-rows: 1"></loyalty-lists>`,
  html`<loyalty-registry list="our-wedding" style="--loyalty-registry-rows: 1"></loyalty-registry>`,
  html`<loyalty-shared-list
    share="registry-share-0123456789abcdefg"
    style="--loyalty-shared-list-rows: 1"
  ></loyalty-shared-list>`,
  html`<loyalty-history></loyalty-history>`,
];

function member(): Member {
  const one = sampleMember();
  one.credits = [1, 2, 3].map((id) => creditWire(id, 'Gift card', {}));
  one.items = Array.from({ length: 12 }, (_, index) => item(index + 1, 'A chair'));
  return one;
}

/** The distance of the button from the lowest text, picture, control or frame above it, and from the end of its list, in pixels. */
function distancesAbove(button: Element): { content: number; list: number } {
  const { top } = button.getBoundingClientRect();
  const root = button.getRootNode() as ShadowRoot;
  const range = document.createRange();
  const bottoms = [...root.querySelectorAll('*')]
    .filter(
      (element) => element.checkVisibility() && !element.closest('.hidden') && !button.contains(element),
    )
    .flatMap((element) => [
      ...(element.matches('img, svg, button, input, .card, .picture')
        ? [element.getBoundingClientRect()]
        : []),
      ...[...element.childNodes]
        .filter((node) => node instanceof Text && node.data.trim())
        .map((node) => (range.selectNodeContents(node), range.getBoundingClientRect())),
    ])
    .map(({ bottom }) => bottom)
    .filter((bottom) => bottom <= top);
  const list = Math.max(
    ...[...root.querySelectorAll('.cell, .row, .item, .way, ul')].map(
      (row) => row.getBoundingClientRect().bottom,
    ),
  );
  return { content: Math.round(top - Math.max(...bottoms)), list: Math.round(top - list) };
}

describe('the button that shows all', () => {
  for (const width of [360, 1280])
    for (const markup of ELEMENTS) {
      const name = markup.strings.join('').split(/[ >]/)[0]!.slice(1);
      it(`of ${name} ${markup.strings[0]!.includes('layout') ? markup.strings[0]!.match(/layout="(\w+)"/)![1] : ''} stands 16 px below the content and at most 24 px below the list, at ${width} px`, async () => {
        await resize({ width });
        const one = member();
        openService(one);
        const provider = await page(markup, one);
        const element = provider.querySelector<LitElement>(name)!;
        await loaded(element);
        let button: Element | null | undefined;
        await until(() => (button = element.shadowRoot!.querySelector('[part~=more-button]')), 'the button');
        const { content, list } = distancesAbove(button!);
        expect(content, 'below the content').to.be.at.least(16);
        expect(list, 'below the list').to.be.at.most(24);
      });
    }
});
