import { expect } from '@open-wc/testing';
import { claimedRow, firstRows, rewardGroups } from '../../../src/components/claims/reward-rows.ts';
import type { OwnedReward, RewardOffer } from '../../../src/services/index.ts';

const owned = (id: number, more: object = {}) =>
  ({ id, definitionId: 1, name: 'Coffee', ...more }) as unknown as OwnedReward;
const offer = (id: number, pointsCost: number, refusal?: { message?: string }) =>
  ({ id, name: `Offer ${id}`, pointsCost, refusal }) as unknown as RewardOffer;
const groupsOf = (all: { owned?: OwnedReward[]; offers?: RewardOffer[] }, available?: number) =>
  rewardGroups({ owned: [], offers: [], ...all }, available);
/** Kinds and keys of the rows. */
const keysOf = (groups: readonly { kind: string; rows: readonly { key: string }[] }[]) =>
  groups.map(({ kind, rows }) => [kind, ...rows.map(({ key }) => key)]);

describe('rows of rewards', () => {
  it('are grouped by what the shopper can do, the cheapest first', () => {
    const offers = [
      offer(1, 900),
      offer(2, 300),
      offer(3, 500),
      offer(4, 10, { message: 'Not yet.' }),
      offer(5, 100),
    ];
    expect(keysOf(groupsOf({ owned: [owned(7)], offers }, 500))).to.deep.equal([
      ['owned', 'owned 1  '],
      ['claimable', '5', '2', '3'],
      ['too-expensive', '1'],
      ['refused', '4'],
    ]);
  });

  it('of offers are all claimable while the balance is not known', () => {
    expect(keysOf(groupsOf({ offers: [offer(1, 900)] }))).to.deep.equal([['claimable', '1']]);
  });

  it('say what is missing, and how much of it is there', () => {
    const [group] = groupsOf({ offers: [offer(1, 400)] }, 100);
    expect(group!.rows[0]).to.include({ missing: 300, share: 0.25 });
    expect(groupsOf({ offers: [offer(1, 400)] }, -100)[0]!.rows[0]).to.include({ missing: 500, share: 0 });
    expect(groupsOf({ offers: [offer(1, 400)] }, 399)[0]!.kind).to.equal('too-expensive');
    expect(groupsOf({ offers: [offer(1, 400)] }, 400)[0]!.kind).to.equal('claimable');
    expect(groupsOf({ offers: [offer(1, 400, { message: 'No.' })] }, 0)[0]!.rows[0]).to.include({
      message: 'No.',
    });
  });

  it('of owned rewards are one for those of a definition, a day and no code, the first end first', () => {
    const day = (date: number, hour = 9) => ({ expiresAt: new Date(2031, 0, date, hour) });
    const rewards = [
      owned(1),
      owned(2, day(5)),
      owned(3, day(4, 8)),
      owned(4, day(4, 18)),
      owned(5, { ...day(4), code: 'A' }),
      owned(6, { ...day(4), code: 'B' }),
      owned(7, { ...day(4), definitionId: 2 }),
      owned(8, { definitionId: undefined }),
    ];
    const [group] = groupsOf({ owned: rewards });
    expect(group!.rows.map((row) => row.kind === 'owned' && [row.reward.id, row.count])).to.deep.equal([
      [3, 2],
      [5, 1],
      [6, 1],
      [7, 1],
      [2, 1],
      [1, 1],
      [8, 1],
    ]);
  });

  it('that fit are the first of each group, then the second', () => {
    const all = groupsOf(
      {
        owned: [owned(1, { code: 'A' }), owned(2, { code: 'B' })],
        offers: [offer(1, 1), offer(2, 2), offer(3, 900), offer(4, 5, {})],
      },
      100,
    );
    expect(keysOf(firstRows(all, 4))).to.deep.equal([
      ['owned', 'owned 1  A', 'owned 1  B'],
      ['claimable', '1'],
      ['too-expensive', '3'],
    ]);
    expect(keysOf(firstRows(all, 2)).map(([kind]) => kind)).to.deep.equal(['owned', 'claimable']);
    // The fourth group waits for "Show all".
    expect(keysOf(firstRows(all, 9)).map(([kind]) => kind)).to.deep.equal([
      'owned',
      'claimable',
      'too-expensive',
    ]);
  });

  it('that were claimed just now stand in the place of their offer', () => {
    expect(claimedRow('5', owned(9))).to.deep.include({ key: '5', kind: 'owned', count: 1 });
  });
});
