import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  assumedParts,
  type OpenApiDocument,
  type Operation,
} from '../../../../../demo/service/api/openapi/document.ts';
import { exampleOf } from '../../../../../demo/service/api/openapi/examples.ts';
import { allEndpoints, contractOf } from '../../../../../src/services/contract/catalogue.ts';
import { ownTriggers } from '../../../../../demo/service/events/publish.ts';
import { openService, type OpenService } from '../../../../support/service-open.ts';

const methods = ['get', 'post', 'put', 'delete'];

/** The eight pairs of paths of which a static segment has precedence over a parameter. */
const AMBIGUOUS = [
  '/v3/benefits/definitions/{definition}/clone',
  '/v3/credits/{credit}/redeem',
  '/v3/locations/{location}/custom-fields',
  '/v3/orders/{id}/resend',
  '/v3/profiles/{profile}/transactions/{transaction}/unattach',
  '/v3/transactions/{id}/resend',
  '/v3/transactions/{transaction}/custom-fields',
  '/v3/transactions/{transaction}/trigger-event',
];

describe('the OpenAPI document', () => {
  let service: OpenService;
  let text: string;
  let document: OpenApiDocument;
  let operations: (Operation & { readonly method: string; readonly path: string })[];

  beforeAll(async () => {
    service = await openService();
    const answer = await service.send('GET', '/api/openapi.json');
    ({ text, body: document } = answer);
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.headers.get('content-type')).toContain('application/json');
    operations = Object.entries(document.paths).flatMap(([path, item]) =>
      methods.flatMap((method) => (item[method] ? [{ ...item[method], method, path }] : [])),
    );
  });
  afterAll(() => service?.drop());

  it('says what each scope allows', () => {
    expect(document.components['securitySchemes']).toHaveProperty(
      'clientCredentials.flows.clientCredentials.scopes',
      expect.objectContaining({
        'lists.read': 'Reads records of the section lists.',
        'lists.write': 'Changes records of the section lists.',
      }),
    );
  });

  it('has exactly the endpoints of the interface, 223 shown and 263 named', async () => {
    const lines = (await readFile('test/services/contract/endpoints.txt', 'utf8'))
      .split('\n')
      .filter(Boolean);
    expect(lines).toHaveLength(223 + 263);
    // Names of parameters are not compared: paths that differ in them alone are one path.
    const plain = (line: string) => line.replace('{proxy_url}', '').replace(/\{\w+\}/g, '{}');
    expect(operations.map((one) => plain(`${one.method.toUpperCase()} ${one.path}`)).sort()).toEqual(
      lines.map(plain).sort(),
    );
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  });

  it('puts each operation under one of the eight sections, or auth', () => {
    const sections = (document['tags'] as { name: string }[]).map(({ name }) => name);
    expect([...sections].sort()).toEqual([
      'auth',
      'automation',
      'commerce',
      'configuration',
      'incentives',
      'lists',
      'organisations',
      'platform',
      'profiles',
    ]);
    for (const { operationId, tags } of operations) {
      expect(tags, operationId).toEqual([expect.toBeOneOf(sections)]);
    }
  });

  it('has the one operation id of the interface, and ids in the same style', () => {
    expect(document.paths['/v3/webhooks']?.['post']?.operationId).toBe('webhooks.store');
    for (const { operationId } of operations) expect(operationId).toMatch(/^[A-Za-z_-]+(\.[A-Za-z_-]+)+$/);
  });

  it('passes the linter, with only the warnings that the interface itself causes', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'openapi-'));
    const file = path.join(folder, 'openapi.json');
    await writeFile(file, text);
    const output = await new Promise<string>((resolve) => {
      execFile(
        process.execPath,
        [
          'node_modules/@redocly/cli/bin/cli.js',
          'lint',
          file,
          '--config',
          'redocly.yaml',
          '--format',
          'json',
          '--max-problems',
          '1000',
        ],
        { env: { ...process.env, REDOCLY_TELEMETRY: 'off' }, maxBuffer: 50_000_000 },
        (_, stdout) => resolve(stdout),
      );
    });
    await rm(folder, { recursive: true });
    const { problems } = JSON.parse(output) as {
      problems: { severity: string; ruleId: string; location: { pointer: string }[] }[];
    };
    const found = problems.map(({ severity, ruleId, location }) => {
      const place = location[0]?.pointer.replace('#/paths/', '').replaceAll('~1', '/') ?? '';
      return `${severity} ${ruleId} ${place}`;
    });
    expect(found.sort()).toEqual(AMBIGUOUS.map((place) => `warn no-ambiguous-paths ${place}`));
  });

  it('has a release label and a document version', async () => {
    expect(document.info['x-release']).toMatch(/^3\.\d+\.\d+$/);
    expect(document.info.version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(document.info.version).not.toBe(document.info['x-release']);
  });

  it('has a changelog with an entry for its release, and a section for upcoming changes', async () => {
    const changes = await readFile('docs/guides/api-changelog.md', 'utf8');
    const headings = [...changes.matchAll(/^## (.+)$/gm)].map((match) => match[1]);
    expect(headings.slice(0, 2)).toEqual(['Upcoming', document.info['x-release']]);
    expect(changes).toContain(`document ${document.info.version}`);
  });

  it('has an example of every operation: path, body and reply', () => {
    const without = operations.filter((operation) => {
      const { responses, requestBody } = operation as {
        responses: Record<string, { content?: Record<string, { example?: unknown }> }>;
        requestBody?: { content: Record<string, { example?: unknown }> };
      };
      const [, success = {}] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
      const contents = [success.content, requestBody?.content].flatMap((content) =>
        Object.values(content ?? {}),
      );
      const parameters = (operation['parameters'] ?? []) as { in?: string; example?: unknown }[];
      const places = [...contents, ...parameters.filter((one) => one.in === 'path')];
      return places.some(({ example }) => example === undefined);
    });
    expect(without.map(({ operationId }) => operationId)).toEqual([]);
  });

  it.each(['action-history.show', 'extensions.webhook.receive', 'proxy.create', 'proxy.login'])(
    'has an example of %s, which no test records, that its contract takes',
    (id) => {
      const endpoint = allEndpoints.find((one) => one.id === id);
      const { body, reply } = contractOf(endpoint!) ?? {};
      const example = exampleOf(id);
      if (body) expect(v.safeParse(body, example?.body).issues).toBeUndefined();
      expect(v.safeParse(reply!, example?.reply).issues).toBeUndefined();
    },
  );

  it('names what each list is filtered and sorted by', () => {
    const lists = operations.filter((one) => JSON.stringify(one).includes('parameters/PageNumber'));
    expect(lists.length).toBeGreaterThan(100);
    const unnamed = lists.filter((one) => {
      const parameters = one['parameters'] as { name?: string; description?: string }[];
      return !parameters.some(
        ({ name, description }) => name === 'sort' && /Keys: `\w+`/.test(description ?? ''),
      );
    });
    // The items of a list are always in the same order.
    expect(unnamed.map(({ operationId }) => operationId)).toEqual(['profiles.lists.items.index']);
  });

  it('has the message of each event of the service', () => {
    expect(Object.keys(document.webhooks).sort()).toEqual([...ownTriggers].sort());
    for (const [trigger, item] of Object.entries(document.webhooks))
      expect(JSON.stringify(item)).toContain(`"const":"${trigger}"`);
  });

  it('describes every operation, who may call it, and its responses', () => {
    const wanting = operations.filter(
      ({ summary, description, tags, responses, security }) =>
        !summary || !description || (tags as unknown[]).length !== 1 || !security || !('422' in responses),
    );
    expect(wanting.map(({ operationId }) => operationId)).toEqual([]);
    const open = operations.filter(({ security }) => (security as unknown[]).length === 0);
    expect(open.map(({ operationId }) => operationId).sort()).toEqual([
      'auth.token.store',
      'extensions.webhook.receive',
      'guest-alerts.store',
      'proxy.create',
      'storefront.auth.token.store',
    ]);
    for (const { operationId, responses, security } of operations) {
      const guarded = JSON.stringify(security).includes('bearer');
      expect('401' in responses && '403' in responses, operationId).toBe(guarded);
    }
  });

  it('marks operations that the interface does not fully show, and says which part', () => {
    const isMarked = (operation: Operation) => operation['x-assumption'] === true;
    expect(
      operations
        .filter((one) => !isMarked(one))
        .map(({ operationId }) => operationId)
        .sort(),
    ).toEqual([
      'profiles.attributes.dates.index',
      'profiles.redemptions.index',
      'proxy.login',
      'storefront.auth.token.store',
      'webhooks.store',
    ]);
    const assumed = (part: string) =>
      operations.filter((one) => (one['x-assumed'] as string[] | undefined)?.includes(part));
    expect(
      assumed('path'),
      'as many as have a name alone, and those under a path without its singles',
    ).toHaveLength(263 + 9);
    const byId = new Map(operations.map((one) => [one.operationId, one]));
    expect(byId.get('profiles.balances.show')).toMatchObject({ 'x-assumed': ['path', 'payload'] });
    expect(byId.get('triggers.index')).toMatchObject({ 'x-assumed': ['verb', 'path', 'payload'] });
    expect(byId.get('rates.update')).toMatchObject({ 'x-assumed': ['payload'] });
    expect(byId.get('profiles.lists.shares.index')).toMatchObject({ 'x-assumed': ['verb', 'payload'] });
    for (const one of operations) expect('x-assumed' in one, one.operationId).toBe(isMarked(one));
  });

  it('marks the schemas that sections 2, 5 and 7 do not show', () => {
    const shown = Object.entries(document.components.schemas)
      .filter(([, schema]) => schema['x-assumption'] !== true)
      .map(([name]) => name);
    expect(shown.sort()).toEqual([
      'ClientCredentials',
      'Credit',
      'CreditDefinition',
      'CustomField',
      'Error',
      'FilterOperators',
      'ProfileDate',
      'ProfileDateLink',
      'ProxyLoginReply',
      'Redemption',
      'RedemptionItem',
      'RedemptionLocation',
      'RedemptionProfile',
      'RedemptionTransaction',
      'RedemptionTransactionLocation',
      'StorefrontCredentials',
      'StorefrontTokenReply',
      'ValidationError',
      'Webhook',
      'WebhookAdd',
    ]);
  });

  it('twin: marks all operations but those that a docstring shows completely', () => {
    expect(assumedParts({ shown: '4.2' })).toEqual({});
    expect(assumedParts({ shown: '4.6 Business' })).toMatchObject({ 'x-assumption': true });
    expect(assumedParts({ shown: '4.2', assumed: { path: true } })).toEqual({
      'x-assumption': true,
      'x-assumed': ['path'],
    });
  });

  it('names all parameters of every path, and describes each', () => {
    for (const { path, parameters = [], operationId } of operations) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const described = (parameters as { in?: string; name: string; description: string }[]).filter(
        (one) => one.in === 'path',
      );
      expect(
        described.map(({ name }) => name),
        operationId,
      ).toEqual(named);
      for (const { description } of described) expect(description).not.toBe('');
    }
  });

  it('shows the webhook of 2.1 and 2.2 field by field', () => {
    const { Webhook, WebhookAdd } = document.components.schemas;
    expect(WebhookAdd).toMatchObject({
      required: ['trigger', 'url', 'namespace'],
      properties: { queue: { enum: ['high', 'default', 'low', null] } },
    });
    expect((Webhook?.['required'] as string[]).sort()).toEqual(
      Object.keys(Webhook?.['properties'] as object).sort(),
    );
    expect(Webhook?.['required']).toHaveLength(13);
  });

  it('describes fields that customers do not see, and requires none of them', () => {
    const { Credit } = document.components.schemas as Record<string, Record<string, never>>;
    const { security_code: code } = Credit?.['properties'] as unknown as Record<
      string,
      { description: string }
    >;
    expect(code?.description).toContain('Not shown to customers.');
    expect(Credit?.['required']).not.toContain('security_code');
  });

  it('has the descriptions of the contracts', () => {
    const claim = operations.find(({ operationId }) => operationId === 'lists.shares.claim');
    expect(claim?.['description']).toContain('its list is then among the lists of the profile');
    expect(text).not.toContain('@link');
    const withoutSentence = operations.filter(({ summary, operationId }) => summary === operationId);
    expect(withoutSentence.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('has no reference to a missing component', () => {
    const references = new Set(
      [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)].map((one) => one[0]),
    );
    for (const one of references) {
      const [, kind = '', name = ''] = /#\/components\/(\w+)\/([^"]+)"/.exec(one) ?? [];
      expect((document.components as Record<string, Record<string, unknown>>)[kind], one).toHaveProperty([
        name,
      ]);
    }
  });
});
