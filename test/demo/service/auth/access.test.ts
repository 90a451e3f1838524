import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '../../../../demo/sample/users.ts';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { openService, sign, type OpenService } from '../../../support/service-open.ts';

describe('access to a route', () => {
  let service: OpenService;
  let staff: string;
  let customer: string;
  beforeAll(async () => {
    service = await openService();
    staff = await service.machineToken();
    customer = await service.tokenOf('1002');
  });
  afterAll(() => service.drop());
  const balances = async (token: string, profile: string) =>
    (await service.call(on.profileBalances, { token, path: { profile } })).status;

  it('customers read their own profile; another profile gets the same reply as an unknown one', async () => {
    expect(await balances(customer, 'profile-1002')).toBe(200);
    expect(await balances(customer, 'profile-1001')).toBe(404);
    expect(await balances(customer, 'profile-none')).toBe(404);
  });

  it('customers cannot call routes that are closed to them', async () => {
    for (const endpoint of [on.profiles, on.rewards, on.credits]) {
      expect((await service.call(endpoint, { token: customer })).status).toBe(403);
    }
  });

  it('a token may only read or only write in the section of its scope', async () => {
    const reader = await service.machineToken('profiles.read');
    expect((await service.call(on.profiles, { token: reader })).status).toBe(200);
    expect((await service.call(on.users, { token: reader })).status).toBe(403);
    expect((await service.call(on.addProfile, { token: reader, body: {} })).status).toBe(403);
  });

  it('routes of administrators need all scopes', async () => {
    const narrow = await service.machineToken('auth.read auth.write');
    const body = { name: 'till', scopes: ['auth.read'] };
    expect((await service.call(on.addApiToken, { token: narrow, body })).status).toBe(403);
    expect((await service.call(on.addApiToken, { token: staff, body })).status).toBe(200);
  });

  it('a request without a token, or with one in another form, is refused as one with an unknown token', async () => {
    const answerTo = async (authorization?: string) => {
      const headers: Record<string, string> =
        authorization === undefined ? {} : { Authorization: authorization };
      const { status, body } = await service.send('GET', '/api/v3/profiles', { headers });
      return { status, body };
    };
    const unknown = await answerTo('Bearer unknown');
    expect(unknown.status).toBe(401);
    const forms = [
      '',
      'Bearer',
      'Bearer ',
      `Basic ${staff}`,
      staff,
      `Bearer ${staff} x`,
      `Bearer ${'a'.repeat(513)}`,
    ];
    for (const form of [undefined, ...forms]) expect([form, await answerTo(form)]).toEqual([form, unknown]);
    expect((await answerTo(`bearer  ${staff}`)).status).toBe(200);
  });

  it('a deleted profile cannot be read, and gets no token', async () => {
    const added = await service.call(on.addProfile, { token: staff, body: { email: 'gone@example.com' } });
    const profile = String(added.body.data.id);
    await service.db
      .insertInto('identities')
      .values({ profile_id: profile, namespace: 'harbour', value: 'gone' })
      .execute();
    const token = async () =>
      (
        await service.call(on.storefrontToken, {
          path: { storefront_platform: 'harbour', version: 'v1' },
          body: { id: 'gone', signature: sign('gone') },
        })
      ).status;
    expect([await balances(staff, profile), await token()]).toEqual([200, 200]);
    await sql`update profiles set deleted_at = now() where id = ${profile}`.execute(service.db);
    expect([await balances(staff, profile), await token()]).toEqual([404, 401]);
  });

  it('a grant with an unknown scope, or one beyond the roles of the user, is refused', async () => {
    const { clientId, clientSecret, username, password } = users.machine;
    const grant = async (scope: string) => {
      const form = { client_id: clientId, client_secret: clientSecret, username, password, scope };
      return service.call(on.credentialsToken, {
        body: new URLSearchParams({ grant_type: 'client_credentials', ...form }).toString(),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      });
    };
    expect((await grant('profiles.read unknown')).status).toBe(422);
    await service.db
      .insertInto('roles')
      .values({ name: 'Reads', handle: 'reads', permissions: ['profiles.read'] })
      .execute();
    await sql`update users set roles = array['reads'] where username = ${username}`.execute(service.db);
    expect((await grant('profiles.read')).status).toBe(200);
    expect(await grant('profiles.read lists.read')).toMatchObject({
      status: 422,
      body: { errors: { scope: ['This user may not have lists.read.'] } },
    });
  });
});
