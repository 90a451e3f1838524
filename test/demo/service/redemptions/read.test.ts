import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { sql } from 'kysely';
import { incentivesOf } from '../../../support/service-incentive-records.ts';
import { mara, tomas, openRedemptions, type Redemptions } from './redemption-calls.ts';
import type { OpenService } from '../../../support/service-open.ts';

describe('reading redemptions', () => {
  let service: OpenService;
  let machine: string;
  let token: string;
  let redeem: Redemptions['redeem'];
  beforeAll(async () => void ({ service, machine, token, redeem } = await openRedemptions()));
  afterAll(() => service.drop());
  afterEach(() => expect(service.errors).toEqual([]));

  const browse = async () =>
    (await service.call(on.profileRedemptions, { path: { profile: mara }, token })).body.data;

  it('answers an empty array without redemptions', async () => {
    const own = await service.tokenOf('1001');
    const { status, body } = await service.call(on.profileRedemptions, {
      path: { profile: 'profile-1001' },
      token: own,
    });
    expect([status, body]).toEqual([200, { data: [] }]);
  });

  it('answers all without page parameters, and pages with them', async () => {
    const all = await browse();
    await service.db
      .insertInto('redemptions')
      .values(
        Array.from(
          { length: 250 },
          (_, index) => ({ profile_id: mara, type: 'point', total: index }) as never,
        ),
      )
      .execute();
    const ids = (await browse()).map(({ id }: { id: number }) => id);
    expect(ids).toHaveLength(all.length + 250);
    expect(new Set(ids).size).toBe(ids.length);
    const paged: number[] = [];
    for (let page = 1, last = 1; page <= last; page++) {
      const { body } = await service.call(on.profileRedemptions, {
        path: { profile: mara },
        query: `?page[number]=${page}&page[size]=100`,
        token,
      });
      last = body.meta.last_page;
      paged.push(...body.data.map(({ id }: { id: number }) => id));
    }
    expect(paged).toEqual(ids);
  });

  it('items have endpoints of their own', async () => {
    const { credit } = await incentivesOf(service.db, mara);
    for (const value of ['1.00', '2.00']) await redeem('Credit', { credit_id: credit, value });
    const { body } = await service.call(on.redemptionItems, {
      query: '?filter[type]=credit&sort=-value',
      token: machine,
    });
    expect(body.data.length).toBeGreaterThan(1);
    expect(Object.keys(body.data[0])).toEqual([
      'id',
      'type',
      'value',
      'count',
      'type_attributes',
      'created_at',
      'updated_at',
    ]);
    const read = await service.call(on.readRedemptionItem, {
      path: { redemptionitem: String(body.data[0].id) },
      token: machine,
    });
    expect(read.body.data).toEqual(body.data[0]);
    for (const redemptionitem of ['0', '999999', 'abc'])
      expect(
        (await service.call(on.readRedemptionItem, { path: { redemptionitem }, token: machine })).status,
      ).toBe(404);
  });

  it('groups them by every attribute that is not a list', async () => {
    const group = (attribute: string) =>
      service.call(on.groupRedemptions, { path: { attribute }, query: '?page[size]=100', token: machine });
    const { body } = await group('type');
    const points = body.data.find(({ key }: { key: string }) => key === 'point');
    const { rows } = await sql<{ count: number; total: string }>`
      select count(*) as count, sum(total)::text as total from redemptions where type = 'point'`.execute(
      service.db,
    );
    expect(points).toEqual({ key: 'point', currency: null, unit: 'points', ...rows[0] });
    expect((await group('created_at')).body.data[0].key).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect((await group('location_id')).body.data.some(({ key }: { key: null }) => key === null)).toBe(true);
    for (const attribute of ['meta', 'total', 'security_code', '__proto__', 'id;'])
      expect((await group(attribute)).status).toBe(404);
  });

  it('shows those of linked profiles to users, by both paths', async () => {
    await service.db
      .insertInto('records')
      .values({
        resource: 'profile-date',
        profile_id: mara,
        parent: null,
        user_id: null,
        fields: JSON.stringify({ name: 'Wedding', date: '2026-06-01', links: [{ profile_id: tomas }] }),
      })
      .execute();
    const theirs = await incentivesOf(service.db, tomas);
    const ask = (endpoint: typeof on.profileLinkedRedemptions, by = machine) =>
      service.call(endpoint, { path: { profile: mara }, token: by });
    const { body } = await ask(on.profileLinkedRedemptions);
    expect(new Set(body.data.map(({ profile_id }: { profile_id: string }) => profile_id))).toEqual(
      new Set([tomas]),
    );
    expect(body.data.map(({ id }: { id: number }) => id)).toContain(theirs.redemption);
    expect((await ask(on.profileRedemptionsOfLinked as never)).body.data).toEqual(body.data);
    const points = await ask(on.profileLinkedPoints as never);
    expect(points.body.data.map(({ id }: { id: number }) => id)).toContain(theirs.point);
    for (const endpoint of [
      on.profileLinkedRedemptions,
      on.profileRedemptionsOfLinked,
      on.profileLinkedPoints,
    ])
      expect((await ask(endpoint as never, token)).status).toBe(403);
  });

  it('answers 401, 403 and 404 with a message', async () => {
    const path = { profile: mara };
    expect(await service.call(on.profileRedemptions, { path })).toMatchObject({ status: 401 });
    const narrow = await service.machineToken('commerce.read');
    expect(await service.call(on.profileRedemptions, { path, token: narrow })).toMatchObject({ status: 403 });
    expect(
      await service.call(on.profileRedemptions, { path: { profile: 'nobody' }, token: machine }),
    ).toMatchObject({ status: 404, body: { message: expect.any(String) } });
    for (const type of ['transaction', 'Credit', '%'])
      expect(
        (
          await service.call(on.countProfileRedemptions, {
            path: { profile: mara, type, id: '1' },
            token: machine,
          })
        ).status,
      ).toBe(404);
  });
});
