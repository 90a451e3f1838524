import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { incentivesOf } from '../../../support/service-incentive-records.ts';
import { mara, openRedemptions, type Redemptions } from './redemption-calls.ts';
import { pointsOf } from '../../../support/service-rows.ts';
import type { OpenService } from '../../../support/service-open.ts';

describe('concurrent redemptions', () => {
  let service: OpenService;
  let token: string;
  let redeem: Redemptions['redeem'];
  beforeAll(async () => void ({ service, token, redeem } = await openRedemptions()));
  afterAll(() => service.drop());
  afterEach(() => expect(service.errors).toEqual([]));

  it('a hundred never redeem more than the balance', async () => {
    const { credit } = await incentivesOf(service.db, mara);
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        redeem('Credit', { credit_id: credit, value: '3.00' }, { by: token }),
      ),
    );
    // 8 x 3 = 24 of 25.
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(8);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(92);
    const { available } = (await service.call(on.profileBalances, { path: { profile: mara }, token })).body
      .data.points;
    const each = Math.floor(available / 10) + 1;
    const spent = await Promise.all(
      Array.from({ length: 100 }, () => redeem('Points', { points: each }, { by: token })),
    );
    expect(spent.filter(({ status }) => status === 200)).toHaveLength(9);
    const left = available - 9 * each;
    expect(await pointsOf(service.db, mara)).toEqual({ balance: left, ledger: left, lots: left });
  });

  it('twin: without locks a hundred overspend', async () => {
    const { credit } = await incentivesOf(service.db, mara);
    const read = (db = service.db) =>
      db.selectFrom('credits').select('value_remaining').where('id', '=', credit).executeTakeFirstOrThrow();
    // Reads, checks and writes without a lock: only the constraint of the database remains.
    const answers = await Promise.allSettled(
      Array.from({ length: 50 }, () =>
        service.db.transaction().execute(async (work) => {
          if (Number((await read(work)).value_remaining) < 3) throw new Error('refused');
          await work
            .insertInto('credit_entries')
            .values({ credit_id: credit, profile_id: mara, kind: 'redeem', amount: '-3', reason: 'Naive' })
            .execute();
        }),
      ),
    );
    const reasons = answers.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    expect(reasons.some((reason) => reason.includes('credit_never_below_zero'))).toBe(true);
    expect(Number((await read()).value_remaining)).toBeGreaterThanOrEqual(0);
  });
});
