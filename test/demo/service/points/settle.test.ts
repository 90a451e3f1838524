import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startJobs } from '../../../../demo/service/jobs/start.ts';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { definitionOf } from '../../../support/service-incentive-records.ts';
import { runtimeOf } from '../../../support/service-jobs.ts';
import { openProgramme, type Programme } from '../../../support/service-programme.ts';

describe('reads after points were released or expired', () => {
  let programme: Programme;
  let member: string;
  let path: { profile: string };
  beforeAll(async () => {
    programme = await openProgramme();
  });
  afterAll(() => programme.service.drop());
  afterEach(() => expect(programme.service.errors).toEqual([]));

  const give = (body: object) => programme.ask(on.addProfilePoint, { path, body });
  const released = () =>
    sql`update pending_points set releases_at = now() where profile_id = ${member}`.execute(
      programme.service.db,
    );
  const expired = () =>
    sql`update point_lots set expires_at = now() where profile_id = ${member}`.execute(programme.service.db);

  beforeEach(async () => {
    member = await programme.join();
    path = { profile: member };
  });

  it('the tier counts points that were released since, without a read of the balances', async () => {
    await give({ value: 1_000, released_at: '2999-01-01' });
    expect(await programme.tierOf(member)).toBe('shore');
    await released();
    expect(await programme.tier(member)).toMatchObject({ points: 1_000, definition: { handle: 'harbour' } });
  });

  it('the ledger, of the profile and of all, has what expired, without a read of the balances', async () => {
    await give({ value: 70 });
    await expired();
    expect((await programme.ledger(member)).map(({ value }) => value)).toEqual(['-70', '70']);
    await give({ value: 30 });
    await expired();
    const query = `?filter[profile_id]=${member}&sort=-id`;
    const all = await programme.ask(on.ledgers, { query });
    expect(all.map(({ value }: { value: string }) => value)).toEqual(['-30', '30', '-70', '70']);
  });

  it('points, achievements and their rewards are current, each without other reads', async () => {
    const definition = await definitionOf(programme.service.db, 'achievement', {
      points_required: 40,
      reward_definition_id: 1,
    });
    await give({ value: 40, released_at: '2999-01-01' });
    await released();
    expect(await programme.ask(on.profileRewards, { path: { id: member } })).toHaveLength(1);
    await give({ value: 40, released_at: '2999-01-01' });
    await released();
    expect(await programme.achievement(member, definition)).toMatchObject({ points: 80 });
    await expired();
    const points = await programme.ask(on.profilePoints, { path, query: '?sort=-id' });
    expect(points[0]).toMatchObject({ type: 'expire', value: -80 });
  });

  it('claimable rewards follow points that were released since', async () => {
    const token = await programme.service.tokenOf('1005');
    const ofCustomer = { profile: 'profile-1005' };
    const body = { name: 'Dear', handle: 'dear', points_cost: 900_000, is_published: true };
    await programme.ask(on.addRewardDefinition, { body });
    const claimable = async () =>
      (
        await programme.service.call(on.rewardDefinitions, { token, query: '?page[size]=100' })
      ).body.data.find(({ handle }: { handle: string }) => handle === 'dear').eligibility.claimable;
    expect(await claimable()).toBe(false);
    await programme.ask(on.addProfilePoint, {
      path: ofCustomer,
      body: { value: 900_000, released_at: '2999-01-01' },
    });
    await sql`update pending_points set releases_at = now() where profile_id = 'profile-1005'`.execute(
      programme.service.db,
    );
    expect(await claimable()).toBe(true);
  });

  it('a scheduled job posts and publishes due points without a read', async () => {
    await give({ value: 1_000, released_at: '2999-01-01' });
    await released();
    const published = async () =>
      (
        await programme.service.db
          .selectFrom('events')
          .select(['trigger', 'payload'])
          .where('profile_id', '=', member)
          .where('trigger', 'in', ['points.released', 'points.expired', 'tier.changed'])
          .orderBy('id')
          .execute()
      ).map(({ trigger, payload }) => [trigger, payload['points']]);
    const jobs = await startJobs(
      runtimeOf(programme.service),
      (error) => programme.service.errors.push(error),
      { clockMs: 20 },
    );
    await expect.poll(published).toEqual([
      ['points.released', 1_000],
      ['tier.changed', 1_000],
    ]);
    await expired();
    await expect.poll(published).toHaveLength(3);
    await jobs.stop();
    expect((await published())[2]).toEqual(['points.expired', 1_000]);
  });
});

describe('the next tier', () => {
  let programme: Programme;
  beforeAll(async () => {
    programme = await openProgramme();
  });
  afterAll(() => programme.service.drop());

  it('of a new member is the first with a threshold above zero', async () => {
    const member = await programme.join();
    expect(await programme.tier(member)).toMatchObject({
      points: 0,
      definition: { handle: 'shore' },
      next: { handle: 'harbour', points_required: 1_000 },
    });
  });

  it('of a member with a lower tier set by hand is above the points of the member', async () => {
    const member = await programme.join();
    await programme.buy(1_500, { profile_id: member });
    const [lowest] = await programme.ask(on.tierDefinitions, { query: '?sort=points_required' });
    await programme.ask(on.assignProfileTier, {
      path: { profile: member },
      body: { tier_definition_id: lowest.id },
    });
    expect(await programme.tier(member)).toMatchObject({
      points: 1_500,
      definition: { handle: 'shore' },
      next: { handle: 'lighthouse' },
    });
  });
});
