import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { definitionOf } from '../../../support/service-incentive-records.ts';
import { ines, openLedger, path, type Ledger } from '../../../support/service-ledger.ts';
import type { OpenService } from '../../../support/service-open.ts';

describe('the ledger of points', () => {
  let service: OpenService;
  let machine: string;
  let token: string;
  let give: Ledger['give'];
  let balances: Ledger['balances'];
  let wrongBalances: Ledger['wrongBalances'];
  beforeAll(
    async () => void ({ service, machine, token, give, balances, wrongBalances } = await openLedger()),
  );
  afterAll(() => service.drop());
  afterEach(async () => {
    expect(service.errors).toEqual([]);
    expect(await wrongBalances()).toEqual([]);
  });

  it('adds and deducts points', async () => {
    const { available, earned } = await balances();
    const given = await give({ value: 120, description: 'Birthday' });
    expect(given.body.data).toMatchObject({
      profile_id: ines,
      value: 120,
      type: 'earn',
      description: 'Birthday',
    });
    expect(await balances()).toMatchObject({ available: available + 120, earned: earned + 120 });
    const taken = await service.call(on.addProfilePoint, { path, token: machine, body: { value: -20 } });
    expect(taken.body.data).toMatchObject({ value: -20, type: 'spend' });
    expect(await balances()).toMatchObject({ available: available + 100, earned: earned + 120 });
    expect(await give({ value: -1_000_000 })).toMatchObject({
      status: 422,
      body: { errors: { value: ['There are not as many points.'] } },
    });
    expect((await give({ value: 0 })).status).toBe(422);
    expect((await give({ value: 5, profile_id: 'nobody' })).body.errors.profile_id).toBeDefined();
    const read = await service.call(on.readPoint, {
      path: { point: String(given.body.data.id) },
      token: machine,
    });
    expect(read.body.data).toEqual(given.body.data);
    const own = await service.call(on.profilePoints, { path, query: '?sort=-id', token });
    expect(own.body.data.slice(0, 2).map(({ value }: { value: number }) => value)).toEqual([-20, 120]);
  });

  it('keeps the number of points when pending ones are released', async () => {
    const definition = await definitionOf(service.db, 'point', {
      value: 40,
      release_period: 14,
      period: 365,
    });
    const before = await balances();
    const { data } = (await give({ value: 40, point_definition_id: definition })).body;
    expect(await balances()).toMatchObject({ available: before.available, pending: before.pending + 40 });
    expect(Date.parse(data.released_at)).toBeGreaterThan(Date.now());
    await sql`update pending_points set releases_at = now() where id = ${data.id}`.execute(service.db);
    expect(await balances()).toMatchObject({ available: before.available + 40, pending: before.pending });
    const read = await service.call(on.readProfilePoint, {
      path: { ...path, point: String(data.id) },
      token,
    });
    expect(read.body.data).toMatchObject({
      id: data.id,
      value: 40,
      point_definition_id: definition,
      type: 'earn',
    });
    const entry = await service.call(on.readProfileLedger, {
      path: { ...path, ledger: String(data.id) },
      token,
    });
    expect(entry.body.data).toMatchObject({ type: 'points', value: '40' });
    expect(
      (
        await service.call(on.deletePointDefinition, {
          path: { definition: String(definition) },
          token: machine,
        })
      ).status,
    ).toBe(409);
  });

  it('creates a balance account for a profile without one', async () => {
    await service.db
      .insertInto('profiles')
      .values({ id: 'new', first_name: null, last_name: null, email: null })
      .execute();
    const fresh = { profile: 'new' };
    expect(
      (await service.call(on.profileBalances, { path: fresh, token: machine })).body.data.points,
    ).toEqual({
      available: 0,
      pending: 0,
      owed: 0,
      earned: 0,
      expiring: null,
      batches: [],
      worth: [],
    });
    expect((await service.call(on.profileTier, { path: fresh, token: machine })).body.data).toMatchObject({
      points: 0,
      definition: null,
    });
    expect((await give({ value: 10, profile_id: 'new' })).status).toBe(200);
    expect(
      (await service.call(on.profileBalances, { path: fresh, token: machine })).body.data.points.available,
    ).toBe(10);
  });

  it('estimates the points of a purchase, and stores nothing', async () => {
    const before = await balances();
    const estimate = (body: unknown, by = machine) =>
      service.call(on.estimateIncentives, { token: by, body });
    expect((await estimate({ total: 89.9 })).body).toEqual({
      data: { points: 89, tier_points: 89, tier: null, campaigns: [] },
    });
    expect((await estimate({ total: 1_000_000 }, token)).body.data).toMatchObject({
      points: 1_000_000,
      tier: { name: 'Lighthouse' },
    });
    expect((await estimate({ total: -5 })).body.data.points).toBe(0);
    expect((await estimate({ total: 1, profile_id: 'nobody' })).status).toBe(422);
    expect((await estimate({})).status).toBe(422);
    expect(await balances()).toEqual(before);
  });

  it('estimates each item as a purchase of its own, in the order of the items', async () => {
    const items = [
      { product_id: 'hp-1', quantity: 3, price: '9.90' },
      { product_id: 'hp-2', price: 89.9 },
      { product_id: 'hp-3', quantity: 1, price: 0.29 },
      { price: 'free' },
      { quantity: -2, price: '5' },
      { quantity: 1e300, price: 1e300 },
      {},
    ];
    const { body } = await service.call(on.estimateIncentives, {
      token: machine,
      body: { total: 119.89, items },
    });
    expect(body.data.points).toBe(119);
    expect(body.data.items).toEqual([29, 89, 0, 0, 0, 0, 0].map((points) => ({ points, campaigns: [] })));
  });
});
