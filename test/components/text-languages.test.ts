import { expect } from '@open-wc/testing';
import { html, type LitElement, type TemplateResult } from 'lit';
import '../../src/index.ts';
import { sampleMember, type Member } from '../support/component-member.ts';
import { closeService, loaded, openService, page } from '../support/component-page.ts';

/** Elements, with texts of the service that they show. */
const ELEMENTS: readonly [markup: TemplateResult, texts: readonly string[]][] = [
  [html`<loyalty-tier></loyalty-tier>`, ['Silver']],
  [html`<loyalty-status></loyalty-status>`, ['Silver', 'Gold']],
  [html`<loyalty-rewards></loyalty-rewards>`, ['Free delivery', 'Gift wrapping']],
  [html`<loyalty-rewards layout="cards"></loyalty-rewards>`, ['Free delivery', 'Gift wrapping']],
  [html`<loyalty-redeem></loyalty-redeem>`, ['Free delivery', 'Gift wrapping']],
  [html`<loyalty-benefits></loyalty-benefits>`, ['Delivery pass', 'Quiet hour', 'One piece a year.']],
  [html`<loyalty-achievements></loyalty-achievements>`, ['Ten orders', 'Order ten times.', 'First order']],
];

/** Says the language of the texts of every definition. */
function mark(value: unknown, language: unknown): void {
  if (typeof value !== 'object' || !value) return;
  Object.values(value).forEach((inner) => mark(inner, language));
  if ('name' in value)
    Object.assign(value, {
      text_languages: { name: language, short_description: language, description: language },
    });
}

async function show(markup: TemplateResult, member: Member): Promise<LitElement> {
  openService(member);
  const provider = await page(markup, member);
  const element = provider.querySelector<LitElement>(markup.strings[0]!.split(/[< >]/)[1]!)!;
  await loaded(element);
  return element;
}

const marked = (element: LitElement): string[] =>
  [...element.shadowRoot!.querySelectorAll('[lang=fr]')].map((one) => one.textContent!.trim());

describe('a text of the service in another language than the page', () => {
  afterEach(closeService);

  for (const [markup, texts] of ELEMENTS) {
    const name = markup.strings[0]!;
    it(`has its language in ${name}`, async () => {
      const member = sampleMember();
      mark(member, 'fr');
      expect(marked(await show(markup, member))).to.include.members(texts);
    });

    it(`has none where the service says none, or no language tag, in ${name}`, async () => {
      const member = sampleMember();
      mark(member, 'in French');
      const element = await show(markup, member);
      expect([...element.shadowRoot!.querySelectorAll('[lang]')]).to.have.length(0);
    });
  }

  const atRisk = { is_at_risk: true, points_to_keep: 250, ends_at: new Date(Date.now() + 20 * 86_400_000) };
  for (const [markup, part, sentence, name] of [
    [html`<loyalty-tier></loyalty-tier>`, 'missing-label', /^points to Gold$/, 'Gold'],
    [html`<loyalty-status></loyalty-status>`, 'since', /^250 points by .* to keep Silver$/, 'Silver'],
    [
      html`<loyalty-redeem applied-code="WRAP-1"></loyalty-redeem>`,
      'title',
      /^Applied: Gift wrapping$/,
      'Gift wrapping',
    ],
  ] as const)
    it(`has its language inside a sentence, in part ${part} of ${markup.strings[0]!}`, async () => {
      for (const language of ['fr', 'in French']) {
        const member = sampleMember();
        if (part === 'since') Object.assign(member.tier, JSON.parse(JSON.stringify(atRisk)));
        mark(member, language);
        const element = await show(markup, member);
        const said = element.shadowRoot!.querySelector(`[part~='${part}']`)!;
        expect(said.textContent!.trim()).to.match(sentence);
        const inside = [...said.querySelectorAll<HTMLElement>('[lang]')].map((one) => [
          one.textContent,
          one.lang,
        ]);
        expect(inside).to.deep.equal(language === 'fr' ? [[name, 'fr']] : []);
      }
    });
});
