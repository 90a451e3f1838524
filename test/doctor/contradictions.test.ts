import { describe, expect, it } from 'vitest';
import { contradictionsOf } from '../../src/doctor/contradictions.ts';
import type { ResourceName } from '../../src/doctor/elements.ts';
import type { Finding, Findings } from '../../src/doctor/examine.ts';
import { ok, wrong, type Check } from '../../src/doctor/checks.ts';
import { verdictsOf } from '../../src/doctor/verdicts.ts';
import { RESOURCE_NAMES } from '../../src/doctor/elements.ts';

/** Findings in which these resources have loaded, and the others were not tried. */
function findingsOf(values: Partial<Record<ResourceName, unknown>>): Findings {
  const none = { notes: [], missing: [], unread: [], counts: [], exchanges: [] };
  return new Map(
    RESOURCE_NAMES.map((name): [ResourceName, Finding] => [
      name,
      name in values
        ? { ...none, name, status: 'loaded', value: values[name] }
        : { ...none, name, status: 'not tried' },
    ]),
  );
}
const points = (available: number, pending?: number) => ({ available, reply: { available, pending } });
const entries = (...balances: (number | undefined)[]) => ({
  entries: balances.map((balance) => ({ id: '1', balance })),
  isLast: true,
});
const list = (count: number, items: number, handle = 'wishlist') => ({
  name: 'Mine',
  handle,
  count,
  items: Array.from({ length: items }, () => ({})),
});

describe('two answers', () => {
  it.each<[string, Partial<Record<ResourceName, unknown>>, ResourceName, RegExp]>([
    [
      'an empty history beside points',
      { balances: points(1250), history: entries() },
      'history',
      /has no entry.*1250/,
    ],
    [
      'another balance after the newest entry',
      { balances: points(200), history: entries(1250, 900) },
      'history',
      /1250 points after its newest entry.*200/,
    ],
    [
      'another balance than with the points that are pending',
      { balances: points(200, 50), history: entries(150) },
      'history',
      /150 points after its newest entry.*200/,
    ],
    [
      'another balance beside a service without pending points',
      { balances: points(200), history: entries(201) },
      'history',
      /201 points/,
    ],
    [
      'benefits that are both held and to claim',
      { benefits: { owned: [{ name: 'A' }], offers: [{ name: 'A' }, { name: 'B' }] } },
      'benefits',
      /offered to claim, too/,
    ],
    [
      'rewards with the ids of definitions',
      { rewards: { owned: [{ id: 7 }], offers: [{ id: '7' }, { id: '8' }] } },
      'rewards',
      /the same ids/,
    ],
    ['more items than a list counts', { lists: [list(2, 3, 'a')] }, 'lists', /says 2 items, and 3 came/],
    [
      'a wishlist with fewer items than its list',
      { lists: [list(3, 3)], wishlist: [] },
      'wishlist',
      /has 0 items, and its list says 3/,
    ],
  ])('contradict each other: %s', (_, values, name, why) => {
    expect([...contradictionsOf(findingsOf(values), undefined)]).toEqual([
      [name, expect.stringMatching(why)],
    ]);
  });

  it.each<[string, Partial<Record<ResourceName, unknown>>]>([
    ['no points and no entry', { balances: points(0), history: entries() }],
    ['a balance beside points that are pending', { balances: points(200, 50), history: entries(200) }],
    ['entries without a balance', { balances: points(5), history: entries(undefined) }],
    ['a balance with points that are pending', { balances: points(200, 50), history: entries(250) }],
    [
      'a benefit to claim beside another one',
      { benefits: { owned: [{ name: 'A' }], offers: [{ name: 'B' }] } },
    ],
    [
      'nothing held',
      { benefits: { owned: [], offers: [{ name: 'B' }] }, rewards: { owned: [], offers: [] } },
    ],
    ['a preview of a longer list', { lists: [list(20, 8)], wishlist: Array.from({ length: 20 }) }],
  ])('agree: %s', (_, values) => {
    expect([...contradictionsOf(findingsOf(values), undefined)]).toEqual([]);
  });

  it('are compared with the points that are known', () => {
    const values = { balances: points(200) };
    expect([...contradictionsOf(findingsOf(values), 200)]).toEqual([]);
    expect(contradictionsOf(findingsOf(values), 1250).get('balances')).toBe(
      'shows 200 points, and --expect says 1250',
    );
  });

  it('that contradict each other are not called working, nor is what needs them', () => {
    const findings = findingsOf({ balances: points(200), history: entries(1250) });
    const resultOf = (element: string) => verdictsOf(findings).find((one) => one.element === element)!.result;
    expect([resultOf('history'), resultOf('balance')]).toEqual(['does not work', 'works']);
    const known = verdictsOf(findings, { expectedPoints: 1250 });
    expect(known.find(({ element }) => element === 'balance')).toMatchObject({
      result: 'does not work',
      why: 'balances: shows 200 points, and --expect says 1250',
    });
  });

  it('of one page of the history are not the whole history', () => {
    const findings = findingsOf({ balances: points(200), history: entries(200) });
    const historyWith = (pages: readonly Check[]) =>
      verdictsOf(findings, { pages }).find(({ element }) => element === 'history');
    expect(historyWith([wrong('Page 2 of the history equals page 1')])).toMatchObject({
      result: 'works without',
      why: 'pages after the first one',
    });
    expect(historyWith([ok('page 2 of the history is another one than page 1')])).toMatchObject({
      result: 'works',
    });
  });
});
