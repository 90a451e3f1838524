import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { faultOfSchedule, nextTime } from '../../../demo/service/automation/cron.ts';
import { runAutomation, startDueAutomations } from '../../../demo/service/automation/run.ts';
import type { JobSubjects } from '../../../demo/service/jobs/queues.ts';
import * as on from '../../../src/services/endpoints/index.ts';
import type { Endpoint } from '../../../src/services/endpoints/index.ts';
import { openReceiver, runtimeOf, workOff } from '../../support/service-jobs.ts';
import { openService, type OpenService } from '../../support/service-open.ts';

const mara = 'profile-1002';

describe('triggers and automations', () => {
  let service: OpenService;
  let token: string;
  beforeAll(async () => {
    service = await openService({ allowPrivateWebhooks: true });
    token = await service.machineToken();
  });
  beforeEach(async () => {
    await sql`delete from records`.execute(service.db);
    await sql`update profiles set fields = '{}'`.execute(service.db);
  });
  afterAll(() => service.drop());

  const send = async (endpoint: Endpoint, body?: unknown, path: Readonly<Record<string, string>> = {}) =>
    service.call(endpoint, { token, path, ...(body !== undefined && { body }) });
  const add = async (endpoint: Endpoint, body: unknown, path?: Readonly<Record<string, string>>) => {
    const answer = await send(endpoint, body, path);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.data;
  };
  const visit = (data: unknown = {}) =>
    send(on.addProfileCustomEvent, { name: 'visited', data }, { profile: mara });
  const tagsOf = async (profileId: string) =>
    (
      await service.db
        .selectFrom('profiles')
        .select('fields')
        .where('id', '=', profileId)
        .executeTakeFirstOrThrow()
    ).fields['tags'];
  const history = async () => (await send(on.actionHistory)).body.data;

  it.each([
    ['trigger', 'Trigger', { name: 'A', event: 'visited' }, 'triggerId'],
    ['automation', 'Automation', { name: 'A', schedule: '0 6 * * *' }, 'automation'],
    ['target', 'Target', { name: 'A', type: 'webhook', url: 'https://hooks.example.com/' }, 'target'],
  ])('R106: a %s is created, read, changed and removed', async (_, name, body, parameter) => {
    const endpoints = on as unknown as Record<string, Endpoint>;
    const verb = (prefix: string) => endpoints[prefix + name] as Endpoint;
    const { id } = await add(verb('add'), body);
    const path = { [parameter]: String(id) };
    expect((await send(verb('read'), undefined, path)).body.data).toMatchObject(body);
    expect((await send(verb('edit'), { name: 'B' }, path)).body.data).toMatchObject({ ...body, name: 'B' });
    expect((await send(verb('delete'), undefined, path)).status).toBe(204);
    expect((await send(verb('read'), undefined, path)).status).toBe(404);
    const customer = await service.tokenOf('1002');
    expect((await service.call(verb('add'), { token: customer, body })).status).toBe(403);
  });

  it('R106: actions belong to their trigger or automation, and go with it', async () => {
    const trigger = await add(on.addTrigger, { name: 'T', event: 'visited' });
    const automation = await add(on.addAutomation, { name: 'A', schedule: '0 6 * * *' });
    for (const [action, parent] of [
      [
        [on.addTriggerAction, on.readTriggerAction, on.editTriggerAction, on.deleteTriggerAction],
        { triggerId: String(trigger.id) },
      ],
      [
        [on.addAutomationAction, on.readAutomationAction, on.editAutomationAction, on.deleteAutomationAction],
        { automation: String(automation.id) },
      ],
    ] as const) {
      const [adds, reads, edits, removes] = action as readonly Endpoint[] as [
        Endpoint,
        Endpoint,
        Endpoint,
        Endpoint,
      ];
      const { id } = await add(adds, { type: 'add-tag', settings: { tags: ['x'] } }, parent);
      const path = { ...parent, action: String(id) };
      expect((await send(edits, { position: 3 }, path)).body.data.position).toBe(3);
      expect((await send(reads, undefined, path)).body.data).toMatchObject({ type: 'add-tag' });
      expect((await send(removes, undefined, path)).status).toBe(204);
      expect((await send(adds, { type: 'launch-rocket' }, parent)).status).toBe(422);
    }
  });

  it('R107: an event runs its triggers whose conditions hold, and no automation', async () => {
    const { id } = await add(on.addTrigger, {
      ...{ name: 'T', event: 'visited', condition: ['data.data.page eq sale'] },
    });
    await add(
      on.addTriggerAction,
      { type: 'add-tag', settings: { tags: ['keen'] } },
      { triggerId: String(id) },
    );
    const automation = await add(on.addAutomation, { name: 'A', schedule: '0 6 * * *' });
    const path = { automation: String(automation.id) };
    await add(on.addAutomationAction, { type: 'add-tag', settings: { tags: ['by-clock'] } }, path);
    await visit({ page: 'home' });
    await workOff(service);
    expect(await tagsOf(mara)).toBeUndefined();
    await visit({ page: 'sale' });
    await workOff(service);
    expect(await tagsOf(mara)).toEqual(['keen']);
    expect(await history()).toEqual([
      expect.objectContaining({ trigger_id: id, type: 'add-tag', status: 'done', profile_id: mara }),
    ]);
  });

  it('R107: an automation runs when its time has come, once, for the profiles of its query', async () => {
    const { id, next_run_at: next } = await add(on.addAutomation, {
      ...{
        name: 'A',
        schedule: '30 6 * * *',
        query: { email: { nullable: 0 }, id: { in: `${mara},profile-1003` } },
      },
    });
    const path = { automation: String(id) };
    await add(on.addAutomationAction, { type: 'add-tag', settings: { tags: ['morning'] } }, path);
    const before = new Date(Date.parse(next) - 60_000);
    expect(await startDueAutomations(service.db, before)).toBe(0);
    const due = new Date(Date.parse(next) + 1_000);
    const started = await Promise.all([1, 2, 3].map(() => startDueAutomations(service.db, due)));
    expect(started.reduce((sum, one) => sum + one, 0)).toBe(1);
    await workOff(service);
    expect(await tagsOf(mara)).toEqual(['morning']);
    expect(await tagsOf('profile-1003')).toEqual(['morning']);
    expect(await tagsOf('profile-1001')).toBeUndefined();
    const read = (await send(on.readAutomation, undefined, path)).body.data;
    expect(Date.parse(read.next_run_at) - Date.parse(next)).toBe(86_400_000);
    expect(read.last_run_at).not.toBe(null);
  });

  it('R107: an automation is run by hand', async () => {
    const { id } = await add(on.addAutomation, { name: 'A', schedule: '0 0 1 1 *', query: { id: mara } });
    const path = { automation: String(id) };
    await add(on.addAutomationAction, { type: 'add-tag', settings: { tags: ['now'] } }, path);
    expect(await send(on.triggerAutomation, undefined, path)).toMatchObject({
      ...{ status: 202, body: { data: { id: expect.any(String), status: 'accepted' } } },
    });
    await workOff(service);
    expect(await tagsOf(mara)).toEqual(['now']);
    expect((await send(on.triggerAutomation, undefined, { automation: '999999' })).status).toBe(404);
  });

  it('a run goes through all profiles once, in chunks, also where a job runs twice', async () => {
    const { id } = await add(on.addAutomation, { name: 'A', schedule: '0 0 1 1 *' });
    const path = { automation: String(id) };
    await add(on.addAutomationAction, { type: 'add-tag', settings: { tags: ['all'] } }, path);
    await sql`insert into profiles (id) select 'many-' || number from generate_series(1, 120) as number`.execute(
      service.db,
    );
    await send(on.triggerAutomation, undefined, path);
    const { rows } = await sql<{ data: JobSubjects['automations'] }>`
      select data from jobs.job where name = 'automations' and state = 'created'`.execute(service.db);
    const [first] = rows;
    if (!first) throw new Error('There is no job.');
    await runAutomation(runtimeOf(service), first.data);
    await runAutomation(runtimeOf(service), first.data);
    await workOff(service);
    const { rows: done } = await sql<{ profiles: number; actions: number }>`
      select (select count(*) from profiles where deleted_at is null) as profiles,
        (select count(*) from records where resource = 'action-history') as actions`.execute(service.db);
    expect(done[0]?.actions).toBe(done[0]?.profiles);
    await sql`delete from profiles where id like 'many-%'`.execute(service.db);
  });

  it('a customer sets off no trigger, but one that takes events of customers: the twin', async () => {
    const careful = await add(on.addTrigger, { name: 'Careful', event: 'visited' });
    const open = await add(on.addTrigger, {
      ...{ name: 'Open', event: 'visited', condition: ['namespace in custom, customer'] },
    });
    for (const [{ id }, tag] of [
      [careful, 'careful'],
      [open, 'open'],
    ] as const) {
      const action = { type: 'add-tag', settings: { tags: [tag] } };
      await add(on.addTriggerAction, action, { triggerId: String(id) });
    }
    const customer = await service.tokenOf('1002');
    await service.call(on.addProfileCustomEvent, {
      ...{ token: customer, path: { profile: mara }, body: { name: 'visited' } },
    });
    await workOff(service);
    expect(await tagsOf(mara)).toEqual(['open']);
    await visit();
    await workOff(service);
    expect(await tagsOf(mara)).toEqual(['careful', 'open']);
  });

  it('an action that fails is undone alone and written down, and the next one runs', async () => {
    const { id } = await add(on.addTrigger, { name: 'T', event: 'visited' });
    const path = { triggerId: String(id) };
    await add(on.addTriggerAction, { type: 'add-reminder', settings: { subject: 5 }, position: 1 }, path);
    await add(on.addTriggerAction, { type: 'add-tag', settings: { tags: ['second'] }, position: 2 }, path);
    await visit();
    await workOff(service);
    expect(await tagsOf(mara)).toEqual(['second']);
    const [second, first] = await history();
    expect(first).toMatchObject({ status: 'failed', message: expect.stringContaining('subject') });
    expect(second).toMatchObject({ status: 'done' });
  });

  it('an action makes a record through its endpoint, in the name of who made the action', async () => {
    const { id } = await add(on.addTrigger, { name: 'T', event: 'visited' });
    const settings = { subject: 'Call', due_at: '2026-12-01T10:00:00Z' };
    await add(on.addTriggerAction, { type: 'add-reminder', settings }, { triggerId: String(id) });
    await visit();
    await workOff(service);
    expect((await send(on.reminders)).body.data).toEqual([
      expect.objectContaining({ subject: 'Call', profile_id: mara, is_done: false }),
    ]);
  });

  it('an action sends to a target, signed with the key of that target', async () => {
    const receiver = await openReceiver();
    // A target's address is https; what is on this machine is not.
    const target = await add(on.addTarget, { name: 'T', type: 'webhook', url: 'https://hooks.example.com/' });
    await sql`update records set fields = fields || jsonb_build_object('url', ${`${receiver.url}/t`}::text)
      where id = ${target.id}`.execute(service.db);
    const { id } = await add(on.addTrigger, { name: 'T', event: 'visited' });
    const action = { type: 'webhook', target_id: target.id, settings: { template: 7 } };
    await add(on.addTriggerAction, action, { triggerId: String(id) });
    await visit();
    await workOff(service);
    await receiver.stop();
    expect(receiver.received.map(({ path, message }) => [path, message.extra])).toEqual([
      ['/t', { template: 7 }],
    ]);
  });

  it('a circle of triggers ends', async () => {
    const { id } = await add(on.addTrigger, { name: 'T', event: 'visited' });
    await add(
      on.addTriggerAction,
      { type: 'custom-event', settings: { name: 'visited' } },
      { triggerId: String(id) },
    );
    await visit();
    await workOff(service);
    const entries = await history();
    expect(entries).toHaveLength(6);
    expect(entries[0]).toMatchObject({ status: 'failed', message: 'Too many events raised each other.' });
  });

  it('shows samples of a query, and says what is wrong with one', async () => {
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

describe('a schedule', () => {
  it.each([
    ['* * * * *', '2026-03-01T10:00:30Z', '2026-03-01T10:01:00Z'],
    ['0 6 * * *', '2026-03-01T06:00:00Z', '2026-03-02T06:00:00Z'],
    ['*/15 8-17 * * 1-5', '2026-03-06T17:45:00Z', '2026-03-09T08:00:00Z'],
    ['0 0 29 2 *', '2026-03-01T00:00:00Z', '2028-02-29T00:00:00Z'],
    ['0 0 1,15 * *', '2026-03-02T00:00:00Z', '2026-03-15T00:00:00Z'],
    ['0 0 13 * 5', '2026-03-01T00:00:00Z', '2026-03-06T00:00:00Z'],
    ['0 12 * * 7', '2026-03-02T00:00:00Z', '2026-03-08T12:00:00Z'],
    ['5/20 0 * * *', '2026-03-01T00:06:00Z', '2026-03-01T00:25:00Z'],
  ])('%s after %s is %s', (schedule, after, next) => {
    expect(nextTime(schedule, new Date(after))?.toISOString()).toBe(next.replace('Z', '.000Z'));
  });

  it.each([
    '',
    '* * * *',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '* * * 13 *',
    '* * * * 8',
    '*/0 * * * *',
    '5-1 * * * *',
    'a * * * *',
    '0 0 31 2 *',
  ])('%j is none', (schedule) => {
    expect(faultOfSchedule(schedule)).toEqual(expect.stringMatching(/schedule/));
  });
});
