import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { idOf, mara } from '../../../support/service-claims.ts';
import { runDueJobs } from '../../../support/service-jobs.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

let service: OpenService;
let token: string;
beforeAll(async () => {
  service = await openService();
  token = await service.machineToken();
});
afterAll(() => service.drop());

const definition = idOf('wreath-evening');
const issue = () =>
  service.call(on.addReward, { token, body: { profile_id: mara, reward_definition_id: definition } });
async function stockIs(stock: number | null): Promise<void> {
  await sql`update reward_definitions set stock = ${stock} where id = ${definition}`.execute(service.db);
}
async function stock(): Promise<unknown> {
  const { rows } = await sql<{ stock: number }>`
    select stock from reward_definitions where id = ${definition}`.execute(service.db);
  return rows[0]?.stock;
}

it('issued rewards reduce the stock and never exceed it, also with concurrent requests', async () => {
  await stockIs(3);
  const answers = await Promise.all(Array.from({ length: 10 }, issue));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, ...Array<number>(7).fill(422)]);
  const refused = answers.find(({ status }) => status === 422);
  expect(refused?.body.errors).toEqual({ reward_definition_id: ['Out of stock.'] });
  expect(await stock()).toBe(0);
});

it('a refused reward does not reduce the stock, and without a stock the number is unlimited', async () => {
  await stockIs(3);
  const body = { profile_id: 'nobody', reward_definition_id: definition };
  expect((await service.call(on.addReward, { token, body })).status).toBe(422);
  expect(await stock()).toBe(3);
  await stockIs(null);
  expect((await issue()).status).toBe(200);
  expect(await stock()).toBe(null);
});

it('benefits of a batch reduce the stock', async () => {
  const added = await service.call(on.addBenefitDefinition, {
    token,
    body: { name: 'Few', handle: 'few', stock: 2, is_published: true },
  });
  const record = { profile_id: mara, benefit_definition_id: added.body.data.id };
  const body = [record, record, record];
  const { id } = (await service.call(on.batchBenefits, { token, body })).body.data;
  await runDueJobs(service);
  const batch = await service.call(on.readBatch, { token, path: { batch: id } });
  expect(batch.body.data.failures).toEqual([{ index: 2, message: 'Out of stock.' }]);
});

it('rewards of achievements reduce the stock; the member after the last one gets none', async () => {
  await stockIs(1);
  const { body } = await service.call(on.addAchievementDefinition, {
    token,
    body: {
      name: 'Regular',
      handle: 'regular',
      is_published: true,
      points_required: 10,
      reward_definition_id: definition,
    },
  });
  const members = ['profile-1003', 'profile-1004'];
  const rewardsOf = async (member: string) => {
    const query = `?filter[reward_definition_id]=${definition}`;
    return (await service.call(on.profileRewards, { token, path: { id: member }, query })).body.data.length;
  };
  const before = await Promise.all(members.map(rewardsOf));
  await Promise.all(
    members.map((profile) =>
      service.call(on.addProfilePoint, { token, path: { profile }, body: { value: 10 } }),
    ),
  );
  const after = await Promise.all(members.map(rewardsOf));
  expect(after.map((count, index) => count - (before[index] ?? 0)).sort()).toEqual([0, 1]);
  expect(await stock()).toBe(0);
  for (const profile of members) {
    const { data } = (await service.call(on.profileAchievements, { token, path: { profile } })).body;
    const mine = data.find(
      (one: { achievement_definition_id: number }) => one.achievement_definition_id === body.data.id,
    );
    expect(mine).toMatchObject({ points: 10, completed_at: expect.any(String) });
  }
  expect(service.errors).toEqual([]);
});
