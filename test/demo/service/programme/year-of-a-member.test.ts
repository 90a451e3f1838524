import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { processDueWork } from '../../../../demo/service/jobs/due-work.ts';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { definitionOf } from '../../../support/service-incentive-records.ts';
import { runDueJobs } from '../../../support/service-jobs.ts';
import { openProgramme, type Programme } from '../../../support/service-programme.ts';
import { passDays } from '../../../support/service-time.ts';

const RELEASE_DAYS = 14;
const PERIOD_DAYS = 365;

// One member through a year: each test goes on where the one before ended.
describe('a year of a member', () => {
  let programme: Programme;
  let ask: Programme['ask'];
  let member: string;
  let gold: number;
  let reward: number;
  let card: number;
  let redemption: { id: number; items: { id: number }[] };
  let first: { external_id: string };

  beforeAll(async () => {
    programme = await openProgramme();
    ({ ask } = programme);
    await programme.set('points.purchase.release_period', RELEASE_DAYS);
    await programme.set('points.purchase.period', PERIOD_DAYS);
    for (const { id } of await ask(on.tierDefinitions))
      await ask(on.editTierDefinition, { path: { definition: String(id) }, body: { is_published: false } });
    const tier = { handle: 'gold', name: 'Gold', points_required: 450, qualifying_days: 180, grace_days: 30 };
    gold = (await ask(on.addTierDefinition, { body: tier })).id;
    const values = { handle: 'cup', name: 'Cup', points_cost: 120, is_published: true };
    reward = (await ask(on.addRewardDefinition, { body: values })).id;
    await work();
  });
  afterAll(() => programme.service.drop());

  /** Every ledger adds up to its balance, of all members. */
  afterEach(async () => {
    expect(programme.service.errors).toEqual([]);
    const { rows } = await sql`
      select 'points' as ledger, profile_id from point_balances as balance
      where available <> (select coalesce(sum(amount), 0) from point_entries where profile_id = balance.profile_id)
        or available <> (select coalesce(sum(remaining), 0) from point_lots where profile_id = balance.profile_id)
        or earned <> (
          select coalesce(sum(coalesce(counted, case when kind = 'earn' then amount else 0 end)), 0)
          from point_entries where profile_id = balance.profile_id)
      union all
      select 'tier points', profile_id from profile_tiers as mine
      where extra <> (select coalesce(sum(amount), 0) from tier_point_entries where profile_id = mine.profile_id)
      union all
      select 'credit ' || id, profile_id from credits
      where value_remaining <> (select coalesce(sum(amount), 0) from credit_entries where credit_id = credits.id)`.execute(
      programme.service.db,
    );
    expect(rows).toEqual([]);
  });

  const work = async () => {
    await processDueWork(programme.service.db);
    await runDueJobs(programme.service);
  };
  const pass = async (days: number) => {
    await passDays(programme.service.db, days);
    await work();
  };
  const now = () => new Date().toISOString();
  const points = () => programme.points(member);
  const remaining = async () =>
    (await ask(on.readCredit, { path: { credit: String(card) } })).value_remaining;

  it('enrols', async () => {
    member = await programme.join();
    expect(await points()).toMatchObject({ available: 0, pending: 0 });
    expect(await programme.tierOf(member)).toBeNull();
  });

  it('buys: the points are pending', async () => {
    first = await programme.buy(300, { profile_id: member, transacted_at: now() });
    await programme.buy(200, { profile_id: member, transacted_at: now() });
    expect(await points()).toMatchObject({ available: 0, pending: 500, earned: 0 });
  });

  it('gets the points at their release', async () => {
    await pass(RELEASE_DAYS - 1);
    expect(await points()).toMatchObject({ available: 0, pending: 500 });
    await pass(1);
    expect(await points()).toMatchObject({ available: 500, pending: 0, earned: 500 });
  });

  it('reaches a tier by them', async () => {
    expect(await programme.tier(member)).toMatchObject({ definition: { id: gold }, points: 500 });
  });

  it('claims a reward', async () => {
    await ask(on.claimReward, { path: { profileId: member }, body: { reward_definition_id: reward } });
    expect(await points()).toMatchObject({ available: 380, earned: 500 });
    expect(await programme.tierOf(member)).toBe('gold');
  });

  it('returns a part of a purchase, and may lose the tier', async () => {
    await programme.refund(100, { profile_id: member, refund_of: first.external_id, transacted_at: now() });
    expect(await points()).toMatchObject({ available: 280, earned: 400 });
    // 400 points reach the tier no longer: the grace period begins.
    expect(await programme.tier(member)).toMatchObject({
      definition: { id: gold },
      points: 400,
      is_at_risk: true,
    });
  });

  it('loses the tier at the end of the grace period', async () => {
    await pass(29);
    expect(await programme.tierOf(member)).toBe('gold');
    await pass(2);
    expect(await programme.tierOf(member)).toBeNull();
  });

  it('has a gift card that is spent and given back in parts', async () => {
    const definition = await definitionOf(programme.service.db, 'credit', { value: 60 });
    const body = { profile_id: member, credit_definition_id: definition, value_initial: '60.00' };
    card = (await ask(on.addCredit, { body })).id;
    const path = { profile: member };
    redemption = await ask(on.redeemProfileCredit, { path, body: { credit_id: card, value: '45.50' } });
    expect(await remaining()).toBe('14.50');
    const back = { items: [{ id: redemption.items[0]?.id, value: '20.00' }] };
    await ask(on.addProfileRedemptionReturn, {
      path: { ...path, redemption: String(redemption.id) },
      body: back,
    });
    expect(await remaining()).toBe('34.50');
    await ask(on.redeemProfileCredit, { path, body: { credit_id: card, value: '34.50' } });
    expect(await remaining()).toBe('0.00');
  });

  it('is merged with another profile of the same person', async () => {
    const other = await programme.join();
    await programme.buy(70, { profile_id: other, transacted_at: now() });
    await pass(RELEASE_DAYS);
    await ask(on.mergeProfiles, { path: { profile: member }, body: { profiles: [other] } });
    expect(await points()).toMatchObject({ available: 350, earned: 470 });
    // A late purchase with the old id reaches the survivor.
    await programme.buy(30, { profile_id: other, transacted_at: now() });
    expect(await points()).toMatchObject({ available: 350, pending: 30 });
  });

  it('loses points that were not spent in time', async () => {
    // The first points expire a year after the purchase; the 70 of the other profile and the late 30 later.
    await pass(PERIOD_DAYS - 2 * RELEASE_DAYS - 30);
    expect(await points()).toMatchObject({ available: 100, pending: 0, earned: 500 });
    await pass(PERIOD_DAYS);
    expect(await points()).toMatchObject({ available: 0, pending: 0, earned: 500 });
  });

  it('is purged: the ledgers stay, and nobody is named in them', async () => {
    await ask(on.purgeProfile, { path: { profile: member } });
    const { rows } = await sql`select from profiles where id = ${member}`.execute(programme.service.db);
    expect(rows).toEqual([]);
    const kept = await sql<{ sum: number }>`
      select sum(amount)::integer as sum from point_entries where profile_id like 'purged-%'`.execute(
      programme.service.db,
    );
    expect(kept.rows[0]?.sum).toBe(0);
  });
});
