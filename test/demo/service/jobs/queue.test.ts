import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { bossOn, jobInsert, send } from '../../../../demo/service/jobs/boss.ts';
import { startJobs } from '../../../../demo/service/jobs/start.ts';
import { createWorker, queueHandler } from '../../../../demo/service/jobs/worker.ts';
import { runtimeOf } from '../../../support/service-jobs.ts';
import { freshDatabase, type FreshDatabase } from '../../../support/database-fresh.ts';

describe('job queue', () => {
  let database: FreshDatabase;
  beforeEach(async () => {
    database = await freshDatabase();
  });
  afterEach(() => database.drop());
  const waiting = async () => await bossOn(database.db).getQueueSize('events');

  it('a job exists if and only if the transaction that sent it commits', async () => {
    const sending = (fails: boolean) =>
      database.db.transaction().execute(async (work) => {
        await send(work, 'events', { eventId: 1 });
        expect(await waiting()).toBe(0);
        if (fails) throw new Error('undone');
      });
    await expect(sending(true)).rejects.toThrow('undone');
    expect(await waiting()).toBe(0);
    await sending(false);
    expect(await waiting()).toBe(1);
  });

  it('pg-boss and the statement that writes the cause store the same rows', async () => {
    await database.db.transaction().execute(async (work) => {
      await send(work, 'events', { eventId: 7 });
      await sql`with job as (${jobInsert('events', sql`select '{"eventId": 7}'::jsonb as subject`)}) select`.execute(
        work,
      );
    });
    const { rows } = await sql<{ row: object }>`select to_jsonb(job) - 'id' as row from jobs.job`.execute(
      database.db,
    );
    expect(rows).toHaveLength(2);
    expect(rows[0]).toEqual(rows[1]);
  });

  it('several workers claim each job once', async () => {
    const done: number[] = [];
    for (let eventId = 1; eventId <= 200; eventId++) await send(database.db, 'events', { eventId });
    const workers = [1, 2, 3, 4].map(() =>
      createWorker(
        bossOn(database.db),
        {
          slots: 7,
          queues: [
            queueHandler('events', async ({ eventId }) => {
              done.push(eventId);
              await sql`select pg_sleep(0.002)`.execute(database.db);
            }),
          ],
        },
        (error) => {
          throw error;
        },
      ),
    );
    await Promise.all(workers.map((worker) => worker.drain()));
    expect(done.sort((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, at) => at + 1));
  });

  it('a job that throws is retried with a growing delay', async () => {
    const errors: unknown[] = [];
    await send(database.db, 'events', { eventId: 1 });
    const failing = async () => {
      throw new Error('ours');
    };
    const worker = createWorker(
      bossOn(database.db),
      { slots: 1, queues: [queueHandler('events', failing)] },
      (error) => errors.push(error),
    );
    expect(await worker.drain()).toBe(1);
    expect(errors).toHaveLength(1);
    const { rows } = await sql<{ state: string; later: boolean }>`
      select state, start_after > now() as later from jobs.job`.execute(database.db);
    expect(rows).toEqual([{ state: 'retry', later: true }]);
  });

  it('an error of the queue itself is reported, and does not end the process', async () => {
    const errors: unknown[] = [];
    const runtime = runtimeOf({ db: database.db, errors });
    const jobs = await startJobs(runtime, (error) => errors.push(error), { maintenanceSeconds: 1 });
    await sql`alter table jobs.version rename to versions`.execute(database.db);
    await expect.poll(() => errors.map(String).join()).toContain('version');
    await sql`alter table jobs.versions rename to version`.execute(database.db);
    await jobs.stop();
  });

  it('a job of a process that ended is given to another process', async () => {
    const boss = bossOn(database.db, { maintenanceSeconds: 1 });
    await send(database.db, 'events', { eventId: 1 });
    expect(await boss.fetch('events')).toHaveLength(1);
    expect(await boss.fetch('events')).toHaveLength(0);
    await sql`update jobs.job set started_on = now() - interval '61 seconds'`.execute(database.db);
    await boss.start();
    await expect.poll(() => boss.fetch('events', { ignoreStartAfter: true })).toHaveLength(1);
    await boss.stop({ graceful: false });
  });
});
