import { aTimeout, expect, html } from '@open-wc/testing';
import type { LoyaltyProvider } from '../../src/index.ts';
import {
  creditWire,
  definition,
  gold,
  item,
  list,
  Member,
  pointEntries,
  sampleRegistry,
  SHARE,
  silver,
} from './component-member.ts';
import { everythingIn, loaded, openService, page, signIn, until } from './component-page.ts';

/** Elements in the loading state. */
export const TAGS = [
  'loyalty-balance',
  'loyalty-tier',
  'loyalty-status',
  'loyalty-card',
  'loyalty-rewards',
  'loyalty-wishlist',
  'loyalty-benefits',
  'loyalty-achievements',
  'loyalty-dates',
  'loyalty-receipt',
  'loyalty-earn',
  'loyalty-redeem',
  'loyalty-panel',
  'loyalty-history',
  'loyalty-credits',
  'loyalty-lists',
  'loyalty-registry',
  'loyalty-share',
  'loyalty-shared-list',
] as const;

export const everything = html`
  <loyalty-balance></loyalty-balance>
  <loyalty-balance variant="card"></loyalty-balance>
  <loyalty-tier></loyalty-tier>
  <loyalty-status></loyalty-status>
  <loyalty-card></loyalty-card>
  <loyalty-rewards use-button></loyalty-rewards>
  <loyalty-wishlist move-to-cart></loyalty-wishlist>
  <loyalty-benefits></loyalty-benefits>
  <loyalty-achievements></loyalty-achievements>
  <loyalty-dates></loyalty-dates>
  <loyalty-receipt></loyalty-receipt>
  <loyalty-wishlist-button product-id="product-1" product-name="Mug"></loyalty-wishlist-button>
  <loyalty-wishlist-count></loyalty-wishlist-count>
  <loyalty-earn></loyalty-earn>
  <loyalty-earn product-id="product-1" price="89"></loyalty-earn>
  <loyalty-redeem></loyalty-redeem>
  <loyalty-panel></loyalty-panel>
  <loyalty-history></loyalty-history>
  <loyalty-credits></loyalty-credits>
  <loyalty-lists registries></loyalty-lists>
  <loyalty-registry list="our-wedding"></loyalty-registry>
  <loyalty-share list="our-wedding"></loyalty-share>
  <loyalty-shared-list share=${SHARE}></loyalty-shared-list>
`;

/** A customer whose texts and numbers all differ from those of the other. */
function memberNamed(id: string, name: string, points: number): Member {
  const member = new Member(id, name === 'ADA' ? 'a'.repeat(64) : 'b'.repeat(64));
  member.profile = { id: member.profileId, full_name: `${name} member`, external_id: `${name} ${points}` };
  member.points = {
    available: points,
    pending: points + 1,
    earned: points + 2,
    expiring: { value: points + 3, expires_at: '2031-01-01T00:00:00Z' },
  };
  member.tier = {
    points: points + 4,
    definition: { ...silver, name: `${name} Silver` },
    next: { ...gold, name: `${name} Gold`, points_required: points + 100 },
  };
  member.tiers = [{ ...silver, name: `${name} Silver`, description: `${name} brings` }];
  member.definitions = [definition(1, `${name} offer`, 10), definition(2, `${name} dear offer`, 1_000_000)];
  member.rewards = [
    {
      id: 7,
      profile_id: member.profileId,
      reward_definition_id: 9,
      definition: definition(9, `${name} owned`, 5),
      code: `${name}-CODE`,
    },
  ];
  member.achievements = [
    { id: 1, points: 1, definition: { name: `${name} achievement`, points_required: 3 } },
  ];
  member.pointEntries = pointEntries(3, `${name} entry`);
  member.credits = [creditWire(1, `${name} card`)];
  member.items = [item(1, `${name} item`), item(2, `${name} other item`)];
  const benefit = { id: 3, name: `${name} benefit`, short_description: `${name} brings`, uses: 3 };
  member.benefits = [{ id: 5, benefit_definition_id: 3, definition: benefit, uses_left: 2 }];
  member.claimable = [{ ...benefit, id: 4, name: `${name} claimable`, points_cost: 5 }];
  member.achievements = [
    {
      id: 6,
      achievement_definition_id: 6,
      definition: { name: `${name} achievement`, points_required: 5 },
      points: 3,
    },
  ];
  member.dates = [{ id: 'd', name: `${name} day`, date: '1990-02-03' }];
  member.receipts = [{ id: 8, receipt_ref: `${name}-1`, status: 'pending' }];
  const registry = list(Number(id), 'registry', 'our-wedding', `${name} wedding`);
  registry.items = [item(10 * registry.id, `${name} gift`, { note: `${name} note` })];
  registry.shares = [{ id: registry.id, handle: `${name}-share`, role: 'viewer' }];
  member.lists = [registry];
  return member;
}

/** Everything that would identify Ada on Ben's page. */
export const ADA_DATA = /ADA|71[.,]?\d{3}/;

/** A service with Ada, the first customer of the page, and Ben, the next one. */
export function openForAdaAndBen() {
  const ada = memberNamed('1001', 'ADA', 71_000);
  const ben = memberNamed('1002', 'BEN', 32_000);
  // Its link shows the same list to both, and to each what they reserved.
  const owner = new Member('1003', 'c'.repeat(64));
  const registry = sampleRegistry();
  const [reservation] = registry.reservations;
  registry.reservations = [{ ...reservation!, profile_id: ada.profileId, name: 'ADA' }];
  owner.lists = [registry];
  return { ada, ben, service: openService(ada, ben, owner) };
}

export const elementIn = <Tag extends (typeof TAGS)[number]>(provider: LoyaltyProvider, tag: Tag) =>
  provider.querySelector(tag)!;

export const allLoaded = (provider: LoyaltyProvider) =>
  Promise.all(TAGS.map((tag) => loaded(elementIn(provider, tag))));

export const shadows = (provider: LoyaltyProvider) =>
  [...provider.children].map((child) => everythingIn(child)).join('\n');

export async function openAs(ada: Member): Promise<LoyaltyProvider> {
  const provider = await page(everything, ada);
  await allLoaded(provider);
  await until(() => shadows(provider).includes('You reserved'), "Ada's reservation");
  expect(everythingIn(provider)).to.match(ADA_DATA).and.not.to.include('BEN');
  return provider;
}

export async function switchTo(provider: LoyaltyProvider, ben: Member): Promise<void> {
  await signIn(provider, ben);
  await Promise.all(TAGS.map((tag) => elementIn(provider, tag).updateComplete));
}

/** Checks that Ada's data is removed at once and does not appear again with Ben's. */
export async function expectOnlyBen(provider: LoyaltyProvider): Promise<void> {
  expect(shadows(provider)).not.to.match(ADA_DATA);
  await allLoaded(provider);
  await aTimeout(30); // late responses had time to arrive
  expect(shadows(provider)).not.to.match(ADA_DATA);
  expect(shadows(provider)).to.include('BEN offer').and.to.include('BEN item').and.to.include('BEN Silver');
  expect(shadows(provider)).to.include('BEN wedding').and.to.include('BEN gift').and.to.include('BEN-share');
  expect(shadows(provider)).not.to.include('You reserved');
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.to.include('1001');
}
