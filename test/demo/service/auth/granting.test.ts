import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { batchFamilies } from '../../../../demo/service/platform/batches/families.ts';
import { Problem } from '../../../../demo/service/api/problem.ts';
import { importModels } from '../../../../demo/service/imports/models.ts';
import { upserts } from '../../../../demo/service/imports/upserts.ts';
import { routes } from '../../../../demo/service/routes.ts';
import type { Endpoint } from '../../../../src/services/contract/endpoints/index.ts';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { users } from '../../../../demo/sample/users.ts';
import { runDueJobs } from '../../../support/service-jobs.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

const PASSWORD = 'a password of the attacker';

describe('granting permissions', () => {
  let service: OpenService;
  let administrator: string;
  /** A token of the administrators' machine user with one scope. */
  let narrow: string;
  /** Ids of the sample users and roles by name. */
  let ids: Readonly<Record<string, string>>;

  const as = (
    token: string,
    endpoint: Endpoint,
    body?: unknown,
    path: Readonly<Record<string, string>> = {},
  ) => service.call(endpoint, { token, path, ...(body !== undefined && { body }) });
  const idOf = (name: string) => ids[name] ?? '';

  beforeAll(async () => {
    service = await openService();
    administrator = await service.machineToken();
    narrow = await service.machineToken('organisations.write configuration.write');
    const listed = await as(administrator, on.users);
    const roles = await as(administrator, on.roles);
    ids = Object.fromEntries([
      ...listed.body.data.map(({ id, username }: { id: number; username: string }) => [username, String(id)]),
      ...roles.body.data.map(({ id, handle }: { id: number; handle: string }) => [handle, String(id)]),
    ]);
    const added = await as(administrator, on.addRole, {
      name: 'Clerk',
      handle: 'clerk',
      permissions: ['organisations.write'],
    });
    const definition = await as(administrator, on.addRoleDefinition, { name: 'Owner', permissions: ['*'] });
    ids = { ...ids, clerk: String(added.body.data.id), definition: String(definition.body.data.id) };
  });
  afterAll(() => service.drop());

  const user = { name: 'Attacker', password: PASSWORD };
  const role = { name: 'Everything' };
  const clerk = () => ({ role: idOf('clerk') });
  const anouk = () => ({ user: idOf('anouk') });
  const definition = () => ({ definition: idOf('definition') });
  const none = () => ({});
  /** Ways to get more permissions than the token has. */
  const attacks: readonly (readonly [string, Endpoint, unknown, () => Readonly<Record<string, string>>])[] = [
    ['adds an administrator', on.addUser, { ...user, username: 'a', roles: ['administrator'] }, none],
    [
      'adds a machine user with more scopes',
      on.addUser,
      { ...user, username: 'b', is_machine: true, roles: ['integration'] },
      none,
    ],
    ['adds a role with *', on.addRole, { ...role, permissions: ['*'] }, none],
    ['adds a role with another scope', on.addRole, { ...role, permissions: ['profiles.read'] }, none],
    ['adds a role definition with *', on.addRoleDefinition, { ...role, permissions: ['*'] }, none],
    ['renames a role definition with *', on.editRoleDefinition, { name: 'x' }, definition],
    ['deletes a role definition with *', on.deleteRoleDefinition, undefined, definition],
    ['adds permissions to a role', on.editRole, { permissions: ['*'] }, clerk],
    ['renames the role of others', on.editRole, { handle: 'x' }, () => ({ role: idOf('administrator') })],
    ['deletes the role of others', on.deleteRole, undefined, () => ({ role: idOf('integration') })],
    ['sets a password of an administrator', on.editUser, { password: PASSWORD }, anouk],
    [
      'sets the password of its own user',
      on.editUser,
      { password: PASSWORD },
      () => ({ user: idOf(users.machine.username) }),
    ],
    ['switches an administrator off', on.editUser, { is_active: false }, anouk],
    ['deletes an administrator', on.deleteUser, undefined, anouk],
  ];

  it.each(attacks)('refuses a token of organisations.write that %s', async (_, endpoint, body, path) => {
    const answer = await as(narrow, endpoint, body, path());
    expect(answer.status).toBe(403);
    expect(answer.body.message).toMatch(/permissions that this token does not hold/);
  });

  it.each(attacks)('twin: without the check a token %s', async (_, endpoint, body, path) => {
    const route = routes.find((one) => one.endpoint === endpoint);
    const undone = new Error('undone');
    const attempt = service.db.transaction().execute(async (db) => {
      // The principal has all permissions, so the check refuses nothing. The transaction is rolled back.
      const principal = {
        kind: 'machine',
        tokenId: 0,
        userId: 0,
        clientId: null,
        scopes: ['*'],
        permissions: ['*'],
      };
      const call = { db, body, principal, path: path(), note: () => {} };
      await route?.handle(call as never).catch((error: unknown) => {
        // The role is in use by other users, so another guard refuses.
        if (!(error instanceof Problem && error.status === 409)) throw error;
      });
      throw undone;
    });
    await expect(attempt).rejects.toBe(undone);
  });

  it('a delegation token gets no scope that its user lacks, nor one that customers do not have', async () => {
    const token = await service.machineToken('auth.write lists.read organisations.write');
    const make = async (scopes: readonly string[]) =>
      (await as(token, on.addDelegationToken, { profile_id: 'profile-1002', scopes })).status;
    expect(await make(['lists.read'])).toBe(200);
    expect(await make(['lists.write'])).toBe(422);
    expect(await make(['organisations.write'])).toBe(422);
    expect(await make(['*'])).toBe(422);
  });

  it('a token for another machine user is refused to whoever holds less than that user', async () => {
    const machine = (
      await as(administrator, on.addUser, {
        name: 'Other integration',
        username: 'other-integration',
        password: 'a long password',
        is_machine: true,
        roles: ['integration'],
      })
    ).body.data.id;
    const token = await service.machineToken('auth.write lists.read');
    const make = async (by: string) =>
      (await as(by, on.addAccessToken, { name: 'N', scopes: ['lists.read'], user_id: machine })).status;
    expect(await make(token)).toBe(403);
    expect(await make(administrator)).toBe(200);
    await as(administrator, on.deleteUser, undefined, { user: String(machine) });
  });

  it('a role is assigned only if the token has all its permissions', async () => {
    const added = await as(narrow, on.addUser, { ...user, username: 'plain', roles: ['clerk'] });
    expect(added.status).toBe(200);
    const path = { user: String(added.body.data.id) };
    for (const roles of [['administrator'], ['clerk', 'integration']]) {
      expect((await as(narrow, on.editUser, { roles }, path)).status).toBe(403);
    }
    expect((await as(narrow, on.editUser, { roles: [] }, path)).status).toBe(200);
    expect((await as(administrator, on.editUser, { roles: ['administrator'] }, path)).status).toBe(200);
    expect((await as(narrow, on.editUser, { roles: [] }, path)).status).toBe(403);
    expect((await as(administrator, on.deleteUser, undefined, path)).status).toBe(204);
  });

  it('a role from a definition with more permissions than the token is refused', async () => {
    const definition = await as(administrator, on.addRoleDefinition, { name: 'All', permissions: ['*'] });
    const body = { name: 'From a definition', role_definition_id: definition.body.data.id };
    expect((await as(narrow, on.addRole, body)).status).toBe(403);
    expect((await as(administrator, on.addRole, body)).body.data.permissions).toEqual(['*']);
  });

  it('the roles of the user limit the token, whatever its scopes are', async () => {
    const body = { permissions: ['profiles.read'] };
    await as(administrator, on.editRole, body, { role: idOf('integration') });
    const { db } = service;
    await db
      .updateTable('users')
      .set({ roles: ['clerk'] })
      .where('is_machine', '=', true)
      .execute();
    const token = await service.machineToken('*');
    const attempt = await as(token, on.addUser, { ...user, username: 'c', roles: ['administrator'] });
    expect(attempt.status).toBe(403);
    expect((await as(token, on.addUser, { ...user, username: 'd', roles: ['clerk'] })).status).toBe(200);
    await db
      .updateTable('users')
      .set({ roles: ['administrator'] })
      .where('is_machine', '=', true)
      .execute();
  });

  it('batches, imports and upserts cannot write users, roles or role definitions', () => {
    const guarded = ['user', 'role', 'role-definition', 'permission'];
    const ways = routes
      .filter(({ model = '', endpoint }) => guarded.includes(model) && endpoint.method !== 'GET')
      .map(({ endpoint }) => endpoint.id.split('.').at(-1));
    expect([...new Set(ways)].sort()).toEqual(['destroy', 'store', 'update']);
    expect(batchFamilies.filter(({ resource }) => guarded.includes(resource))).toEqual([]);
    for (const table of [importModels, upserts]) {
      expect(Object.keys(table).filter((model) => guarded.includes(model))).toEqual([]);
    }
  });

  it('only a token with all scopes acts as an administrator', async () => {
    const reader = await service.machineToken('auth.read auth.write');
    const listed = await as(reader, on.apiTokens);
    expect(listed.status).toBe(200);
    expect((await as(reader, on.addApiToken, { name: 'till', scopes: ['auth.read'] })).status).toBe(403);
  });

  it('runs the actions of a trigger with the scopes of the token that wrote it', async () => {
    const automation = await service.machineToken('automation.write profiles.write');
    const trigger = await as(automation, on.addTrigger, { name: 'Visit', event: 'visited' });
    const action = { type: 'issue-points', settings: { value: 1_000_000 } };
    const path = { triggerId: String(trigger.body.data.id) };
    expect((await as(automation, on.addTriggerAction, action, path)).status).toBe(200);
    const balance = async () =>
      (await as(administrator, on.profileBalances, undefined, { profile: 'profile-1002' })).text;
    const before = await balance();
    const event = { name: 'visited', data: {} };
    await as(administrator, on.addProfileCustomEvent, event, { profile: 'profile-1002' });
    await runDueJobs(service);
    const history = await as(administrator, on.actionHistory);
    expect(history.body.data[0]).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('incentives'),
    });
    expect(await balance()).toBe(before);
  });

  describe('triggers and automations whose actions need more scopes', () => {
    /** Written by an administrator: one that issues points, one that only sends a message. */
    let paths: Readonly<Record<'trigger' | 'automation' | 'plain', Readonly<Record<string, string>>>>;
    let editor: string;
    const issue = { type: 'issue-points', settings: { value: 5 } };
    const idIn = ({ body }: Awaited<ReturnType<typeof as>>) => String(body.data.id);

    beforeAll(async () => {
      editor = await service.machineToken('automation.write');
      const trigger = idIn(await as(administrator, on.addTrigger, { name: 'Guarded', event: 'guarded' }));
      const plain = idIn(await as(administrator, on.addTrigger, { name: 'Plain', event: 'plain' }));
      const schedule = { schedule: '0 0 1 1 *', query: { email: 'nobody@example.com' } };
      const added = await as(administrator, on.addAutomation, { name: 'Yearly', ...schedule });
      const automation = idIn(added);
      await as(administrator, on.addTriggerAction, issue, { triggerId: trigger });
      await as(administrator, on.addAutomationAction, issue, { automation });
      paths = { trigger: { triggerId: trigger }, automation: { automation }, plain: { triggerId: plain } };
    });

    it('are not edited or started by a token without these scopes', async () => {
      for (const answer of [
        await as(editor, on.editTrigger, { event: 'visited' }, paths.trigger),
        await as(editor, on.editAutomation, { query: {} }, paths.automation),
        await as(editor, on.triggerAutomation, undefined, paths.automation),
      ]) {
        expect(answer).toMatchObject({
          status: 403,
          body: { message: 'Its actions need scopes that this token lacks: incentives.write.' },
        });
      }
      const shown = await as(administrator, on.readTrigger, undefined, paths.trigger);
      expect(shown.body.data.event).toBe('guarded');
    });

    it('are edited and started by a token with them, and others by a token without', async () => {
      const owner = await service.machineToken('automation.write incentives.write');
      expect((await as(owner, on.editTrigger, { event: 'guarded' }, paths.trigger)).status).toBe(200);
      expect((await as(owner, on.triggerAutomation, undefined, paths.automation)).status).toBe(202);
      expect((await as(editor, on.editTrigger, { event: 'visited' }, paths.plain)).status).toBe(200);
    });

    it.each(['add-tag', 'remove-tag', 'custom-event'])(
      'an action %s fails where its author may not change profiles',
      async (type) => {
        const event = `needs-${type}`;
        const trigger = idIn(await as(administrator, on.addTrigger, { name: type, event }));
        const action = { type, settings: type === 'custom-event' ? { name: 'forged' } : { tags: ['vip'] } };
        const path = { triggerId: trigger };
        expect((await as(editor, on.addTriggerAction, action, path)).status).toBe(200);
        await as(administrator, on.addProfileCustomEvent, { name: event }, { profile: 'profile-1002' });
        await runDueJobs(service);
        const history = await as(administrator, on.actionHistory);
        expect(history.body.data[0]).toMatchObject({
          type,
          status: 'failed',
          message: 'The author of the action lacks the scope profiles.write.',
        });
      },
    );
  });

  describe('the last administrator', () => {
    it('cannot be deleted or lose the role, by any endpoint', async () => {
      const machine = idOf(users.machine.username);
      const self = { user: machine };
      const path = { role: idOf('administrator') };
      expect((await as(administrator, on.editUser, { roles: [] }, anouk())).status).toBe(200);
      for (const answer of [
        await as(administrator, on.deleteUser, undefined, self),
        await as(administrator, on.editUser, { roles: [] }, self),
        await as(administrator, on.editUser, { is_active: false }, self),
        await as(administrator, on.editRole, { permissions: ['profiles.read'] }, path),
      ]) {
        expect(answer).toMatchObject({
          status: 409,
          body: { message: expect.stringContaining('administrator') },
        });
      }
      expect((await as(administrator, on.editUser, { roles: ['administrator'] }, anouk())).status).toBe(200);
    });

    it('remains when two remove each other at the same time', async () => {
      const listed: readonly { id: number; roles: readonly string[] }[] = (await as(administrator, on.users))
        .body.data;
      const rows = listed.filter(({ roles }) => roles.includes('administrator'));
      expect(rows).toHaveLength(2);
      const answers = await Promise.all(
        rows.map(({ id }) => as(administrator, on.editUser, { roles: [] }, { user: String(id) })),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    });
  });
});
