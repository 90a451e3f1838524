import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

describe('audit entries', () => {
  let service: OpenService;
  let token: string;
  beforeAll(async () => {
    service = await openService();
    token = await service.machineToken();
  });
  afterAll(() => service.drop());

  /** The entry of a request that was answered with `status`. */
  async function entryOf(endpoint: on.Endpoint, status: number, sent: object): Promise<unknown> {
    const answer = await service.call(endpoint, { token, ...sent });
    expect(answer.status, answer.text).toBe(status);
    const [entry] = await service.db
      .selectFrom('audits')
      .select(['action', 'model', 'model_id', 'profile_id'])
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    return { answered: answer.body?.data?.id, ...entry };
  }

  it('name the record that was answered, or the one of the address', async () => {
    const added = (await entryOf(on.addRewardDefinition, 200, {
      body: { name: 'Cake', handle: 'cake', points_cost: 5 },
    })) as { answered: number };
    const id = String(added.answered);
    expect(added).toMatchObject({
      action: 'rewards.definitions.store',
      model: 'reward-definition',
      model_id: id,
      profile_id: null,
    });
    // An answer without a body: the last name of the address.
    expect(await entryOf(on.deleteRewardDefinition, 204, { path: { definition: id } })).toMatchObject({
      action: 'rewards.definitions.destroy',
      model_id: id,
    });
  });

  it('name the profile of the address', async () => {
    const path = { profile: 'profile-1001' };
    const entry = await entryOf(on.addProfilePoint, 200, { path, body: { value: 7 } });
    expect(entry).toMatchObject({
      action: 'profiles.points.store',
      model: 'profiles.points',
      profile_id: 'profile-1001',
    });
  });
});
