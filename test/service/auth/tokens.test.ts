import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '../../../demo/sample/users.ts';
import * as on from '../../../src/services/endpoints/index.ts';
import type { Endpoint } from '../../../src/services/endpoints/index.ts';
import { everything } from '../../support/service-rows.ts';
import { openService, type OpenService } from '../../support/service-open.ts';

const { clientId, clientSecret, username, password } = users.machine;
const form = {
  grant_type: 'client_credentials',
  client_id: clientId,
  client_secret: clientSecret,
  ...{ username, password, scope: '*' },
};

describe('a token of an integration', () => {
  let service: OpenService;
  let token: string;
  const grant = (fields: Readonly<Record<string, string>>, type = 'application/x-www-form-urlencoded') =>
    service.call(on.credentialsToken, {
      body: type.endsWith('json') ? fields : new URLSearchParams(fields).toString(),
      headers: { 'Content-Type': type },
    });
  const statusOf = async (bearer: string, endpoint: Endpoint = on.rewardDefinitions) =>
    (await service.call(endpoint, { token: bearer })).status;

  beforeAll(async () => {
    service = await openService();
    token = await service.machineToken();
  });
  afterAll(() => service.drop());

  it('R10, R82: is given without a token before, for a form alone', async () => {
    const answer = await grant(form);
    expect(answer).toMatchObject({ status: 200, body: { access_token: expect.any(String) } });
    expect(await grant(form, 'application/json')).toMatchObject({
      status: 415,
      body: { message: expect.any(String) },
    });
  });

  it.each(Object.keys(form))('R83: is not given without %s', async (field) => {
    const { [field as keyof typeof form]: _, ...rest } = form;
    const { status, body } = await grant(rest);
    expect(status).toBe(422);
    expect(Object.keys(body.errors)).toEqual([field]);
  });

  it.each(['client_id', 'client_secret', 'username', 'password'])(
    'R83: is not given for a wrong %s, and the answer does not tell which it was',
    async (field) => {
      const answer = await grant({ ...form, [field]: 'wrong' });
      expect(answer).toMatchObject({ status: 401, body: { message: expect.any(String) } });
      expect(answer.text).not.toContain('access_token');
    },
  );

  it('R84: opens every section with the scope *, and one with a scope of that section', async () => {
    expect([await statusOf(token), await statusOf(token, on.users)]).toEqual([200, 200]);
    const narrow = await service.machineToken('configuration.read');
    expect([await statusOf(narrow), await statusOf(narrow, on.users)]).toEqual([200, 403]);
  });

  it('R79: is used the same way, however it was obtained', async () => {
    const added = await service.call(on.addApiToken, { token, body: { name: 'till', scopes: ['*'] } });
    const customer = await service.tokenOf('1002');
    for (const one of [token, added.body.data.token]) expect(await statusOf(one)).toBe(200);
    const path = { profile: 'profile-1002' };
    for (const one of [token, added.body.data.token, customer]) {
      expect((await service.call(on.profileBalances, { token: one, path })).status).toBe(200);
    }
  });

  it('R86: opens what its scopes say and nothing else, and only administrators add one', async () => {
    const body = { name: 'till', scopes: ['configuration.read'] };
    const { token: added } = (await service.call(on.addApiToken, { token, body })).body.data;
    expect([await statusOf(added), await statusOf(added, on.users)]).toEqual([200, 403]);
    for (const other of [added, await service.tokenOf('1002')]) {
      expect((await service.call(on.addApiToken, { token: other, body })).status).toBe(403);
    }
  });

  it('R87: shows its value once: no list and no row holds it', async () => {
    const body = { name: 'shown once', scopes: ['configuration.read'] };
    const added = await service.call(on.addApiToken, { token, body });
    const value: string = added.body.data.token;
    expect(await statusOf(value)).toBe(200);
    const listed = await service.call(on.apiTokens, { token });
    expect(listed.text).toContain('shown once');
    expect(listed.text).not.toContain(value);
    expect((await service.call(on.actionHistory, { token })).text).not.toContain(value);
    const stored = await everything(service.db);
    expect(stored).toContain(createHash('sha256').update(value).digest('hex'));
    expect(stored).not.toContain(value);
  });

  it('R80, R81: belongs to the machine user, and outlives a change of its password', async () => {
    const verified = await service.call(on.verifyToken, { token });
    const user = String(verified.body.data.user_id);
    const changed = await service.call(on.editUser, {
      ...{ token, path: { user } },
      body: { password: 'another long password' },
    });
    expect(changed.status).toBe(200);
    expect(changed.text).not.toContain('another long password');
    expect(await statusOf(token)).toBe(200);
    expect((await grant(form)).status).toBe(401);
    expect((await grant({ ...form, password: 'another long password' })).status).toBe(200);
  });
});
