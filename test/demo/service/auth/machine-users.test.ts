import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '../../../../demo/sample/users.ts';
import { rotateSecret } from '../../../../demo/service/auth/machine-users.ts';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { openDashboard, type OpenDashboard } from './dashboard-session.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

const MACHINES = '/dashboard/settings/machine-users';
const TOKENS = '/dashboard/settings/tokens';

interface Credentials {
  readonly client_id: string;
  readonly client_secret: string;
  readonly username: string;
  readonly password: string;
}

describe('machine users', () => {
  let service: OpenService;
  let admin: OpenDashboard;
  let staff: string;

  /** Given a machine user that an administrator adds in the dashboard; its credentials are on the page that follows. */
  async function added(name: string, scopes: readonly string[] = ['profiles.read']): Promise<Credentials> {
    const answer = await admin.submit(`${MACHINES}/new`, MACHINES, [
      ['name', name],
      ...scopes.map((scope) => ['scopes', scope] as const),
    ]);
    expect(answer.status, answer.text).toBe(200);
    return credentialsIn(answer.text);
  }
  const credentialsIn = (text: string) =>
    Object.fromEntries(
      [...text.matchAll(/<dt><code>(\w+)<\/code><\/dt>\s*<dd class="secret"><code>([^<]+)</g)].map(
        ([, field = '', value = '']) => [field, value],
      ),
    ) as unknown as Credentials;
  const grant = (credentials: Credentials, scope = '*') =>
    service.send('POST', '/api/v3/auth/token', {
      body: new URLSearchParams({ grant_type: 'client_credentials', ...credentials, scope }).toString(),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
  const rotate = async ({ client_id }: Credentials) => {
    const action = `${MACHINES}/clients/${client_id}/rotate`;
    const { status, text } = await admin.submit(MACHINES, action, []);
    expect(status, text).toBe(200);
    return /<p class="secret"><code>([^<]+)</.exec(text)?.[1] ?? '';
  };
  const idOf = async ({ username }: Credentials) =>
    (
      await service.db
        .selectFrom('users')
        .select('id')
        .where('username', '=', username)
        .executeTakeFirstOrThrow()
    ).id;
  const profiles = (token: string) => service.call(on.profiles, { token });

  beforeAll(async () => {
    service = await openService();
    staff = await service.machineToken();
    admin = await openDashboard(service, users.administrator);
  });
  afterAll(() => service?.drop());

  it('given a new integration, when a machine user is added, then its credentials are shown once and get a token of its scopes', async () => {
    const credentials = await added('Till Amsterdam');
    expect(credentials.username).toBe('till-amsterdam');
    const { status, body } = await grant(credentials);
    expect(status).toBe(200);
    expect((await profiles(body.access_token)).status).toBe(200);
    expect((await service.call(on.brands, { token: body.access_token })).status).toBe(403);
    expect((await grant(credentials, 'platform.write')).status).toBe(422);
    const stored = JSON.stringify([
      await service.db.selectFrom('clients').selectAll().execute(),
      await service.db.selectFrom('idempotency_keys').selectAll().execute(),
      await service.db.selectFrom('audits').selectAll().execute(),
      await service.db.selectFrom('users').selectAll().execute(),
    ]);
    for (const secret of [credentials.client_secret, credentials.password])
      expect(stored).not.toContain(secret);
    const listed = await admin.get(MACHINES);
    expect(listed.text).toContain(credentials.client_id);
    expect(listed.text).not.toContain(credentials.client_secret);
  });

  it('given a form that is sent twice, then one machine user is added, and only the first reply shows its secret', async () => {
    const fields = await admin.fieldsOf(`${MACHINES}/new`, MACHINES);
    const form = [...fields, ['name', 'Twice'], ['scopes', 'lists.read']] as const;
    const [first, second] = [await admin.post(MACHINES, form), await admin.post(MACHINES, form)];
    expect(credentialsIn(first.text).username).toBe('twice');
    expect(second.text).toContain('cannot be shown again');
    expect(credentialsIn(second.text)).toEqual({});
  });

  it('given an existing name, when another one is added, then the form shows the error', async () => {
    await added('Warehouse');
    const answer = await admin.submit(`${MACHINES}/new`, MACHINES, [
      ['name', 'warehouse'],
      ['scopes', 'lists.read'],
    ]);
    expect(answer.status).toBe(409);
    expect(answer.text).toContain('choose another name');
  });

  it('given a rotation, then the old secret is accepted until the shown time only', async () => {
    const credentials = await added('Mailer');
    const client_secret = await rotate(credentials);
    expect(client_secret).not.toBe(credentials.client_secret);
    expect((await grant({ ...credentials, client_secret })).status).toBe(200);
    expect((await grant(credentials)).status).toBe(200);
    const { ends, hours } = await service.db
      .selectFrom('clients')
      .select([
        'previous_ends_at as ends',
        sql<number>`extract(epoch from previous_ends_at - rotated_at) / 3600`.as('hours'),
      ])
      .where('id', '=', credentials.client_id)
      .executeTakeFirstOrThrow();
    expect(ends).not.toBe(null);
    expect(Number(hours)).toBe(24);
    await sql`update clients set previous_ends_at = now() where id = ${credentials.client_id}`.execute(
      service.db,
    );
    expect((await grant(credentials)).status).toBe(401);
    expect((await grant({ ...credentials, client_secret })).status).toBe(200);
  });

  it('given two rotations, then the first secret ends at once', async () => {
    const credentials = await added('Sync');
    const second = await rotate(credentials);
    await rotate(credentials);
    expect((await grant(credentials)).status).toBe(401);
    expect((await grant({ ...credentials, client_secret: second })).status).toBe(200);
  });

  it('given machine_users.secret_overlap_hours of 0, when a leaked secret is rotated, then the old one ends at once', async () => {
    const credentials = await added('Leaky');
    const key = 'machine_users.secret_overlap_hours';
    const { body } = await service.call(on.addSetting, { body: { key, value: 0 }, token: staff });
    await rotate(credentials);
    expect((await grant(credentials)).status).toBe(401);
    await service.call(on.deleteSetting, { path: { setting: String(body.data.id) }, token: staff });
  });

  it('given tokens of a machine user, when it is switched off, then they are revoked and it gets no new ones', async () => {
    const credentials = await added('Kiosk');
    const id = await idOf(credentials);
    const granted = (await grant(credentials)).body.access_token;
    const owned = await service.call(on.addApiToken, {
      body: { name: 'kiosk', scopes: ['profiles.read'], user_id: id },
      token: staff,
    });
    expect(owned.body.data).toMatchObject({ user_id: id, user_name: 'Kiosk' });
    for (const token of [granted, owned.body.data.token]) expect((await profiles(token)).status).toBe(200);
    expect((await admin.submit(MACHINES, `${MACHINES}/${id}/off`, [])).status).toBe(303);
    for (const token of [granted, owned.body.data.token]) expect((await profiles(token)).status).toBe(401);
    expect((await grant(credentials)).status).toBe(401);
    expect((await admin.submit(MACHINES, `${MACHINES}/${id}/on`, [])).status).toBe(303);
    for (const token of [granted, owned.body.data.token]) expect((await profiles(token)).status).toBe(401);
    expect((await grant(credentials)).status).toBe(200);
  });

  it('given a token of an integration, when tokens are listed, then its machine user is shown', async () => {
    const id = await idOf(await added('Feed'));
    await admin.submit(`${TOKENS}/new`, TOKENS, [
      ['name', 'nightly feed'],
      ['scopes', 'profiles.read'],
      ['user_id', String(id)],
    ]);
    const { body } = await service.call(on.apiTokens, { query: `?filter[user_id]=${id}`, token: staff });
    expect(body.data).toMatchObject([{ name: 'nightly feed', user_id: id, user_name: 'Feed' }]);
    expect((await admin.get(TOKENS)).text).toMatch(/nightly feed<\/th>\s*<td data-name="Owner">Feed</);
  });

  it.each([
    ['no letter in its name', '!', ['profiles.read']],
    ['one letter in its name', 'a', ['profiles.read']],
    ['81 letters in its name', 'a'.repeat(81), ['profiles.read']],
    ['no scope', 'Scopeless', []],
    ['an unknown scope', 'Unknowing', ['profiles.read', 'profiles.rule']],
  ] as const)('given %s, then no machine user is added', async (_, name, scopes) => {
    const before = await service.db.selectFrom('users').select('id').execute();
    const answer = await admin.submit(`${MACHINES}/new`, MACHINES, [
      ['name', name],
      ...scopes.map((scope) => ['scopes', scope] as const),
    ]);
    expect(answer.status).toBe(422);
    expect(await service.db.selectFrom('users').select('id').execute()).toEqual(before);
  });

  it('given a name that is taken, then no second machine user gets it', async () => {
    await added('Only once');
    const fields = [
      ['name', 'Only  ONCE'],
      ['scopes', 'profiles.read'],
    ] as const;
    expect((await admin.submit(`${MACHINES}/new`, MACHINES, [...fields])).status).toBe(409);
  });

  it('given a client that does not exist, then its secret is not changed', async () => {
    const principal = { tokenId: 0, userId: 0, clientId: null, scopes: ['*'], permissions: ['*'] };
    const rotation = rotateSecret(service.db, { kind: 'machine', ...principal }, 'no-such-client');
    await expect(rotation).rejects.toMatchObject({ status: 404 });
  });

  it('given a person, then another user cannot add a token in the name of that person', async () => {
    const person = await service.db
      .selectFrom('users')
      .select('id')
      .where('is_machine', '=', false)
      .executeTakeFirstOrThrow();
    const answer = await service.call(on.addApiToken, {
      body: { name: 'not mine', scopes: ['profiles.read'], user_id: person.id },
      token: staff,
    });
    expect(answer).toMatchObject({ status: 422, body: { errors: { user_id: [expect.any(String)] } } });
  });

  describe('managed by a user without all permissions (decision 0072)', () => {
    let limited: OpenDashboard;
    const password = 'a password of a limited user';
    beforeAll(async () => {
      const permissions = ['organisations.read', 'organisations.write', 'lists.read'];
      const role = { name: 'Accounts', handle: 'accounts', permissions };
      await service.call(on.addRole, { body: role, token: staff });
      const user = { username: 'bea', name: 'Bea', password, roles: ['accounts'] };
      await service.call(on.addUser, { body: user, token: staff });
      limited = await openDashboard(service, { username: 'bea', password });
    });

    it('given scopes that the user does not have, when a machine user is added, then it is refused', async () => {
      const form = (scope: string) =>
        limited.submit(`${MACHINES}/new`, MACHINES, [
          ['name', `By Bea ${scope}`],
          ['scopes', scope],
        ]);
      expect((await form('profiles.write')).status).toBe(403);
      expect((await form('lists.read')).status).toBe(200);
    });

    it('given a machine user with more permissions, when its secret is rotated or it is switched off, then that is refused', async () => {
      const credentials = await added('Strong', ['profiles.write']);
      const id = await idOf(credentials);
      const rotation = `${MACHINES}/clients/${credentials.client_id}/rotate`;
      for (const action of [rotation, `${MACHINES}/${id}/off`])
        expect((await limited.submit(MACHINES, action, [])).status).toBe(403);
      expect((await grant(credentials)).status).toBe(200);
    });
  });
});
