import { aTimeout, expect, html } from '@open-wc/testing';
import '../../../src/index.ts';
import '../../../src/components/page/live.ts';
import { LoyaltyWishlistEvent } from '../../../src/index.ts';
import type { LoyaltyProvider } from '../../../src/index.ts';
import { listItems, profileBalances, profileTier } from '../../../src/services/contract/endpoints/index.ts';
import { broken } from '../../support/component-answers.ts';
import { sampleMember, type Member } from '../../support/component-member.ts';
import { closeService, loaded, openService, page, shownText, until } from '../../support/component-page.ts';
import type { ComponentService } from '../../support/component-service.ts';

describe('live updates', () => {
  let member: Member;
  let service: ComponentService;
  const realNow = performance.now;

  beforeEach(() => {
    member = sampleMember();
    service = openService(member);
  });
  afterEach(() => {
    performance.now = realNow;
    closeService();
  });

  /** Lets the interval between two loads of a resource pass. */
  const passInterval = () => (performance.now = () => realNow.call(performance) + 6_000);
  const returnToTab = () => document.dispatchEvent(new Event('visibilitychange'));
  const seen = () => [profileBalances, profileTier, listItems].map((one) => service.seen(one).length);
  const KEY = 'loyalty-elements changes';
  const tell = (newValue: string | null) =>
    dispatchEvent(new StorageEvent('storage', { key: KEY, newValue }));

  async function open(): Promise<LoyaltyProvider> {
    const provider = await page(
      html`<loyalty-balance></loyalty-balance><loyalty-tier></loyalty-tier
        ><loyalty-wishlist></loyalty-wishlist>`,
      member,
    );
    await Promise.all([...provider.querySelectorAll<never>(':scope > *')].map(loaded));
    expect(seen()).to.deep.equal([1, 1, 1]);
    return provider;
  }
  const shown = (provider: LoyaltyProvider) => shownText(provider.querySelector('loyalty-balance')!);

  it('load points again, and no lists, after a claim', async () => {
    const provider = await open();
    passInterval();
    member.points = { available: 7 };
    provider.firstElementChild!.dispatchEvent(
      new Event('loyalty-reward-claimed', { bubbles: true, composed: true }),
    );
    await until(() => shown(provider) === '7 points', 'loads again');
    expect(seen()).to.deep.equal([2, 2, 1]);
  });

  for (const [type, loads] of [
    ['loyalty-benefit-claimed', [2, 2, 1]],
    ['loyalty-receipt-claimed', [2, 2, 1]],
    ['loyalty-receipt-removed', [2, 2, 1]],
    ['loyalty-date-saved', [2, 2, 1]],
    ['loyalty-date-removed', [2, 2, 1]],
    ['loyalty-wishlist-added', [1, 1, 2]],
    ['loyalty-list-created', [1, 1, 2]],
    ['loyalty-list-changed', [1, 1, 2]],
    ['loyalty-list-shared', [1, 1, 2]],
    ['loyalty-list-unshared', [1, 1, 2]],
    ['loyalty-item-reserved', [1, 1, 2]],
  ] as const)
    it(`load what ${type} may have changed`, async () => {
      const provider = await open();
      passInterval();
      provider.firstElementChild!.dispatchEvent(new Event(type, { bubbles: true, composed: true }));
      await until(() => String(seen()) === String(loads), `loads ${loads}`);
    });

  it('load nothing when the provider leaves the page before the interval is over', async () => {
    const begun = performance.now();
    const provider = await open();
    // On a busy machine the page takes longer to open: counted from the end, the interval of what loaded first would be over.
    const opening = performance.now() - begun;
    performance.now = () => realNow.call(performance) - opening + 4_800;
    provider.firstElementChild!.dispatchEvent(
      new Event('loyalty-reward-claimed', { bubbles: true, composed: true }),
    );
    provider.remove();
    await aTimeout(opening + 400);
    expect(seen()).to.deep.equal([1, 1, 1]);
  });

  it('load lists again, and no points, after an edit of a list', async () => {
    const provider = await open();
    passInterval();
    provider.firstElementChild!.dispatchEvent(
      new LoyaltyWishlistEvent('added', { productId: 'another-product' }),
    );
    await until(() => seen()[2] === 2, 'loads again');
    expect(seen()).to.deep.equal([1, 1, 2]);
  });

  it('do not load again what the action has set', async () => {
    const provider = await open();
    provider.firstElementChild!.dispatchEvent(
      new LoyaltyWishlistEvent('added', { productId: 'another-product' }),
    );
    passInterval();
    await aTimeout(50); // wait for a request that must not be sent
    expect(seen()).to.deep.equal([1, 1, 1]);
  });

  it('load everything again on return to the tab', async () => {
    const provider = await open();
    passInterval();
    member.points = { available: 8 };
    returnToTab();
    await until(() => shown(provider) === '8 points', 'loads again');
    expect(seen()).to.deep.equal([2, 2, 2]);
  });

  const leave = () => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
  const comeBack = () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));

  it('load everything again after Back from the cache of the browser, in its order of events', async () => {
    const provider = await open();
    passInterval();
    member.points = { available: 9 };
    leave();
    returnToTab();
    comeBack();
    await until(() => shown(provider) === '9 points', 'loads again');
    expect(seen()).to.deep.equal([2, 2, 2]);
  });

  it('load everything once after Back, whatever the order of its events', async () => {
    await open();
    passInterval();
    leave();
    comeBack();
    await until(() => String(seen()) === '2,2,2', 'loads again');
    returnToTab();
    await aTimeout(5_300); // wait for the end of the interval, in which nothing must be due
    expect(seen()).to.deep.equal([2, 2, 2]);
  });

  it('load nothing again when the page is shown for the first time', async () => {
    await open();
    passInterval();
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: false }));
    await aTimeout(50); // wait for a request that must not be sent
    expect(seen()).to.deep.equal([1, 1, 1]);
  });

  it('load everything again when the network is back', async () => {
    await open();
    passInterval();
    dispatchEvent(new Event('online'));
    await until(() => String(seen()) === '2,2,2', 'loads again');
  });

  it('load each resource once in five seconds, and then what is due', async () => {
    await open();
    const start = realNow.call(performance);
    for (let count = 0; count < 20; count++) {
      returnToTab();
      await aTimeout(5);
    }
    expect(seen()).to.deep.equal([1, 1, 1]);
    await until(() => String(seen()) === '2,2,2', 'second loads');
    expect(realNow.call(performance) - start).to.be.greaterThan(4_500);
    await aTimeout(300); // wait for more requests, which must not be sent
    expect(seen()).to.deep.equal([2, 2, 2]);
  });

  it('follow a change that another tab reports for the same customer', async () => {
    const { loyalty } = await open();
    passInterval();
    tell(JSON.stringify({ owner: loyalty!.cache.owner, subject: 'points' }));
    await until(() => String(seen()) === '2,2,1', 'loads again');
  });

  it('ignore messages about other customers, and malformed ones', async () => {
    await open();
    passInterval();
    for (const message of [
      '{"owner":"another","subject":"points"}',
      '{}',
      'null',
      '"points"',
      '[1]',
      '{',
      null,
    ])
      tell(message);
    await aTimeout(100); // wait for requests that must not be sent
    expect(seen()).to.deep.equal([1, 1, 1]);
  });

  it('report refresh() and actions to other tabs', async () => {
    const provider = await open();
    const messages: unknown[] = [];
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (key: string, value: string) {
      if (key === KEY) messages.push(JSON.parse(value));
      setItem.call(this, key, value);
    };
    const { owner } = provider.loyalty!.cache;
    await provider.refresh();
    provider.firstElementChild!.dispatchEvent(
      new LoyaltyWishlistEvent('removed', { productId: 'another-product' }),
    );
    await until(() => messages.length === 2, 'two messages');
    Storage.prototype.setItem = setItem;
    expect(localStorage.getItem(KEY)).to.equal(null);
    expect(messages).to.deep.equal([{ owner }, { owner, subject: 'lists' }]);
  });

  it('load what the service refused for now, once, when it takes requests again', async () => {
    const provider = await open();
    const limited = () => new Response('{}', { status: 429, headers: { 'Retry-After': '60' } });
    for (const endpoint of [profileBalances, profileTier]) service.answer(endpoint, limited);
    const { setTimeout } = window;
    const ends: (() => void)[] = [];
    window.setTimeout = ((done: () => void, ms = 0) =>
      ms > 50_000 ? ends.push(done) : setTimeout(done, ms)) as typeof window.setTimeout;
    try {
      await provider.refresh();
      // One wait for both. The first refusal stops what was not sent yet.
      expect(ends.length).to.equal(1);
    } finally {
      window.setTimeout = setTimeout;
    }
    for (const endpoint of [profileBalances, profileTier]) service.answer(endpoint, undefined);
    member.points = { available: 9 };
    const before = seen();
    // The requests of the page wait by the same clock.
    const { now } = Date;
    Date.now = () => now() + 61_000;
    try {
      ends[0]!();
      await until(() => shown(provider) === '9 points', 'loads again');
    } finally {
      Date.now = now;
    }
    expect(seen()).to.deep.equal([before[0]! + 1, before[1]! + 1, before[2]]);
  });

  it('keep the value when a load fails, and leave guests alone', async () => {
    const provider = await open();
    passInterval();
    service.answer(profileBalances, broken);
    returnToTab();
    await until(() => service.seen(profileBalances).length >= 2, 'loads again');
    expect(shown(provider)).to.equal('2,480 points');

    const guest = await page(html`<loyalty-tier></loyalty-tier>`);
    const tier = guest.querySelector('loyalty-tier')!;
    await until(() => tier.matches(':state(quiet)'), 'a guest');
    expect(shownText(tier)).to.equal('Sign in to see your tier.');
    let loads = 0;
    tier.requestUpdate = () => void loads++;
    returnToTab();
    await aTimeout(50); // wait for an update that must not happen
    expect(loads).to.equal(0);
  });
});
