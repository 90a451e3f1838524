import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acts } from '../../../../src/services/contract/catalogue.ts';
import * as on from '../../../../src/services/contract/endpoints/index.ts';
import { scopeOf, type Route } from '../../../../demo/service/api/route.ts';
import { scopeOfOperation } from '../../../../demo/service/auth/record-scopes.ts';
import { scopes } from '../../../../demo/service/auth/scopes.ts';
import { issue } from '../../../../demo/service/auth/tokens.ts';
import { users } from '../../../../demo/sample/users.ts';
import { freshDatabase, type FreshDatabase } from '../../../support/database-fresh.ts';
import { serveEveryRoute, type EveryRoute } from '../../../support/service-every-route.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

// Each scope against each kind of record: what a token with one scope alone reads anywhere.

/** A mark in the records of each section. An answer that contains it needs a scope of that section. */
const mark = (section: string) => `mark-${section}`;
const SECTIONS = ['profiles', 'commerce', 'incentives', 'lists', 'organisations', 'automation'] as const;

async function markRecords({ db }: FreshDatabase): Promise<void> {
  const text = (section: string) => sql.lit(mark(section));
  const inFields = (section: string, models: readonly string[]) => sql`
    update records set fields = fields || jsonb_build_object('note', ${text(section)}, 'message', ${text(section)}, 'value', ${text(section)}, 'city', ${text(section)})
    where resource = any(${[...models]}::text[])`;
  await sql`update profiles set last_name = ${text('profiles')}, email = ${text('profiles')} || '-' || id || '@example.com'`.execute(
    db,
  );
  await inFields('profiles', ['address', 'interaction', 'identity']).execute(db);
  await sql`
    update records set fields = fields || jsonb_build_object('value', ${text('profiles')})
    where resource = 'custom-field' and fields ->> 'custom_fieldable_type' = 'profile'`.execute(db);
  await sql`update lists set name = ${text('lists')}`.execute(db);
  await sql`
    update records set fields = fields || jsonb_build_object('name', ${text('lists')}) where resource = 'reservation'`.execute(
    db,
  );
  await sql`update rewards set code = ${text('incentives')} || id`.execute(db);
  await sql`update users set name = ${text('organisations')}`.execute(db);
  await sql`
    update records set fields = fields || jsonb_build_object('name', ${text('automation')}) where resource in ('target', 'trigger', 'automation')`.execute(
    db,
  );
}

describe('scope × kind of record', () => {
  let database: FreshDatabase;
  let served: EveryRoute;
  beforeAll(async () => {
    database = await freshDatabase();
    served = await serveEveryRoute(database.db);
    await markRecords(database);
    // Changes by requests, so that audit entries have the values.
    const customField = { name: 'Size', handle: 'matrix-size', value: mark('profiles') };
    const ask = (path: string, method: string, body: object) =>
      served.request(`/api/v3${path}`, {
        method,
        headers: { Authorization: `Bearer ${served.staff}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
    for (const answer of [
      await ask('/profiles/profile-1002', 'PUT', { last_name: `${mark('profiles')}-2` }),
      await ask('/custom-fields/profile/profile-1002', 'POST', customField),
    ])
      expect(answer.status, answer.text).toBe(200);
  });
  afterAll(async () => {
    await served.stop();
    await database.drop();
  });

  /** What the interface itself shows of other sections: names of targets and of the user of a token, which are not personal data of customers. */
  const SHOWN_ELSEWHERE = [
    'incentives.read reads automation: rewards.trigger-target.show',
    'incentives.read reads automation: benefits.trigger-target.show',
    'auth.read reads organisations: auth.access-tokens.index',
    'auth.read reads organisations: auth.api-tokens.index',
  ];
  const isRead = ({ endpoint, scope }: Route) => scope !== undefined && !acts(endpoint);
  const samples = ({ endpoint }: Route) => endpoint === on.sampleAutomationQuery;

  it('a token with one scope reads records of no other section, at any address', async () => {
    const { id: userId } = await database.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', users.machine.username)
      .executeTakeFirstOrThrow();
    const found: string[] = [];
    const seen = new Set<string>();
    for (const scope of [...scopes, '*']) {
      const { value: token } = await issue(database.db, { kind: 'access', scopes: [scope], userId });
      const [section = ''] = scope.split('.');
      for (const [route, input] of served.inputs) {
        if (!isRead(route) && !samples(route)) continue;
        // Only the scope of the address is let through at all: others have tests of their own.
        if (route.scope !== scope && scope !== '*') continue;
        const answer = await served.send(route, samples(route) ? { path: {}, body: { query: {} } } : input, {
          token,
        });
        for (const kind of SECTIONS) {
          if (!answer.text.includes(mark(kind))) continue;
          seen.add(kind);
          if (scope !== '*' && section !== kind) found.push(`${scope} reads ${kind}: ${route.endpoint.id}`);
        }
      }
    }
    // Each kind of record is shown somewhere: the marks work.
    expect([...seen].sort()).toEqual(['automation', 'incentives', 'lists', 'organisations', 'profiles']);
    expect(found.filter((one) => !SHOWN_ELSEWHERE.includes(one))).toEqual([]);
  });
});

describe('scopes of what is sent elsewhere', () => {
  let service: OpenService;
  let userId: number;
  let staff: string;
  beforeAll(async () => {
    service = await openService();
    staff = await service.machineToken();
    ({ id: userId } = await service.db
      .selectFrom('users')
      .select('id')
      .where('username', '=', users.machine.username)
      .executeTakeFirstOrThrow());
  });
  afterAll(() => service.drop());
  const tokenWith = async (...given: string[]) =>
    (await issue(service.db, { kind: 'access', scopes: given, userId })).value;
  const url = 'https://hooks.example.com/a';

  it.each([
    ['profile.created', 'profiles.read'],
    ['date.reached', 'profiles.read'],
    ['a-custom-event', 'profiles.read'],
    ['reward.claimed', 'incentives.read'],
    ['redemption.created', 'incentives.read, profiles.read'],
    ['list-item.added', 'lists.read'],
    ['order.created', 'commerce.read'],
  ])('a webhook on %s needs %s', async (trigger, scope) => {
    const body = { trigger, namespace: 'x', url };
    const add = async (token: string) => service.call(on.addWebhook, { token, body });
    expect((await add(await tokenWith('automation.write'))).status).toBe(403);
    const added = await add(await tokenWith('automation.write', ...scope.split(', ')));
    expect(added.status).toBe(200);
    const path = { webhook: String(added.body.data.id) };
    const edit = { path, body: { url: 'https://other.example.com/' } };
    expect(
      (await service.call(on.editWebhook, { ...edit, token: await tokenWith('automation.write') })).status,
    ).toBe(403);
    const toOther = { path, body: { trigger: 'extension.till' }, token: await tokenWith('automation.write') };
    expect((await service.call(on.editWebhook, toOther)).status).toBe(403);
  });

  it('another address of a target needs the scopes of what is sent there', async () => {
    const body = { name: 'T', handle: 'matrix-target', type: 'webhook', url };
    const { id } = (await service.call(on.addTarget, { token: staff, body })).body.data;
    const trigger = { name: 'Orders', handle: 'matrix-trigger', event: 'order.created' };
    const made = (await service.call(on.addTrigger, { token: staff, body: trigger })).body.data;
    await service.call(on.addTriggerAction, {
      token: staff,
      path: { triggerId: String(made.id) },
      body: { type: 'webhook', target_id: id },
    });
    const move = async (...given: string[]) =>
      (
        await service.call(on.editTarget, {
          path: { target: String(id) },
          body: { url: 'https://other.example.com/' },
          token: await tokenWith('automation.write', ...given),
        })
      ).status;
    expect(await move()).toBe(403);
    expect(await move('profiles.read', 'incentives.read')).toBe(403);
    expect(await move('profiles.read', 'incentives.read', 'commerce.read')).toBe(200);
  });

  it('custom fields of a profile need profiles.read, also by the address of all custom fields', async () => {
    const path = { model: 'profile', id: 'profile-1002' };
    const read = async (...given: string[]) =>
      (await service.call(on.customFields, { path, token: await tokenWith('configuration.read', ...given) }))
        .status;
    const scope = scopeOf(on.customFields);
    expect(await read(scope)).toBe(scope === 'profiles.read' ? 200 : 403);
    expect(await read(scope, 'profiles.read')).toBe(200);
  });

  it('values in an audit entry of an operation without an endpoint need all scopes', () => {
    expect(scopeOfOperation('profiles.update')).toBe('profiles.read');
    expect(scopeOfOperation('machine-users.store')).toBe('*');
  });

  it('an access token ends within a day, whatever is asked', async () => {
    const make = async (expires_at: string) =>
      (
        await service.call(on.addAccessToken, {
          token: await tokenWith('auth.write'),
          body: { name: 'N', scopes: ['auth.write'], expires_at },
        })
      ).status;
    expect(await make('9999-12-31T00:00:00Z')).toBe(422);
    expect(await make(new Date(Date.now() + 25 * 3_600_000).toISOString())).toBe(422);
    expect(await make(new Date(Date.now() + 23 * 3_600_000).toISOString())).toBe(200);
  });
});
