import { aTimeout, expect, fixture, html } from '@open-wc/testing';
import type { TemplateResult } from 'lit';
import '../../../src/index.ts';
import type { LoyaltyProvider } from '../../../src/index.ts';
import {
  profileBalances,
  profileRewards,
  profileTier,
} from '../../../src/services/contract/endpoints/index.ts';
import { refuse } from '../../support/component-answers.ts';
import { sampleMember, type Member } from '../../support/component-member.ts';
import {
  button,
  closeService,
  openService,
  page,
  part,
  shownText,
  until,
} from '../../support/component-page.ts';
import { BASE_URL, type ComponentService } from '../../support/component-service.ts';

const BALANCE = html`<loyalty-balance></loyalty-balance>`;
const TIER = html`<loyalty-tier></loyalty-tier>`;
const REWARDS = html`<loyalty-rewards></loyalty-rewards>`;

describe('snapshot of the last page', () => {
  let member: Member;
  let service: ComponentService;

  beforeEach(() => {
    member = sampleMember();
    service = openService(member);
  });
  afterEach(closeService);

  const only = (provider: Element): HTMLElement & { updateComplete: Promise<boolean> } =>
    provider.querySelector('loyalty-balance, loyalty-tier, loyalty-rewards')!;

  async function lastPage(content: TemplateResult, text: RegExp): Promise<void> {
    const provider = await page(content, member);
    await until(() => text.test(shownText(only(provider))), 'the last page');
    provider.remove();
  }

  /** The next page of the customer: its elements have rendered once, its data has not arrived. */
  async function nextPage(
    content: TemplateResult,
    settings: Partial<LoyaltyProvider> = {},
  ): Promise<Element> {
    const { id, signature, profileId } = member;
    const provider = await fixture<LoyaltyProvider>(html`
      <loyalty-provider
        lang="en-US"
        base-url=${BASE_URL}
        platform="shop"
        customer-id=${id}
        signature=${signature}
        profile-id=${profileId}
        snapshot=${settings.snapshot ?? 'on'}
        >${content}</loyalty-provider
      >
    `);
    await only(provider).updateComplete;
    return only(provider);
  }

  it('shows the last number before the request is answered, then the new one', async () => {
    await lastPage(BALANCE, /2,480 points/);
    const release = service.hold(profileBalances);
    const element = await nextPage(BALANCE);
    expect(shownText(element)).to.equal('2,480 points');
    expect(part(element, 'base')).not.to.have.attribute('aria-busy');
    member.points = { ...member.points, available: 2_500 };
    release();
    await until(() => shownText(element) === '2,500 points', 'the new number');
  });

  it('announces a change, and nothing on a page without a snapshot', async () => {
    const first = await page(BALANCE, member);
    await until(() => shownText(only(first)) === '2,480 points', 'the number');
    expect(only(first)).not.to.have.attribute('aria-live');
    first.remove();
    expect(await nextPage(BALANCE)).to.have.attribute('aria-live', 'polite');
  });

  it('shows the last tier', async () => {
    await lastPage(TIER, /Silver/);
    const release = service.hold(profileTier);
    expect(shownText(await nextPage(TIER))).to.match(/^Silver/);
    release();
  });

  it('shows an error where the number cannot be checked', async () => {
    await lastPage(BALANCE, /2,480 points/);
    service.answer(profileBalances, () => refuse(500, 'Broken.'));
    const element = await nextPage(BALANCE);
    await until(() => part(element, 'retry-button'), 'the error');
    expect(shownText(element)).not.to.include('2,480');
  });

  it('offers no claim before the balance is loaded', async () => {
    await lastPage(REWARDS, /Claim/);
    const release = service.hold(profileBalances);
    const element = await nextPage(REWARDS);
    await until(() => service.seen(profileRewards).length > 1, 'the request for rewards');
    await aTimeout(50); // its answer arrives
    expect(button(element, 'Claim')).to.equal(undefined);
    release();
    await until(() => /Claim/.test(shownText(element)), 'the rewards');
  });

  it('is gone after a sign-out', async () => {
    const before = await page(BALANCE, member);
    await until(() => shownText(only(before)) === '2,480 points', 'the number');
    await before.signOut();
    before.remove();
    const release = service.hold(profileBalances);
    expect(shownText(await nextPage(BALANCE))).not.to.include('2,480');
    release();
  });

  it('is not shown with snapshot="off"', async () => {
    await lastPage(BALANCE, /2,480 points/);
    const release = service.hold(profileBalances);
    expect(shownText(await nextPage(BALANCE, { snapshot: 'off' }))).not.to.include('2,480');
    release();
  });

  it('is not shown to another customer', async () => {
    await lastPage(BALANCE, /2,480 points/);
    member = sampleMember('1002', 'b');
    service.members.set(member.id, member);
    const release = service.hold(profileBalances);
    expect(shownText(await nextPage(BALANCE))).not.to.include('2,480');
    release();
  });
});
