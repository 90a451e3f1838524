import { expect } from '@open-wc/testing';
import { profileBalances } from '../../../src/services/contract/endpoints/index.ts';
import { json, offline, refuse } from '../../support/component-answers.ts';
import { measured } from '../../support/component-counts.ts';
import { tokenShop, type TokenShop } from '../../support/component-tokens.ts';
import type { LoyaltyError } from '../../../src/services/index.ts';

const MINUTE = 60_000;

describe('repeated 401 in 8 tabs with 25 elements for ten minutes of the clock', () => {
  /** Number of token requests while every call of every element is refused, every 15 s. */
  async function storm(shop: TokenShop, browser: typeof window | undefined): Promise<number> {
    const clock = { now: Date.now() };
    shop.api = () => refuse(401, 'Unauthenticated.');
    const tabs = Array.from({ length: 8 }, () => shop.tab({ browser, now: () => clock.now }));
    for (const end = clock.now + 10 * MINUTE; clock.now < end; clock.now += 15_000) {
      await Promise.all(
        tabs.flatMap((tab) =>
          Array.from({ length: 25 }, () => tab.call(profileBalances, { profile: 'p' }).catch(() => {})),
        ),
      );
    }
    return shop.calls();
  }

  it('causes at most 12 token requests', async () => {
    const shop = tokenShop();
    const requests = await storm(shop, window);
    measured({ tried: '8 tabs with 25 elements, ten minutes of 401', result: `${requests} token requests` });
    expect(requests).to.be.within(2, 12);
    shop.close();
  }).timeout(120_000);

  it('red twin: causes many more in tabs that share nothing', async () => {
    const shop = tokenShop();
    expect(await storm(shop, undefined)).to.be.greaterThan(12);
    shop.close();
  }).timeout(120_000);

  it('ends with the first accepted call, and a revoked token is renewed at once', async () => {
    const shop = tokenShop();
    const clock = { now: Date.now() };
    const tab = shop.tab({ now: () => clock.now });
    const call = () => tab.call(profileBalances, { profile: 'p' });
    await call();
    const usual = shop.api;
    let refusals = 1;
    shop.api = () => (refusals-- > 0 ? refuse(401, 'Unauthenticated.') : usual());
    await call();
    expect(shop.calls()).to.equal(2);
    clock.now += 2 * MINUTE;
    refusals = 1;
    await call();
    expect(shop.calls()).to.equal(3);
    shop.close();
  });

  it('is not caused by a 403: it fetches no token', async () => {
    const shop = tokenShop();
    shop.api = () => refuse(403, 'Forbidden.');
    const tab = shop.tab();
    for (let turn = 0; turn < 5; turn++) await tab.call(profileBalances, { profile: 'p' }).catch(() => {});
    expect(shop.calls()).to.equal(1);
    shop.close();
  });
});

describe('failing token endpoint signs no customer out', () => {
  const failures: Readonly<Record<string, () => Response | Promise<Response>>> = {
    '408': () => refuse(408, 'Timeout'),
    '429': () => refuse(429, 'Slow down'),
    '500': () => refuse(500, 'Error'),
    '502': () => refuse(502, 'Error'),
    '503': () => refuse(503, 'Away'),
    '504': () => refuse(504, 'Away'),
    'no connection': () => offline(undefined as never) as Response,
    'a page of HTML': () => new Response('<h1>Welcome</h1>', { headers: { 'Content-Type': 'text/html' } }),
    'no token': () => json({ data: {} }),
    'an empty answer': () => new Response(null, { status: 204 }),
  };
  const states = ['live', 'ended', 'not accepted', 'missing'] as const;

  for (const [failure, answer] of Object.entries(failures)) {
    for (const state of states) {
      it(`${failure}, with a token that is ${state}`, async () => {
        const shop = tokenShop();
        const clock = { now: Date.now() };
        const first = shop.tab({ now: () => clock.now });
        if (state !== 'missing') await first.call(profileBalances, { profile: 'p' });
        if (state === 'ended') clock.now += 11 * MINUTE;
        shop.token = answer;
        const next = shop.tab({ now: () => clock.now });
        if (state === 'not accepted') {
          const usual = shop.api;
          shop.api = () => refuse(401, 'Unauthenticated.');
          const error = await failed(next.call(profileBalances, { profile: 'p' }));
          expect(error.code).not.to.equal('unauthenticated');
          shop.api = usual;
        } else if (state === 'missing') {
          expect((await failed(next.call(profileBalances, { profile: 'p' }))).code).not.to.equal(
            'unauthenticated',
          );
        } else {
          // The service decides whether a token is valid, not an unreachable token endpoint.
          await next.call(profileBalances, { profile: 'p' });
          expect(next.cache.read()?.token).to.equal('t1');
        }
        expect(next.current(new PageTransitionEvent('pageshow', { persisted: true }))).to.equal(true);
        shop.close();
      });
    }
  }

  const failed = (work: Promise<unknown>): Promise<LoyaltyError> =>
    work.then(
      () => {
        throw new Error('It did not fail.');
      },
      (error: LoyaltyError) => error,
    );
});
