import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settle } from '../../../../demo/service/points/settle.ts';
import { profileBalances, profileTier } from '../../../../src/services/contract/endpoints/index.ts';
import { pointsOf } from '../../../support/service-rows.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

describe('points', () => {
  let service: OpenService;
  const ines = 'profile-1005';
  let token: string;
  const points = async () =>
    (await service.call(profileBalances, { path: { profile: ines }, token })).body.data.points;
  const tier = async () => (await service.call(profileTier, { path: { profile: ines }, token })).body.data;

  beforeAll(async () => {
    service = await openService();
    token = await service.tokenOf('1005');
  });
  afterAll(() => service.drop());

  it('are available, pending, earned and about to expire', async () => {
    expect(await points()).toEqual({
      available: 1_185,
      pending: 435,
      owed: 0,
      earned: 1_485,
      expiring: { value: 480, expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT23:59:59\.999000Z$/) },
      batches: expect.arrayContaining([
        { value: 480, expires_at: expect.stringMatching(/T23:59:59\.999000Z$/) },
      ]),
      worth: [{ currency: 'EUR', value: '11.85' }],
    });
  });

  it('become available at their release, and count towards the tier', async () => {
    await sql`update pending_points set releases_at = now() where profile_id = ${ines} and amount = 340`.execute(
      service.db,
    );
    expect(await points()).toMatchObject({ available: 1_525, pending: 95, earned: 1_825 });
    expect(await tier()).toMatchObject({
      points: 1_825,
      definition: { handle: 'harbour' },
      next: { handle: 'lighthouse' },
    });
    expect(await pointsOf(service.db, ines)).toEqual({ balance: 1_525, ledger: 1_525, lots: 1_525 });
  });

  it('expire, and the tier stays', async () => {
    await sql`update point_lots set expires_at = now() where profile_id = ${ines} and remaining = 480`.execute(
      service.db,
    );
    expect(await points()).toMatchObject({ available: 1_045, earned: 1_825, expiring: { value: 415 } });
    expect((await tier()).points).toBe(1_825);
    expect(await pointsOf(service.db, ines)).toEqual({ balance: 1_045, ledger: 1_045, lots: 1_045 });
  });

  it('are posted once with concurrent requests', async () => {
    await sql`update pending_points set releases_at = now() where profile_id = ${ines}`.execute(service.db);
    const all = await Promise.all(Array.from({ length: 20 }, points));
    expect(new Set(all.map(({ available }) => available))).toEqual(new Set([1_140]));
    expect(await pointsOf(service.db, ines)).toEqual({ balance: 1_140, ledger: 1_140, lots: 1_140 });
  });

  it('raise the tier exactly at its threshold', async () => {
    const earn = async (amount: number) => {
      await sql`insert into pending_points (profile_id, amount, reason, releases_at)
        values (${ines}, ${amount}, 'Test', now())`.execute(service.db);
      await service.db.transaction().execute((work) => settle(work, ines));
    };
    await earn(4_999 - 1_920);
    expect(await tier()).toMatchObject({ points: 4_999, definition: { handle: 'harbour' } });
    const before = (await tier()).issued_at;
    await earn(1);
    expect(await tier()).toMatchObject({ points: 5_000, definition: { handle: 'lighthouse' }, next: null });
    expect((await tier()).issued_at).not.toBe(before);
  });

  describe('constraints of the database: points', () => {
    const entry = (amount: number, kind = amount > 0 ? 'earn' : 'spend') =>
      sql`insert into point_entries (profile_id, kind, amount, reason)
        values (${ines}, ${kind}, ${amount}, 'Wrong')`.execute(service.db);

    it('cannot be spent below zero', async () => {
      const { balance } = await pointsOf(service.db, ines);
      await expect(entry(-balance - 1)).rejects.toThrow(/never_below_zero/);
      expect((await pointsOf(service.db, ines)).ledger).toBe(balance);
    });

    it('cannot be rewritten', async () => {
      await expect(
        sql`update point_entries set amount = amount + 1 where profile_id = ${ines} and kind = 'earn'`.execute(
          service.db,
        ),
      ).rejects.toThrow(/append-only/);
    });

    it('cannot be earned negatively, or spent positively', async () => {
      await expect(entry(-5, 'earn')).rejects.toThrow(/check/);
      await expect(entry(5, 'spend')).rejects.toThrow(/check/);
    });

    it('cannot belong to a profile without a balance', async () => {
      await expect(
        sql`insert into point_entries (profile_id, kind, amount, reason) values ('nobody', 'earn', 1, '')`.execute(
          service.db,
        ),
      ).rejects.toThrow(/foreign key/);
    });
  });
});
