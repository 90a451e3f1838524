import { expect, html } from '@open-wc/testing';
import '../../../src/index.ts';
import { setMessages } from '../../../src/index.ts';
import { sampleMember } from '../../support/component-member.ts';
import { closeService, loaded, openService, page, part, shownText } from '../../support/component-page.ts';

// Texts apply to the whole page, and this file is one page: a replacement in one test is still active in the next.
describe('texts of the elements', () => {
  afterEach(closeService);

  async function shown(messages?: unknown): Promise<string> {
    const member = sampleMember();
    openService(member);
    const provider = await page(html`<div lang="pl"><loyalty-balance></loyalty-balance></div>`, member);
    if (messages !== undefined) provider.setAttribute('messages', String(messages));
    const balance = provider.querySelector('loyalty-balance')!;
    await provider.updateComplete;
    return shownText(await loaded(balance));
  }

  it('are English until the page replaces them, and stay English for invalid messages', async () => {
    expect(await shown()).to.match(/^2\s?480 points$/);
    expect(await shown('{"points": ')).to.match(/points$/);
    expect(await shown('null')).to.match(/points$/);
  });

  it('are replaced by an attribute, with the plural forms of the language', async () => {
    const forms = { one: 'punkt', few: 'punkty', many: 'punktów', other: 'punktu' };
    expect(await shown(JSON.stringify({ points: forms }))).to.match(/^2\s?480 punktów$/);
  });

  it('are German with the example of the guide, also in the balance', async () => {
    const german = {
      points: { one: 'Punkt', other: 'Punkte' },
      '{n} points': { one: '{n} Punkt', other: '{n} Punkte' },
      'Members earn points': 'Mitglieder sammeln Punkte',
      Claim: 'Einlösen',
    };
    expect(await shown(JSON.stringify(german))).to.match(/^2\s?480 Punkte$/);
  });

  it('are checked by the compiler by their keys', () => {
    // @ts-expect-error There is no such text.
    setMessages({ 'Claim it': 'Holen' });
    // @ts-expect-error Plural forms need `other`.
    setMessages({ Claim: { one: 'Holen' } });
    setMessages({ Claim: 'Claim' });
  });

  it('are replaced by a script, with their values filled in, and stay text', async () => {
    setMessages({ 'Claim {reward}': '<b>{reward}</b> {unknown}holen', Claim: 'Holen' });
    const member = sampleMember();
    openService(member);
    const provider = await page(html`<loyalty-rewards></loyalty-rewards>`, member);
    const button = part(await loaded(provider.querySelector('loyalty-rewards')!), 'claim-button')!;
    expect(button).to.have.attribute('aria-label', '<b>Free delivery</b> holen');
    expect(shownText(button)).to.equal('Holen');
  });
});
