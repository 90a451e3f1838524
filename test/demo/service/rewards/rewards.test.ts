import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { pointsOf } from '../../../support/service-rows.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';
import { openProgramme } from '../../../support/service-programme.ts';

const mara = 'profile-1002';

describe('rewards, managed by users', () => {
  let service: OpenService;
  let machine: string;
  let token: string;
  beforeAll(async () => {
    service = await openService();
    machine = await service.machineToken();
    token = await service.tokenOf('1002');
  });
  afterAll(() => service.drop());
  afterEach(() => expect(service.errors).toEqual([]));

  const issue = (body: Record<string, unknown> = {}) =>
    service.call(on.addReward, {
      token: machine,
      body: { profile_id: mara, reward_definition_id: 1, ...body },
    });

  it('are issued without points, and found globally and below their profile', async () => {
    const before = await pointsOf(service.db, mara);
    const answer = await issue({ internal_notes: 'Sorry for the delay' });
    expect(answer.body.data).toMatchObject({
      profile_id: mara,
      points_spent: 0,
      redeemed_at: null,
      internal_notes: 'Sorry for the delay',
      code: expect.stringMatching(/^[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4}$/),
      definition: { id: 1 },
    });
    expect(await pointsOf(service.db, mara)).toEqual(before);
    const { id } = answer.body.data;
    const read = await service.call(on.readReward, { path: { reward: String(id) }, token: machine });
    expect(read.body).toEqual(answer.body);
    const own = await service.call(on.readProfileReward, {
      path: { profileId: mara, rewardId: String(id) },
      token,
    });
    expect(own.body.data.id).toBe(id);
    expect(own.text).not.toMatch(/internal_notes|"stock|claim_limit|"meta"/);
    const all = await service.call(on.rewards, { query: '?page[size]=100', token: machine });
    expect(new Set(all.body.data.map((one: { profile_id: string }) => one.profile_id)).size).toBeGreaterThan(
      1,
    );
    expect((await issue({ profile_id: 'nobody' })).body.errors.profile_id).toBeDefined();
    expect((await issue({ reward_definition_id: 999_999 })).body.errors.reward_definition_id).toBeDefined();
  });

  it('are edited, extended and deleted, by both paths', async () => {
    const { id } = (await issue()).body.data;
    const below = { profileId: mara, rewardId: String(id) };
    const edited = await service.call(on.editProfileReward, {
      path: below,
      token: machine,
      body: { expires_at: '2031-01-01T00:00:00Z', points_spent: 0, nonsense: true },
    });
    expect(edited.body.data).toMatchObject({ expires_at: '2031-01-01T00:00:00.000000Z', points_spent: 0 });
    const extended = await service.call(on.extendRewards, { token: machine, body: { ids: [id], days: 1 } });
    expect(extended.body.data[0].expires_at).toBe('2031-01-02T00:00:00.000000Z');
    await service.call(on.editReward, {
      path: { reward: String(id) },
      token: machine,
      body: { expires_at: null },
    });
    expect((await service.call(on.deleteProfileReward, { path: below, token })).status).toBe(403);
    const foreign = { ...below, profileId: 'profile-1003' };
    expect((await service.call(on.deleteProfileReward, { path: foreign, token: machine })).status).toBe(404);
    expect((await service.call(on.deleteProfileReward, { path: below, token: machine })).status).toBe(204);
    const gone = { path: { reward: String(id) }, token: machine };
    expect((await service.call(on.readReward, gone)).status).toBe(404);
    expect((await service.call(on.deleteReward, gone)).status).toBe(404);
  });

  it('undo a claim when they are deleted: points, stock, ledger with the reason, once', async () => {
    const programme = await openProgramme();
    const { ask, service: other } = programme;
    const member = await programme.join();
    const expires_at = '2999-01-01T00:00:00Z';
    await ask(on.addProfilePoint, { path: { profile: member }, body: { value: 30, expires_at } });
    await ask(on.addProfilePoint, { path: { profile: member }, body: { value: 70 } });
    const body = {
      name: 'Mug',
      handle: 'mug',
      points_cost: 50,
      stock: 5,
      claim_limit: 1,
      is_published: true,
    };
    const definition = await ask(on.addRewardDefinition, { body });
    const claim = () =>
      ask(on.claimReward, { path: { profileId: member }, body: { reward_definition_id: definition.id } });
    const { id } = await claim();
    const sent = {
      path: { profileId: member, rewardId: String(id) },
      token: programme.machine,
      query: '?reason=Wrong%20size',
    };
    const answers = await Promise.all([1, 2, 3].map(() => other.call(on.deleteProfileReward, sent)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404, 404]);
    expect(
      (await ask(on.readRewardDefinition, { path: { definition: String(definition.id) } })).stock_left,
    ).toBe(5);
    // The points expire when they would have without the claim.
    expect(await programme.points(member)).toMatchObject({
      available: 100,
      earned: 100,
      expiring: { value: 30, expires_at: '2999-01-01T00:00:00.000000Z' },
    });
    expect((await programme.ledger(member))[0]).toMatchObject({
      value: '50',
      balance: '100',
      description: 'Mug, undone: Wrong size',
      source_type: 'reward',
      source_id: String(id),
    });
    const { balance, ledger, lots } = await pointsOf(other.db, member);
    expect([balance, ledger, lots]).toEqual([100, 100, 100]);
    // The limit of one claim is free again.
    await claim();
    await other.drop();
  });

  it('that are redeemed are deleted only after the redemption was reversed, which stays', async () => {
    const programme = await openProgramme();
    const { ask, service: other } = programme;
    const profile = await programme.join();
    await ask(on.addProfilePoint, { path: { profile }, body: { value: 100 } });
    const body = { name: 'Mug', handle: 'mug', points_cost: 50, stock: 5, is_published: true };
    const definition = await ask(on.addRewardDefinition, { body });
    const { id } = await ask(on.claimReward, {
      path: { profileId: profile },
      body: { reward_definition_id: definition.id },
    });
    const redemption = await ask(on.redeemProfileReward, { path: { profile }, body: { reward_id: id } });
    const sent = { path: { reward: String(id) }, token: programme.machine };
    const early = await other.call(on.deleteReward, sent);
    expect(early).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining(`reverse the redemption ${redemption.id} first`) },
    });
    expect((await programme.points(profile)).available).toBe(50);
    const path = { profile, redemption: String(redemption.id) };
    const reversal = await ask(on.addProfileRedemptionReversal, { path, body: {} });
    expect((await other.call(on.deleteReward, sent)).status).toBe(204);
    expect((await programme.points(profile)).available).toBe(100);
    const read = { path: { definition: String(definition.id) } };
    expect((await ask(on.readRewardDefinition, read)).stock_left).toBe(5);
    const kept = await ask(on.profileRedemptions, { path: { profile } });
    expect(kept.map((one: { id: number }) => one.id).sort()).toEqual([redemption.id, reversal.id]);
    expect(kept[0].items).toMatchObject([{ type: 'reward', value: 50, type_attributes: null }]);
    await other.drop();
  });

  it('have definitions that are added, read, edited and deleted, and shown to customers once published', async () => {
    const added = await service.call(on.addRewardDefinition, {
      token: machine,
      body: {
        name: 'Harbour tour',
        handle: 'harbour-tour',
        points_cost: 40,
        stock: 3,
        tags: ['summer'],
        internal_notes: 'Boat holds nine',
        available_until: '2999-01-01T00:00:00Z',
      },
    });
    expect(added.body.data).toMatchObject({ is_published: false, stock: 3, stock_left: 3, tags: ['summer'] });
    const path = { definition: String(added.body.data.id) };
    const shown = async () =>
      (await service.call(on.rewardDefinitions, { query: '?page[size]=100', token })).body.data.find(
        ({ handle }: { handle: string }) => handle === 'harbour-tour',
      );
    expect(await shown()).toBeUndefined();
    await service.call(on.editRewardDefinition, { path, token: machine, body: { is_published: true } });
    expect(await shown()).toMatchObject({ tags: ['summer'], eligibility: { claimable: true } });
    expect(await shown()).not.toHaveProperty('stock');
    const claimed = await service.call(on.claimReward, {
      path: { profileId: mara },
      token,
      body: { reward_definition_id: added.body.data.id },
    });
    expect(claimed.status).toBe(200);
    const read = await service.call(on.readRewardDefinition, { path, token: machine });
    expect(read.body.data).toMatchObject({ stock: 2, stock_left: 2, internal_notes: 'Boat holds nine' });
    expect((await service.call(on.deleteRewardDefinition, { path, token: machine })).status).toBe(409);
    const filtered = await service.call(on.rewardDefinitions, {
      query: '?filter[handle]=harbour-tour',
      token: machine,
    });
    expect(filtered.body.data).toHaveLength(1);
    for (const body of [{ tier_definition_id: 999_999 }, { handle: 'Not a handle' }, { points_cost: -1 }])
      expect((await service.call(on.editRewardDefinition, { path, token: machine, body })).status).toBe(422);
    expect((await service.call(on.readRewardDefinition, { path, token })).status).toBe(403);
  });

  it('have tiers with unique thresholds, and a tier in use is not deleted', async () => {
    const { body } = await service.call(on.tierDefinitions, {
      query: '?sort=points_required',
      token: machine,
    });
    expect(body.data.length).toBeGreaterThan(2);
    const add = (points_required: number) =>
      service.call(on.addTierDefinition, {
        token: machine,
        body: { name: 'Beacon', handle: `beacon-${points_required}`, points_required },
      });
    expect((await add(body.data[1].points_required)).status).toBe(409);
    const added = await add(777_777);
    expect(added.body.data).toMatchObject({ is_published: true, points_required: 777_777 });
    const remove = (id: number) =>
      service.call(on.deleteTierDefinition, { path: { definition: String(id) }, token: machine });
    expect((await remove(added.body.data.id)).status).toBe(204);
    expect((await remove(body.data[1].id)).status).toBe(409);
  });

  it('have the target of their messages', async () => {
    const { id } = (await issue()).body.data;
    const ask = (type: string) =>
      service.call(on.readRewardTriggerTarget, { path: { reward: String(id), type }, token: machine });
    expect((await ask('issue')).status).toBe(404);
    await service.db
      .insertInto('records')
      .values({
        resource: 'target',
        profile_id: null,
        parent: null,
        user_id: null,
        fields: JSON.stringify({ name: 'Post', handle: 'reward-issue', type: 'email', is_default: false }),
      })
      .execute();
    expect((await ask('issue')).body.data).toMatchObject({ handle: 'reward-issue' });
    expect((await ask('expiry')).status).toBe(404);
  });
});
