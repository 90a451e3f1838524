import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { customerScopes, issue } from '../../../../demo/service/auth/tokens.ts';
import { seed } from '../../../../demo/service/seed/seed.ts';
import { claimReward } from '../../../../src/services/contract/endpoints/index.ts';
import { SECRET, SECRET_KEYS } from '../../../support/database-fresh.ts';
import { idOf, mara, openClaims, type Claims } from '../../../support/service-claims.ts';
import type { Answered, OpenService } from '../../../support/service-open.ts';
import { pointsOf } from '../../../support/service-rows.ts';

describe('a hundred concurrent claims of a reward', () => {
  let service: OpenService;
  let claim: Claims['claim'];
  let setPoints: Claims['setPoints'];
  beforeAll(async () => void ({ service, claim, setPoints } = await openClaims()));
  afterAll(() => service.drop());
  beforeEach(() => setPoints(2_280));

  const successes = (answers: readonly Answered[]) => answers.filter(({ status }) => status === 200).length;

  it('succeed exactly as often as the points allow, and the ledger adds up', async () => {
    // 7 × 300 = 2,100 of 2,280.
    const answers = await Promise.all(Array.from({ length: 100 }, () => claim('beeswax-candle')));
    expect(successes(answers)).toBe(7);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(93);
    expect(await pointsOf(service.db, mara)).toEqual({ balance: 180, ledger: 180, lots: 180 });
  });

  it('succeed as often as the stock allows, across profiles', async () => {
    const wreath = idOf('wreath-evening');
    await sql`update reward_definitions set stock = 5, points_cost = 0 where id = ${wreath}`.execute(
      service.db,
    );
    await seed(service.db, { secret: SECRET, secretKeys: SECRET_KEYS, profiles: 60 });
    // Sixty customers, who share no balance and only lock the row of the reward.
    const guests = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const profileId = `generated-${index + 1}`;
        return {
          profileId,
          token: (await issue(service.db, { kind: 'customer', profileId: profileId, scopes: customerScopes }))
            .value,
        };
      }),
    );
    const answers = await Promise.all(
      guests.map(({ profileId, token: theirs }) =>
        service.call(claimReward, {
          path: { profileId },
          body: { reward_definition_id: wreath },
          token: theirs,
        }),
      ),
    );
    expect(successes(answers)).toBe(5);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(55);
    const { rows } = await sql<{ stock: number }>`
        select stock from reward_definitions where id = ${wreath}`.execute(service.db);
    expect(rows).toEqual([{ stock: 0 }]);
  });

  it('twin: without the lock they overspend', async () => {
    // The same race with a claim that reads and writes without the row lock and the constraint of the database.
    await sql`create table naive (available bigint)`.execute(service.db);
    await sql`insert into naive values (2280)`.execute(service.db);
    const naiveClaim = () =>
      service.db.transaction().execute(async (work) => {
        const { rows } = await sql<{ available: number }>`select available from naive`.execute(work);
        if ((rows[0]?.available ?? 0) < 300) return false;
        await sql`update naive set available = available - 300`.execute(work);
        return true;
      });
    const answers = await Promise.all(Array.from({ length: 100 }, naiveClaim));
    expect(answers.filter(Boolean).length).toBeGreaterThan(7);
    await sql`drop table naive`.execute(service.db);
  });
});
