import { aTimeout, expect, fixtureSync, html } from '@open-wc/testing';
import '../../../src/index.ts';
import type { LoyaltyBalance, LoyaltyProvider } from '../../../src/index.ts';
import { profileBalances, storefrontToken } from '../../../src/services/contract/endpoints/index.ts';
import type { Member } from '../../support/component-member.ts';
import { sampleMember } from '../../support/component-member.ts';
import {
  closeService,
  loaded,
  openService,
  page,
  signIn,
  shownText,
  until,
} from '../../support/component-page.ts';
import { BASE_URL } from '../../support/component-service.ts';

const balance = html`<loyalty-balance></loyalty-balance>`;

function memberWith(id: string, points: number): Member {
  const member = sampleMember(id);
  member.points = { available: points };
  return member;
}

const settings = (member: Member): string =>
  `base-url="${BASE_URL}" platform="shop" customer-id="${member.id}" signature="${member.signature}"`;

/** Creates elements from markup, one after another, as the parser of a page does. */
async function parsed(...markup: string[]): Promise<HTMLElement> {
  const place = fixtureSync<HTMLElement>(html`<div lang="en-US"></div>`);
  for (const piece of markup) {
    place.insertAdjacentHTML('beforeend', piece);
    await aTimeout(0);
  }
  return place;
}

const only = (place: ParentNode): LoyaltyBalance => place.querySelector('loyalty-balance')!;

describe('element and provider', () => {
  const ada = memberWith('1001', 111);
  const ben = memberWith('1002', 222);
  afterEach(closeService);

  it('connect when the element is inside the provider', async () => {
    openService(ada);
    const provider = await page(balance, ada);
    expect(shownText(await loaded(only(provider)))).to.equal('111 points');
  });

  it('connect when the provider is before or after the element', async () => {
    openService(ada);
    const after = await parsed(
      `<loyalty-provider ${settings(ada)}></loyalty-provider>`,
      '<loyalty-balance></loyalty-balance>',
    );
    expect(shownText(await loaded(only(after)))).to.equal('111 points');
    after.remove();
    const before = await parsed(
      '<loyalty-balance></loyalty-balance>',
      `<loyalty-provider ${settings(ada)}></loyalty-provider>`,
    );
    expect(shownText(await loaded(only(before)))).to.equal('111 points');
  });

  it('connect when element and provider are added together', async () => {
    openService(ada);
    const place = await parsed(
      `<p><loyalty-balance></loyalty-balance></p><loyalty-provider ${settings(ada)}></loyalty-provider>`,
    );
    expect(shownText(await loaded(only(place)))).to.equal('111 points');
  });

  it('stay connected when another provider is added', async () => {
    openService(ada, ben);
    const place = await parsed(
      `<loyalty-provider ${settings(ada)}></loyalty-provider><loyalty-balance></loyalty-balance>`,
      `<loyalty-provider ${settings(ben)}></loyalty-provider>`,
    );
    await loaded(only(place));
    expect(shownText(only(place))).to.equal('111 points');
    await signIn(place.querySelector('loyalty-provider')!, ben);
    await until(() => shownText(only(place)) === '222 points', 'the element follows its provider');
  });

  it('stay connected when the provider changes twice', async () => {
    openService(ada, ben);
    const provider = await page(balance, ada);
    await loaded(only(provider));
    await signIn(provider, ben);
    await until(() => shownText(only(provider)) === '222 points', 'the second customer');
    await signIn(provider, ada);
    await until(() => shownText(only(provider)) === '111 points', 'the first customer again');
  });

  it('connect to the nearest provider, also when it is added later', async () => {
    openService(ada, ben);
    const place = await parsed(
      `<loyalty-provider ${settings(ada)}><section><loyalty-balance></loyalty-balance></section></loyalty-provider>`,
    );
    await loaded(only(place));
    expect(shownText(only(place))).to.equal('111 points');
    const nearest = document.createElement('loyalty-provider');
    Object.assign(nearest, {
      baseUrl: BASE_URL,
      platform: 'shop',
      customerId: ben.id,
      signature: ben.signature,
    });
    const section = place.querySelector('section')!;
    nearest.append(only(place));
    section.append(nearest);
    await until(() => shownText(only(place)) === '222 points', 'the nearer provider');
  });

  it('show two customers with two providers', async () => {
    openService(ada, ben);
    const place = await parsed(
      `<loyalty-provider ${settings(ada)}><loyalty-balance></loyalty-balance></loyalty-provider>
       <loyalty-provider ${settings(ben)}><loyalty-balance></loyalty-balance></loyalty-provider>`,
    );
    const [first, second] = place.querySelectorAll('loyalty-balance');
    await Promise.all([loaded(first!), loaded(second!)]);
    expect([shownText(first!), shownText(second!)]).to.deep.equal(['111 points', '222 points']);
    second!.previousElementSibling?.remove();
    place.querySelector('loyalty-provider')!.append(second!);
    await until(() => shownText(second!) === '111 points', 'the moved element');
  });

  it('disconnect when the element moves out of every provider, and leave nothing of the customer', async () => {
    openService(ada);
    const provider = await page(balance, ada);
    const element = await loaded(only(provider));
    const place = provider.parentElement!;
    provider.remove();
    place.append(element);
    await element.updateComplete;
    expect(shownText(element)).not.to.include('111');
    place.append(provider);
    await until(() => shownText(element) === '111 points', 'the provider is back');
  });

  it('use the next provider as page default when the first one is removed', async () => {
    openService(ada, ben);
    const place = await parsed(
      `<loyalty-balance></loyalty-balance>`,
      `<loyalty-provider ${settings(ada)}></loyalty-provider>`,
      `<loyalty-provider ${settings(ben)}></loyalty-provider>`,
    );
    await loaded(only(place));
    expect(shownText(only(place))).to.equal('111 points');
    place.querySelector('loyalty-provider')!.remove();
    await until(() => shownText(only(place)) === '222 points', 'the next provider');
  });

  it('send no request again when the element is removed and added again', async () => {
    const service = openService(ada);
    const provider = await page(balance, ada);
    const element = await loaded(only(provider));
    for (let round = 0; round < 5; round++) {
      element.remove();
      provider.append(element);
      await element.updateComplete;
    }
    expect(shownText(element)).to.equal('111 points');
    expect([service.seen(storefrontToken).length, service.seen(profileBalances).length]).to.deep.equal([
      1, 1,
    ]);
  });

  it('leave no listener: a removed element is not rendered again', async () => {
    openService(ada, ben);
    const provider = await page(balance, ada);
    const element = await loaded(only(provider));
    element.remove();
    let renders = 0;
    element.requestUpdate = () => void renders++;
    await signIn(provider, ben);
    document.dispatchEvent(new Event('context-provider'));
    await aTimeout(20); // wait for a render that must not happen
    expect(renders).to.equal(0);
  });

  it('load everything again after refresh()', async () => {
    const service = openService(memberWith('1001', 1));
    const member = [...service.members.values()][0]!;
    const provider = await page(balance, member);
    await loaded(only(provider));
    member.points = { available: 2 };
    await provider.refresh();
    await only(provider).updateComplete;
    expect(shownText(only(provider))).to.equal('2 points');
  });

  it('keep the layout: a provider has no box of its own', async () => {
    const provider = fixtureSync<LoyaltyProvider>(html`<loyalty-provider></loyalty-provider>`);
    expect(getComputedStyle(provider).display).to.equal('contents');
  });
});
