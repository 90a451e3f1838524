import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';
import { pointsOf, rowsOf } from '../../../support/service-rows.ts';

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
    const left = (await rowsOf(service.db, loser))
      .split(/\n(?=\w+: )/)
      .filter((rows) => !/^\w+: $/.test(rows));
    expect(left.map((rows) => rows.split(':')[0])).toEqual(['audits']);
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
