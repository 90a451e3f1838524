import { aTimeout, expect, fixtureSync, html } from '@open-wc/testing';
import '../../src/index.ts';
import type { LoyaltyBalance, LoyaltyProvider } from '../../src/index.ts';
import { profileBalances, storefrontToken } from '../../src/services/contract/endpoints/index.ts';
import type { Member } from '../support/component-member.ts';
import { sampleMember } from '../support/component-member.ts';
import { closeService, loaded, openService, page, signIn, textOf, until } from '../support/component-page.ts';
import { BASE_URL } from '../support/component-service.ts';

const balance = html`<loyalty-balance></loyalty-balance>`;

function memberWith(id: string, points: number): Member {
  const member = sampleMember(id);
  member.points = { available: points };
  return member;
}

const settings = (member: Member): string =>
  `base-url="${BASE_URL}" platform="shop" customer-id="${member.id}" signature="${member.signature}"`;

/** Elements made from text, one after another, as a page's parser makes them. */
async function parsed(...markup: string[]): Promise<HTMLElement> {
  const place = fixtureSync<HTMLElement>(html`<div lang="en-US"></div>`);
  for (const piece of markup) {
    place.insertAdjacentHTML('beforeend', piece);
    await aTimeout(0);
  }
  return place;
}

const only = (place: ParentNode): LoyaltyBalance => place.querySelector('loyalty-balance')!;

describe('an element and its provider', () => {
  const ada = memberWith('1001', 111);
  const ben = memberWith('1002', 222);
  afterEach(closeService);

  it('find each other inside one another', async () => {
    openService(ada);
    const provider = await page(balance, ada);
    expect(textOf(await loaded(only(provider)))).to.equal('111 points');
  });

  it('find each other when the provider stands alone, before or after the element', async () => {
    openService(ada);
    const after = await parsed(
      `<loyalty-provider ${settings(ada)}></loyalty-provider>`,
      '<loyalty-balance></loyalty-balance>',
    );
    expect(textOf(await loaded(only(after)))).to.equal('111 points');
    after.remove();
    const before = await parsed(
      '<loyalty-balance></loyalty-balance>',
      `<loyalty-provider ${settings(ada)}></loyalty-provider>`,
    );
    expect(textOf(await loaded(only(before)))).to.equal('111 points');
  });

  it('find each other when the element came with the provider in one piece', async () => {
    openService(ada);
    const place = await parsed(
      `<p><loyalty-balance></loyalty-balance></p><loyalty-provider ${settings(ada)}></loyalty-provider>`,
    );
    expect(textOf(await loaded(only(place)))).to.equal('111 points');
  });

  it('stay together when another provider comes to the page', async () => {
    openService(ada, ben);
    const place = await parsed(
      `<loyalty-provider ${settings(ada)}></loyalty-provider><loyalty-balance></loyalty-balance>`,
      `<loyalty-provider ${settings(ben)}></loyalty-provider>`,
    );
    await loaded(only(place));
    expect(textOf(only(place))).to.equal('111 points');
    await signIn(place.querySelector('loyalty-provider')!, ben);
    await until(() => textOf(only(place)) === '222 points', 'the element follows its provider');
  });

  it('stay together when the element asks for nothing but its provider changes twice', async () => {
    openService(ada, ben);
    const provider = await page(balance, ada);
    await loaded(only(provider));
    await signIn(provider, ben);
    await until(() => textOf(only(provider)) === '222 points', 'the second customer');
    await signIn(provider, ada);
    await until(() => textOf(only(provider)) === '111 points', 'the first customer again');
  });

  it('prefer the nearest provider, also when it comes later', async () => {
    openService(ada, ben);
    const place = await parsed(
      `<loyalty-provider ${settings(ada)}><section><loyalty-balance></loyalty-balance></section></loyalty-provider>`,
    );
    await loaded(only(place));
    expect(textOf(only(place))).to.equal('111 points');
    const near = document.createElement('loyalty-provider');
    Object.assign(near, {
      baseUrl: BASE_URL,
      platform: 'shop',
      customerId: ben.id,
      signature: ben.signature,
    });
    const section = place.querySelector('section')!;
    near.append(only(place));
    section.append(near);
    await until(() => textOf(only(place)) === '222 points', 'the nearer provider');
  });

  it('serve two customers side by side when there are two providers', async () => {
    openService(ada, ben);
    const place = await parsed(
      `<loyalty-provider ${settings(ada)}><loyalty-balance></loyalty-balance></loyalty-provider>
       <loyalty-provider ${settings(ben)}><loyalty-balance></loyalty-balance></loyalty-provider>`,
    );
    const [first, second] = place.querySelectorAll('loyalty-balance');
    await Promise.all([loaded(first!), loaded(second!)]);
    expect([textOf(first!), textOf(second!)]).to.deep.equal(['111 points', '222 points']);
    second!.previousElementSibling?.remove();
    place.querySelector('loyalty-provider')!.append(second!);
    await until(() => textOf(second!) === '111 points', 'the moved element');
  });

  it('part when the element moves to where nobody serves it: nothing of the customer stays', async () => {
    openService(ada);
    const provider = await page(balance, ada);
    const element = await loaded(only(provider));
    const place = provider.parentElement!;
    provider.remove();
    place.append(element);
    await element.updateComplete;
    expect(textOf(element)).not.to.include('111');
    place.append(provider);
    await until(() => textOf(element) === '111 points', 'the provider is back');
  });

  it('hand the page to the next provider when the first one leaves', async () => {
    openService(ada, ben);
    const place = await parsed(
      `<loyalty-balance></loyalty-balance>`,
      `<loyalty-provider ${settings(ada)}></loyalty-provider>`,
      `<loyalty-provider ${settings(ben)}></loyalty-provider>`,
    );
    await loaded(only(place));
    expect(textOf(only(place))).to.equal('111 points');
    place.querySelector('loyalty-provider')!.remove();
    await until(() => textOf(only(place)) === '222 points', 'the next provider');
  });

  it('ask nothing again when the element is taken out and put back', async () => {
    const service = openService(ada);
    const provider = await page(balance, ada);
    const element = await loaded(only(provider));
    for (let round = 0; round < 5; round++) {
      element.remove();
      provider.append(element);
      await element.updateComplete;
    }
    expect(textOf(element)).to.equal('111 points');
    expect([service.seen(storefrontToken).length, service.seen(profileBalances).length]).to.deep.equal([
      1, 1,
    ]);
  });

  it('leave no listener behind: an element that is gone is not drawn again', async () => {
    openService(ada, ben);
    const provider = await page(balance, ada);
    const element = await loaded(only(provider));
    element.remove();
    let draws = 0;
    element.requestUpdate = () => void draws++;
    await signIn(provider, ben);
    document.dispatchEvent(new Event('context-provider'));
    await aTimeout(20); // time for what must not happen
    expect(draws).to.equal(0);
  });

  it('load all again when the page asks for it', async () => {
    const service = openService(memberWith('1001', 1));
    const member = [...service.members.values()][0]!;
    const provider = await page(balance, member);
    await loaded(only(provider));
    member.points = { available: 2 };
    await provider.refresh();
    await only(provider).updateComplete;
    expect(textOf(only(provider))).to.equal('2 points');
  });

  it('are a provider without a box: what it wraps stands where it stood', async () => {
    const provider = fixtureSync<LoyaltyProvider>(html`<loyalty-provider></loyalty-provider>`);
    expect(getComputedStyle(provider).display).to.equal('contents');
  });
});
