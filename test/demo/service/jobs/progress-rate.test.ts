import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isOpen, listJobs } from '../../../../demo/service/jobs/job-list.ts';
import { progressRateOf, restartsRate } from '../../../../demo/service/jobs/progress-rate.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

describe('rate of a load', () => {
  const begunAt = new Date('2026-11-20T10:00:00Z');
  const after = (seconds: number) => new Date(begunAt.getTime() + seconds * 1_000);
  const load = { total: 2_500, position: 1_200, begunAt, begunFrom: 200, changedAt: after(10) };

  it('counts the records since the load began or continued, and the seconds for the others', () => {
    expect(progressRateOf(load)).toEqual({ perSecond: 100, secondsLeft: 13 });
    expect(progressRateOf({ ...load, total: 1_000 })).toEqual({ perSecond: 100, secondsLeft: 0 });
  });

  it.each([
    ['the first record', { position: 200 }],
    ['time has passed', { changedAt: begunAt }],
  ])('is not known before %s', (_name, change) => {
    expect(progressRateOf({ ...load, ...change })).toBe(undefined);
  });

  it.each([
    ['has not begun', null, 0, true],
    ['was changed a minute ago', begunAt, 60, false],
    ['was changed longer ago', begunAt, 60.001, true],
  ])('begins again for a load that %s: %s, %d s', (_name, begun, seconds, restarts) => {
    expect(restartsRate(begun, begunAt, after(seconds).getTime())).toBe(restarts);
  });
});

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
