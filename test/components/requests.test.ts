import { expect, html } from '@open-wc/testing';
import '../../src/index.ts';
import type { LoyaltyProvider } from '../../src/index.ts';
import {
  listItems,
  profileBalances,
  searchProfile,
  storefrontToken,
} from '../../src/services/contract/endpoints/index.ts';
import { offline, refuse } from '../support/component-answers.ts';
import { sampleMember, type Member } from '../support/component-member.ts';
import { closeService, loaded, openService, page, shownText, until } from '../support/component-page.ts';
import type { ComponentService } from '../support/component-service.ts';

const twentyBalances = html`${Array.from({ length: 20 }, () => html`<loyalty-balance></loyalty-balance>`)}`;

describe('requests of a page', () => {
  let member: Member;
  let service: ComponentService;

  beforeEach(() => {
    member = sampleMember();
    service = openService(member);
  });
  afterEach(closeService);

  const balances = (provider: LoyaltyProvider) => [...provider.querySelectorAll('loyalty-balance')];
  async function shown(provider: LoyaltyProvider): Promise<string[]> {
    return (await Promise.all(balances(provider).map(loaded))).map(shownText);
  }
  const without = (field: 'profileId') => ({ ...member, [field]: '' }) as unknown as Member;

  it('are one for the token and one for the points with any number of balances', async () => {
    expect(await shown(await page(twentyBalances, member))).to.deep.equal(Array(20).fill('2,480 points'));
    expect(service.requests).to.deep.equal([
      'POST /api/shop/api/v1/auth/token',
      'GET /api/v3/profiles/profile-1001/balances',
    ]);
  });

  it('are one more for the profile without profile-id', async () => {
    expect(await shown(await page(twentyBalances, without('profileId')))).to.have.length(20);
    expect(service.requests).to.deep.equal([
      'POST /api/shop/api/v1/auth/token',
      'GET /api/v3/identities/search-profile/1001',
      'GET /api/v3/profiles/profile-1001/balances',
    ]);
  });

  it('contain no token or profile on the next page of the tab', async () => {
    const first = await page(twentyBalances, without('profileId'));
    await shown(first);
    first.remove();
    await shown(await page(twentyBalances, without('profileId')));
    expect(service.seen(storefrontToken).length).to.equal(1);
    expect(service.seen(searchProfile).length).to.equal(1);
    expect(service.seen(profileBalances).length).to.equal(2);
  });

  it('are one for the list with any number of wishlist buttons', async () => {
    const hearts = Array.from(
      { length: 40 },
      (_, index) =>
        html`<loyalty-wishlist-button product-id=${`product-${index}`}></loyalty-wishlist-button>`,
    );
    const provider = await page(html`${hearts}<loyalty-wishlist></loyalty-wishlist>`, member);
    await loaded(provider.querySelector('loyalty-wishlist')!);
    expect(service.seen(listItems).length).to.equal(1);
    expect(service.requests.length).to.equal(2);
  });

  it('fetch one new token for all elements when the old one is refused', async () => {
    const provider = await page(twentyBalances, member);
    await shown(provider);
    service.revokeTokens();
    member.points = { available: 7 };
    await provider.refresh();
    await Promise.all(balances(provider).map(({ updateComplete }) => updateComplete));
    expect(balances(provider).map(shownText)).to.deep.equal(Array(20).fill('7 points'));
    expect(service.seen(storefrontToken).length).to.equal(2);
    expect(service.seen(profileBalances).length).to.equal(3);
  });

  it('stop in the error state after one attempt with a wrong signature', async () => {
    const provider = await page(twentyBalances, {
      ...member,
      signature: 'f'.repeat(64),
    } as unknown as Member);
    expect(await shown(provider)).to.deep.equal(Array(20).fill('Points aren’t available right now'));
    expect(service.requests).to.deep.equal(['POST /api/shop/api/v1/auth/token']);
  });

  it('stop after a second 401 when every token is refused', async () => {
    service.answer(profileBalances, () => refuse(401, 'Unauthenticated.'));
    expect(await shown(await page(twentyBalances, member))).to.deep.equal(
      Array(20).fill('Members earn points'),
    );
    expect(service.seen(storefrontToken).length).to.equal(2);
    expect(service.seen(profileBalances).length).to.equal(2);
  });

  it('are retried after a short loss of the connection', async () => {
    service.answerOnce(profileBalances, offline);
    expect(await shown(await page(twentyBalances, member))).to.include('2,480 points');
    expect(service.seen(profileBalances).length).to.equal(2);
  });

  it('carry the token in a header, never in an address, and ask for JSON', async () => {
    await shown(await page(twentyBalances, member));
    const [asked] = service.seen(profileBalances);
    expect(asked!.headers.get('Authorization')).to.match(/^Bearer token-1001-/);
    expect(asked!.headers.get('Accept')).to.equal('application/json');
    expect(asked!.url.search).to.equal('');
    expect(service.seen(storefrontToken)[0]!.body).to.deep.equal({ id: '1001', signature: member.signature });
  });

  it('are not sent for a guest', async () => {
    const provider = await page(html`${twentyBalances}<loyalty-rewards></loyalty-rewards>`);
    expect(await shown(provider)).to.deep.equal(Array(20).fill('Members earn points'));
    expect(service.requests).to.deep.equal([]);
  });

  it('use a token that is set as a property', async () => {
    const first = await page(twentyBalances, member);
    await shown(first);
    const token = service.seen(profileBalances)[0]!.headers.get('Authorization')!.replace('Bearer ', '');
    first.remove();
    sessionStorage.clear();
    const provider = await page(twentyBalances);
    Object.assign(provider, { token, profileId: member.profileId });
    await until(() => shownText(balances(provider)[0]!) === '2,480 points', 'the points');
    expect(service.seen(storefrontToken).length).to.equal(1);
    expect(JSON.stringify({ ...sessionStorage })).to.equal('{}');
    expect(provider.outerHTML).not.to.include(token);
  });

  it('are logged with the attribute logging, without token, signature or id', async () => {
    const { info } = console;
    const lines: string[] = [];
    console.info = (...texts: unknown[]) => void lines.push(texts.join(' '));
    const provider = await page(html``, member);
    provider.logging = true;
    provider.append(document.createElement('loyalty-balance'));
    await loaded(balances(provider)[0]!);
    console.info = info;
    expect(lines.join('\n')).to.match(/GET \/api\/v3\/profiles\/[^ ]+\/balances 200 \d+ ms/);
    expect(lines.join('\n')).not.to.match(/token-1001|aaaa|Bearer/);
  });
});
