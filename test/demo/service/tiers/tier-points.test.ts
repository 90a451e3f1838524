import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { definitionOf } from '../../../support/service-incentive-records.ts';
import { ines, openLedger, path, type Ledger } from '../../../support/service-ledger.ts';
import { runDueJobs } from '../../../support/service-jobs.ts';
import type { OpenService } from '../../../support/service-open.ts';

describe('the ledger of tier points and achievements', () => {
  let service: OpenService;
  let machine: string;
  let token: string;
  let give: Ledger['give'];
  let tier: Ledger['tier'];
  let wrongBalances: Ledger['wrongBalances'];
  beforeAll(async () => void ({ service, machine, token, give, tier, wrongBalances } = await openLedger()));
  afterAll(() => service.drop());
  afterEach(async () => {
    expect(service.errors).toEqual([]);
    expect(await wrongBalances()).toEqual([]);
  });

  it('counts tier points that are given, corrected, deleted and expired towards the tier', async () => {
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

  it('keeps a tier that is set by hand, also when it is calculated, until it is set to null', async () => {
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
    expect(calculated.body.data.definition.id).toBe(highest.id);
    const byPoints = await service.call(on.assignProfileTier, {
      path,
      token: machine,
      body: { tier_definition_id: null },
    });
    expect(byPoints.body.data.definition).toEqual(reached);
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

  it('changes for all members when a definition is added or changed', async () => {
    const names = async () => (await tier()).definition?.handle;
    const before = await names();
    const points = (await tier()).points;
    const added = await service.call(on.addTierDefinition, {
      token: machine,
      body: { name: 'Reef', handle: 'reef', points_required: points, is_published: true },
    });
    await runDueJobs(service);
    expect(await names()).toBe('reef');
    const one = { definition: String(added.body.data.id) };
    const edit = (points_required: number) =>
      service.call(on.editTierDefinition, { path: one, token: machine, body: { points_required } });
    expect((await edit(points + 1)).status).toBe(200);
    await runDueJobs(service);
    expect(await names()).toBe(before);
    expect((await edit(points)).status).toBe(200);
    await runDueJobs(service);
    expect(await names()).toBe('reef');
    const changes = await service.db
      .selectFrom('events')
      .select('payload')
      .where('trigger', '=', 'tier.changed')
      .where('profile_id', '=', ines)
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(changes[0]?.payload).toMatchObject({ to: { handle: 'reef' } });
  });

  it('completes achievements with earned points, and issues their reward once', async () => {
    const definition = await definitionOf(service.db, 'achievement', {
      points_required: 100,
      reward_definition_id: 1,
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
});
