import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { publishDailyNotices } from '../../../../demo/service/platform/notices/daily.ts';
import { assignTier } from '../../../../demo/service/points/settle.ts';
import { processDueWork } from '../../../../demo/service/jobs/due-work.ts';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { runDueJobs } from '../../../support/service-jobs.ts';
import { openProgramme, type Programme } from '../../../support/service-programme.ts';
import { passDays } from '../../../support/service-time.ts';

const DAY_MS = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

describe('a tier with a qualifying period of 100 days and a grace period of 20', () => {
  let programme: Programme;
  let gold: number;
  beforeAll(async () => {
    programme = await openProgramme();
    const tiers = await programme.ask(on.tierDefinitions);
    for (const { id } of tiers)
      await programme.ask(on.editTierDefinition, {
        path: { definition: String(id) },
        body: { is_published: false },
      });
    const values = {
      handle: 'gold',
      name: 'Gold',
      points_required: 777,
      qualifying_days: 100,
      grace_days: 20,
    };
    gold = (await programme.ask(on.addTierDefinition, { body: values })).id;
    await runDueJobs(programme.service);
  });
  afterAll(() => programme.service.drop());
  afterEach(() => expect(programme.service.errors).toEqual([]));

  const eventsOf = async (member: string) => {
    const { rows } = await sql<{ trigger: string; payload: Record<string, unknown> }>`
      select trigger, payload from events where profile_id = ${member} and trigger like 'tier.%' order by id`.execute(
      programme.service.db,
    );
    return rows;
  };
  const pass = async (days: number) => {
    await passDays(programme.service.db, days);
    await processDueWork(programme.service.db);
  };

  it('is reached by purchases of the period alone, and shows its fields', async () => {
    const definition = await programme.ask(on.readTierDefinition, { path: { definition: String(gold) } });
    expect(definition).toMatchObject({ qualifying_days: 100, grace_days: 20 });
    const member = await programme.join();
    await programme.buy(900, { profile_id: member, transacted_at: ago(120) });
    expect(await programme.tier(member)).toMatchObject({ definition: null, points: 0, next: { id: gold } });
    await programme.buy(800, { profile_id: member, transacted_at: ago(90) });
    expect(await programme.tier(member)).toMatchObject({ definition: { id: gold }, is_at_risk: true });
  });

  it('stays reached for an achievement after it has ended and after its points were raised, not after a refund', async () => {
    const { id: definition } = await programme.ask(on.addAchievementDefinition, {
      body: {
        name: 'Reach Gold',
        handle: 'reach-gold',
        criterion: 'tier',
        criterion_tier_definition_id: gold,
        points_required: 1,
        counted_from: '2020-01-01T00:00:00Z',
        is_published: true,
      },
    });
    const member = await programme.join();
    const standing = async () => {
      await runDueJobs(programme.service);
      const one = await programme.achievement(member, definition);
      return { points: one?.points ?? 0, complete: Boolean(one?.completed_at) };
    };
    const bought = await programme.buy(800, { profile_id: member, transacted_at: ago(1) });
    expect(await standing()).toEqual({ points: 1, complete: true });
    await pass(100);
    await pass(21);
    expect(await programme.tier(member)).toMatchObject({ definition: null });
    const path = { definition: String(gold) };
    await programme.ask(on.editTierDefinition, { path, body: { points_required: 900 } });
    await programme.buy(1, { profile_id: member });
    expect(await standing()).toEqual({ points: 1, complete: true });
    await programme.refund(700, { refund_of: bought.external_id });
    expect(await standing()).toEqual({ points: 0, complete: false });
    await programme.ask(on.editTierDefinition, { path, body: { points_required: 777 } });
    await programme.ask(on.editAchievementDefinition, {
      path: { definition: String(definition) },
      body: { is_archived: true },
    });
  });

  it('is counted from the entries of its period alone, each read at most ten times, however long the history of a member is', async () => {
    const member = await programme.join();
    await programme.buy(800, { profile_id: member, transacted_at: ago(1) });
    const { db } = programme.service;
    await sql`
      insert into point_entries (profile_id, kind, amount, reason, created_at)
      select ${member}, 'earn', 1, 'Before', now() - interval '2 years' from generate_series(1, 500)`.execute(
      db,
    );
    await sql`analyze point_entries`.execute(db); // as in a database that runs: the index is chosen by what it knows of the times
    const read = await db.transaction().execute(async (work) => {
      await sql`set local enable_seqscan = off`.execute(work); // in a table of this size it would cost less
      const rows = async () => {
        const { rows: found } = await sql<{ read: string }>`
          select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'point_entries'`.execute(
          work,
        );
        return Number(found[0]!.read);
      };
      const before = await rows();
      await assignTier(work, member);
      return (await rows()) - before;
    });
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThanOrEqual(10);
  });

  it('is kept for the grace period when the points leave, is announced, and ends after it', async () => {
    const member = await programme.join();
    await programme.buy(400, { profile_id: member, transacted_at: ago(50) });
    await programme.buy(400, { profile_id: member, transacted_at: ago(0) });
    const first = await programme.tier(member);
    expect(first).toMatchObject({
      definition: { id: gold },
      points: 800,
      is_at_risk: false,
      // 400 of 777 are left then.
      points_to_keep: 377,
    });
    // The older purchase leaves in 50 days; the grace period follows.
    expect(Math.round((Date.parse(first.ends_at) - Date.now()) / DAY_MS)).toBe(70);
    await pass(51);
    const atRisk = await programme.tier(member);
    expect(atRisk).toMatchObject({
      definition: { id: gold },
      points: 400,
      is_at_risk: true,
      points_to_keep: 377,
    });
    // The grace period has begun, and is not added again.
    expect(Math.round((Date.parse(atRisk.ends_at) - Date.now()) / DAY_MS)).toBe(19);
    await publishDailyNotices(programme.service.db);
    expect(await eventsOf(member)).toMatchObject([
      { trigger: 'tier.changed', payload: { to: { id: gold } } },
      {
        trigger: 'tier.at-risk',
        payload: { tier: { handle: 'gold' }, points: 400, points_required: 777, ends_at: expect.any(String) },
      },
      { trigger: 'tier.expiring', payload: { tier: { handle: 'gold' }, points: 400 } },
    ]);
    await pass(20);
    expect(await programme.tier(member)).toMatchObject({
      definition: null,
      points: 400,
      ends_at: null,
      is_at_risk: false,
    });
    expect((await eventsOf(member)).at(-1)).toMatchObject({
      trigger: 'tier.changed',
      payload: { from: { id: gold }, to: null },
    });
  });

  it('stays when a purchase in the grace period reaches it again', async () => {
    const member = await programme.join();
    await programme.buy(800, { profile_id: member, transacted_at: ago(0) });
    await pass(101);
    expect(await programme.tier(member)).toMatchObject({ definition: { id: gold }, is_at_risk: true });
    await programme.buy(777, { profile_id: member, transacted_at: ago(0) });
    expect(await programme.tier(member)).toMatchObject({ definition: { id: gold }, is_at_risk: false });
    await pass(30);
    expect(await programme.tierOf(member)).toBe('gold');
  });

  it('ends with its grace period, counted from the day on which the points left, although nothing ran in between', async () => {
    const member = await programme.join();
    await programme.buy(800, { profile_id: member, transacted_at: ago(0) });
    await passDays(programme.service.db, 121);
    expect(await programme.tierOf(member)).toBeNull();
  });

  it('loses a refund with its purchase: an older purchase that has left is not subtracted twice', async () => {
    const member = await programme.join();
    const { external_id } = await programme.buy(500, { profile_id: member, transacted_at: ago(150) });
    await programme.buy(800, { profile_id: member, transacted_at: ago(0) });
    await programme.refund(500, { profile_id: member, refund_of: external_id });
    expect(await programme.tierOf(member)).toBe('gold');
  });

  it('stays when it is assigned, also when it is calculated, and ends at once when it is no longer assigned', async () => {
    const member = await programme.join();
    const path = { profile: member };
    await programme.ask(on.assignProfileTier, { path, body: { tier_definition_id: gold } });
    await pass(200);
    expect(await programme.ask(on.calculateProfileTier, { path })).toMatchObject({
      definition: { id: gold },
      ends_at: null,
    });
    await programme.ask(on.assignProfileTier, { path, body: { tier_definition_id: null } });
    expect(await programme.tierOf(member)).toBeNull();
  });

  it('reaches members when its definition gets a period', async () => {
    const member = await programme.join();
    await programme.buy(800, { profile_id: member, transacted_at: ago(60) });
    const path = { definition: String(gold) };
    await programme.ask(on.editTierDefinition, { path, body: { qualifying_days: 50, grace_days: 0 } });
    await runDueJobs(programme.service);
    expect(await programme.tierOf(member)).toBeNull();
    await programme.ask(on.editTierDefinition, { path, body: { qualifying_days: null } });
    await runDueJobs(programme.service);
    expect(await programme.tierOf(member)).toBe('gold');
    await programme.ask(on.editTierDefinition, { path, body: { qualifying_days: 100, grace_days: 20 } });
    await runDueJobs(programme.service);
  });
});
