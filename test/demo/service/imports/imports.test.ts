import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { runImport } from '../../../../demo/service/imports/run.ts';
import {
  addImportJob,
  addManualImport,
  campaigns,
  deleteImportJob,
  editImportJob,
  importJobs,
  imports,
  locations,
  readImportJob,
  statuses,
  uploadImport,
  uploadImportMapping,
} from '../../../../src/services/contract/endpoints/index.ts';
import { runtimeOf, runDueJobs } from '../../../support/service-jobs.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

const csv = (rows: number) =>
  [
    'name,external_id,is_published',
    ...Array.from({ length: rows }, (_, at) => `"Stop, ${at}",s-${at},false`),
  ].join('\r\n');

describe('imports', () => {
  let service: OpenService;
  let token: string;
  beforeAll(async () => {
    service = await openService();
    token = await service.machineToken();
  });
  beforeEach(async () => {
    await sql`delete from records where resource in ('location', 'import', 'import-job')`.execute(service.db);
    await sql`delete from jobs.job`.execute(service.db);
  });
  afterAll(() => service.drop());

  const upload = (body: object) =>
    service.call(uploadImport, { token, body: { model: 'location', format: 'csv', ...body } });
  const found = async () => (await service.call(locations, { token, query: '?sort=id' })).body;
  const job = async () => (await service.call(importJobs, { token, query: '?sort=-id' })).body.data[0];

  it('skips a row that a purge has erased, and says so', async () => {
    await upload({ content: csv(3) });
    await sql`update import_rows set fields = null where number = 2`.execute(service.db);
    await runDueJobs(service);
    expect(await job()).toMatchObject({ status: 'done', done: 2, failed: 1 });
    expect((await job()).failures).toEqual([
      { row: 2, message: 'It was erased with the profile that it was about.' },
    ]);
  });

  it('imports statuses with their texts in other languages, and says which text it refuses', async () => {
    const cell = (value: unknown) => `"${JSON.stringify(value).replaceAll('"', '""')}"`;
    const translations = { de: { name: 'Treu' }, ar: { name: 'وفي', description: 'نص' } };
    const content = [
      'name,handle,translations',
      `Loyal,loyal-imported,${cell(translations)}`,
      `New,new-imported,${cell({ de: { title: 'Neu' } })}`,
      'Old,old-imported,{de: Alt}',
    ].join('\n');
    await upload({ model: 'status', content });
    await runDueJobs(service);
    const { data } = (await service.call(statuses, { token, query: '?filter[handle]=loyal-imported' })).body;
    expect(data).toEqual([expect.objectContaining({ name: 'Loyal', translations })]);
    expect((await job()).failures).toEqual([
      { row: 2, message: expect.stringContaining('texts that can be translated are name, description') },
      { row: 3, message: expect.stringContaining('translations field has to be a JSON object') },
    ]);
  });

  it('imports campaigns with lists of several values, and names the field of a row that it refuses', async () => {
    const content = [
      'name,multiplier,bonus_points,categories,channels,starts_at,ends_at',
      'Twice,2,,"Tableware, Lighting",web,2026-11-27T00:00:00+01:00,2026-11-30T00:00:00+01:00',
      'Nothing,,,Tableware,,,',
      'Both,2,50,,,,',
      'Words,double,,,,,',
      'A day of a spreadsheet,2,,,,,30.11.2026',
      'Backwards,2,,,,2026-11-30T00:00:00Z,2026-11-27T00:00:00Z',
    ].join('\n');
    await upload({ model: 'campaigns', content });
    await runDueJobs(service);
    const { data } = (await service.call(campaigns, { token })).body;
    expect(data).toEqual([
      expect.objectContaining({
        name: 'Twice',
        multiplier: '2',
        categories: ['Tableware', 'Lighting'],
        channels: ['web'],
        ends_at: '2026-11-29T23:00:00.000000Z',
        is_active: true,
      }),
    ]);
    expect((await job()).failures).toEqual([
      { row: 2, message: expect.stringContaining('either a multiplier or bonus_points') },
      { row: 3, message: expect.stringContaining('either a multiplier or bonus_points') },
      { row: 4, message: expect.stringContaining('multiplier') },
      { row: 5, message: expect.stringContaining('ends_at') },
      { row: 6, message: expect.stringContaining('ends_at field has to be after starts_at') },
    ]);
  });

  it('imports a file: columns by name, text converted to the type of its field', async () => {
    const answer = await upload({ content: csv(3), file_name: 'stops.csv' });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        data: { model: 'location', type: 'upload', file_name: 'stops.csv', rows: 3, status: 'accepted' },
      },
    });
    expect((await found()).meta.total).toBe(0);
    await runDueJobs(service);
    expect((await found()).data[0]).toMatchObject({
      name: 'Stop, 0',
      external_id: 's-0',
      is_published: false,
    });
    expect(await job()).toMatchObject({
      import_id: answer.body.data.id,
      status: 'done',
      total: 3,
      done: 3,
      failed: 0,
      failures: [],
      started_at: expect.any(String),
      finished_at: expect.any(String),
    });
    expect((await service.call(imports, { token })).body.data[0]).toMatchObject({ status: 'done' });
  });

  it('accepts NDJSON, and a mapping of columns to fields', async () => {
    const content = '{"titel":"Kai","nr":7,"else":1}\n\n{"titel":"Mole","nr":8}\n';
    await upload({ content, format: 'ndjson', mapping: { titel: 'name', nr: 'external_id', else: '' } });
    await runDueJobs(service);
    // An external id is text, so a number is refused.
    expect(await job()).toMatchObject({ done: 0, failed: 2, failures: [{ row: 1 }, { row: 2 }] });
    await upload({
      content: content.replace('7', '"7"').replace('8', '"8"'),
      format: 'ndjson',
      mapping: { titel: 'name', nr: 'external_id', else: '' },
    });
    await runDueJobs(service);
    expect((await found()).data.map(({ name }: { name: string }) => name)).toEqual(['Kai', 'Mole']);
  });

  it('uses the saved mapping of a model if the upload has none', async () => {
    const mapping = { titel: 'name' };
    const saved = await service.call(uploadImportMapping, { token, body: { model: 'location', mapping } });
    expect(saved.body.data).toMatchObject({ type: 'mapping', mapping });
    const answer = await upload({ content: 'titel\nKai\n' });
    expect(answer.body.data.mapping).toEqual(mapping);
    await runDueJobs(service);
    expect((await found()).data[0].name).toBe('Kai');
  });

  it('accepts records in the body', async () => {
    const records = [{ name: 'Kai' }, { name: 5 }, { name: 'Mole' }];
    const answer = await service.call(addManualImport, { token, body: { model: 'location', records } });
    expect(answer.body.data).toMatchObject({ type: 'manual', rows: 3 });
    await runDueJobs(service);
    expect((await found()).meta.total).toBe(2);
    expect(await job()).toMatchObject({
      done: 2,
      failed: 1,
      failures: [{ row: 2, message: expect.stringContaining('name') }],
    });
  });

  it('continues after the last committed rows when its process ends in the middle', async () => {
    await upload({ content: csv(120) });
    const { id } = await job();
    // The connection ends in the third chunk, as it does when the process ends.
    await sql`
      create function break_off() returns trigger language plpgsql as $$
      begin
        if new.fields ->> 'external_id' = 's-110' then perform pg_terminate_backend(pg_backend_pid()); end if;
        return new;
      end $$`.execute(service.db);
    await sql`create trigger break_off before insert on records for each row execute function break_off()`.execute(
      service.db,
    );
    await expect(runImport(runtimeOf(service), id)).rejects.toThrow();
    expect(await job()).toMatchObject({ status: 'running', done: 100 });
    expect((await found()).meta.total).toBe(100);
    await sql`drop trigger break_off on records`.execute(service.db);
    await runImport(runtimeOf(service), id);
    expect(await job()).toMatchObject({ status: 'done', done: 120, failed: 0 });
    expect((await found()).meta.total).toBe(120);
  });

  it('can be paused, continued at its position, and deleted', async () => {
    await upload({ content: csv(5) });
    const { id } = await job();
    const path = { importjob: String(id) };
    const turn = (status: string) => service.call(editImportJob, { token, path, body: { status } });
    expect((await turn('paused')).body.data.status).toBe('paused');
    await runDueJobs(service);
    expect((await found()).meta.total).toBe(0);
    expect((await turn('done')).status).toBe(422);
    expect((await turn('queued')).status).toBe(200);
    await runDueJobs(service);
    expect((await service.call(readImportJob, { token, path })).body.data).toMatchObject({ done: 5 });
    expect((await service.call(deleteImportJob, { token, path })).status).toBe(204);
    expect((await service.call(readImportJob, { token, path })).status).toBe(404);
  });

  it('deletes imported rows; another job with another mapping imports a failed row', async () => {
    const { id } = (await upload({ content: 'short,name\nK,Kai\nM,\n', mapping: { short: '' } })).body.data;
    await runDueJobs(service);
    const { rows } = await sql`select number, fields from import_rows`.execute(service.db);
    expect(rows).toEqual([{ number: 2, fields: { short: 'M', name: '' } }]);
    const addJob = (mapping: object) =>
      service.call(addImportJob, { token, body: { import_id: id, mapping } });
    expect((await addJob({ short: 'name' })).body.data).toMatchObject({ import_id: id, total: 1 });
    await runDueJobs(service);
    expect((await found()).data.map(({ name }: { name: string }) => name)).toEqual(['Kai', 'M']);
    expect((await job()).done).toBe(1);
    const third = await addJob({ short: 'name' });
    expect(third.status).toBe(422);
    expect(third.body.errors.import_id[0]).toContain('upload them again');
    const none = await service.call(addImportJob, { token, body: { import_id: 999_999 } });
    expect(none.status).toBe(422);
  });

  it('changes an existing record by its external id if `existing` says so; by default such a row fails', async () => {
    const content = 'name,external_id\nKai,k-1\nMole,m-1\n';
    await upload({ content, model: 'locations' });
    await runDueJobs(service);
    const next = { content: 'name,external_id\nKai 2,k-1\nPier,p-1\n' };
    await upload(next);
    await runDueJobs(service);
    expect(await job()).toMatchObject({ done: 1, changed: 0, failed: 1 });
    await upload({ content: next.content, existing: 'change' });
    await runDueJobs(service);
    expect(await job()).toMatchObject({ done: 2, changed: 2, failed: 0 });
    expect((await found()).data.map(({ name }: { name: string }) => name)).toEqual(['Kai 2', 'Mole', 'Pier']);
    const profile = (email: string) =>
      upload({ content: `email,external_id\n${email},e-1\n`, model: 'profile', existing: 'change' });
    await profile('first@example.com');
    await runDueJobs(service);
    await profile('second@example.com');
    await runDueJobs(service);
    const { rows } = await sql`select email from profiles where external_id = 'e-1'`.execute(service.db);
    expect(rows).toEqual([{ email: 'second@example.com' }]);
    const { rows: published } = await sql`
      select from events where trigger = 'profile.created' and payload ->> 'external_id' = 'e-1'`.execute(
      service.db,
    );
    expect(published).toHaveLength(1);
    const purchase = await upload({ content: 'total\n5\n', model: 'transaction', existing: 'change' });
    expect(purchase.body.errors.existing[0]).toContain('profile, order');
  });

  it.each([
    ['an empty file', { content: '' }, 'content'],
    ['a quote that does not end', { content: 'name\n"Kai' }, 'content'],
    ['a row with too many cells', { content: 'name\nKai,1' }, 'content'],
    ['two columns of one name', { content: 'name,name\na,b' }, 'content'],
    ['a line that is no JSON', { content: '{"name":"a"}\nnope', format: 'ndjson' }, 'content'],
    ['an unknown model', { content: 'name\na', model: 'password' }, 'model'],
    ['an unknown format', { content: 'name\na', format: 'xlsx' }, 'format'],
  ])('refuses %s: 422 on that field, nothing stored', async (_, body, field) => {
    const answer = await upload(body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual([field]);
    expect((await service.call(imports, { token })).body.meta.total).toBe(0);
  });

  it('is refused to customers', async () => {
    const customer = await service.tokenOf('1002');
    const body = { model: 'location', content: 'name\na' };
    expect((await service.call(uploadImport, { token: customer, body })).status).toBe(403);
    expect((await service.call(imports, { token: customer })).status).toBe(403);
  });
});
