import { afterEach, describe, expect, test } from 'vitest';
import {
  DIALECT_NAMES,
  startTenant,
  type DialectName,
  type Tenant,
  type TenantOptions,
} from './service/start.ts';

// The service must not be easier, nor harder, than the interface allows: what the interface shows is tested here in every dialect.
const ORIGIN = 'https://shop.example';
let tenant: Tenant;
afterEach(() => tenant.stop());

interface Reply {
  status: number;
  headers: Headers;
  body: never;
}
async function start(name: DialectName, options: TenantOptions = {}): Promise<void> {
  tenant = await startTenant(name, { origins: [ORIGIN], requestsPerMinute: Infinity, ...options });
}
async function ask(
  method: string,
  path: string,
  token?: string,
  body?: unknown,
  key?: string,
): Promise<Reply> {
  const response = await fetch(`${tenant.baseUrl}${path}`, {
    method,
    headers: {
      origin: ORIGIN,
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: (text === '' ? undefined : JSON.parse(text)) as never,
  };
}
async function signIn(id = '1001'): Promise<{ token: string; profile: string }> {
  const { body } = await ask('POST', '/acme-shop/api/v1/auth/token', undefined, {
    id,
    signature: tenant.sign(id),
  });
  return {
    token: (body as { data: { token: string } }).data.token,
    profile: String(tenant.world.member(id).id),
  };
}

describe.each(DIALECT_NAMES)('the %s service', (name) => {
  test('answers what the interface shows: tokens, redemptions with filters, dates, webhooks', async () => {
    await start(name);
    const { token, profile } = await signIn();
    const redemptions = await ask(
      'GET',
      `/v3/profiles/${profile}/redemptions?filter[type]=credit&sort=-created_at`,
      token,
    );
    expect(redemptions.body).toMatchObject({
      data: [
        { profile_id: profile, total: '17.50', items: [{ type_attributes: { value_remaining: '32.50' } }] },
      ],
    });
    const dates = await ask('GET', `/v3/profiles/${profile}/attributes/dates`, token);
    expect(dates.body).toMatchObject({ data: [{ handle: 'birthday', profile_id: profile }] });
    const webhook = { trigger: 'a', url: 'https://shop.example/hook', namespace: 'b' };
    expect((await ask('POST', '/v3/webhooks', tenant.apiToken, webhook)).body).toMatchObject({
      data: webhook,
    });
    expect((await ask('POST', '/v3/webhooks', tenant.apiToken, {})).body).toMatchObject({
      message: expect.any(String) as string,
      errors: {},
    });
  });

  test('refuses with the bodies of the interface, and a customer sees no other profile', async () => {
    await start(name);
    const { token } = await signIn();
    const { profile: other } = await signIn('1002');
    expect(await ask('GET', `/v3/profiles/${other}/rewards`)).toMatchObject({
      status: 401,
      body: { message: expect.any(String) as string },
    });
    expect(await ask('GET', `/v3/profiles/${other}/rewards`, token)).toMatchObject({
      status: 403,
      body: { message: expect.any(String) as string },
    });
  });

  test('lets pages of allowed origins in, and 60 requests a minute', async () => {
    await start(name, { requestsPerMinute: 2 });
    const { token, profile } = await signIn();
    const path = `/v3/profiles/${profile}/rewards`;
    expect((await ask('GET', path, token)).headers.get('access-control-allow-origin')).toBe(ORIGIN);
    await ask('GET', path, token);
    const refused = await ask('GET', path, token);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('counts what a repeated claim has cost', async () => {
    await start(name);
    const { token, profile } = await signIn();
    const id = tenant.world.rewardDefinitions[0]!.id;
    const body = {
      laravel: { reward_definition_id: id },
      rails: { reward: { reward_definition_id: id } },
      dotnet: { definitionId: id },
    }[name];
    for (let press = 0; press < 2; press += 1)
      await ask('POST', `/v3/profiles/${profile}/rewards`, token, body, 'key-1');
    expect(tenant.charges).toHaveLength(name === 'rails' ? 1 : 2);
  });
});
