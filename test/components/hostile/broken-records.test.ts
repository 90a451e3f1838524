import { expect } from '@open-wc/testing';
import '../../../src/index.ts';
import { failOnUncaughtErrors, openHostile } from '../../support/component-hostile.ts';
import {
  creditWire,
  definition,
  item,
  pointEntries,
  sampleMember,
  type Member,
} from '../../support/component-member.ts';
import { parts, shownText } from '../../support/component-page.ts';

describe('hostile responses', () => {
  let member: Member;
  failOnUncaughtErrors();

  beforeEach(() => {
    member = sampleMember();
  });

  it('with invalid records among valid ones lose only the invalid ones', async () => {
    const broken = [
      null,
      5,
      'text',
      [],
      {},
      { id: 1 },
      { id: {}, name: 'Broken' },
      { id: [1], product_id: 'p' },
    ];
    member.items = [...broken, item(1, 'Right item'), item(2, 'Second item')] as never;
    member.definitions = [
      ...broken,
      { id: 3, name: 'Broken', points_cost: 'many' },
      definition(4, 'Right offer', 10),
    ] as never;
    member.rewards = [...broken, { id: 4, definition: definition(4, 'Right reward', 10) }] as never;
    const definitionOf = (name: string) => ({ id: 1, definition: { name }, uses_left: 1, points: 1 });
    member.benefits = [...broken, definitionOf('Right benefit')] as never;
    member.claimable = [{ id: {}, name: 'Broken' }, 5, { id: 9, name: 'Right claimable' }] as never;
    member.achievements = [...broken, definitionOf('Right achievement')] as never;
    member.dates = [...broken, { id: {}, name: 'Birthday', date: '2001-02-30' }] as never;
    member.receipts = [
      ...broken,
      { id: 3, receipt_ref: 'Broken', status: 5 },
      { id: 4, receipt_ref: 'Right-1', status: 'pending' },
    ] as never;
    // The service filters and sorts these: they need the fields that are compared.
    member.pointEntries = [
      { id: {}, at: 'never' },
      { id: 5, value: 'many' },
      ...pointEntries(1, 'Right entry'),
    ] as never;
    member.credits = [
      { value_remaining: 5 },
      creditWire(2, 'Broken', { id: {} }),
      creditWire(1, 'Right card'),
    ] as never;
    for (const list of member.lists)
      list.items = [{ id: {} }, { id: [], product_id: 5 }, ...list.items] as never;
    const provider = await openHostile(member);
    expect(parts(provider.querySelector('loyalty-wishlist')!, 'name').map(shownText)).to.deep.equal([
      'Right item',
      'Second item',
    ]);
    expect(parts(provider.querySelector('loyalty-rewards')!, 'name').map(shownText)).to.deep.equal([
      'Right reward',
      'Right offer',
    ]);
    for (const [tag, names] of [
      ['loyalty-benefits', ['Right benefit', 'Right claimable']],
      ['loyalty-achievements', ['Right achievement']],
      ['loyalty-credits', ['Right card']],
    ] as const)
      expect(parts(provider.querySelector(tag)!, 'name').map(shownText)).to.deep.equal(names);
    expect(parts(provider.querySelector('loyalty-history')!, 'title').map(shownText)).to.deep.equal([
      'Right entry 1',
    ]);
    expect(shownText(provider.querySelector('loyalty-registry')!)).to.include('Linen throw');
    expect(shownText(provider.querySelector('loyalty-shared-list')!)).to.include('Linen throw');
    expect(parts(provider.querySelector('loyalty-dates')!, 'remove-button')).to.deep.equal([]);
    expect(parts(provider.querySelector('loyalty-receipt')!, 'number').map(shownText)).to.deep.equal([
      'Right-1',
    ]);
  });

  it('do not change prototypes', async () => {
    const keys = Object.getOwnPropertyNames(Object.prototype).join();
    const prototypePollution = JSON.parse(
      '{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}, "id": 1, "name": "x", "points_cost": 1, "product_id": "x"}',
    );
    member.items = [prototypePollution];
    member.definitions = [prototypePollution];
    member.tier = { ...prototypePollution, points: 1 };
    await openHostile(member);
    expect(({} as Record<string, unknown>).polluted).to.equal(undefined);
    expect(Object.getOwnPropertyNames(Object.prototype).join()).to.equal(keys);
  });
});
