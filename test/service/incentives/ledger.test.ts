import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../src/services/endpoints/index.ts';
import { definitionOf, incentivesOf } from '../../support/service-incentive-records.ts';
import { openService, type OpenService } from '../../support/service-open.ts';

const ines = 'profile-1005';

describe('the ledger', () => {
  let service: OpenService;
  let machine: string;
  let token: string;
  beforeAll(async () => {
    service = await openService();
    machine = await service.machineToken();
    token = await service.tokenOf('1005');
  });
  afterAll(() => service.drop());
  afterEach(async () => {
    expect(service.errors).toEqual([]);
    // The sum of every book is its balance, of everyone.
    const { rows } = await sql`
      select profile_id from point_balances as balance
      where available <> (select coalesce(sum(amount), 0) from point_entries as entry
              where entry.profile_id = balance.profile_id)
         or available <> (select coalesce(sum(remaining), 0) from point_lots as lot
              where lot.profile_id = balance.profile_id)
      union all
      select profile_id from profile_tiers as mine
      where extra <> (select coalesce(sum(amount), 0) from tier_point_entries as entry
              where entry.profile_id = mine.profile_id)`.execute(service.db);
    expect(rows).toEqual([]);
  });

  const path = { profile: ines };
  const give = (body: Record<string, unknown>) =>
    service.call(on.addPoint, { token: machine, body: { profile_id: ines, ...body } });
  const balances = async () => (await service.call(on.profileBalances, { path, token })).body.data.points;
  const tier = async () => (await service.call(on.profileTier, { path, token })).body.data;

  it('gets points that are given, and takes points', async () => {
    const { available, earned } = await balances();
    const given = await give({ value: 120, description: 'Birthday' });
    expect(given.body.data).toMatchObject({
      profile_id: ines,
      value: 120,
      type: 'earn',
      description: 'Birthday',
    });
    expect(await balances()).toMatchObject({ available: available + 120, earned: earned + 120 });
    const taken = await service.call(on.addProfilePoint, { path, token: machine, body: { value: -20 } });
    expect(taken.body.data).toMatchObject({ value: -20, type: 'spend' });
    expect(await balances()).toMatchObject({ available: available + 100, earned: earned + 120 });
    expect(await give({ value: -1_000_000 })).toMatchObject({
      status: 422,
      body: { errors: { value: ['There are not as many points.'] } },
    });
    expect((await give({ value: 0 })).status).toBe(422);
    expect((await give({ value: 5, profile_id: 'nobody' })).body.errors.profile_id).toBeDefined();
    const read = await service.call(on.readPoint, {
      path: { point: String(given.body.data.id) },
      token: machine,
    });
    expect(read.body.data).toEqual(given.body.data);
    const own = await service.call(on.profilePoints, { path, query: '?sort=-id', token });
    expect(own.body.data.slice(0, 2).map(({ value }: { value: number }) => value)).toEqual([-20, 120]);
  });

  it('keeps the number of points from pending to released', async () => {
    const definition = await definitionOf(service.db, 'point', {
      value: 40,
      release_period: 14,
      period: 365,
    });
    const before = await balances();
    const { data } = (await give({ value: 40, point_definition_id: definition })).body;
    expect(await balances()).toMatchObject({ available: before.available, pending: before.pending + 40 });
    expect(Date.parse(data.released_at)).toBeGreaterThan(Date.now());
    await sql`update pending_points set releases_at = now() where id = ${data.id}`.execute(service.db);
    expect(await balances()).toMatchObject({ available: before.available + 40, pending: before.pending });
    const read = await service.call(on.readProfilePoint, {
      path: { ...path, point: String(data.id) },
      token,
    });
    expect(read.body.data).toMatchObject({
      id: data.id,
      value: 40,
      point_definition_id: definition,
      type: 'earn',
    });
    const entry = await service.call(on.readProfileLedger, {
      path: { ...path, ledger: String(data.id) },
      token,
    });
    expect(entry.body.data).toMatchObject({ type: 'points', value: '40' });
    expect(
      (
        await service.call(on.deletePointDefinition, {
          path: { definition: String(definition) },
          token: machine,
        })
      ).status,
    ).toBe(409);
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

  it('R14: of another profile is out of reach', async () => {
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

  it('counts tier points towards the tier, as they are given, corrected, deleted and expired', async () => {
    const start = (await tier()).points;
    const { data } = (
      await service.call(on.addTierPoint, { token: machine, body: { profile_id: ines, value: 3_000 } })
    ).body;
    expect(await tier()).toMatchObject({ points: start + 3_000 });
    const one = { point: String(data.id) };
    await service.call(on.editTierPoint, { path: one, token: machine, body: { value: 10 } });
    expect(await tier()).toMatchObject({ points: start + 10 });
    const own = await service.call(on.profileTierPoints, { path, query: '?sort=-id', token });
    expect(own.body.data[0]).toMatchObject({ id: data.id, value: 10 });
    expect((await service.call(on.deleteTierPoint, { path: one, token: machine })).status).toBe(204);
    expect((await service.call(on.readTierPoint, { path: one, token: machine })).status).toBe(404);
    expect(await tier()).toMatchObject({ points: start });
    await service.call(on.addTierPoint, {
      token: machine,
      body: { profile_id: ines, value: 7, expires_at: '2999-01-01T00:00:00Z' },
    });
    await sql`update tier_points set expires_at = now() where value = 7`.execute(service.db);
    await service.call(on.calculateProfileTier, { path, token: machine });
    expect(await tier()).toMatchObject({ points: start });
  });

  it('gives a tier by hand until it is calculated anew (R77: no HEAD, no customer)', async () => {
    const reached = (await tier()).definition;
    const { body } = await service.call(on.tierDefinitions, {
      query: '?sort=-points_required',
      token: machine,
    });
    const highest = body.data[0];
    const assigned = await service.call(on.assignProfileTier, {
      path,
      token: machine,
      body: { tier_definition_id: highest.id, reason: 'A friend of the house' },
    });
    expect(assigned.body.data).toMatchObject({ definition: { id: highest.id }, next: null });
    await give({ value: 1 });
    expect((await tier()).definition.id).toBe(highest.id);
    expect((await service.call(on.calculateProfileTier, { path, token })).status).toBe(403);
    expect(
      (await service.send('HEAD', `/api/v3/profiles/${ines}/tiers/calculate`, { token: machine })).status,
    ).toBe(405);
    expect((await tier()).definition.id).toBe(highest.id);
    const calculated = await service.call(on.calculateProfileTier, { path, token: machine });
    expect(calculated.body.data.definition).toEqual(reached);
    expect(
      (
        await service.call(on.assignProfileTier, {
          path,
          token: machine,
          body: { tier_definition_id: 999_999 },
        })
      ).status,
    ).toBe(422);
  });

  it('completes achievements by points that are earned, and gives their reward once', async () => {
    const definition = await definitionOf(service.db, 'achievement', {
      ...{ points_required: 100, reward_definition_id: 1 },
    });
    const mine = async () =>
      (await service.call(on.profileAchievements, { path, query: '?sort=-id', token })).body.data.find(
        ({ achievement_definition_id: id }: { achievement_definition_id: number }) => id === definition,
      );
    const rewards = async () =>
      (await service.call(on.profileRewards, { path: { id: ines }, query: '?page[size]=100', token })).body
        .meta.total;
    const before = await rewards();
    await give({ value: 60, description: 'Order 1' });
    expect(await mine()).toMatchObject({ points: 60, completed_at: null, definition: { id: definition } });
    await give({ value: 60 });
    expect(await mine()).toMatchObject({ points: 120, completed_at: expect.any(String) });
    await give({ value: 60 });
    expect(await rewards()).toBe(before + 1);
    const read = await service.call(on.readProfileAchievement, {
      path: { ...path, achievement: String((await mine()).id) },
      token,
    });
    expect(read.body.data).toEqual(await mine());
    const steps = await service.call(on.profileAchievementPoints, {
      path: { ...path, definition: String(definition) },
      query: '?sort=earned_at',
      token,
    });
    expect(steps.body.data[0]).toMatchObject({ value: 60, description: 'Order 1', profile_id: ines });
    expect(steps.body.data).toHaveLength(3);
  });

  it('opens an account for a profile that never had points', async () => {
    await service.db
      .insertInto('profiles')
      .values({ id: 'new', first_name: null, last_name: null, email: null })
      .execute();
    const fresh = { profile: 'new' };
    expect(
      (await service.call(on.profileBalances, { path: fresh, token: machine })).body.data.points,
    ).toEqual({
      ...{ available: 0, pending: 0, earned: 0, expiring: null },
    });
    expect((await service.call(on.profileTier, { path: fresh, token: machine })).body.data).toMatchObject({
      points: 0,
      definition: null,
    });
    expect((await give({ value: 10, profile_id: 'new' })).status).toBe(200);
    expect(
      (await service.call(on.profileBalances, { path: fresh, token: machine })).body.data.points.available,
    ).toBe(10);
  });

  it('estimates what a purchase would earn, and stores nothing', async () => {
    const before = await balances();
    const estimate = (body: unknown, by = machine) =>
      service.call(on.estimateIncentives, { token: by, body });
    expect((await estimate({ total: 89.9 })).body).toEqual({
      data: { points: 89, tier_points: 89, tier: null },
    });
    expect((await estimate({ total: 1_000_000 }, token)).body.data).toMatchObject({
      points: 1_000_000,
      tier: { name: 'Lighthouse' },
    });
    expect((await estimate({ total: -5 })).body.data.points).toBe(0);
    expect((await estimate({ total: 1, profile_id: 'nobody' })).status).toBe(422);
    expect((await estimate({})).status).toBe(422);
    expect(await balances()).toEqual(before);
  });
});
