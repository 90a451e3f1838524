import { expect } from '@open-wc/testing';
import '../../../src/index.ts';
import { failOnUncaughtErrors, openHostile } from '../../support/component-hostile.ts';
import { definition, item, sampleMember, type Member } from '../../support/component-member.ts';
import { parts, textOf } from '../../support/component-page.ts';

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
      { id: 'x', name: 'Broken' },
      { id: 1.5, product_id: 'p' },
    ];
    member.items = [...broken, item(1, 'Right item'), item(2, 'Second item')] as never;
    member.definitions = [
      ...broken,
      { id: 3, name: 'Broken', points_cost: 'many' },
      definition(4, 'Right offer', 10),
    ] as never;
    member.rewards = [...broken, { id: 4, definition: definition(4, 'Right reward', 10) }] as never;
    const provider = await openHostile(member);
    expect(parts(provider.querySelector('loyalty-wishlist')!, 'name').map(textOf)).to.deep.equal([
      'Right item',
      'Second item',
    ]);
    expect(parts(provider.querySelector('loyalty-rewards')!, 'name').map(textOf)).to.deep.equal([
      'Right reward',
      'Right offer',
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
