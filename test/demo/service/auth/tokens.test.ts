import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '../../../../demo/sample/users.ts';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import type { Endpoint } from '../../../../src/services/contract/endpoints/index.ts';
import { deliveriesOf } from '../../../../demo/service/events/delivery-log.ts';
import { openReceiver, runDueJobs, type Receiver } from '../../../support/service-jobs.ts';
import { everything } from '../../../support/service-rows.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

const { clientId, clientSecret, username, password } = users.machine;
const form = {
  grant_type: 'client_credentials',
  client_id: clientId,
  client_secret: clientSecret,
  username,
  password,
  scope: '*',
};

describe('token of an integration', () => {
  let service: OpenService;
  let token: string;
  let receiver: Receiver;
  const grant = (fields: Readonly<Record<string, string>>, type = 'application/x-www-form-urlencoded') =>
    service.call(on.credentialsToken, {
      body: type.endsWith('json') ? fields : new URLSearchParams(fields).toString(),
      headers: { 'Content-Type': type },
    });
  const statusOf = async (bearer: string, endpoint: Endpoint = on.rewardDefinitions) =>
    (await service.call(endpoint, { token: bearer })).status;

  beforeAll(async () => {
    service = await openService({ allowPrivateWebhooks: true });
    receiver = await openReceiver();
    token = await service.machineToken();
  });
  afterAll(async () => {
    await receiver.stop();
    await service.drop();
  });

  it('is issued without another token, only for a form', async () => {
    const answer = await grant(form);
    expect(answer).toMatchObject({ status: 200, body: { access_token: expect.any(String) } });
    expect(await grant(form, 'application/json')).toMatchObject({
      status: 415,
      body: { message: expect.any(String) },
    });
  });

  it.each(Object.keys(form))('is not issued without %s', async (field) => {
    const { [field as keyof typeof form]: _, ...rest } = form;
    const { status, body } = await grant(rest);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([field]);
  });

  it.each(['password', 'authorization_code', 'CLIENT_CREDENTIALS', ''])(
    'is not issued for the grant_type "%s"',
    async (grant_type) => {
      const answer = await grant({ ...form, grant_type });
      expect(answer).toMatchObject({ status: 422, body: { errors: { grant_type: [expect.any(String)] } } });
      expect(answer.text).not.toContain('access_token');
    },
  );

  it.each(['client_id', 'client_secret', 'username', 'password'])(
    'is not issued for a wrong %s, and the reply does not reveal which value it was',
    async (field) => {
      const answer = await grant({ ...form, [field]: 'wrong' });
      expect(answer).toMatchObject({ status: 401, body: { message: expect.any(String) } });
      expect(answer.text).not.toContain('access_token');
    },
  );

  it.each(['', ' ', 'profiles.rule', '* profiles.rule'])(
    'is not issued for the scope "%s"',
    async (scope) => {
      const answer = await grant({ ...form, scope });
      expect(answer).toMatchObject({ status: 422, body: { errors: { scope: [expect.any(String)] } } });
    },
  );

  it.each([['profiles.rule'], ['profiles.read', '']])(
    'is not added for the scopes %s, %s',
    async (...scopes) => {
      for (const endpoint of [on.addApiToken, on.addAccessToken])
        expect((await service.call(endpoint, { token, body: { name: 'odd', scopes } })).status).toBe(422);
    },
  );

  it('is not issued to a user in the name of a customer who does not exist', async () => {
    const body = { profile_id: 'profile-none', scopes: ['incentives.read'] };
    const answer = await service.call(on.addDelegationToken, { token, body });
    expect(answer).toMatchObject({ status: 422, body: { errors: { profile_id: [expect.any(String)] } } });
  });

  it('needs no password of fewer than 12 characters, and none that is null', async () => {
    const user = String((await service.call(on.verifyToken, { token })).body.data.user_id);
    for (const password of ['short', '', null]) {
      const changed = await service.call(on.editUser, { token, path: { user }, body: { password } });
      expect([password, changed.status]).toEqual([password, 422]);
      const body = { name: 'P', username: 'with-a-short-one', password };
      expect((await service.call(on.addUser, { token, body })).status).toBe(422);
    }
  });

  it('opens every section with the scope *, and one with a scope of that section', async () => {
    expect([await statusOf(token), await statusOf(token, on.users)]).toEqual([200, 200]);
    const narrow = await service.machineToken('configuration.read');
    expect([await statusOf(narrow), await statusOf(narrow, on.users)]).toEqual([200, 403]);
  });

  it('is used in the same way, whichever endpoint issued it', async () => {
    const added = await service.call(on.addApiToken, { token, body: { name: 'till', scopes: ['*'] } });
    const customer = await service.tokenOf('1002');
    for (const one of [token, added.body.data.token]) expect(await statusOf(one)).toBe(200);
    const path = { profile: 'profile-1002' };
    for (const one of [token, added.body.data.token, customer]) {
      expect((await service.call(on.profileBalances, { token: one, path })).status).toBe(200);
    }
  });

  it('opens only its scopes, and only administrators add one', async () => {
    const body = { name: 'till', scopes: ['configuration.read'] };
    const { token: added } = (await service.call(on.addApiToken, { token, body })).body.data;
    expect([await statusOf(added), await statusOf(added, on.users)]).toEqual([200, 403]);
    for (const other of [added, await service.tokenOf('1002')]) {
      expect((await service.call(on.addApiToken, { token: other, body })).status).toBe(403);
    }
  });

  it('shows its value once: no list, audit entry, delivery log, reported error or row contains it', async () => {
    const body = { name: 'shown once', scopes: ['configuration.read', 'profiles.write'] };
    const added = await service.call(on.addApiToken, { token, body });
    const value: string = added.body.data.token;
    expect(await statusOf(value)).toBe(200);
    const listed = await service.call(on.apiTokens, { token });
    expect(listed.text).toContain('shown once');
    expect(listed.text).not.toContain(value);
    // The token sends accepted and refused requests, and one of them publishes an event to a webhook.
    const hook = { trigger: 'seen', namespace: 'shop', url: `${receiver.url}/hook` };
    expect((await service.call(on.addWebhook, { token, body: hook })).status).toBe(200);
    const event = { token: value, path: { profile: 'profile-1002' }, body: { name: 'seen', data: {} } };
    expect((await service.call(on.addProfileCustomEvent, event)).status).toBe(200);
    expect((await service.call(on.addBrand, { token: value, body: { name: 'by this token' } })).status).toBe(
      403,
    );
    await runDueJobs(service);
    expect(receiver.received).toHaveLength(1);
    expect(JSON.stringify(receiver.received)).not.toContain(value);
    expect(JSON.stringify(await deliveriesOf(service.db))).not.toContain(value);
    const audited = await service.call(on.audits, { token, query: '?page[size]=100' });
    expect(audited.text).toContain('api-token');
    for (const { text } of [audited, await service.call(on.actionHistory, { token })]) {
      expect(text).not.toContain(value);
    }
    expect(service.errors.map(String).join()).not.toContain(value);
    const stored = await everything(service.db);
    expect(stored).toContain(createHash('sha256').update(value).digest('hex'));
    expect(stored).not.toContain(value);
  });

  it('is another one for a repeated Idempotency-Key, whose answer is not stored', async () => {
    const make = () =>
      service.call(on.addAccessToken, {
        token,
        body: { name: 'Repeated', scopes: ['lists.read'] },
        headers: { 'Idempotency-Key': 'k'.repeat(32) },
      });
    const [one, two] = [await make(), await make()];
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(one.body.data.token).not.toBe(two.body.data.token);
    const stored = await service.db.selectFrom('idempotency_keys').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(one.body.data.token);
  });

  it('is listed and deleted by its own user and by administrators alone', async () => {
    const others = (
      await service.call(on.addAccessToken, { token, body: { name: 'Of others', scopes: ['lists.read'] } })
    ).body.data;
    const staff = { name: 'Clerk', username: 'token-clerk', password: 'a long password', is_machine: true };
    await service.call(on.addRole, {
      token,
      body: { name: 'Auth', handle: 'auth-only', permissions: ['auth.read', 'auth.write'] },
    });
    const { id } = (await service.call(on.addUser, { token, body: { ...staff, roles: ['auth-only'] } })).body
      .data;
    const body = { name: 'Own', scopes: ['auth.read', 'auth.write'], user_id: id };
    const own = (await service.call(on.addAccessToken, { token, body })).body.data;
    const listed = await service.call(on.accessTokens, { token: own.token });
    expect(listed.body.data.map((one: { id: number }) => one.id)).toEqual([own.id]);
    const path = { accessToken: String(others.id) };
    expect((await service.call(on.deleteAccessToken, { token: own.token, path })).status).toBe(404);
    expect((await service.call(on.deleteAccessToken, { token, path })).status).toBe(204);
  });

  it('belongs to the machine user, and stays valid after a change of its password', async () => {
    const verified = await service.call(on.verifyToken, { token });
    const user = String(verified.body.data.user_id);
    const changed = await service.call(on.editUser, {
      token,
      path: { user },
      body: { password: 'another long password' },
    });
    expect(changed.status).toBe(200);
    expect(changed.text).not.toContain('another long password');
    expect(await statusOf(token)).toBe(200);
    expect((await grant(form)).status).toBe(401);
    expect((await grant({ ...form, password: 'another long password' })).status).toBe(200);
  });
});
