import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { createApp } from '../../../../../demo/service/api/app.ts';
import type { JsonSchema } from '../../../../../demo/service/api/openapi/json-schema.ts';
import type { OpenApiDocument, Operation } from '../../../../../demo/service/api/openapi/document.ts';
import { recordNames } from '../../../../../demo/service/api/openapi/components.ts';
import { listen } from '../../../../../demo/service/api/server.ts';
import { createClient } from '../../../../../src/client/index.ts';
import { needsToken, profileParameter, sectionOf } from '../../../../../src/services/contract/catalogue.ts';
import { addApiToken, type Endpoint } from '../../../../../src/services/contract/endpoints/index.ts';
import { users } from '../../../../../demo/sample/users.ts';
import { CUSTOMER, fixtures, OTHER_CUSTOMER, SYNC_DIRECTORY } from './conformance-fixtures.ts';
import { sign } from '../../../../support/service-open.ts';
import type { Input, RecordFactory } from './conformance-fixtures.ts';
import { createRecordFactory } from './conformance-records.ts';
import { freshDatabase, SECRET_KEYS, type FreshDatabase } from '../../../../support/database-fresh.ts';

/** The result of a call. */
export interface CallResult {
  readonly status: number;
  readonly text: string;
  /** The request, for messages of the test. */
  readonly request: string;
  readonly input: Partial<Input>;
  /** Problems that the client found in the reply. */
  readonly reported: readonly string[];
}
export interface CallOptions {
  readonly token?: string;
  /** Sends ids that do not exist, and a body without fields. */
  readonly empty?: boolean;
  /** Sends the id of a missing record of an existing profile. */
  readonly absentRecord?: boolean;
  readonly query?: Readonly<Record<string, string>>;
}

export interface Conformance {
  readonly database: FreshDatabase;
  readonly factory: RecordFactory;
  readonly baseUrl: string;
  readonly token: string;
  /** Unexpected errors of the service. */
  readonly errors: readonly unknown[];
  call(endpoint: Endpoint, options?: CallOptions): Promise<CallResult>;
  /**
   * Where an answer differs from the document; also its status, where the document has none such. `partial` lets records leave
   * out what they have no value for, or have more than the document names.
   */
  problemsOf(endpoint: Endpoint, called: Pick<CallResult, 'status' | 'text'>, partial?: boolean): string[];
  isGuarded(endpoint: Endpoint): boolean;
  isBrowse(endpoint: Endpoint): boolean;
  tokenWithout(endpoint: Endpoint): string;
  /** Attributes that the document names for the filters of a browse. */
  filtersOf(endpoint: Endpoint): readonly string[];
  /** Keys that the document names for its order. */
  sortsOf(endpoint: Endpoint): readonly string[];
  close(): Promise<void>;
}

/** The service as a running server, with a client and a validator for its API document. */
export async function openConformance(): Promise<Conformance> {
  const database = await freshDatabase();
  const errors: unknown[] = [];
  const server = await listen(
    (port) =>
      createApp({
        db: database.db,
        settings: {
          secretKeys: SECRET_KEYS,
          baseUrl: `http://127.0.0.1:${port}/api`,
          shopOrigins: ['http://127.0.0.1:4000'],
          // No job runs, so nothing is sent to it.
          mail: { url: 'smtp://127.0.0.1:9', from: 'hello@example.com' },
          requestsPerMinute: 10_000_000,
          syncDirectory: SYNC_DIRECTORY,
          onError: (error) => errors.push(error),
        },
      }),
    { host: '127.0.0.1', port: 0 },
  );
  const baseUrl = `http://127.0.0.1:${server.port}/api`;
  const document = (await (await fetch(`${baseUrl}/openapi.json`)).json()) as OpenApiDocument;
  const validate = validator(document);
  const { clientId, clientSecret, username, password } = users.machine;
  const grant = await fetch(`${baseUrl}/v3/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      username,
      password,
      scope: '*',
    }),
  });
  const { access_token: token } = (await grant.json()) as { access_token: string };
  const client = createClient({ idUrl: baseUrl, token });
  const factory = createRecordFactory(client);
  const path = { storefront_platform: 'harbour', version: 'v1' };
  const body = { id: OTHER_CUSTOMER.id, signature: sign(OTHER_CUSTOMER.id) };
  const { token: customer } = (await factory.ask('storefront.auth.token.store', { path, body })) as {
    token: string;
  };
  const narrow = new Map<string, string>();
  for (const section of ['auth', 'lists']) {
    const { data } = await client.call(addApiToken, { body: { name: section, scopes: [`${section}.read`] } });
    narrow.set(section, data.token);
  }

  return {
    database,
    factory,
    baseUrl,
    token,
    errors,
    async call(
      endpoint,
      {
        token: given = fixtures[endpoint.id]?.asCustomer ? customer : token,
        empty = false,
        absentRecord = false,
        query,
      } = {},
    ) {
      let found = { status: 0, text: '', request: '' };
      let input: Partial<Input> = {};
      const reported: string[] = [];
      const observed = createClient({
        idUrl: baseUrl,
        token: () => given,
        onReply: ({ problems }) => reported.push(...problems),
        maxWaitMs: 0,
        fetch: async (url, init) => {
          const response = await fetch(url, init as RequestInit);
          const text = await response.clone().text();
          found = { status: response.status, text, request: `${init.method} ${url} ${String(init.body)}` };
          return response;
        },
      });
      const attempt = async (whole: boolean) => {
        const { path, body } =
          empty || absentRecord
            ? absentInput(endpoint, absentRecord)
            : await factory.inputFor(endpoint, whole);
        input = { path, body };
        const parameters = { ...path, ...(body !== undefined && { body }), ...(query && { query }) };
        await observed.call(endpoint as never, parameters as never).catch((error: unknown) => {
          if (found.status === 0) throw error;
        });
        if (found.status < 300 && body !== undefined) {
          const problems = validate.body(endpoint, body);
          if (problems.length)
            found = { ...found, text: `the document refuses the body: ${problems.join('; ')}`, status: 599 };
        }
      };
      await attempt(true);
      // All optional fields together can contradict each other.
      if (!empty && !absentRecord && !query && (found.status === 422 || found.status === 409))
        await attempt(false);
      return { ...found, input, reported };
    },
    problemsOf: (endpoint, called, partial) => validate.answer(endpoint, called, partial),
    isGuarded: (endpoint) => needsToken(endpoint),
    isBrowse: (endpoint) => JSON.stringify(validate.operation(endpoint)).includes('parameters/PageNumber'),
    tokenWithout: (endpoint) => narrow.get(sectionOf(endpoint) === 'auth' ? 'lists' : 'auth') ?? '',
    filtersOf: (endpoint) => {
      const parameters = (validate.operation(endpoint)['parameters'] ?? []) as {
        name?: string;
        schema?: { properties?: object };
      }[];
      return Object.keys(parameters.find(({ name }) => name === 'filter')?.schema?.properties ?? {});
    },
    sortsOf: (endpoint) => {
      const parameters = (validate.operation(endpoint)['parameters'] ?? []) as {
        name?: string;
        description?: string;
      }[];
      const { description = '' } = parameters.find(({ name }) => name === 'sort') ?? {};
      return [...description.replace(/^.*Keys: /, '').matchAll(/`(\w+)`/g)].map(([, key = '']) => key);
    },
    async close() {
      await server.stop();
      await database.drop();
    },
  };
}

const absentInput = (endpoint: Endpoint, absentRecord: boolean) => ({
  path: Object.fromEntries(
    [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [
      name,
      absentRecord && name === profileParameter(endpoint) ? CUSTOMER.profile : '999999999',
    ]),
  ),
  body: endpoint.method === 'GET' ? undefined : {},
});

/** Validates answers against the document. Records must not have fields that it does not describe. */
function validator(document: OpenApiDocument) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  const addFormats = addFormatsModule as unknown as (ajv: Ajv2020) => void;
  addFormats(ajv);
  const changed = (change: (schema: JsonSchema) => void) => {
    const copy = structuredClone(document) as { components: { schemas: Record<string, JsonSchema> } };
    for (const name of recordNames()) {
      const schema = copy.components.schemas[name];
      if (schema?.['properties']) change(schema);
    }
    return copy;
  };
  ajv.addSchema(
    changed((schema) => (schema['additionalProperties'] = false)),
    'document',
  );
  ajv.addSchema(
    changed((schema) => delete schema['required']),
    'partial',
  );
  const operations = new Map<string, { operation: Operation; pointer: string }>();
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const pointer = `/paths/${escape(path)}/${method}`;
      operations.set(operation.operationId, { operation, pointer });
    }
  }
  const of = ({ id }: Endpoint) => {
    const found = operations.get(id);
    if (!found) throw new Error(`The document has no ${id}.`);
    return found;
  };
  const check = (pointer: string, value: unknown, partial = false): string[] => {
    const compiled = ajv.getSchema(`${partial ? 'partial' : 'document'}#${pointer}`);
    if (!compiled) throw new Error(`There is no schema at ${pointer}.`);
    return compiled(value)
      ? []
      : (compiled.errors ?? []).map(
          ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
        );
  };
  return {
    operation: (endpoint: Endpoint) => of(endpoint).operation,
    body(endpoint: Endpoint, body: unknown): string[] {
      const { operation, pointer } = of(endpoint);
      const content = (operation['requestBody'] as { content: object } | undefined)?.content ?? {};
      const [type] = Object.keys(content);
      return type ? check(`${pointer}/requestBody/content/${escape(type)}/schema`, body) : [];
    },
    answer(
      endpoint: Endpoint,
      { status, text }: Pick<CallResult, 'status' | 'text'>,
      partial = false,
    ): string[] {
      const { operation, pointer } = of(endpoint);
      const response = operation.responses[String(status)] as { $ref?: string; content?: object } | undefined;
      if (!response) return [`${status} is not in the document`];
      const place = response.$ref?.slice(1) ?? `${pointer}/responses/${status}`;
      if (!response.$ref && !response.content) return text === '' ? [] : ['a body where there is none'];
      return check(`${place}/content/${escape('application/json')}/schema`, JSON.parse(text), partial);
    },
  };
}

const escape = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1');
