import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addWebhook,
  deleteWebhook,
  editWebhook,
  readWebhook,
  verifyToken,
  webhooks,
} from '../../../../src/services/contract/endpoints/index.ts';
import { everything } from '../../../support/service-rows.ts';
import { openService, type OpenService } from '../../../support/service-open.ts';

const minimal = { trigger: 'reward.claimed', url: 'https://hooks.example.com/a?b=c', namespace: 'shop' };
const fields = [
  'id',
  'trigger',
  'url',
  'namespace',
  'user_id',
  'is_active',
  'retry_daily',
  'retry_hourly',
  'created_at',
  'updated_at',
  'queue',
  'condition',
  'extra_data_template',
];

describe('webhooks', () => {
  let service: OpenService;
  let token: string;
  const add = (body: unknown) => service.call(addWebhook, { token, body });

  beforeAll(async () => {
    service = await openService({ resolve: async () => ['93.184.216.34'] });
    token = await service.machineToken();
  });
  afterAll(() => service.drop());

  it('reply has all 13 fields and no other, nulls included', async () => {
    const { status, body } = await add(minimal);
    expect(status).toBe(200);
    expect(Object.keys(body.data).sort()).toEqual([...fields].sort());
    expect(body.data).toMatchObject({
      ...minimal,
      is_active: true,
      retry_daily: null,
      retry_hourly: null,
      queue: null,
      condition: null,
      extra_data_template: null,
    });
    expect(body.data.user_id).toEqual(expect.any(Number));
  });

  it('id is a whole number, user_id the user whose token was used', async () => {
    const { data } = (await add(minimal)).body;
    const user = (await service.call(verifyToken, { token })).body.data.user_id;
    expect(Number.isInteger(data.id)).toBe(true);
    expect(Number.isInteger(data.user_id)).toBe(true);
    expect(data.user_id).toBe(user);
  });

  it.each([
    ['no body', undefined, undefined],
    ['an empty one', '{}', 'application/json'],
  ])('needs its body: %s is 422 for the three required fields, and stores nothing', async (_, body, type) => {
    const before = (await service.call(webhooks, { token })).body.meta.total;
    const answer = await service.send('POST', '/api/v3/webhooks', {
      token,
      ...(body !== undefined && { body }),
      ...(type && { headers: { 'Content-Type': type } }),
    });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors).sort()).toEqual(['namespace', 'trigger', 'url']);
    expect((await service.call(webhooks, { token })).body.meta.total).toBe(before);
  });

  it('accepts only application/json', async () => {
    const body = new URLSearchParams(minimal).toString();
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const answer = await service.send('POST', '/api/v3/webhooks', { token, body, headers });
    expect(answer).toMatchObject({ status: 415, body: { message: expect.any(String) } });
  });

  it.each([[['trigger']], [['url']], [['namespace']], [['trigger', 'url', 'namespace']]])(
    'refuses a body without %j and stores nothing',
    async (left) => {
      const before = (await service.call(webhooks, { token })).body.meta.total;
      const body = Object.fromEntries(Object.entries(minimal).filter(([name]) => !left.includes(name)));
      const answer = await add(body);
      expect(answer.status).toBe(422);
      expect(Object.keys(answer.body.errors).sort()).toEqual([...left].sort());
      expect((await service.call(webhooks, { token })).body.meta.total).toBe(before);
    },
  );

  it.each([
    ...['trigger', 'url', 'namespace'].flatMap((name) => [1, null, ['a']].map((value) => [name, value])),
    ...['is_active', 'retry_daily', 'retry_hourly'].map((name) => [name, 'true']),
    ['condition', 'a'],
    ['condition', [1]],
    ['extra_data_template', {}],
  ] as [string, unknown][])('refuses %s as %j, and names that field alone', async (name, value) => {
    const answer = await add({ ...minimal, [name]: value });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors).map((key) => key.split('.')[0])).toEqual([name]);
  });

  it.each(['not a url', '', '//x', 'ftp://example.com/', 'https://'])(
    'refuses the address %j',
    async (url) => {
      const answer = await add({ ...minimal, url });
      expect(answer).toMatchObject({ status: 422, body: { errors: { url: [expect.any(String)] } } });
    },
  );

  it('accepts high, default, low and null as queue, and nothing else', async () => {
    for (const queue of ['high', 'default', 'low', null]) {
      expect(await add({ ...minimal, queue })).toMatchObject({ status: 200, body: { data: { queue } } });
    }
    for (const queue of ['urgent', 'HIGH', '']) {
      expect(await add({ ...minimal, queue })).toMatchObject({
        status: 422,
        body: { errors: { queue: [expect.any(String)] } },
      });
    }
  });

  it('accepts null for every optional field; is_active stays a boolean', async () => {
    const optional = [
      'is_active',
      'retry_daily',
      'retry_hourly',
      'queue',
      'condition',
      'extra_data_template',
    ];
    for (const name of optional) expect((await add({ ...minimal, [name]: null })).status).toBe(200);
    for (const [sent, stored] of [
      [null, true],
      [undefined, true],
      [true, true],
      [false, false],
    ]) {
      expect((await add({ ...minimal, is_active: sent })).body.data.is_active).toBe(stored);
    }
  });

  it('returns conditions and template unchanged', async () => {
    for (const condition of [
      ['type', 'data.code'],
      [],
      null,
      ['data.points_spent gte 100', 'type eq reward.claimed'],
    ]) {
      expect((await add({ ...minimal, condition })).body.data.condition).toEqual(condition);
    }
    const template = '  {"code": "{{ data.code }}"}\n';
    expect((await add({ ...minimal, extra_data_template: template })).body.data.extra_data_template).toBe(
      template,
    );
  });

  it.each([
    ['condition', ['data.total = 5']],
    ['condition', ['data..total eq 5']],
    ['condition', ['constructor() eq 1']],
    ['condition', Array.from({ length: 21 }, () => 'a')],
    ['extra_data_template', '{{ data.code'],
    ['extra_data_template', '{{ data.code | upper }}'],
    ['extra_data_template', '{{ process.exit() }}'],
    ['extra_data_template', 'x'.repeat(4_001)],
  ])('answers 422 with the reason to %s %j', async (name, value) => {
    const answer = await add({ ...minimal, [name]: value });
    expect(answer.status).toBe(422);
    expect(answer.body.errors[name]).toEqual([expect.stringMatching(/\w/)]);
  });

  it('accepts two webhooks with the same trigger and different namespaces', async () => {
    for (const namespace of ['one', 'two']) {
      expect((await add({ ...minimal, namespace })).body.data.namespace).toBe(namespace);
    }
  });

  it('reads, edits one flag without the other, and deletes', async () => {
    const { id } = (await add({ ...minimal, retry_hourly: true })).body.data;
    const path = { webhook: String(id) };
    const edited = await service.call(editWebhook, { token, path, body: { is_active: false } });
    expect(edited.body.data).toMatchObject({ is_active: false, retry_hourly: true, retry_daily: null });
    expect((await service.call(readWebhook, { token, path })).body.data).toEqual(edited.body.data);
    expect((await service.call(deleteWebhook, { token, path })).status).toBe(204);
    expect((await service.call(readWebhook, { token, path })).status).toBe(404);
  });

  it('replies 401, 403 and 422 in the form of the spec; customers are refused', async () => {
    expect(await service.call(addWebhook, { body: minimal })).toMatchObject({
      status: 401,
      body: { message: expect.any(String) },
    });
    const narrow = await service.machineToken('automation.read');
    expect((await service.call(addWebhook, { token: narrow, body: minimal })).status).toBe(403);
    const customer = await service.tokenOf('1002');
    expect((await service.call(addWebhook, { token: customer, body: minimal })).status).toBe(403);
    expect((await service.call(webhooks, { token: customer })).status).toBe(403);
    expect((await add({})).body).toEqual({ message: expect.any(String), errors: expect.any(Object) });
  });

  it('stores no unknown field', async () => {
    await add({ ...minimal, secret_of_mine: 'do-not-keep-this' });
    expect(await everything(service.db)).not.toContain('do-not-keep-this');
  });
});
