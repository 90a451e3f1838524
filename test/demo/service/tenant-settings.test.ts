import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { deleteExpiredRows } from '../../../demo/service/platform/housekeeping.ts';
import * as on from '../../../src/services/contract/endpoints/index.ts';
import { runDueJobs } from '../../support/service-jobs.ts';
import { openService, type OpenService } from '../../support/service-open.ts';

describe('settings of the tenant', () => {
  let service: OpenService;
  let token: string;
  beforeAll(async () => {
    service = await openService();
    token = await service.machineToken();
  });
  afterAll(() => service?.drop());

  const add = (key: string, value: unknown) => service.call(on.addSetting, { body: { key, value }, token });

  it('an unknown key answers 422 with the keys that exist', async () => {
    for (const key of ['shop.name', 'constructor', 'lists.shares-need-token']) {
      const { status, body } = await add(key, true);
      expect(status).toBe(422);
      expect(body.errors.key[0]).toContain('lists.shares_need_token');
    }
  });

  it.each([
    ['lists.shares_need_token', 'yes'],
    ['machine_users.secret_overlap_hours', -1],
    ['imports.failed_rows_kept_days', '30'],
  ])('%s: the value %j answers 422 with the valid values', async (key, value) => {
    expect(await add(key, value)).toMatchObject({
      status: 422,
      body: { errors: { value: [expect.stringContaining('has to be')] } },
    });
  });

  it('a setting keeps its value after an invalid change', async () => {
    const { id } = (await add('refunds.keep_rewards', true)).body.data;
    const path = { setting: String(id) };
    expect((await service.call(on.editSetting, { path, body: { value: 3 }, token })).status).toBe(422);
    expect((await service.call(on.readSetting, { path, token })).body.data.value).toBe(true);
    expect((await service.call(on.editSetting, { path, body: { value: false }, token })).status).toBe(200);
  });

  it('imports.failed_rows_kept_days removes failed rows that are older', async () => {
    const rows = async () => (await service.db.selectFrom('import_rows').selectAll().execute()).length;
    const body = { model: 'brand', format: 'csv', content: 'name,handle\n,nameless\n' };
    await service.call(on.uploadImport, { body, token });
    await runDueJobs(service);
    await sql`update records set updated_at = now() - interval '3 days' where resource = 'import'`.execute(
      service.db,
    );
    await deleteExpiredRows(service.db);
    expect(await rows()).toBe(1);
    await add('imports.failed_rows_kept_days', 2);
    await deleteExpiredRows(service.db);
    expect(await rows()).toBe(0);
  });
});
