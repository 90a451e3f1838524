import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issue } from '../../../../demo/service/auth/tokens.ts';
import { principalFor } from '../../../../demo/service/auth/principal.ts';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

describe('tokens are revoked', () => {
  let service: OpenService;
  let staff: string;
  const edit = (user: number, body: object) =>
    service.call(on.editUser, { token: staff, path: { user: String(user) }, body });
  const statusOf = async (token: string) => (await service.call(on.verifyToken, { token })).status;
  /** A user with a token of each kind. */
  async function userWithTokens(username: string, isMachine: boolean) {
    const { body } = await service.call(on.addUser, {
      token: staff,
      body: {
        username,
        name: 'U',
        password: 'a long password',
        is_machine: isMachine,
        roles: ['administrator'],
      },
    });
    const { id } = body.data as { id: number };
    const given = { scopes: ['*'], userId: id };
    const issued = [
      await issue(service.db, { kind: 'access', ...given }),
      await issue(service.db, { kind: 'api', ...given, expiresAt: null }),
      await issue(service.db, { kind: 'delegation', ...given, profileId: 'profile-1002' }),
    ];
    return { id, tokens: issued.map(({ value }) => value) };
  }
  const statusesOf = (tokens: readonly string[]) => Promise.all(tokens.map(statusOf));

  beforeAll(async () => {
    service = await openService();
    staff = await service.machineToken();
  });
  afterAll(() => service.drop());

  it('when the password of a person changes, and not with another change', async () => {
    const { id, tokens } = await userWithTokens('person', false);
    await edit(id, { name: 'Renamed' });
    expect(await statusesOf(tokens)).toEqual([200, 200, 200]);
    expect((await edit(id, { password: 'another long password' })).status).toBe(200);
    expect(await statusesOf(tokens)).toEqual([401, 401, 401]);
  });

  it('but not when the password of a machine user changes', async () => {
    const { id, tokens } = await userWithTokens('machine', true);
    await edit(id, { password: 'another long password' });
    expect(await statusesOf(tokens)).toEqual([200, 200, 200]);
  });

  it('when the password changes together with the kind of user', async () => {
    const { id, tokens } = await userWithTokens('disguised', false);
    expect((await edit(id, { password: 'another long password', is_machine: true })).status).toBe(200);
    expect(await statusesOf(tokens)).toEqual([401, 401, 401]);
  });

  it('when a person becomes a machine user for the change of the password, in three requests', async () => {
    const { id, tokens } = await userWithTokens('disguised-for-a-moment', false);
    for (const body of [{ is_machine: true }, { password: 'another long password' }, { is_machine: false }])
      expect((await edit(id, body)).status).toBe(200);
    expect(await statusesOf(tokens)).toEqual([401, 401, 401]);
  });

  it('a delegation token has the scopes that the present roles of its user allow', async () => {
    const { id } = await userWithTokens('demoted', false);
    const scopes = ['incentives.read'];
    const { value } = await issue(service.db, {
      kind: 'delegation',
      scopes,
      userId: id,
      profileId: 'profile-1002',
    });
    const balances = async () =>
      (await service.call(on.profileBalances, { token: value, path: { profile: 'profile-1002' } })).status;
    expect(await balances()).toBe(200);
    await edit(id, { roles: [] });
    expect(await balances()).toBe(403);
    await edit(id, { roles: ['administrator'] });
    expect(await balances()).toBe(200);
  });

  it.each([true, false])(
    'when their user is switched off, permanently (machine user: %s)',
    async (isMachine) => {
      const { id, tokens } = await userWithTokens(`off-${isMachine}`, isMachine);
      await edit(id, { is_active: false });
      expect(await statusesOf(tokens)).toEqual([401, 401, 401]);
      await edit(id, { is_active: true });
      expect(await statusesOf(tokens)).toEqual([401, 401, 401]);
    },
  );

  it('the right of a job to act for a user, when the user is switched off or deleted', async () => {
    const { id } = await userWithTokens('job-owner', false);
    expect(await principalFor(service.db, id, ['*'])).toMatchObject({ userId: id });
    await edit(id, { is_active: false });
    for (const user of [id, 0])
      await expect(principalFor(service.db, user, ['*'])).rejects.toMatchObject({ status: 403 });
  });

  it('when their user is switched off in the database', async () => {
    const { id, tokens } = await userWithTokens('elsewhere', false);
    await sql`update users set is_active = false where id = ${id}`.execute(service.db);
    expect(await statusesOf(tokens)).toEqual([401, 401, 401]);
  });

  it('when their profile is deleted, also directly in the database', async () => {
    const balances = async (id: string, token: string) =>
      (await service.call(on.profileBalances, { token, path: { profile: `profile-${id}` } })).status;
    const [token, other] = [await service.tokenOf('1003'), await service.tokenOf('1004')];
    expect([await balances('1003', token), await balances('1004', other)]).toEqual([200, 200]);
    await service.call(on.deleteProfile, { token: staff, path: { profile: 'profile-1003' } });
    await sql`update profiles set deleted_at = now() where id = 'profile-1004'`.execute(service.db);
    expect([await balances('1003', token), await balances('1004', other)]).toEqual([401, 401]);
    // It stays revoked, also when the profile is restored in the database.
    await sql`update profiles set deleted_at = null`.execute(service.db);
    expect([await balances('1003', token), await balances('1004', other)]).toEqual([401, 200]);
  });
});

describe('e-mail address', () => {
  let service: OpenService;
  let staff: string;
  const add = (email: string) => service.call(on.addProfile, { token: staff, body: { email } });
  beforeAll(async () => {
    service = await openService();
    staff = await service.machineToken();
  });
  afterAll(() => service.drop());

  it('belongs to one profile, in upper or lower case', async () => {
    const first = await add('Case@Example.com');
    expect(first).toMatchObject({ status: 200, body: { data: { email: 'Case@Example.com' } } });
    expect((await add('case@example.COM')).status).toBe(409);
    const find = (identifier: string) =>
      service.call(on.readProfileByIdentity, { token: staff, path: { identifier } });
    for (const written of ['Case@Example.com', 'case@example.com', 'CASE@EXAMPLE.COM']) {
      expect((await find(written)).body.data.id).toBe(first.body.data.id);
    }
    const path = { profile: first.body.data.id };
    const edit = (email: string | null) =>
      service.call(on.editProfile, { token: staff, path, body: { email } });
    expect((await edit('CASE@example.com')).status).toBe(200);
    expect((await edit(null)).status).toBe(200);
    expect((await add('case@example.com')).status).toBe(200);
  });

  it('is unique in the database: of many concurrent requests one adds it', async () => {
    const answers = await Promise.all(['a', 'A', 'a', 'A'].map((name) => add(`${name}-race@example.com`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it('is changed by the shop only, because a customer has not verified it', async () => {
    const token = await service.tokenOf('1002');
    const path = { profile: 'profile-1002' };
    const mine = (await service.call(on.readProfile, { token, path })).body.data.email;
    const edit = (email: string | null, by = token) =>
      service.call(on.editProfile, { token: by, path, body: { email } });
    for (const email of ['free@example.com', null]) {
      expect(await edit(email)).toMatchObject({
        status: 422,
        body: { errors: { email: [expect.any(String)] } },
      });
    }
    expect((await edit(mine)).status).toBe(200);
    expect((await service.call(on.readProfile, { token, path })).body.data.email).toBe(mine);
    expect((await edit('free@example.com', staff)).status).toBe(200);
  });
});
