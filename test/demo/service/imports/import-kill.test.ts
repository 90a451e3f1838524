import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uploadImport } from '../../../../src/services/contract/endpoints/index.ts';
import { countOf } from '../../../support/counts.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';
import { startServiceProcess } from '../../../support/service-process.ts';

const KILLS = countOf('IMPORT_KILLS', { share: 1, full: 10 });
const ROWS_EACH = 300;
const ROWS = ROWS_EACH * (KILLS + 1);
/** After more than one transaction of the import, and before the end of one. */
const HELD_ROW = 170;

describe('import while the service is killed', () => {
  let service: OpenService;
  beforeAll(async () => {
    service = await openService();
  });
  afterAll(() => service.drop());

  const state = async () => {
    const { rows } = await sql<{ status: string; handled: number; failed: number; stored: number }>`
      select fields ->> 'status' as status, (fields ->> 'done')::integer as handled,
        (fields ->> 'failed')::integer as failed,
        (select count(*) from records where resource = 'location' and fields ->> 'name' like 'Stop %') as stored
      from records where resource = 'import-job'`.execute(service.db);
    return rows[0] ?? { status: 'none', handled: 0, failed: 0, stored: 0 };
  };

  /** Locks a row of the file: the import waits in the transaction that has it, however quick the machine is. */
  async function hold(row: number): Promise<pg.Client> {
    // Not a connection of the service, which ends a transaction that is idle for long.
    const holder = new pg.Client({ connectionString: service.url });
    await holder.connect();
    await holder.query('begin');
    const { rowCount } = await holder.query('select from import_rows where number = $1 for update', [row]);
    expect(rowCount).toBe(1);
    return holder;
  }

  it(`continues after each of ${KILLS} kills: every row is imported exactly once`, async () => {
    const content = ['name', ...Array.from({ length: ROWS }, (_, at) => `Stop ${at}`)].join('\n');
    const token = await service.machineToken();
    const body = { model: 'location', format: 'csv', content };
    expect((await service.call(uploadImport, { token, body })).status).toBe(200);
    let before = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const holder = await hold(ROWS_EACH * kill + HELD_ROW);
      const running = await startServiceProcess([], { DATABASE_URL: service.url });
      await expect.poll(async () => (await state()).handled, { interval: 10 }).toBeGreaterThan(before);
      expect(await running.end('SIGKILL')).toBeNull();
      const { status, handled, stored } = await state();
      expect([status, stored]).toEqual(['running', handled]);
      before = handled;
      await holder.end();
      // The job queue does this itself after a minute: it retries a job whose process has ended.
      await sql`
        update jobs.job set state = 'retry', start_after = now() where name = 'imports' and state = 'active'`.execute(
        service.db,
      );
    }
    const again = await startServiceProcess([], { DATABASE_URL: service.url });
    await expect.poll(async () => (await state()).status, { timeout: 200_000, interval: 100 }).toBe('done');
    expect(await again.end('SIGTERM')).toBe(0);
    expect(await state()).toEqual({ status: 'done', handled: ROWS, failed: 0, stored: ROWS });
    const { rows } = await sql`
      select fields ->> 'name' as name from records where resource = 'location' and fields ->> 'name' like 'Stop %'
      group by 1 having count(*) <> 1`.execute(service.db);
    expect(rows).toEqual([]);
    const { rows: left } = await sql`select from import_rows`.execute(service.db);
    expect(left).toEqual([]);
  });
});
