import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { incentivesOf } from '../../../support/service-incentive-records.ts';
import { ines, openLedger, path, type Ledger } from '../../../support/service-ledger.ts';
import type { OpenService } from '../../../support/service-open.ts';

describe('the ledger', () => {
  let service: OpenService;
  let machine: string;
  let token: string;
  let balances: Ledger['balances'];
  let wrongBalances: Ledger['wrongBalances'];
  beforeAll(async () => void ({ service, machine, token, balances, wrongBalances } = await openLedger()));
  afterAll(() => service.drop());
  afterEach(async () => {
    expect(service.errors).toEqual([]);
    expect(await wrongBalances()).toEqual([]);
  });

  it('shows points, tier points and credits of a profile together, each with its balance', async () => {
    const { credit } = await incentivesOf(service.db, ines);
    await service.call(on.redeemCredit, {
      path: { credit: String(credit) },
      token: machine,
      body: { value: '5.50' },
    });
    await service.call(on.addTierPoint, { token: machine, body: { profile_id: ines, value: 30 } });
    const { body } = await service.call(on.profileLedgers, {
      path,
      query: '?page[size]=100&sort=-id',
      token,
    });
    const kinds = body.data.map(({ type, value, balance }: Record<string, string>) => [type, value, balance]);
    expect(kinds.slice(0, 3)).toEqual([
      ['tier_points', '30', '30'],
      ['credit', '-5.50', '19.50'],
      ['points', '-100', String((await balances()).available)],
    ]);
    expect(body.data[0]).not.toHaveProperty('internal_notes');
    const sums = new Map<string, number>();
    for (const { type, value } of body.data) sums.set(type, (sums.get(type) ?? 0) + Number(value));
    expect(sums.get('points')).toBe((await balances()).available);
    const all = await service.call(on.ledgers, {
      query: `?filter[profile_id]=${ines}&filter[type]=credit&filter[value][lt]=0`,
      token: machine,
    });
    expect(all.body.data).toMatchObject([{ type: 'credit', value: '-5.50', source_id: String(credit) }]);
  });

  it('answers 404 for another profile', async () => {
    const { point } = await incentivesOf(service.db, 'profile-1003');
    for (const [endpoint, name] of [
      [on.readProfileLedger, 'ledger'],
      [on.readProfilePoint, 'point'],
    ] as const)
      expect(
        (await service.call(endpoint as never, { path: { ...path, [name]: String(point) }, token })).status,
      ).toBe(404);
    for (const endpoint of [on.ledgers, on.points, on.credits, on.rewards, on.tierPoints, on.redemptions])
      expect((await service.call(endpoint as never, { token })).status).toBe(403);
  });

  it('shows the balance after each entry on every page, in both orders', async () => {
    for (let number = 1; number <= 23; number++)
      await service.call(on.addProfilePoint, {
        path,
        token: machine,
        body: { value: number % 3 === 0 ? -1 : number },
      });
    for (const order of ['id', '-id']) {
      const entries = [];
      for (let page = 1; ; page++) {
        const query = `?filter[type]=points&sort=${order}&page[size]=7&page[number]=${page}`;
        const { body } = await service.call(on.profileLedgers, { path, token: machine, query });
        entries.push(...body.data);
        if (page >= body.meta.last_page) break;
      }
      let balance = 0;
      for (const entry of entries.sort((a, b) => a.id - b.id)) {
        balance += Number(entry.value);
        expect(entry.balance).toBe(String(balance));
      }
      expect(balance).toBe((await balances()).available);
    }
  });
});
