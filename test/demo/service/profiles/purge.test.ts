import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';
import { everything } from '../../../support/service-rows.ts';

describe('purging a profile', () => {
  let service: OpenService;
  let staff: string;
  const profile = 'profile-1003';

  const purge = (token = staff, id = profile) =>
    service.call(on.purgeProfile, { path: { profile: id }, token });
  const ledger = async () => {
    const { rows } = await sql<{ entries: number; sum: number; balances: number }>`
      select count(*) as entries, sum(amount)::bigint as sum,
        (select sum(available)::bigint from point_balances) as balances from point_entries`.execute(
      service.db,
    );
    return rows[0];
  };

  beforeAll(async () => {
    service = await openService();
    staff = await service.machineToken();
  });
  afterAll(() => service.drop());

  it('is allowed to administrators only', async () => {
    const { body } = await service.call(on.addRole, {
      body: { name: 'Desk', handle: 'desk', permissions: ['profiles.read', 'profiles.write'] },
      token: staff,
    });
    expect(body.data.handle).toBe('desk');
    await sql`update users set roles = '{desk}' where is_machine`.execute(service.db);
    const desk = await service.machineToken();
    expect((await purge(desk)).status).toBe(403);
    expect((await service.call(on.readProfile, { path: { profile }, token: desk })).status).toBe(200);
    await sql`update users set roles = '{administrator}' where is_machine`.execute(service.db);
  });

  it('erases all personal data, also in records of others, and keeps the ledgers anonymous', async () => {
    const { db, call } = service;
    const path = { profile, profileId: profile };
    const token = await service.tokenOf('1003');
    await call(on.addProfileAddress, { path, token, body: { line_1: 'Secret Lane 9', country: 'ES' } });
    await call(on.editProfile, {
      path,
      token,
      body: { phone: '+34 600 100 200' },
      headers: { 'Idempotency-Key': 'mine' },
    });
    await call(on.editProfile, { path, token: staff, body: { last_name: 'Herrera-Secret' } });
    await call(on.addProfileListShare, { path: { ...path, list: 'wishlist' }, token, body: {} });
    const mara = await service.tokenOf('1002');
    const shared = await call(on.addProfileListShare, {
      path: { profile: 'profile-1002', list: 'wishlist' },
      token: mara,
      body: {},
    });
    await call(on.claimListShare, { path: { handle: shared.body.data.handle }, token });
    await call(on.editProfileDates, {
      path: { profile: 'profile-1002' },
      token: staff,
      body: [{ name: 'Friend', date: '2020-01-01', links: [{ profile_id: profile }] }],
    });
    const before = await ledger();
    expect((await call(on.deleteProfile, { path, token: staff })).status).toBe(204);
    expect((await purge()).status).toBe(204);

    const stored = await everything(db);
    for (const trace of ['Herrera', 'tomas.herrera', 'Secret Lane', '+34 600', 'Tomas', 'Tomás']) {
      expect(stored, trace).not.toContain(trace);
    }
    // Only the audit entry of the purge is left.
    const naming = stored.split('\n').filter((line) => line.includes(profile));
    expect(naming).toEqual([expect.stringContaining('profiles.purge')]);
    expect(await ledger()).toEqual(before);
    const { rows } = await sql<{ profile: string; balance: number; sum: number; lots: number }>`
      select profile_id as profile, available as balance,
        (select sum(amount)::bigint from point_entries where profile_id = balance.profile_id) as sum,
        (select sum(remaining)::bigint from point_lots where profile_id = balance.profile_id) as lots
      from point_balances as balance where profile_id like 'purged-%'`.execute(db);
    expect(rows).toHaveLength(1);
    expect([rows[0]?.sum, rows[0]?.lots]).toEqual([rows[0]?.balance, rows[0]?.balance]);
    expect((await purge()).status).toBe(404);
    expect(
      (await call(on.readProfile, { path: { profile: rows[0]?.profile ?? '' }, token: staff })).status,
    ).toBe(404);
  });

  it('reaches every table with a profile, also those that are added later', async () => {
    const columns = await sql<{ name: string }>`
      select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = 'profile_id'`.execute(
      service.db,
    );
    for (const { name } of columns.rows) {
      const { rows } = await sql`select from ${sql.table(name)} where profile_id = ${profile}`.execute(
        service.db,
      );
      expect(rows, name).toHaveLength(name === 'audits' ? 1 : 0);
    }
  });
});
