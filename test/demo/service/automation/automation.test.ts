import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { inTransaction } from '../../../../demo/service/database/transactions.ts';
import { purge } from '../../../../demo/service/profiles/purge.ts';
import { runAutomation, startDueAutomations } from '../../../../demo/service/automation/run.ts';
import type { JobSubjects } from '../../../../demo/service/jobs/queues.ts';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { mara, openAutomation, type Automation } from '../../../support/service-automation.ts';
import { runtimeOf, runDueJobs } from '../../../support/service-jobs.ts';
import type { OpenService } from '../../../support/service-open.ts';
import { waitsForLock } from '../../../support/waits-for-lock.ts';

describe('automations', () => {
  let service: OpenService;
  let send: Automation['send'];
  let add: Automation['add'];
  let tagsOf: Automation['tagsOf'];
  let clear: Automation['clear'];
  beforeAll(async () => void ({ service, send, add, tagsOf, clear } = await openAutomation()));
  beforeEach(() => clear());
  afterAll(() => service.drop());

  /** The newest job of an automation that waits. */
  const nextJob = async () => {
    const { rows } = await sql<{ data: JobSubjects['automations'] }>`
      select data from jobs.job where name = 'automations' and state = 'created' order by created_on desc limit 1`.execute(
      service.db,
    );
    if (!rows[0]) throw new Error('There is no job.');
    return rows[0].data;
  };

  it('a due automation runs once, for the profiles of its query', async () => {
    const { id, next_run_at: next } = await add(on.addAutomation, {
      name: 'A',
      schedule: '30 6 * * *',
      query: { email: { nullable: 0 }, id: { in: `${mara},profile-1003` } },
    });
    const path = { automation: String(id) };
    await add(on.addAutomationAction, { type: 'add-tag', settings: { tags: ['morning'] } }, path);
    const before = new Date(Date.parse(next) - 60_000);
    expect(await startDueAutomations(service.db, before)).toBe(0);
    const due = new Date(Date.parse(next) + 1_000);
    const started = await Promise.all([1, 2, 3].map(() => startDueAutomations(service.db, due)));
    expect(started.reduce((sum, one) => sum + one, 0)).toBe(1);
    await runDueJobs(service);
    expect(await tagsOf(mara)).toEqual(['morning']);
    expect(await tagsOf('profile-1003')).toEqual(['morning']);
    expect(await tagsOf('profile-1001')).toBeUndefined();
    const read = (await send(on.readAutomation, undefined, path)).body.data;
    expect(Date.parse(read.next_run_at) - Date.parse(next)).toBe(86_400_000);
    expect(read.last_run_at).not.toBe(null);
  });

  it('an automation can be run manually', async () => {
    const { id } = await add(on.addAutomation, { name: 'A', schedule: '0 0 1 1 *', query: { id: mara } });
    const path = { automation: String(id) };
    await add(on.addAutomationAction, { type: 'add-tag', settings: { tags: ['now'] } }, path);
    expect(await send(on.triggerAutomation, undefined, path)).toMatchObject({
      status: 202,
      body: { data: { id: expect.any(String), status: 'accepted' } },
    });
    await runDueJobs(service);
    expect(await tagsOf(mara)).toEqual(['now']);
    expect((await send(on.triggerAutomation, undefined, { automation: '999999' })).status).toBe(404);
  });

  it('a run processes each profile once, in several jobs, even if a job runs twice', async () => {
    const { id } = await add(on.addAutomation, { name: 'A', schedule: '0 0 1 1 *' });
    const path = { automation: String(id) };
    await add(on.addAutomationAction, { type: 'add-tag', settings: { tags: ['all'] } }, path);
    await sql`insert into profiles (id) select 'many-' || number from generate_series(1, 120) as number`.execute(
      service.db,
    );
    await send(on.triggerAutomation, undefined, path);
    const first = await nextJob();
    await runAutomation(runtimeOf(service), first);
    await runAutomation(runtimeOf(service), first);
    await runDueJobs(service);
    const { rows: done } = await sql<{ profiles: number; actions: number }>`
      select (select count(*) from profiles where deleted_at is null) as profiles,
        (select count(*) from records where resource = 'action-history' and fields ->> 'type' <> 'run') as actions`.execute(
      service.db,
    );
    expect(done[0]?.actions).toBe(done[0]?.profiles);
    await sql`delete from profiles where id like 'many-%'`.execute(service.db);
  });

  it('a run that meets a profile which is being purged waits, and goes on with the others', async () => {
    const others = Array.from({ length: 60 }, (_, index) => `many-${index + 1}`);
    // It is one of the last profiles: the run reaches it in its second job, which waits for nothing before.
    const gone = 'purged-last';
    await sql`insert into profiles (id) select unnest(${[...others, gone]}::text[])`.execute(service.db);
    const { id } = await add(on.addAutomation, {
      name: 'A',
      schedule: '0 0 1 1 *',
      query: { id: { in: [...others, gone] } },
    });
    const path = { automation: String(id) };
    await add(on.addAutomationAction, { type: 'add-tag', settings: { tags: ['all'] } }, path);
    await send(on.triggerAutomation, undefined, path);
    await runAutomation(runtimeOf(service), await nextJob());
    const second = await nextJob();
    let ran = Promise.resolve();
    await inTransaction(service.db, async (work) => {
      await purge(work, gone);
      ran = runAutomation(runtimeOf(service), second);
      await expect.poll(() => waitsForLock(service.db)).toBe(true);
    });
    await ran;
    expect(service.errors).toEqual([]);
    const { rows } = await sql<{ tagged: number }>`
      select count(*) as tagged from profiles where fields @> '{"tags": ["all"]}'`.execute(service.db);
    expect(rows).toEqual([{ tagged: 60 }]);
    const runs = await sql<{ status: string; message: string }>`
      select fields ->> 'status' as status, fields ->> 'message' as message from records
      where resource = 'action-history' and fields ->> 'type' = 'run'`.execute(service.db);
    expect(runs.rows).toEqual([{ status: 'done', message: '60 profiles, 60 actions done, 0 failed' }]);
    await sql`delete from profiles where id = any(${others}::text[])`.execute(service.db);
    await runDueJobs(service);
  });

  it('shows samples of a query, and refuses an invalid one with the reason', async () => {
    const sample = (query: unknown, limit?: number) => send(on.sampleAutomationQuery, { query, limit });
    const found = await sample({ id: { in: ['profile-1002', 'profile-1003'] } });
    expect(found.body.data).toEqual([
      expect.objectContaining({ id: 'profile-1002', full_name: expect.any(String), statuses: [] }),
      expect.objectContaining({ id: 'profile-1003' }),
    ]);
    expect((await sample({}, 1)).body.data).toHaveLength(1);
    for (const wrong of [{ password: 'x' }, { id: { like: '%' } }, { id: { eq: {} } }, { "id'--": 1 }]) {
      expect((await sample(wrong)).status).toBe(422);
    }
    expect(
      (await send(on.addAutomation, { name: 'A', schedule: '0 0 * * *', query: { nope: 1 } })).status,
    ).toBe(422);
  });
});
