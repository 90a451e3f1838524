import { aTimeout, expect } from '@open-wc/testing';
import type { Browser } from '../../../src/services/customer/environment.ts';
import { json, refuse } from '../../support/component-answers.ts';
import { browserWith, tokenShop, type TokenShop } from '../../support/component-tokens.ts';
import { ownTime } from '../../support/own-time.ts';

/** Upper bound of all waits; that for a silent tab is 1.5 s, that for a database 0.3 s. */
const LIMIT_MS = 2_000;

const withLocks = (locks: unknown): Browser => browserWith({ navigator: { locks: locks as LockManager } });

describe('Web Lock that is not granted', () => {
  let shop: TokenShop;
  beforeEach(() => (shop = tokenShop()));
  afterEach(() => shop.close());

  it('delays 50 tabs by no more than 2 s, and each sends one request', async () => {
    const noLock = withLocks({ request: () => new Promise(() => {}) });
    const tabs = Array.from({ length: 50 }, (_, at) => shop.tab({ browser: noLock, customerId: `n${at}` }));
    const time = await ownTime(() => Promise.all(tabs.map((tab) => tab.profileId())));
    expect(time).to.be.lessThan(LIMIT_MS);
    expect(shop.calls()).to.equal(50);
  });

  it('because the browser refuses it causes no wait', async () => {
    const refusals = [
      { request: () => Promise.reject(new DOMException('denied', 'SecurityError')) },
      {
        request: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      },
      undefined,
    ];
    const uncaught: unknown[] = [];
    const note = ({ reason }: PromiseRejectionEvent) => uncaught.push(reason);
    addEventListener('unhandledrejection', note);
    for (const locks of refusals) {
      const tab = shop.tab({ browser: withLocks(locks), customerId: `r${refusals.indexOf(locks)}` });
      expect(await ownTime(() => tab.profileId())).to.be.lessThan(1_000);
    }
    await aTimeout(0); // such a rejection is reported after its task
    removeEventListener('unhandledrejection', note);
    expect(uncaught).to.deep.equal([]);
    expect(shop.calls()).to.equal(3);
  });

  it('because its holder sends no heartbeat causes no further wait', async () => {
    const first = shop.tab();
    await first.profileId();
    const name = `loyalty-elements ${JSON.parse(localStorage.getItem(slotOf(shop))!).owner}`;
    let releaseLock = (): void => {};
    const held = new Promise<void>((granted) => {
      void navigator.locks.request(name, () => {
        granted();
        return new Promise<void>((resolve) => (releaseLock = resolve));
      });
    });
    first.close(true);
    await held;
    const start = performance.now();
    const time = await ownTime(() => shop.tab().profileId());
    releaseLock();
    // It waited by the real clock, and not longer than allowed by its own clock.
    expect(performance.now() - start).to.be.greaterThan(1_400);
    expect(time).to.be.lessThan(LIMIT_MS);
    expect(shop.calls()).to.equal(2);
  });

  it('because its holder sends heartbeats is waited for, and the token of the holder is used', async () => {
    shop.token = async (call) => {
      await aTimeout(3_500);
      return json({ data: { token: `t${call}` } });
    };
    const tabs = Array.from({ length: 8 }, () => shop.tab());
    await Promise.all(tabs.map((tab) => tab.profileId()));
    expect(shop.calls()).to.equal(1);
  });

  it('because its holder was closed is granted to the next tab: one more request, no wait', async () => {
    let markStarted = (): void => {};
    const requestStarted = new Promise<void>((resolve) => (markStarted = resolve));
    shop.token = (call, signal) =>
      call > 1
        ? json({ data: { token: 't2' } })
        : new Promise((_, reject) => {
            markStarted();
            signal!.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
          });
    const holder = shop.tab();
    holder.profileId().catch(() => {});
    await requestStarted;
    const others = Array.from({ length: 7 }, () => shop.tab());
    const all = Promise.all(others.map((tab) => tab.profileId()));
    holder.close();
    expect(await ownTime(() => all)).to.be.lessThan(LIMIT_MS);
    expect(shop.calls()).to.equal(2);
  });

  it('and fails in one tab sends the failure to the waiting tabs: one request, not eight', async () => {
    shop.token = async () => {
      await aTimeout(200);
      return refuse(503, 'Away');
    };
    const tabs = Array.from({ length: 8 }, () => shop.tab());
    const outcomes = await Promise.allSettled(tabs.map((tab) => tab.profileId()));
    expect(
      outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.status : 0)),
    ).to.deep.equal(Array(8).fill(503));
    expect(shop.calls()).to.equal(1);
  });
});

const slotOf = (_shop: TokenShop): string =>
  Object.keys(localStorage).find(
    (key) => key.startsWith('loyalty-elements ') && !['', '{}'].includes(localStorage.getItem(key)!),
  )!;
