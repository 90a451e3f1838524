import { aTimeout, expect, html } from '@open-wc/testing';
import '../../src/index.ts';
import type { LoyaltyProvider } from '../../src/index.ts';
import {
  addListItem,
  claimReward,
  removeListItem,
  storefrontToken,
} from '../../src/services/endpoints/index.ts';
import { definition, gold, item, Member, silver } from '../support/component-member.ts';
import {
  button,
  closeService,
  everythingIn,
  heard,
  loaded,
  openService,
  page,
  part,
  parts,
  signIn,
  until,
} from '../support/component-page.ts';
import type { ComponentService } from '../support/component-service.ts';
import { READS } from '../support/component-states.ts';

const TAGS = ['loyalty-balance', 'loyalty-tier', 'loyalty-rewards', 'loyalty-wishlist'] as const;

const everything = html`
  <loyalty-balance></loyalty-balance>
  <loyalty-balance variant="card"></loyalty-balance>
  <loyalty-tier></loyalty-tier>
  <loyalty-rewards use-button></loyalty-rewards>
  <loyalty-wishlist move-to-cart></loyalty-wishlist>
  <loyalty-wishlist-button product-id="product-1" product-name="Mug"></loyalty-wishlist-button>
`;

/** A customer whose every text and number can be told from the other's. */
function marked(id: string, mark: string, points: number): Member {
  const member = new Member(id, mark === 'ADA' ? 'a'.repeat(64) : 'b'.repeat(64));
  member.points = {
    available: points,
    pending: points + 1,
    earned: points + 2,
    expiring: { value: points + 3, expires_at: '2031-01-01T00:00:00Z' },
  };
  member.tier = {
    points: points + 4,
    definition: { ...silver, name: `${mark} Silver` },
    next: { ...gold, name: `${mark} Gold`, points_required: points + 100 },
  };
  member.definitions = [definition(1, `${mark} offer`, 10), definition(2, `${mark} dear offer`, 1_000_000)];
  member.rewards = [
    {
      id: 7,
      profile_id: member.profileId,
      reward_definition_id: 9,
      definition: definition(9, `${mark} owned`, 5),
    },
  ];
  member.items = [item(1, `${mark} item`), item(2, `${mark} other item`)];
  return member;
}

/** Anything by which Ada could be known on Ben's page. */
const OF_ADA = /ADA|71[.,]?\d{3}/;

describe('after a change of customers', () => {
  let service: ComponentService;
  let ada: Member;
  let ben: Member;
  let provider: LoyaltyProvider;

  beforeEach(() => {
    ada = marked('1001', 'ADA', 71_000);
    ben = marked('1002', 'BEN', 32_000);
    service = openService(ada, ben);
  });
  afterEach(closeService);

  const element = (tag: (typeof TAGS)[number]) => provider.querySelector(tag)!;
  const allLoaded = () => Promise.all(TAGS.map((tag) => loaded(element(tag))));

  async function openAsAda(): Promise<void> {
    provider = await page(everything, ada);
    await allLoaded();
    expect(everythingIn(provider)).to.match(OF_ADA).and.not.to.include('BEN');
  }

  /** What was Ada's is gone at once, and does not come back with Ben's. */
  async function expectOnlyBen(): Promise<void> {
    expect(shadows()).not.to.match(OF_ADA);
    await allLoaded();
    await aTimeout(30); // late answers had their time
    expect(shadows()).not.to.match(OF_ADA);
    expect(shadows()).to.include('BEN offer').and.to.include('BEN item').and.to.include('BEN Silver');
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.to.include('1001');
  }

  const shadows = () => [...provider.children].map((child) => everythingIn(child)).join('\n');

  async function switchToBen(): Promise<void> {
    await signIn(provider, ben);
    await Promise.all(TAGS.map((tag) => element(tag).updateComplete));
  }

  it('nothing of the last one is left on the page, in memory of the tab or spoken', async () => {
    await openAsAda();
    await switchToBen();
    await expectOnlyBen();
  });

  it('late answers for the last one are dropped, and their requests aborted', async () => {
    const releases = READS.map((read) => service.hold(read));
    provider = await page(everything, ada);
    await until(() => READS.every((read) => service.seen(read).length), 'requests on their way');
    const late = READS.flatMap((read) => service.seen(read));
    await switchToBen();
    expect(late.map(({ signal }) => signal?.aborted)).to.deep.equal(late.map(() => true));
    for (const release of releases) release();
    await expectOnlyBen();
  });

  it('a token that arrives late for the last one is not kept', async () => {
    const release = service.hold(storefrontToken);
    provider = await page(everything, ada);
    await until(() => service.seen(storefrontToken).length, 'the token request');
    await switchToBen();
    release();
    await expectOnlyBen();
  });

  it('a question that was open for the last one is closed', async () => {
    await openAsAda();
    const rewards = element('loyalty-rewards');
    button(rewards, 'Claim ADA offer')!.click();
    await until(() => part(rewards, 'confirm-button'), 'the question');
    await switchToBen();
    await expectOnlyBen();
    expect(parts(rewards, 'confirm-button').length).to.equal(0);
    expect(service.seen(claimReward)).to.have.length(0);
  });

  it('a claim under way for the last one says nothing to the next', async () => {
    await openAsAda();
    const rewards = element('loyalty-rewards');
    const claims = heard('loyalty-reward-claimed');
    const errors = heard('loyalty-error');
    const release = service.hold(claimReward);
    button(rewards, 'Claim ADA offer')!.click();
    await until(() => part(rewards, 'confirm-button'), 'the question');
    part(rewards, 'confirm-button')!.click();
    await until(() => service.seen(claimReward).length, 'the claim');
    await switchToBen();
    release();
    await expectOnlyBen();
    expect(parts(rewards, 'confirm-button').length).to.equal(0);
    expect([...claims, ...errors]).to.have.length(0);
  });

  it('what was announced to the last one is not left for a screen reader', async () => {
    await openAsAda();
    const rewards = element('loyalty-rewards');
    button(rewards, 'Claim ADA offer')!.click();
    await until(() => part(rewards, 'confirm-button'), 'the question');
    part(rewards, 'confirm-button')!.click();
    await until(() => everythingIn(rewards).includes('You have ADA offer.'), 'the announcement');
    button(element('loyalty-wishlist'), 'Remove ADA item from your wishlist')!.click();
    await until(
      () => everythingIn(element('loyalty-wishlist')).includes('ADA item removed'),
      'the announcement',
    );
    await switchToBen();
    await expectOnlyBen();
  });

  it('a problem of the last one is not shown to the next, and buttons work', async () => {
    await openAsAda();
    const wishlist = element('loyalty-wishlist');
    service.answer(removeListItem, () => new Response(null, { status: 500 }));
    button(wishlist, 'Remove ADA item from your wishlist')!.click();
    await until(() => part(wishlist, 'problem'), 'the problem');
    await switchToBen();
    await expectOnlyBen();
    expect(parts(wishlist, 'problem').length).to.equal(0);
  });

  it('a removal under way for the last one does not hold up the next', async () => {
    await openAsAda();
    const wishlist = element('loyalty-wishlist');
    const errors = heard('loyalty-error');
    const release = service.hold(removeListItem);
    button(wishlist, 'Remove ADA item from your wishlist')!.click();
    await until(() => service.seen(removeListItem).length, 'the removal');
    await switchToBen();
    release();
    await expectOnlyBen();
    expect(parts(wishlist, 'problem').length).to.equal(0);
    expect(errors).to.have.length(0);
    button(wishlist, 'Remove BEN item from your wishlist')!.click();
    await until(() => !everythingIn(wishlist).includes('Remove BEN item'), 'the removal for the next');
  });

  it("a heart shows the next one's list at once, not what the last one asked for", async () => {
    ada.items = [];
    ben.items = [item(2, 'BEN item')];
    provider = await page(everything, ada);
    await allLoaded();
    const heart = provider.querySelector('loyalty-wishlist-button')!;
    const errors = heard('loyalty-error');
    const release = service.hold(addListItem);
    part(heart, 'button')!.click();
    await until(() => service.seen(addListItem).length, 'the request');
    expect(part(heart, 'button')).to.have.attribute('aria-pressed', 'true');
    await switchToBen();
    await heart.updateComplete;
    expect(part(heart, 'button')).to.have.attribute('aria-pressed', 'false');
    release();
    await allLoaded();
    expect(part(heart, 'button')).to.have.attribute('aria-pressed', 'false');
    expect(errors).to.have.length(0);
  });

  it('to a guest, everything is signed out and the tab remembers nobody', async () => {
    await openAsAda();
    await signIn(provider, undefined);
    await until(
      () => TAGS.every((tag) => everythingIn(element(tag)).includes('name=signed-out')),
      'signed out',
    );
    expect(shadows()).not.to.match(OF_ADA);
    await until(() => !localStorage.length && !sessionStorage.length, 'empty storage');
  });

  it('fast and often, the last one wins', async () => {
    await openAsAda();
    for (let round = 0; round < 20; round++) {
      void signIn(provider, round % 2 ? ada : ben);
      await aTimeout(round % 5); // interleaves with answers on their way
    }
    await switchToBen();
    await expectOnlyBen();
  });
});
