import { endpointOf } from '../../../../../src/services/contract/catalogue.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { batchFamilies } from '../../../../../demo/service/platform/batches/families.ts';
import { startJobs } from '../../../../../demo/service/jobs/start.ts';
import {
  addStatus,
  batchLocations,
  batchProfileStatuses,
  batchDeleteProfileStatuses,
  batchDeleteProfileTags,
  batchProfileTags,
  batchWebhooks,
  locations,
  readBatch,
  webhooks,
  type Endpoint,
} from '../../../../../src/services/contract/endpoints/index.ts';
import * as all from '../../../../../src/services/contract/endpoints/index.ts';
import { runtimeOf, runDueJobs } from '../../../../support/service-jobs.ts';
import { openService, type OpenService } from '../../../../support/service-open.ts';

const families = batchFamilies.map(({ id }) => endpointOf(id) as Endpoint);

describe('batches', () => {
  let service: OpenService;
  let token: string;
  beforeAll(async () => {
    service = await openService({ allowPrivateWebhooks: true });
    token = await service.machineToken();
  });
  beforeEach(async () => {
    await sql`truncate batches`.execute(service.db);
    await sql`delete from records where resource in ('location', 'webhook')`.execute(service.db);
  });
  afterAll(() => service.drop());

  const post = (endpoint: Endpoint, body: unknown, as = token) => service.call(endpoint, { token: as, body });
  const result = async (id: string) =>
    (await service.call(readBatch, { token, path: { batch: id } })).body.data;
  const total = async (endpoint: Endpoint) => (await service.call(endpoint, { token })).body.meta.total;

  it('every batch.json of the catalogue has a batch family', () => {
    const inCatalogue = Object.values(all as Record<string, unknown>)
      .filter((one): one is Endpoint => typeof one === 'object' && one !== null && 'path' in one)
      .filter(({ path }) => path.endsWith('/batch.json'));
    expect(families.map(({ id }) => id).sort()).toEqual(inCatalogue.map(({ id }) => id).sort());
  });

  it.each(families)('$id accepts only an array', async (endpoint) => {
    for (const wrong of [{}, 'text', null, 5, [1]]) {
      expect((await post(endpoint, JSON.stringify(wrong))).status).toBe(422);
    }
    const empty = await post(endpoint, []);
    expect(empty).toMatchObject({ status: 202, body: { data: { status: 'accepted' } } });
    await runDueJobs(service);
    expect(await result(empty.body.data.id)).toMatchObject({ status: 'done', total: 0 });
  });

  it.each(families)('$id is refused to customers, and to a token without its scope', async (endpoint) => {
    expect((await post(endpoint, [], await service.tokenOf('1002'))).status).toBe(403);
    expect((await post(endpoint, [], await service.machineToken('auth.read'))).status).toBe(403);
  });

  it('replies at once; the records are written when a worker runs', async () => {
    const body = [{ name: 'Harbour' }, { name: 'Dock' }];
    const { id } = (await post(batchLocations, body)).body.data;
    expect(await total(locations)).toBe(0);
    expect(await result(id)).toMatchObject({ status: 'accepted', total: 2, done: 0, failed: 0 });
    await runDueJobs(service);
    expect(await total(locations)).toBe(2);
    expect(await result(id)).toMatchObject({ status: 'done', done: 2, failed: 0, failures: [] });
  });

  it('an invalid record does not roll back the valid ones, and its failure names its position', async () => {
    const hook = { trigger: 'a', namespace: 'n', url: 'https://hooks.example.com/' };
    const body = [hook, { ...hook, queue: 'urgent' }, hook, { ...hook, condition: ['a = b'] }];
    const { id } = (await post(batchWebhooks, body)).body.data;
    await runDueJobs(service);
    expect(await total(webhooks)).toBe(2);
    expect(await result(id)).toMatchObject({
      status: 'done',
      resource: 'webhook',
      total: 4,
      done: 2,
      failed: 2,
      failures: [
        { index: 1, message: expect.stringContaining('queue') },
        { index: 3, message: expect.stringContaining('condition') },
      ],
    });
  });

  it('more than 1,000 records are refused, with a hint to the imports', async () => {
    const answer = await post(
      batchLocations,
      Array.from({ length: 1_001 }, () => ({ name: 'x' })),
    );
    expect(answer).toMatchObject({
      status: 422,
      body: { errors: { body: [expect.stringContaining('/v3/imports/upload')] } },
    });
    expect(await total(locations)).toBe(0);
  });

  it('writes each record in the name of the sender, with the rights of the token', async () => {
    const narrow = await service.machineToken('automation.write automation.read');
    const hook = { trigger: 'a', namespace: 'n', url: 'https://hooks.example.com/' };
    const { id } = (await post(batchWebhooks, [hook], narrow)).body.data;
    await sql`update batches set scopes = '{automation.read}' where id = ${id}`.execute(service.db);
    await runDueJobs(service);
    expect(await result(id)).toMatchObject({
      failures: [{ index: 0, message: expect.stringContaining('scope') }],
    });
    expect(await total(webhooks)).toBe(0);
  });

  it('adds statuses and tags of profiles once, and removes only the named ones', async () => {
    const profile = async () =>
      (
        await service.db
          .selectFrom('profiles')
          .select('fields')
          .where('id', '=', 'profile-1002')
          .executeTakeFirstOrThrow()
      ).fields;
    const profile_id = 'profile-1002';
    for (const name of ['vip', 'staff']) {
      const added = await service.call(addStatus, { token, body: { name, handle: name } });
      expect(added.status).toBe(200);
    }
    await post(batchProfileStatuses, [
      { profile_id, status: 'vip' },
      { profile_id, status: 'vip' },
      { profile_id, status: 'staff' },
    ]);
    await post(batchProfileTags, [{ profile_id, tags: ['a', 'b'] }]);
    await runDueJobs(service);
    expect(await profile()).toMatchObject({ statuses: ['vip', 'staff'], tags: ['a', 'b'] });
    const unknown = (await post(batchProfileStatuses, [{ profile_id, status: 'dragon' }])).body.data;
    await runDueJobs(service);
    expect(await result(unknown.id)).toMatchObject({
      failed: 1,
      failures: [{ index: 0, message: expect.stringContaining('There is no status dragon') }],
    });
    await post(batchDeleteProfileStatuses, [{ profile_id, status: 'vip' }]);
    await post(batchDeleteProfileTags, [{ profile_id, tags: ['b', 'c'] }]);
    const wrong = (await post(batchProfileTags, [{ profile_id: 'profile-0', tags: ['x'] }])).body.data;
    await runDueJobs(service);
    expect(await profile()).toMatchObject({ statuses: ['staff'], tags: ['a'] });
    expect(await result(wrong.id)).toMatchObject({ failed: 1 });
  });

  it('is processed by several workers, each record once', async () => {
    const body = Array.from({ length: 200 }, (_, number) => ({
      name: `Stop ${number}`,
      external_id: `${number}`,
    }));
    const { id } = (await post(batchLocations, body)).body.data;
    // A second job for the same batch, as after a worker that was wrongly considered to have ended.
    const { send } = await import('../../../../../demo/service/jobs/boss.ts');
    await send(service.db, 'batches', { batchId: id });
    const workers = await Promise.all(
      [1, 2].map(() => startJobs(runtimeOf(service), (error) => service.errors.push(error))),
    );
    await expect.poll(async () => (await result(id)).status).toBe('done');
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(await result(id)).toMatchObject({ done: 200, failed: 0 });
    expect(await total(locations)).toBe(200);
    expect(service.errors).toEqual([]);
  });

  it.each(['abc', '00000000-0000-0000-0000-000000000000'])(
    'answer 404 to the unknown id %s',
    async (batch) => {
      expect((await service.call(readBatch, { token, path: { batch } })).status).toBe(404);
    },
  );
});
