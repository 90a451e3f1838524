import { expect, html } from '@open-wc/testing';
import '../../src/index.ts';
import type { LoyaltyProvider } from '../../src/index.ts';
import {
  listItems,
  profileAchievements,
  profileBalances,
  profileLists,
  profileBenefits,
  profileDates,
  profileCredits,
  profileLedgers,
  profileRewards,
  profileTier,
  profileListShares,
  profileTransactionClaims,
  readListShareWithoutProfile,
  readProfileList,
  storefrontToken,
} from '../../src/services/contract/endpoints/index.ts';
import { json, offline, refuse, type Answer } from '../support/component-answers.ts';
import { sampleMember, SHARE, type Member } from '../support/component-member.ts';
import {
  button,
  closeService,
  loaded,
  openService,
  page,
  shownText,
  until,
} from '../support/component-page.ts';
import type { ComponentService } from '../support/component-service.ts';

const text =
  (body: string, type = 'application/json', status = 200): Answer =>
  () =>
    new Response(body, { status, headers: { 'Content-Type': type } });

const BROKEN: readonly [string, Answer][] = [
  ['a page of HTML', text('<!doctype html><title>Busy</title><h1>undefined</h1>', 'text/html')],
  ['a page of HTML that calls itself JSON', text('<!doctype html>')],
  ['malformed JSON', text('{"data": {"points": {"available": 5')],
  ['JSON with a tail', text('{"data":{}}<script>')],
  ['an empty body', text('')],
  ['no content', () => new Response(null, { status: 204 })],
  ['null', text('null')],
  ['a number', text('5')],
  ['a text', text('"data"')],
  ['a list', text('[]')],
  ['a record without data', () => json({})],
  ['data that is null', () => json({ data: null })],
  ['data that is a text', () => json({ data: 'x' })],
  ['a status of 500', () => refuse(500, 'undefined')],
  ['a status of 400 in HTML', text('<h1>Bad request</h1>', 'text/html', 400)],
  ['a redirect that fetch refuses', () => Promise.reject(new TypeError('Failed to fetch: redirect'))],
  ['more than two million bytes', text(JSON.stringify({ data: 'x'.repeat(2_100_000) }))],
];

const ELEMENTS = [
  ['loyalty-balance', profileBalances, 'Try again', 'Points aren’t available right now', '2,480 points'],
  ['loyalty-tier', profileTier, 'Try again', 'Couldn’t load your tier.', 'Silver'],
  ['loyalty-status', profileTier, 'Try again', 'Couldn’t load your tier.', 'Silver'],
  ['loyalty-rewards', profileRewards, 'Try again', 'Couldn’t load your rewards.', 'Gift wrapping'],
  ['loyalty-lists', profileLists, 'Try again', 'Couldn’t load your lists.', 'Our wedding'],
  ['loyalty-redeem', profileRewards, 'Try again', 'Couldn’t load your rewards.', 'Gift wrapping'],
  ['loyalty-wishlist', listItems, 'Try again', 'Couldn’t load your wishlist.', 'Linen throw'],
  ['loyalty-benefits', profileBenefits, 'Try again', 'Couldn’t load your benefits.', 'Delivery pass'],
  [
    'loyalty-achievements',
    profileAchievements,
    'Try again',
    'Couldn’t load your achievements.',
    'Ten orders',
  ],
  ['loyalty-dates', profileDates, 'Try again', 'Couldn’t load your dates.', 'Birthday'],
  ['loyalty-receipt', profileTransactionClaims, 'Try again', 'Couldn’t load your receipts.', 'R-100'],
  ['loyalty-history', profileLedgers, 'Try again', 'Couldn’t load your history.', 'Order 40'],
  ['loyalty-credits', profileCredits, 'Try again', 'Couldn’t load your store credit.', 'Gift card from Ada'],
  ['loyalty-registry', readProfileList, 'Try again', 'Couldn’t load this list.', 'Stoneware mug'],
  ['loyalty-share', profileListShares, 'Try again', 'Couldn’t load this list.', 'Copy link'],
  [
    'loyalty-shared-list',
    readListShareWithoutProfile,
    'Try again',
    'Couldn’t load this list.',
    'Stoneware mug',
  ],
  ['loyalty-earn', profileAchievements, 'Try again', 'Couldn’t load the ways to earn.', 'Ten orders'],
] as const;

describe('invalid responses', () => {
  let member: Member;
  let service: ComponentService;

  beforeEach(() => {
    member = sampleMember();
    service = openService(member);
  });
  afterEach(closeService);

  const around = html`<p id="around">The page <b>around</b></p>`;
  const elements = html`${around} <loyalty-balance></loyalty-balance><loyalty-tier></loyalty-tier
    ><loyalty-status></loyalty-status><loyalty-rewards></loyalty-rewards><loyalty-redeem></loyalty-redeem>
    <loyalty-lists></loyalty-lists><loyalty-wishlist></loyalty-wishlist><loyalty-benefits></loyalty-benefits
    ><loyalty-achievements></loyalty-achievements><loyalty-dates></loyalty-dates>
    <loyalty-receipt></loyalty-receipt><loyalty-history></loyalty-history><loyalty-credits></loyalty-credits
    ><loyalty-registry list="our-wedding"></loyalty-registry>
    <loyalty-share list="our-wedding"></loyalty-share
    ><loyalty-shared-list share=${SHARE}></loyalty-shared-list><loyalty-earn></loyalty-earn>`;

  async function open(): Promise<LoyaltyProvider> {
    const provider = await page(elements, member);
    await Promise.all(ELEMENTS.map(([tag]) => loaded(provider.querySelector(tag)!)));
    return provider;
  }

  for (const [name, answer] of BROKEN) {
    it(`${name}: each element shows its error and recovers after a retry, and the page does not change`, async () => {
      for (const [, endpoint] of ELEMENTS) service.answer(endpoint, answer);
      const provider = await open();
      const page = provider.querySelector('#around')!.outerHTML;
      for (const [tag, , retry, sentence] of ELEMENTS)
        // The first may also say that of the page, for all.
        expect(shownText(provider.querySelector(tag)!).endsWith(`${sentence} ${retry}`), tag).to.equal(true);
      for (const [tag, endpoint, retry, , right] of ELEMENTS) {
        const element = provider.querySelector(tag)!;
        service.answer(endpoint, undefined);
        // The press of the first retries for all, which may still fail then.
        await until(() => {
          button(element, retry)?.click();
          return shownText(element).includes(right);
        }, `${tag} comes back`);
      }
      expect(provider.querySelector('#around')!.outerHTML).to.equal(page);
    });
  }

  it('of one element do not affect the others', async () => {
    service.answer(profileTier, text('<html>'));
    const provider = await open();
    expect(shownText(provider))
      .to.include('Couldn’t load your tier.')
      .and.include('2,480')
      .and.include('Linen throw');
  });

  for (const [name, answer] of [
    ['HTML', text('<html>')],
    ['a record without a token', () => json({ data: {} })],
    ['a token that is no text', () => json({ data: { token: { a: 1 } } })],
    ['a status of 500', () => refuse(500, 'Server error')],
    ['no connection', offline],
  ] as const) {
    it(`${name} for the token: shows an error with a retry button, not the signed-out state`, async () => {
      service.answer(storefrontToken, answer);
      const provider = await open();
      const balance = provider.querySelector('loyalty-balance')!;
      expect(shownText(balance)).to.equal('Points aren’t available right now Try again');
      service.answer(storefrontToken, undefined);
      // A press joins the request for a token that another element has sent, which may still fail then.
      await until(() => {
        button(balance, 'Try again')?.click();
        return shownText(balance) === '2,480 points';
      }, 'the points');
    });
  }
});
