import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customers } from '../../../../demo/sample/customers.ts';
import { products } from '../../../../demo/sample/products.ts';
import { migrate } from '../../../../demo/service/database/migrate.ts';
import { seed } from '../../../../demo/service/seed/seed.ts';
import { publicAddress } from '../../../../demo/service/settings.ts';
import {
  claimReward,
  profileBalances,
  profileRewards,
  profileTier,
  rewardDefinitions,
} from '../../../../src/services/contract/endpoints/index.ts';
import { freshDatabase, SECRET, SECRET_KEYS } from '../../../support/database-fresh.ts';
import { rowsOf, pointsOf } from '../../../support/service-rows.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

describe('sample data', () => {
  let service: OpenService;
  beforeAll(async () => {
    service = await openService();
  });
  afterAll(() => service.drop());

  const of = async (customer: string) => {
    const token = await service.tokenOf(customer);
    const profile = `profile-${customer}`;
    const [balances, tier, rewards, definitions] = await Promise.all([
      service.call(profileBalances, { path: { profile }, token }),
      service.call(profileTier, { path: { profile }, token }),
      service.call(profileRewards, { path: { id: profile }, token }),
      service.call(rewardDefinitions, { token }),
    ]);
    return {
      points: balances.body.data.points,
      tier: tier.body.data,
      rewards: rewards.body,
      definitions: definitions.body.data,
    };
  };

  it('ledger, balance and lots of every customer are the same number', async () => {
    for (const { id } of customers) {
      const { balance, ledger, lots } = await pointsOf(service.db, `profile-${id}`);
      expect([ledger, lots]).toEqual([balance, balance]);
    }
  });

  it('no balance is ever below zero in its history', async () => {
    const { rows } = await sql<{ lowest: number }>`
      select min(running)::bigint as lowest from (
        select sum(amount) over (partition by profile_id order by created_at, id) as running from point_entries
      ) as ledger`.execute(service.db);
    expect(rows[0]?.lowest).toBeGreaterThanOrEqual(0);
  });

  it('has a new member with a few points', async () => {
    const { points, tier, rewards } = await of('1001');
    expect(points).toMatchObject({ available: 120, pending: 0 });
    expect(tier).toMatchObject({ definition: { name: 'Shore' }, next: { name: 'Harbour' } });
    expect(rewards.data).toEqual([]);
  });

  it('has a member who needs 320 points for the next tier and has rewards to use', async () => {
    const { tier, rewards } = await of('1002');
    expect(tier.next.points_required - tier.points).toBe(320);
    expect(Date.parse(tier.issued_at)).toBeLessThan(Date.now() - 300 * 86_400_000);
    const usable = rewards.data.filter(
      (reward: { redeemed_at: string | null; expires_at: string }) =>
        !reward.redeemed_at && Date.parse(reward.expires_at) > Date.now(),
    );
    expect(usable).toHaveLength(2);
    expect(rewards.data.length).toBeGreaterThan(usable.length);
  });

  it('has a member with years of history in the highest tier', async () => {
    const { tier, rewards } = await of('1003');
    expect(tier).toMatchObject({ definition: { name: 'Lighthouse' }, next: null });
    expect(rewards.meta.total).toBe(30);
    const { rows } = await sql<{ count: number }>`
      select count(*) from point_entries where profile_id = 'profile-1003'`.execute(service.db);
    expect(rows[0]?.count).toBeGreaterThan(5_000);
  });

  it('has a member with very large numbers', async () => {
    expect((await of('1004')).points.available).toBeGreaterThan(1_234_000_000);
  });

  it('has a member whose points expire within a week', async () => {
    const { expiring, pending } = (await of('1005')).points;
    expect(pending).toBe(435);
    expect(Date.parse(expiring.expires_at) - Date.now()).toBeLessThan(7 * 86_400_000);
  });

  it('has rewards that can be claimed, and one for every reason against it', async () => {
    const seen = new Set<string>();
    for (const { id } of customers) {
      for (const { eligibility } of (await of(id)).definitions) seen.add(String(eligibility.reason));
    }
    expect([...seen].sort()).toEqual(['dates', 'limit', 'null', 'points', 'stock', 'tier']);
  });

  it('a second start keeps what customers did', async () => {
    const token = await service.tokenOf('1002');
    await service.call(claimReward, {
      path: { profileId: 'profile-1002' },
      body: { reward_definition_id: 9 },
      token,
    });
    const before = await Promise.all(customers.map(({ id }) => rowsOf(service.db, `profile-${id}`)));
    await Promise.all([
      seed(service.db, { secret: SECRET, secretKeys: SECRET_KEYS }),
      seed(service.db, { secret: SECRET, secretKeys: SECRET_KEYS }),
    ]);
    expect(await Promise.all(customers.map(({ id }) => rowsOf(service.db, `profile-${id}`)))).toEqual(before);
    const { rows } = await sql<{ stock: number }>`select stock from reward_definitions where id = 9`.execute(
      service.db,
    );
    expect(rows).toEqual([{ stock: 11 }]);
  });

  it('a second start updates the products', async () => {
    await sql`update products set name = 'Old', price = 1 where id = 'hp-1001'`.execute(service.db);
    await seed(service.db, { secret: SECRET, secretKeys: SECRET_KEYS });
    const rows = await service.db
      .selectFrom('products')
      .select(['id', 'name', 'price'])
      .orderBy('id')
      .execute();
    expect(rows).toHaveLength(products.length);
    expect(rows[0]).toEqual({ id: 'hp-1001', name: products[0]?.name, price: products[0]?.price });
  });

  it('generated profiles are added, continuing where a run stopped', async () => {
    const database = await freshDatabase({ empty: true });
    await migrate(database.db);
    await seed(database.db, { secret: SECRET, secretKeys: SECRET_KEYS, profiles: 300 });
    await seed(database.db, { secret: SECRET, secretKeys: SECRET_KEYS, profiles: 700 });
    const { rows } = await sql<{ profiles: number; wrong: number }>`
      select count(*) as profiles, count(*) filter (where available <> (
        select sum(amount) from point_entries where point_entries.profile_id = point_balances.profile_id
      ) or available <> (
        select sum(remaining) from point_lots where point_lots.profile_id = point_balances.profile_id
      )) as wrong
      from point_balances where profile_id like 'generated-%'`.execute(database.db);
    expect(rows).toEqual([{ profiles: 700, wrong: 0 }]);
    await database.drop();
  });
});

describe('public address in links', () => {
  it.each([
    ['http://127.0.0.1:4010/api', 'http://127.0.0.1:4010/api'],
    ['http://localhost:4010/api/', 'http://localhost:4010/api'],
    ['http://[::1]:4010/api', 'http://[::1]:4010/api'],
    ['https://api.acme.example.com:8443/api', 'https://api.acme.example.com/api'],
    ['https://127.0.0.1.example.com:8443/api', 'https://127.0.0.1.example.com/api'],
  ])('of %s is %s: a port is only kept on loopback addresses', (given, shown) => {
    expect(publicAddress(given)).toBe(shown);
  });
});
