import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as v from 'valibot';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { profileShape } from '../../../../src/services/contract/profiles.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

describe('profiles', () => {
  let service: OpenService;
  let staff: string;
  let mara: string;
  const profile = 'profile-1002';

  const add = (body: unknown) => service.call(on.addProfile, { body, token: staff });
  const read = (id: string, token = staff) => service.call(on.readProfile, { path: { profile: id }, token });
  let made = 0;
  const someone = async (values: object = {}): Promise<string> => {
    const { body } = await add({ first_name: 'Ada', email: `ada${++made}@example.com`, ...values });
    return body.data.id;
  };

  beforeAll(async () => {
    service = await openService();
    staff = await service.machineToken();
    mara = await service.tokenOf('1002');
  });
  afterAll(() => service.drop());

  it('are added with 200, a balance, a tier row and an identity', async () => {
    const { status, body } = await add({
      first_name: 'Ada',
      last_name: 'Byron',
      email: 'ada@example.com',
      external_id: 'crm-1',
      shade: 'blue',
      id: 'mine',
      type: 'vip',
      statuses: ['x'],
    });
    expect(status).toBe(200);
    expect(v.safeParse(profileShape.sent, body.data).issues).toBeUndefined();
    expect(body.data).toMatchObject({
      full_name: 'Ada Byron',
      email: 'ada@example.com',
      external_id: 'crm-1',
      type: null,
      statuses: [],
      tags: [],
    });
    expect(body.data.id).not.toBe('mine');
    expect((await read(body.data.id)).body.data).toEqual(body.data);
    const balances = await service.call(on.profileBalances, {
      path: { profile: body.data.id },
      token: staff,
    });
    expect(balances.body.data.points.available).toBe(0);
    const found = await service.call(on.searchProfile, {
      path: { identifier: 'ada@example.com' },
      token: staff,
    });
    expect(found.body.data.id).toBe(body.data.id);
  });

  it.each([
    ['an invalid e-mail address', { email: 'nobody' }, 'email'],
    ['a number as name', { first_name: 7 }, 'first_name'],
    ['an unknown region', { region_id: 999_999 }, 'region_id'],
  ])('answer 422 for %s, and nothing is stored', async (_, body, field) => {
    const count = () =>
      service.db
        .selectFrom('profiles')
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirst();
    const before = await count();
    expect(await add(body)).toMatchObject({
      status: 422,
      body: { errors: { [field]: [expect.any(String)] } },
    });
    expect(await count()).toEqual(before);
  });

  it('answer 409 for an external id or e-mail address of another profile', async () => {
    await someone({ external_id: 'crm-2', email: 'two@example.com' });
    expect((await add({ external_id: 'crm-2' })).status).toBe(409);
    expect((await add({ email: 'two@example.com' })).status).toBe(409);
    const other = await someone();
    const edit = { path: { profile: other }, body: { email: 'two@example.com' }, token: staff };
    expect((await service.call(on.editProfile, edit)).status).toBe(409);
    expect((await read(other)).body.data.email).not.toBe('two@example.com');
  });

  it('the e-mail address of a deleted profile stays reserved until the profile is purged', async () => {
    const [gone, other] = [await someone({ email: 'gone@example.com' }), await someone()];
    await service.call(on.deleteProfile, { path: { profile: gone }, token: staff });
    const refused = {
      status: 409,
      body: { message: 'A deleted profile has this email until it is purged.' },
    };
    expect(await add({ email: 'Gone@example.com' })).toMatchObject(refused);
    const body = { email: 'gone@example.com' };
    const edited = await service.call(on.editProfile, { path: { profile: other }, body, token: staff });
    expect(edited).toMatchObject(refused);
  });

  it('have e-mail identities without upper case, so that two profiles never have the same address', async () => {
    const [one, other] = [await someone(), await someone()];
    const identity = (of: string, value: string, namespace = 'email') =>
      service.call(on.addProfileIdentity, {
        path: { profile: of },
        body: { namespace, value },
        token: staff,
      });
    const stored = await identity(one, 'Ann@Example.com');
    expect([stored.status, stored.body.data.value]).toEqual([200, 'ann@example.com']);
    expect((await identity(other, 'ANN@example.com')).status).toBe(409);
    expect((await add({ first_name: 'Ann', email: 'aNN@example.com' })).status).toBe(409);
    // Other systems may tell their values apart by case.
    const card = await identity(other, 'Card-A', 'card');
    expect(card.body.data.value).toBe('Card-A');
    const path = { profile: other, identity: String(card.body.data.id) };
    const edit = (body: object) => service.call(on.editProfileIdentity, { path, body, token: staff });
    expect((await edit({ namespace: 'email', value: 'Ann@example.com' })).status).toBe(409);
    expect((await edit({ namespace: 'email', value: 'Bea@example.com' })).body.data.value).toBe(
      'bea@example.com',
    );
    expect((await edit({ value: 'Cleo@example.com' })).body.data.value).toBe('cleo@example.com');
  });

  it.each([
    ["o'brien@example.com", "O'BRIEN@Example.com"],
    ['jörg@müller.example', 'JÖRG@xn--mller-kva.example'],
    ['x@xn--mller-kva.example', 'X@MÜLLER.example'],
    ['jose\u0301@example.com', 'JOSÉ@example.com'],
  ])(
    'are found by the e-mail address %s in every spelling that a new profile is refused for',
    async (email, other) => {
      const { status, body } = await add({ email });
      expect([status, body.data?.email]).toEqual([200, email]);
      expect((await add({ email: other })).status).toBe(409);
      const ids = async (query: string) => {
        const found = await service.call(on.profiles, { query, token: staff });
        return found.body.data.map(({ id }: { id: string }) => id);
      };
      for (const query of [`filter[email]=`, `filter[email][in]=nobody@example.com,`])
        expect(await ids(`?${query}${encodeURIComponent(other)}`)).toEqual([body.data.id]);
      for (const query of [`filter[email][ne]=`, `filter[email][not_in]=`])
        expect(await ids(`?filter[id]=${body.data.id}&${query}${encodeURIComponent(other)}`)).toEqual([]);
      const search = { path: { identifier: other }, token: staff };
      expect((await service.call(on.searchProfile, search)).body.data.id).toBe(body.data.id);
      const exists = await service.call(on.profileExists, { body: { email: other }, token: staff });
      expect(exists.body.data.exists).toBe(true);
    },
  );

  it('are browsed with filters by users; customers get 403', async () => {
    const browse = (query: string, token = staff) => service.call(on.profiles, { query, token });
    expect((await browse('', mara)).status).toBe(403);
    const { body } = await browse('?filter[email]=mara.lindqvist@example.com');
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([profile]);
    expect((await browse(`?filter[id][in]=${profile},profile-1003&sort=id`)).body.meta.total).toBe(2);
    expect((await browse('?filter[shade]=blue')).status).toBe(422);
    const { rows } = await sql<{ id: string; tier: string; points: number }>`
      select profiles.id, tier_definitions.handle as tier, available::integer as points from profiles
      join profile_tiers on profile_tiers.profile_id = profiles.id
      join tier_definitions on tier_definitions.id = tier_definition_id
      join point_balances on point_balances.profile_id = profiles.id
      where deleted_at is null and available > 0 order by profiles.id`.execute(service.db);
    const [{ tier, points } = { tier: '', points: 0 }] = rows;
    const found = await browse(`?filter[tier]=${tier}&filter[points][gte]=${points}&sort=id&page[size]=100`);
    expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual(
      rows.filter((row) => row.tier === tier && row.points >= points).map(({ id }) => id),
    );
    expect((await browse('?sort=-points&filter[purchases][gt]=0')).status).toBe(200);
  });

  it('change field by field, with the identity of their e-mail address', async () => {
    const id = await someone({ email: 'old@example.com', last_name: 'Stays' });
    const { body } = await service.call(on.editProfile, {
      path: { profile: id },
      token: staff,
      body: { email: 'new@example.com', phone: '+31 20 123' },
    });
    expect(body.data).toMatchObject({ email: 'new@example.com', last_name: 'Stays', phone: '+31 20 123' });
    const search = (identifier: string) =>
      service.call(on.readProfileByIdentity, { path: { identifier }, token: staff });
    expect((await search('old@example.com')).status).toBe(404);
    expect((await search('new@example.com')).body.data.id).toBe(id);
    expect((await search(id)).body.data.id).toBe(id);
  });

  it('customers see only their own, without tags, and change only the fields that they may', async () => {
    const { body } = await read(profile, mara);
    expect(body.data).toMatchObject({ id: profile, first_name: 'Mara' });
    expect(body.data).not.toHaveProperty('tags');
    const edited = await service.call(on.editProfile, {
      path: { profile },
      token: mara,
      body: { phone: '+46 8 1', external_id: 'stolen', tags: ['vip'] },
    });
    expect(edited.body.data).toMatchObject({ phone: '+46 8 1', external_id: '200000001002' });
    for (const identifier of ['profile-1003', '1003', 'tomas.herrera@example.com']) {
      const sent = { path: { identifier }, token: mara };
      expect((await service.call(on.readProfileByIdentity, sent)).status).toBe(404);
    }
    for (const endpoint of [
      on.deleteProfile,
      on.purgeProfile,
      on.editProfileType,
      on.mergeProfiles,
      on.resyncProfile,
    ]) {
      const body = endpoint.method === 'GET' ? {} : { body: {} };
      expect((await service.call(endpoint, { path: { profile }, token: mara, ...body })).status).toBe(403);
    }
  });

  it('answer whether an identifier is known, and whether it is available', async () => {
    const id = await someone({ email: 'known@example.com', external_id: 'crm-3' });
    const ask = async (body: object) => [
      (await service.call(on.profileExists, { body, token: staff })).body.data.exists,
      (await service.call(on.checkProfileAvailability, { body, token: staff })).body.data.available,
    ];
    expect(await ask({ email: 'Known@example.com' })).toEqual([true, false]);
    expect(await ask({ external_id: 'crm-3' })).toEqual([true, false]);
    expect(await ask({ identifier: id })).toEqual([true, false]);
    expect(await ask({ identifier: 'nobody' })).toEqual([false, true]);
    await service.call(on.deleteProfile, { path: { profile: id }, token: staff });
    expect(await ask({ email: 'known@example.com' })).toEqual([false, false]);
    expect((await service.call(on.profileExists, { body: {}, token: staff })).status).toBe(422);
    expect(
      (await service.call(on.profileExists, { body: { email: 'a@example.com' }, token: mara })).status,
    ).toBe(403);
  });

  it('answer 404 after deletion, and their tokens end', async () => {
    const id = 'profile-1004';
    const own = await service.tokenOf('1004');
    expect((await read(id, own)).status).toBe(200);
    expect((await service.call(on.deleteProfile, { path: { profile: id }, token: staff })).status).toBe(204);
    expect((await read(id, own)).status).toBe(401);
    expect((await read(id)).status).toBe(404);
    expect((await service.call(on.deleteProfile, { path: { profile: id }, token: staff })).status).toBe(404);
    expect((await service.call(on.profiles, { query: `?filter[id]=${id}`, token: staff })).body.data).toEqual(
      [],
    );
  });

  it('have a type, which users set', async () => {
    const { body } = await service.call(on.editProfileType, {
      path: { profile },
      body: { type: 'member' },
      token: staff,
    });
    expect(body.data.type).toBe('member');
    expect((await read(profile)).body.data.type).toBe('member');
  });

  it('are recalculated by a GET that acts, which refuses HEAD and is not cached', async () => {
    const answer = await service.call(on.resyncProfile, { path: { profile }, token: staff });
    expect(answer).toMatchObject({ status: 200, body: { data: { id: profile } } });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const head = await service
      .send('HEAD', `/api/v3/profiles/${profile}/resync`, { token: staff })
      .catch(() => undefined);
    if (head) expect(head.status).toBe(405);
  });

  it('answer 409 for synchronising when no system is configured', async () => {
    const sync = (body: object) => service.call(on.syncProfiles, { body, token: staff });
    for (const body of [{ profiles: [profile] }, {}])
      expect(await sync(body)).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('connection') },
      });
    expect(await sync({ profiles: ['nobody'] })).toMatchObject({
      status: 422,
      body: { errors: { profiles: [expect.any(String)] } },
    });
  });

  it('refuse a token with the scope of another section', async () => {
    const lists = await service.machineToken('lists.read lists.write');
    expect((await read(profile, lists)).status).toBe(403);
    expect((await service.call(on.profiles, {})).status).toBe(401);
  });
});
