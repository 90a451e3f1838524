import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

const mara = 'profile-1005';

describe('group totals', () => {
  let service: OpenService;
  let token: string;
  const path = { profile: mara, profileId: mara };
  beforeAll(async () => {
    service = await openService();
    token = await service.machineToken();
    const purchases = [
      [0.1 + 0.2, 'EUR'],
      [0.1, 'EUR'],
      [0.7, 'GBP'],
      [7, null],
    ] as const;
    for (const [at, [total, currency]] of purchases.entries()) {
      const { status } = await service.call(on.addTransaction, {
        token,
        body: {
          external_id: `group-${at}`,
          profile_id: mara,
          transacted_at: '2020-03-04T10:00:00Z',
          total,
          ...(currency && { currency }),
        },
      });
      expect(status).toBe(200);
    }
  });
  afterAll(() => service.drop());

  it('are exact decimals, one group for each currency', async () => {
    const query = '?group_by=month&filter[transacted_at][lt]=2020-04-01&sort=id';
    const { body } = await service.call(on.groupProfileTransactions, { token, path, query });
    expect(body.data).toEqual([
      { key: '2020-03', currency: null, count: 1, total: '7' },
      { key: '2020-03', currency: 'EUR', count: 2, total: '0.4' },
      { key: '2020-03', currency: 'GBP', count: 1, total: '0.7' },
    ]);
  });

  it('a purchase with a total in binary fractions is stored and shown rounded', async () => {
    const sent = { token, path: { external_id: 'group-0' } };
    expect((await service.call(on.readTransactionByExternalId, sent)).text).toContain('"total":0.3,');
  });

  it('a claim with a total in binary fractions matches its purchase and is shown rounded', async () => {
    const body = { receipt_ref: 'group-claimed', total: 0.1 + 0.2 };
    await service.call(on.addTransaction, {
      token,
      body: { ...body, external_id: 'group-claimed', transacted_at: '2020-05-04T10:00:00Z' },
    });
    const claimed = await service.call(on.addProfileTransactionClaim, { token, path, body });
    expect(claimed.body.data).toMatchObject({ status: 'matched', total: 0.3 });
    const waiting = await service.call(on.addProfileTransactionClaim, {
      token,
      path,
      body: { receipt_ref: 'group-waiting', total: 0.1 + 0.2 },
    });
    expect(waiting.body.data).toMatchObject({ status: 'pending', total: 0.3 });
  });

  it('an estimate rounds an amount in binary fractions first', async () => {
    // 29.999999999999996
    const body = { total: 9.7 * 3 + 0.9 };
    expect(body.total).toBeLessThan(30);
    const estimated = await service.call(on.estimateIncentives, { token, body });
    expect(estimated.body.data.points).toBe(30);
  });

  it('of redemptions have separate groups for points and for money', async () => {
    const redeemed = await service.call(on.redeemProfilePoints, { token, path, body: { points: 3 } });
    expect(redeemed.status).toBe(200);
    await sql`
      insert into redemptions (profile_id, type, total, currency) values
        (${mara}, 'credit', 1.5, 'EUR'), (${mara}, 'credit', 2, 'JPY')`.execute(service.db);
    const { body } = await service.call(on.groupRedemptions, { token, path: { attribute: 'profile_id' } });
    const { data: all } = (await service.call(on.redemptions, { token, query: '?page[size]=100' })).body as {
      data: { profile_id: string; currency: string | null; total: number | string }[];
    };
    const groups: { key: string; currency: string | null; count: number; unit: string }[] = body.data;
    expect(groups.map(({ currency, unit }) => [currency, unit])).toEqual(
      expect.arrayContaining([
        [null, 'points'],
        ['EUR', 'money'],
        ['JPY', 'money'],
      ]),
    );
    for (const { unit, currency } of groups) expect(unit === 'money' || currency === null).toBe(true);
    expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(all.length);
    expect(new Set(groups.map(({ key, currency, unit }) => `${key} ${currency} ${unit}`)).size).toBe(
      groups.length,
    );
  });
});
