import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isOpen, listJobs } from '../../../../demo/service/jobs/job-list.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

describe('progress of a load with several parts', () => {
  let service: OpenService;
  beforeEach(async () => {
    service = await openService();
  });
  afterEach(() => service?.drop());

  const part = (number: number, done: number, more: object = {}) =>
    sql`insert into records (resource, fields) values ('import-job', ${JSON.stringify({
      load: 'people',
      file_name: 'people.csv',
      model: 'profile',
      part: number,
      status: 'done',
      total: 1_000,
      done,
      failed: 0,
      load_rows: 2_500,
      ...more,
    })}::jsonb)`.execute(service.db);
  const load = async () => {
    const [only, ...others] = await listJobs(service.db, 10);
    expect(others).toEqual([]);
    return only && { status: only.status, isOpen: isOpen(only), at: `${only.handled} of ${only.total}` };
  };

  it('counts the rows of all parts, also between two parts', async () => {
    await part(1, 1_000);
    expect(await load()).toEqual({ status: 'running', isOpen: true, at: '1000 of 2500' });
    await part(2, 400, { status: 'running' });
    expect(await load()).toEqual({ status: 'running', isOpen: true, at: '1400 of 2500' });
  });

  it('is stopped after a minute without a new part', async () => {
    await part(1, 1_000);
    await sql`update records set updated_at = now() - interval '61 seconds' where resource = 'import-job'`.execute(
      service.db,
    );
    expect(await load()).toEqual({ status: 'stopped', isOpen: false, at: '1000 of 2500' });
  });

  it('is done when its last row is processed', async () => {
    await part(1, 1_000);
    await part(2, 1_000);
    await part(3, 480, { total: 500, failed: 20 });
    expect(await load()).toEqual({ status: 'done', isOpen: false, at: '2500 of 2500' });
  });

  it('is relative to the received rows if the total is unknown', async () => {
    await part(1, 1_000, { load_rows: null });
    expect(await load()).toEqual({ status: 'done', isOpen: false, at: '1000 of 1000' });
  });
});
