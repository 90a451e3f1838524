import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { endpointOf, serviceEndpoints } from '../../../../src/services/contract/catalogue.ts';
import { listAttributesOf } from '../../../../demo/service/api/openapi/list-attributes.ts';
import { runDueJobs } from '../../../support/service-jobs.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';
import { purchase } from '../../../support/service-purchases.ts';
import { pointsOf, rowsOf } from '../../../support/service-rows.ts';

const isProfileId = (name: string, operation: string): boolean =>
  /(^|_)profile_id$/.test(name) || (name === 'id' && operation === 'profiles.index');

describe('merging profiles', () => {
  let service: OpenService;
  let staff: string;
  const [winner, loser] = ['profile-1002', 'profile-1003'];

  const merge = (profiles: readonly string[], profile = winner) =>
    service.call(on.mergeProfiles, { path: { profile }, body: { profiles }, token: staff });
  const put = (endpoint: Parameters<OpenService['call']>[0], profile: string, body: unknown) =>
    service.call(endpoint, { path: { profile, profileId: profile }, body, token: staff });
  const itemsOf = async (profile: string): Promise<string[]> => {
    const { rows } = await sql<{ product: string }>`
      select product_id as product from list_items where profile_id = ${profile} order by 1`.execute(
      service.db,
    );
    return rows.map(({ product }) => product);
  };

  beforeAll(async () => {
    service = await openService();
    staff = await service.machineToken();
  });
  afterAll(() => service.drop());

  it('answers 422 for an unknown profile and for itself, and changes nothing', async () => {
    const before = await rowsOf(service.db, loser);
    expect((await merge([loser, 'nobody'])).status).toBe(422);
    expect((await merge([winner])).status).toBe(422);
    expect((await merge([])).status).toBe(422);
    expect(await rowsOf(service.db, loser)).toBe(before);
  });

  it('moves every record of the merged profile, and the ledgers still add up', async () => {
    await put(on.addProfileAddress, loser, { line_1: 'Moved 1', country: 'NL' });
    await put(on.editProfileAppearance, winner, { theme: 'dark' });
    await put(on.editProfileAppearance, loser, { theme: 'light' });
    await put(on.editProfileComms, loser, { language: 'es' });
    await put(on.addProfileCustomAttribute, winner, { name: 'Shoe', handle: 'shoe', value: '38' });
    await put(on.addProfileCustomAttribute, loser, { name: 'Shoe', handle: 'shoe', value: '44' });
    await put(on.addProfileCustomAttribute, loser, { name: 'Hat', handle: 'hat', value: 'L' });
    await put(on.addList, loser, { type: 'registry', handle: 'wedding', name: 'Wedding' });
    await put(on.editProfile, loser, { phone: '+34 1' });
    const token = await service.tokenOf('1003');
    const products = [...new Set([...(await itemsOf(winner)), ...(await itemsOf(loser))])].sort();
    const [mine, theirs] = [await pointsOf(service.db, winner), await pointsOf(service.db, loser)];

    const { status, body } = await merge([loser]);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ id: winner, first_name: 'Mara', phone: '+34 1' });

    const { balance, ledger, lots } = await pointsOf(service.db, winner);
    expect([balance, ledger, lots]).toEqual([mine.balance + theirs.balance, ...Array(2).fill(balance)]);
    expect(await itemsOf(winner)).toEqual(products);
    const read = async (endpoint: Parameters<OpenService['call']>[0]) =>
      (await service.call(endpoint, { path: { profile: winner, profileId: winner }, token: staff })).body
        .data;
    expect(await read(on.profileAddresses)).toEqual([expect.objectContaining({ line_1: 'Moved 1' })]);
    expect(await read(on.profileAppearance)).toMatchObject({ theme: 'dark' });
    expect(await read(on.profileComms)).toMatchObject({ language: 'es', profile_id: winner });
    expect((await read(on.profileLists)).map(({ handle }: { handle: string }) => handle).sort()).toEqual([
      'wedding',
      'wishlist',
    ]);
    const fields = await read(on.profileCustomAttributes);
    expect(new Map(fields.map((one: { handle: string; value: string }) => [one.handle, one.value]))).toEqual(
      new Map([
        ['shoe', '38'],
        ['hat', 'L'],
      ]),
    );
    expect(fields.every((one: { custom_fieldable_id: string }) => one.custom_fieldable_id === winner)).toBe(
      true,
    );

    // Only audits still name the merged profile.
    const left = (await rowsOf(service.db, loser)).split(/\n(?=\w+: )/).map((row) => row.split(':')[0]);
    expect([...new Set(left)]).toEqual(['audits']);
    expect((await service.call(on.readProfile, { path: { profile: loser }, token })).status).toBe(401);
    // The customer of the merged profile now has the survivor, which its old identifiers find.
    for (const identifier of ['1003', 'tomas.herrera@example.com', loser]) {
      const found = await service.call(on.readProfileByIdentity, { path: { identifier }, token: staff });
      expect(found.body.data.id).toBe(winner);
    }
    const next = await service.tokenOf('1003');
    expect((await service.call(on.profileBalances, { path: { profile: winner }, token: next })).status).toBe(
      200,
    );
  });

  it('has one answer for the names of the merged profile: to look it up, to buy and to import', async () => {
    const add = async (body: object) =>
      (await service.call(on.addProfile, { body, token: staff })).body.data.id as string;
    const kept = await add({ first_name: 'Ada', external_id: 'crm-1', email: 'ada@example.com' });
    const gone = await add({ first_name: 'Ada', external_id: 'crm-2', email: 'ada@example.org' });
    await service.call(on.mergeProfiles, {
      path: { profile: kept },
      body: { profiles: [gone] },
      token: staff,
    });
    for (const body of [{ identifier: gone }, { external_id: 'crm-2' }, { email: 'ADA@example.org' }]) {
      const answer = await service.call(on.profileExists, { body, token: staff });
      expect(answer.body.data, JSON.stringify(body)).toEqual({ exists: true, is_reserved: false });
    }
    const bought = await service.call(on.addTransaction, {
      body: purchase({ profile_id: gone, total: 40, items: undefined }),
      token: staff,
    });
    expect(bought.body.data.profile_id).toBe(kept);
    const order = await service.call(on.addOrder, { body: { profile_id: gone }, token: staff });
    expect(order.body.data.profile_id).toBe(kept);
    // Below the old id, too; but a late deletion must not delete the survivor.
    const below = { path: { profile: gone }, token: staff };
    const late = await service.call(on.addProfileOrder, { ...below, body: {} });
    expect(late.body.data.profile_id).toBe(kept);
    expect((await service.call(on.readProfile, below)).body.data.id).toBe(kept);
    for (const endpoint of [on.deleteProfile, on.purgeProfile])
      expect((await service.call(endpoint, below)).status).toBe(404);
    // Filters by the old id find what the survivor has, in every list that has such a filter.
    const found: string[] = [];
    for (const { id, method, path } of serviceEndpoints) {
      const { filters, sorts } = listAttributesOf(id);
      const isList = method === 'GET' && filters === sorts && !/\{(?!profile\})/.test(path);
      for (const name of isList ? filters.keys() : []) {
        if (!isProfileId(name, id)) continue;
        const total = async (filter: string) => {
          const sent = { query: `?page[number]=1${filter}`, path: { profile: kept }, token: staff };
          return (await service.call(endpointOf(id)!, sent)).body.meta.total as number;
        };
        const [byOld, byNew] = [
          await total(`&filter[${name}]=${gone}`),
          await total(`&filter[${name}]=${kept}`),
        ];
        // Audit entries keep the old id: it finds these as well.
        if (id === 'audits.index') expect(byOld).toBeGreaterThanOrEqual(byNew);
        else expect(byOld, `${id} ${name}`).toBe(byNew);
        expect(await total(`&filter[${name}][in]=${gone},none`), `${id} ${name}`).toBe(byOld);
        const others = await total(`&filter[${name}][ne]=${gone}`);
        expect(byOld + others, `${id} ${name}`).toBe(await total(''));
        if (byOld > 0) found.push(id);
      }
    }
    expect(found).toEqual(expect.arrayContaining(['orders.index', 'transactions.index', 'profiles.index']));
    const rows = ['profile_id,external_id,value', `${gone},,1`, `,crm-2,2`, `,crm-1,4`];
    const content = rows.join('\n').replace('external_id', 'profile_external_id');
    await service.call(on.uploadImport, { body: { model: 'point', format: 'csv', content }, token: staff });
    await service.call(on.uploadImport, {
      body: {
        model: 'profile',
        format: 'csv',
        existing: 'change',
        content: 'external_id,last_name\ncrm-2,Byron',
      },
      token: staff,
    });
    await runDueJobs(service);
    expect((await pointsOf(service.db, kept)).balance).toBe(47);
    const { body } = await service.call(on.readProfile, { path: { profile: kept }, token: staff });
    expect(body.data).toMatchObject({ last_name: 'Byron', external_id: 'crm-1' });
    // Nobody else gets such a name.
    const again = await service.call(on.addProfile, { body: { external_id: 'crm-2' }, token: staff });
    expect(again.status).toBe(409);
  });

  describe('and their tiers', () => {
    const tiers: Record<string, number> = {};
    const add = async (more: object = {}): Promise<string> =>
      (await service.call(on.addProfile, { body: { first_name: 'Tia', ...more }, token: staff })).body.data
        .id;
    const assign = (profile: string, handle: string) =>
      put(on.assignProfileTier, profile, { tier_definition_id: tiers[handle], reason: 'VIP' });
    const tierOf = async (profile: string) =>
      (await service.call(on.profileTier, { path: { profile }, token: staff })).body.data;
    const changes = async (profile: string) => {
      const { rows } = await sql<{ to: string }>`
        select payload -> 'to' ->> 'handle' as "to" from events
        where trigger = 'tier.changed' and profile_id = ${profile} order by id`.execute(service.db);
      return rows.map(({ to }) => to);
    };
    beforeAll(async () => {
      const { body } = await service.call(on.tierDefinitions, { token: staff });
      for (const { handle, id } of body.data) tiers[handle] = id;
    });

    it.each([
      ['the one of the merged profile, where it is better', [null, 'harbour'], 'harbour'],
      ['their own, where it is better', ['harbour', 'shore'], 'harbour'],
      ['the better one of both', ['shore', 'harbour'], 'harbour'],
    ])('keep %s', async (_, assigned, expected) => {
      // From the lowest tier to the highest one: shore, harbour.
      const [kept, gone] = [await add(), await add()];
      for (const [index, handle] of assigned.entries())
        if (handle) await assign([kept, gone][index] ?? '', handle);
      await sql`delete from events where trigger = 'tier.changed'`.execute(service.db);
      await merge([gone], kept);
      expect((await tierOf(kept)).definition.handle).toBe(expected);
      // It stays as one that is assigned.
      await service.call(on.calculateProfileTier, { path: { profile: kept }, token: staff });
      expect((await tierOf(kept)).definition.handle).toBe(expected);
      expect(await changes(kept)).toEqual(assigned[0] === expected ? [] : [expected]);
    });

    it('have the one of their points, where that is better than the assigned one', async () => {
      const [kept, gone] = [await add(), await add()];
      await service.call(on.addPoint, { body: { profile_id: kept, value: 6_000 }, token: staff });
      const { handle } = (await tierOf(kept)).definition;
      await assign(gone, 'harbour');
      await merge([gone], kept);
      expect((await tierOf(kept)).definition.handle).toBe(handle);
      expect(handle).not.toBe('harbour');
    });

    it('keep one until the end of its grace period', async () => {
      const [kept, gone] = [await add(), await add()];
      const end = '2099-05-01T00:00:00.000000Z';
      await sql`
        update profile_tiers set tier_definition_id = ${tiers['harbour']}, at_risk_since = now(), reassess_at = ${end}
        where profile_id = ${gone}`.execute(service.db);
      await merge([gone], kept);
      expect(await tierOf(kept)).toMatchObject({
        definition: { handle: 'harbour' },
        ends_at: end,
        is_at_risk: true,
      });
    });
  });

  it('is done once: of two concurrent merges of the same profile one is refused', async () => {
    const { body } = await service.call(on.addProfile, { body: { first_name: 'Twin' }, token: staff });
    const answers = await Promise.all([merge([body.data.id]), merge([body.data.id])]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('ledger entries do not change outside of a merge', async () => {
    await expect(
      sql`update point_entries set profile_id = 'profile-1001' where profile_id = ${winner}`.execute(
        service.db,
      ),
    ).rejects.toThrow('append-only');
  });

  it('keeps a list with the same handle and another type, under a new handle', async () => {
    const other = (await service.call(on.addProfile, { body: { first_name: 'Other' }, token: staff })).body
      .data.id;
    await put(on.addList, other, { type: 'style-guide', handle: 'wedding', name: 'Guide' });
    await merge([other]);
    const { body } = await service.call(on.profileLists, { path: { profile: winner }, token: staff });
    expect(body.data.find(({ name }: { name: string }) => name === 'Guide')).toMatchObject({
      handle: 'wedding-2',
    });
  });
});
