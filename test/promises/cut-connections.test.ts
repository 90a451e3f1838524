import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { useCdnBrowser } from '../support/cdn-browser.ts';
import {
  claimableProfileBenefits,
  estimateIncentives,
  listItemReservations,
  listItems,
  profileAchievements,
  profileBalances,
  profileBenefits,
  profileCredits,
  profileDates,
  profileLedgers,
  profileLists,
  profileListShares,
  profileRewards,
  profileTier,
  profileTransactionClaims,
  readListShareWithoutProfile,
  readProfile,
  readProfileList,
  rewardDefinitions,
  searchProfile,
  storefrontToken,
  tierDefinitions,
} from '../../src/services/contract/endpoints/index.ts';
import { mountAll } from '../support/cdn-mount.ts';
import { EVERY_ELEMENT } from '../support/every-element.ts';
import {} from '../support/cdn-page.ts';
import type { AnyEndpoint } from '../support/component-answers.ts';
import { sampleMember } from '../support/component-member.ts';
import { countOf, measured } from '../support/counts.ts';

const CUTS = countOf('CUTS', { share: 22, full: 1_000 });
/** Customers on the page at the same time, each with its own address and cut. With more of them requests end by time, without a cut. */
const AT_ONCE = 3;

/** Each reply that the elements request, and the elements that say so when it is incomplete; the others show what they have. */
const CUT_REPLIES: readonly (readonly [AnyEndpoint, ...string[]])[] = [
  [storefrontToken, 'balance', 'tier', 'rewards', 'wishlist', 'status', 'history', 'lists', 'credits'],
  [searchProfile, 'balance', 'tier', 'rewards', 'wishlist', 'status', 'history', 'lists', 'credits'],
  [readProfile, 'card'],
  [profileBalances, 'balance'],
  [profileTier, 'tier', 'status'],
  [tierDefinitions],
  [profileRewards, 'rewards', 'redeem'],
  [rewardDefinitions, 'rewards'],
  [profileBenefits, 'benefits'],
  [claimableProfileBenefits],
  [profileAchievements, 'achievements', 'earn'],
  [profileDates, 'dates'],
  [profileTransactionClaims, 'receipt'],
  [profileLedgers, 'history'],
  [profileCredits, 'credits'],
  [estimateIncentives],
  [listItemReservations],
  [listItems, 'wishlist'],
  [profileLists, 'lists'],
  [readProfileList, 'registry'],
  [profileListShares, 'share'],
  [readListShareWithoutProfile, 'shared-list'],
];

const nameOf = ({ method, path }: AnyEndpoint): string => `${method} ${path}`;
const customerOf = (at: number): string => String(1_000 + at);
/** Cuts that are spread evenly over the bytes of each reply, head included. */
const cuts = Array.from({ length: CUTS }, (_, at) => ({
  endpoint: CUT_REPLIES[at % CUT_REPLIES.length]![0],
  affected: CUT_REPLIES[at % CUT_REPLIES.length]!.slice(1) as string[],
  share: (((at % CUT_REPLIES.length) + 1) / CUT_REPLIES.length + at / CUTS) % 1,
  resets: at % 2 === 0,
}));

describe('cut connections', () => {
  const { openApart } = useCdnBrowser();

  it(`every element shows an error, after ${CUTS} cuts at all bytes of all answers`, async ({ task }) => {
    let done = 0;
    const requested = new Set<string>();
    const members = new Map(cuts.map((_, at) => [customerOf(at), sampleMember(customerOf(at))]));
    const { page, origin, errors, close } = await openApart({
      body: '',
      members,
      cut({ path, endpoint }) {
        requested.add(nameOf(endpoint));
        // The base URL of a customer ends with the number of the cut.
        const cut = cuts[Number(/^\/api\/cut-(\d+)\//.exec(path)?.[1])]!;
        if (cut.endpoint !== endpoint) return undefined;
        done++;
        return cut;
      },
    });
    const stuck: string[] = [];
    const withoutError: string[] = [];
    for (let first = 0; first < CUTS; first += AT_ONCE) {
      const batch = cuts.map((_, at) => at).slice(first, first + AT_ONCE);
      const mounts = batch.map((at) => ({ baseUrl: `${origin}/api/cut-${at}`, customer: customerOf(at) }));
      const { loading, withRetry } = await page.evaluate(mountAll, { mounts, elements: EVERY_ELEMENT });
      stuck.push(...loading);
      for (const at of batch) {
        const { endpoint, affected, share } = cuts[at]!;
        for (const tag of affected)
          if (!withRetry.includes(`${customerOf(at)} loyalty-${tag}`))
            withoutError.push(`${tag}: ${nameOf(endpoint)} after ${share.toFixed(3)}`);
      }
    }
    // Who reserved is asked after a list is shown: the page stays until that has been sent, too.
    await expect
      .poll(() => CUT_REPLIES.map(([endpoint]) => nameOf(endpoint)).filter((name) => !requested.has(name)))
      .toEqual([]);
    await close();
    measured(task, {
      tried: `${CUTS} cuts in the replies of ${CUT_REPLIES.length} endpoints with ${EVERY_ELEMENT.length} elements, ${done} replies cut`,
      result: `${stuck.length} elements that stay loading, ${withoutError.length} that do not say so, ${errors.length} uncaught errors`,
    });
    expect(stuck).toEqual([]);
    expect(withoutError).toEqual([]);
    expect(errors).toEqual([]);
    expect(done).toBeGreaterThanOrEqual(CUTS);
    expect([...requested].sort()).toEqual(CUT_REPLIES.map(([endpoint]) => nameOf(endpoint)).sort());
  });

  it('leave elements loading when a failed request is never reported: the twin', async () => {
    const intercept = (path: string, response: ServerResponse): boolean => {
      const isApi = path.startsWith('/api/');
      if (isApi) response.socket!.destroy();
      return isApi;
    };
    const { page, origin, close } = await openApart({ body: '', intercept });
    await page.addScriptTag({ content: `window.mountAll = ${String(mountAll)}` });
    const run = (hidesFailures: boolean) =>
      page.evaluate(
        async ({ baseUrl, hides, elements }) => {
          const { fetch: send } = window;
          const mount = Reflect.get(window, 'mountAll') as typeof mountAll;
          if (hides) window.fetch = (...request) => send(...request).catch(() => new Promise(() => {}));
          const start = performance.now();
          const { loading } = await mount({
            mounts: [{ baseUrl, customer: hides ? '2' : '1' }],
            elements,
            onlyForMs: hides ? 3_000 : undefined,
          });
          return { loading: loading.length, ms: performance.now() - start };
        },
        {
          baseUrl: `${origin}/api/${hidesFailures ? 'hidden' : 'cut'}`,
          hides: hidesFailures,
          elements: EVERY_ELEMENT,
        },
      );
    expect((await run(false)).loading).toBe(0);
    expect((await run(true)).loading).toBeGreaterThan(0);
    await close();
  });
});
