import { expect } from '@open-wc/testing';
import { html, type LitElement } from 'lit';
import '../../src/index.ts';
import * as endpoints from '../../src/services/contract/endpoints/index.ts';
import { accountPage } from '../support/component-account.ts';
import { json } from '../support/component-answers.ts';
import { sampleMember } from '../support/component-member.ts';
import { closeService, openService, page, shownText, until } from '../support/component-page.ts';

const TAGS = [
  ...['tier', 'status', 'rewards', 'wishlist', 'history', 'credits', 'benefits', 'achievements'],
  ...['dates', 'receipt', 'redeem', 'lists'],
].map((name) => `loyalty-${name}`);
const SENTENCE = 'This account isn’t in the programme. Contact the shop.';
const refusal = (status: number) => () => json({ message: 'No.', errors: { account: ['No.'] } }, status);

describe('an account that the programme does not take', () => {
  const { error } = console;
  let lines: string[];
  beforeEach(() => {
    lines = [];
    console.error = (...texts: unknown[]) => void lines.push(texts.join(' '));
  });
  afterEach(() => {
    console.error = error;
    closeService();
  });

  async function draw(): Promise<LitElement[]> {
    const main = document.createElement('main');
    main.innerHTML = TAGS.map((tag) => `<${tag}></${tag}>`).join('');
    await page(html`${main}`, sampleMember());
    return TAGS.map((tag) => main.querySelector<LitElement>(tag)!);
  }

  it('is told so by every element, without a sign-in link, where no session begins', async () => {
    const service = openService(sampleMember());
    service.answer(endpoints.storefrontToken, refusal(409));
    const elements = await draw();
    await until(() => elements.every((element) => element.matches(':state(signed-out)')), 'guests');
    await Promise.all(elements.map(({ updateComplete }) => updateComplete));
    expect(elements.map((element) => shownText(element))).to.deep.equal(TAGS.map(() => SENTENCE));
    expect(elements.filter((element) => element.shadowRoot!.querySelector('slot[name=signed-out]'))).to.be
      .empty;
  });

  it('is told so in an old session, with one request for each answer', async () => {
    const service = openService(sampleMember());
    const { provider, signIn, signedIn } = await accountPage();
    await signIn();
    await signedIn();
    service.answer(endpoints.searchProfile, refusal(401));
    service.answer(endpoints.profileRewards, refusal(401));
    provider.append(document.createElement('loyalty-rewards'));
    const rewards = provider.querySelector('loyalty-rewards')!;
    await until(() => shownText(rewards) === SENTENCE, 'the sentence');
    expect(service.seen(endpoints.profileRewards)).to.have.length(1);
  });

  it('is told so by the sign-in form', async () => {
    const service = openService(sampleMember());
    service.answer(endpoints.storefrontToken, refusal(409));
    await page(html`<loyalty-account></loyalty-account>`, sampleMember());
    const form = document.querySelector('loyalty-account')!;
    await until(() => shownText(form).includes(SENTENCE), 'the sentence');
    expect(form.shadowRoot!.querySelector('form')).to.exist;
    await until(() => lines.length, 'the line for the page');
    expect(lines.join()).to.include('The programme does not take this customer (status 409): No.');
  });

  it('reads the sentence of a guest where a session has ended', async () => {
    const service = openService(sampleMember());
    const { provider, signIn, signedIn } = await accountPage();
    await signIn();
    await signedIn();
    service.answer(endpoints.profileRewards, () => json({ message: 'Please sign in.' }, 401));
    provider.append(document.createElement('loyalty-rewards'));
    const rewards = provider.querySelector('loyalty-rewards')!;
    await until(() => rewards.matches(':state(signed-out)'), 'a guest');
    await rewards.updateComplete;
    expect(shownText(rewards)).to.equal('Sign in to see your rewards.');
  });
});
