import { expect, fixture, fixtureCleanup, html } from '@open-wc/testing';
import { setViewport } from '@web/test-runner-commands';
import type { LitElement, TemplateResult } from 'lit';
import '../../../src/index.ts';
import type { LoyaltyProvider } from '../../../src/index.ts';
import { sampleMember } from '../../support/component-member.ts';
import {
  closeService,
  openService,
  part,
  parts,
  signIn,
  shownText,
  until,
} from '../../support/component-page.ts';
import { BASE_URL } from '../../support/component-service.ts';

const ASKING = html`
  <loyalty-tier invites></loyalty-tier>
  <loyalty-rewards></loyalty-rewards>
  <loyalty-history></loyalty-history>
`;

async function guestPage(
  content: TemplateResult,
  { signInUrl, joinUrl }: { readonly signInUrl?: string; readonly joinUrl?: string } = {},
): Promise<LoyaltyProvider> {
  const provider = await fixture<LoyaltyProvider>(html`
    <loyalty-provider base-url=${BASE_URL} customer-id="" .signInUrl=${signInUrl} .joinUrl=${joinUrl}>
      ${content}
    </loyalty-provider>
  `);
  await until(
    () =>
      [...provider.querySelectorAll<LitElement>('*')].every(
        (element) => !element.shadowRoot || element.shadowRoot.querySelector('slot[name=signed-out], form'),
      ),
    'guests',
  );
  return provider;
}
const find = (page: Element, tag: string) => page.querySelector<LitElement>(tag)!;
const links = (element: Element): (string | null)[] =>
  [...element.shadowRoot!.querySelectorAll('a')].map(
    (link) => `${link.textContent.trim()} ${link.getAttribute('href')}`,
  );
const absolute = (path: string) => new URL(path, document.baseURI).href;
const URLS = { signInUrl: '/login', joinUrl: 'https://shop.example/join' };

describe('invitations of guests', () => {
  before(() => setViewport({ width: 1280, height: 900 }));
  beforeEach(() => void openService());
  afterEach(closeService);

  it('are accessible', async () => {
    const page = await guestPage(html`<loyalty-balance></loyalty-balance>${ASKING}`, URLS);
    await until(() => parts(find(page, 'loyalty-tier'), 'button').length, 'links');
    await expect(page).to.be.accessible();
  });

  it('are the buttons of the element that the page names, and a link in each other notice', async () => {
    const page = await guestPage(html`<loyalty-balance></loyalty-balance>${ASKING}`, URLS);
    await until(() => links(find(page, 'loyalty-history')).length, 'links');
    expect(links(find(page, 'loyalty-tier'))).to.deep.equal([
      'Join now https://shop.example/join',
      `Sign in ${absolute('/login')}`,
    ]);
    expect(links(find(page, 'loyalty-rewards'))).to.deep.equal([
      `Sign in to see your rewards. ${absolute('/login')}`,
    ]);
    expect(links(find(page, 'loyalty-history'))).to.deep.equal([
      `Sign in to see your history. ${absolute('/login')}`,
    ]);
    expect(links(find(page, 'loyalty-balance'))).to.deep.equal([`Members earn points ${absolute('/login')}`]);
    const inState = (state: string) =>
      [...page.querySelectorAll(`:state(${state})`)].map((one) => one.localName);
    expect(inState('quiet')).to.deep.equal(['loyalty-balance', 'loyalty-rewards', 'loyalty-history']);
    expect(inState('inviting')).to.deep.equal(['loyalty-tier']);
  });

  it('are links in all notices where the page names no element, or says invites="false"', async () => {
    const page = await guestPage(
      html`<loyalty-tier></loyalty-tier><loyalty-rewards invites="false"></loyalty-rewards>`,
      URLS,
    );
    await until(() => links(find(page, 'loyalty-rewards')).length, 'links');
    expect([...page.querySelectorAll<LitElement>('*')].map((one) => links(one).length)).to.deep.equal([1, 1]);
  });

  it('follow the property, which the attribute follows', async () => {
    const page = await guestPage(html`<loyalty-rewards></loyalty-rewards>`, URLS);
    const rewards = find(page, 'loyalty-rewards') as LitElement & { invites: boolean };
    await until(() => links(rewards).length === 1, 'the link');
    rewards.invites = true;
    await rewards.updateComplete;
    expect(links(rewards).length).to.equal(2);
    expect(rewards.hasAttribute('invites')).to.equal(true);
    rewards.invites = false;
    await rewards.updateComplete;
    expect(links(rewards).length).to.equal(1);
    expect(rewards.hasAttribute('invites')).to.equal(false);
  });

  it('are the buttons of a status card with a programme without being named', async () => {
    const page = await guestPage(
      html`<loyalty-status
        .programme=${{ tiers: [{ name: 'Silver', points_required: 0 }] }}
      ></loyalty-status>`,
      URLS,
    );
    await until(() => links(find(page, 'loyalty-status')).length === 2, 'buttons');
  });

  it('lead to the page to join where there is no other', async () => {
    const page = await guestPage(ASKING, { joinUrl: '/join' });
    await until(() => links(find(page, 'loyalty-history')).length, 'links');
    expect(links(find(page, 'loyalty-tier'))).to.deep.equal([`Join now ${absolute('/join')}`]);
    expect(links(find(page, 'loyalty-rewards'))).to.deep.equal([
      `Sign in to see your rewards. ${absolute('/join')}`,
    ]);
  });

  it('have no link without an address', async () => {
    const page = await guestPage(ASKING);
    await until(() => page.querySelectorAll(':state(quiet)').length === 2, 'lines');
    expect([...page.querySelectorAll<LitElement>('*')].flatMap(links)).to.deep.equal([]);
  });

  it('leave content of the page in the slot as it is', async () => {
    const page = await guestPage(
      html`<loyalty-tier invites></loyalty-tier
        ><loyalty-rewards><a slot="signed-out" href="#mine">Mine</a></loyalty-rewards>`,
      URLS,
    );
    await until(() => links(find(page, 'loyalty-tier')).length, 'links');
    const rewards = find(page, 'loyalty-rewards');
    expect(rewards.matches(':state(quiet)')).to.equal(false);
    expect(shownText(rewards)).to.equal('Mine');
  });

  it('are as high as other buttons in a notice', async () => {
    const page = await guestPage(html`<loyalty-rewards invites></loyalty-rewards>`, URLS);
    const rewards = find(page, 'loyalty-rewards');
    await until(() => links(rewards).length === 2, 'buttons');
    const [join] = rewards.shadowRoot!.querySelectorAll<HTMLElement>('a.button');
    expect(join!.offsetHeight).to.be.at.least(35);
  });

  it('are quiet beside a form to sign in', async () => {
    openService();
    const page = await fixture(html`
      <div>
        <loyalty-provider
          proxy-url="https://shop.example/loyalty"
          sign-in-url="/login"
          customer-id=""
        ></loyalty-provider>
        <loyalty-tier></loyalty-tier>
        <loyalty-account></loyalty-account>
      </div>
    `);
    const tier = find(page, 'loyalty-tier');
    await until(() => links(tier).length, 'link');
    expect(links(tier)).to.deep.equal([`Sign in to see your tier. ${absolute('/login')}`]);
  });

  it('are a link of the sentence about products on this device', async () => {
    const page = await guestPage(html`<loyalty-wishlist></loyalty-wishlist>`, URLS);
    const wishlist = find(page, 'loyalty-wishlist');
    await until(() => links(wishlist).length, 'the link');
    expect(part(wishlist, 'message')!.querySelector('a')).to.exist;
  });

  it('have no buttons in a wishlist on a page where another element invites', async () => {
    const page = await guestPage(
      html`<loyalty-tier invites></loyalty-tier><loyalty-history></loyalty-history
        ><loyalty-wishlist></loyalty-wishlist>`,
      URLS,
    );
    await until(() => links(find(page, 'loyalty-tier')).length === 2, 'buttons');
    const wishlist = find(page, 'loyalty-wishlist');
    await until(() => links(wishlist).length, 'link');
    expect(parts(wishlist, 'button')).to.deep.equal([]);
  });

  it('follow the language of the page and new addresses', async () => {
    const page = await guestPage(ASKING, URLS);
    await until(() => links(find(page, 'loyalty-history')).length, 'links');
    page.signInUrl = '/other';
    await until(() => links(find(page, 'loyalty-history'))[0]?.endsWith('/other'), 'the new address');
    page.signInUrl = undefined;
    page.joinUrl = '';
    await until(() => ![...page.querySelectorAll<LitElement>('*')].flatMap(links).length, 'no link');
    expect(shownText(find(page, 'loyalty-rewards'))).to.equal('Sign in to see your rewards.');
  });

  it('disappear for a member', async () => {
    const member = sampleMember();
    openService(member);
    const page = await guestPage(ASKING, URLS);
    await until(() => links(find(page, 'loyalty-history')).length, 'links');
    page.platform = 'shop';
    await signIn(page, member);
    await until(() => part(find(page, 'loyalty-tier'), 'badge'), 'the tier');
    await until(() => !page.querySelector(':state(signed-out)'), 'a member');
    expect(links(find(page, 'loyalty-tier'))).to.deep.equal([]);
  });

  it('use no address of a script, and say it once in the console', async () => {
    const lines: string[] = [];
    const { error } = console;
    console.error = (...texts: unknown[]) => lines.push(texts.join(' '));
    try {
      for (const signInUrl of [
        'javascript:alert(1)',
        ' JAVASCRIPT:alert(1)',
        'data:text/html,x',
        '{{ url }}',
        'http://[',
      ]) {
        const page = await guestPage(ASKING, { signInUrl, joinUrl: '/join' });
        await until(() => links(find(page, 'loyalty-history')).length, 'links');
        expect(links(find(page, 'loyalty-tier')), signInUrl).to.deep.equal([`Join now ${absolute('/join')}`]);
        expect(links(find(page, 'loyalty-rewards'))).to.deep.equal([
          `Sign in to see your rewards. ${absolute('/join')}`,
        ]);
        fixtureCleanup();
      }
      await until(() => lines.length, 'the line');
    } finally {
      console.error = error;
    }
    expect(lines).to.deep.equal([
      'loyalty-elements: sign-in-url must be the address of a page of your shop: https, http or relative, without template code. It is not used.',
    ]);
  });
});
