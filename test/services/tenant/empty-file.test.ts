import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '../../../src/client/index.ts';
import { allowedEndpoints } from '../../../src/proxy/allow-list/allow-list.ts';
import { createFieldTable } from '../../../src/proxy/allow-list/fields.ts';
import { contractOf, serviceEndpoints } from '../../../src/services/contract/catalogue.ts';
import type { ListedEndpoint } from '../../../src/services/contract/endpoint.ts';
import { searchProfile } from '../../../src/services/contract/endpoints/index.ts';
import { createCaller } from '../../../src/services/transport/call.ts';
import { createHttp, type Fetch } from '../../../src/services/transport/http.ts';
import { createMapping } from '../../../src/services/transport/tenant/mapping.ts';
import { defineTenant } from '../../../src/services/transport/tenant/tenant-file.ts';
import { openProxy, type OpenProxy } from '../../proxy/support/open-proxy.ts';
import { BASE_URL, json } from '../../support/client-fetch.ts';

// A tenant file that says nothing changes nothing: every request of the contract, and its reply, with an empty file and without one.

/** The parts of a schema of which a sample is made. */
interface Schema {
  readonly type?: string;
  readonly entries?: Readonly<Record<string, Schema>>;
  readonly item?: Schema;
  readonly record?: Schema;
  readonly wrapped?: Schema;
  readonly options?: readonly unknown[];
}

/** A body with every field of a schema, and two records in each array. */
function sampleOf(schema: Schema | undefined): unknown {
  if (!schema) return 'é & <b>';
  const { type, entries, item, record, wrapped, options } = schema;
  if (wrapped) return sampleOf(wrapped);
  if (item ?? record) return [sampleOf(item ?? record), sampleOf(item ?? record)];
  if (entries)
    return Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, sampleOf(value)]));
  if (options && typeof options[0] !== 'object') return options[0];
  return type === 'number' ? 12.5 : type === 'boolean' ? false : type === 'record' ? { a: [1] } : 'é & <b>';
}

const bodyOf = (endpoint: ListedEndpoint): unknown =>
  endpoint.method === 'GET' || !contractOf(endpoint)?.body
    ? undefined
    : sampleOf(contractOf(endpoint)!.body as unknown as Schema);

const namesIn = ({ path }: ListedEndpoint): string[] =>
  Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name!);

const pathOf = (endpoint: ListedEndpoint): Record<string, string> =>
  Object.fromEntries(namesIn(endpoint).map((name) => [name, `${name}/é 1`]));

/** Queries whose order, number and spelling a mapping could change. */
const QUERIES = [
  undefined,
  {},
  { 'page[number]': '2' },
  { 'page[size]': '7', 'page[number]': '3', sort: '-created_at' },
  { sort: 'id', 'filter[value][gt]': '0 1', 'page[number]': '1', 'page[size]': '250' },
];

const REPLY = {
  data: [{ id: 7, name: 'x' }, { id: 8 }],
  links: { next: '/v3/next?page[number]=3' },
  meta: { last_page: 9, total: 80 },
  more: { of: ['the', 'service'] },
};

/** What a fetch was asked for, as bytes. */
function recorder() {
  const sent: string[] = [];
  const fetch: Fetch = async (url, { method, headers, body }) => {
    sent.push(JSON.stringify([method, url, [...new Headers(headers)], body ?? null]));
    return json(REPLY);
  };
  return { fetch, sent };
}

/** Each endpoint with each query: what both sent, and what they got. */
const exchangesOf = (
  callers: readonly { readonly call: (...given: never[]) => Promise<unknown>; readonly sent: string[] }[],
) =>
  Promise.all(
    callers.map(async ({ call, sent }) => {
      const replies: unknown[] = [];
      for (const endpoint of serviceEndpoints)
        for (const query of QUERIES)
          replies.push(await call(endpoint as never, parametersOf(endpoint, query) as never));
      expect(sent).toHaveLength(serviceEndpoints.length * QUERIES.length);
      return { sent, replies };
    }),
  );

const parametersOf = (endpoint: ListedEndpoint, query: object | undefined) => ({
  ...pathOf(endpoint),
  query,
  body: bodyOf(endpoint),
  ...(endpoint.method !== 'GET' && { idempotencyKey: 'key-1' }),
});

describe('an empty tenant file', () => {
  it('changes no request of a page, and no reply', async () => {
    const tokens = { token: async () => 'a|b', reject: () => {} };
    const callers = [undefined, Promise.resolve(createMapping(defineTenant({})))].map((mapping) => {
      const { fetch, sent } = recorder();
      return { call: createCaller({ baseUrl: BASE_URL, http: createHttp(fetch), tokens, mapping }), sent };
    });
    const [plain, mapped] = await exchangesOf(callers);
    expect(mapped).toEqual(plain);
  });

  it('changes no request of a client, and no reply', async () => {
    const clients = [undefined, defineTenant({})].map((tenantFile) => {
      const { fetch, sent } = recorder();
      return { call: createClient({ baseUrl: BASE_URL, token: 't', fetch, tenantFile }).call, sent };
    });
    const [plain, mapped] = await exchangesOf(clients);
    expect(mapped).toEqual(plain);
  });
});

describe('an empty tenant file of a proxy', () => {
  const allowed = allowedEndpoints();
  const fieldsOf = createFieldTable(allowed, {});
  let proxies: readonly { readonly proxy: OpenProxy; readonly token: string }[];
  beforeAll(async () => {
    const opened = [await openProxy(), await openProxy({ tenantFile: defineTenant({}) })];
    proxies = await Promise.all(opened.map(async (proxy) => ({ proxy, token: await proxy.signIn() })));
  });
  afterAll(() => Promise.all(proxies.map(({ proxy }) => proxy.stop())));

  /** With long numbers and blanks, which a body that is parsed and written again would lose. */
  const TEXT = '{ "data" : [ { "id": 12345678901234567890, "price": 1.50 } ], "links": {"next":null} }';

  it.each(allowed.filter((endpoint) => endpoint !== searchProfile))(
    'changes no request to the service, and no answer: $id',
    async (endpoint) => {
      const { query, attributes } = fieldsOf(endpoint);
      const [attribute] = attributes;
      const queries = [
        '',
        ...(query.has('sort') ? [`?page[number]=2&sort=&sort=${attribute ?? ''}`] : []),
        ...(attribute ? [`?filter[${attribute}][gt]=a%20b+c&filter[${attribute}][lt]=1`] : []),
      ].filter((text) => !text.includes('profile'));
      const body = JSON.stringify(bodyOf(endpoint), undefined, 2)
        ?.replaceAll(/("\w*profile\w*": )"[^"]*"/g, '$1"profile-1001"')
        .replaceAll('12.5', '12345678901234567890.50');
      const [first, ...others] = namesIn(endpoint);
      const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
        name === first && endpoint.path.startsWith('/v3/profiles/{')
          ? 'profile-1001'
          : `x${others.indexOf(name)}%20%C3%A9`,
      );
      for (const text of queries) {
        const [plain, mapped] = await Promise.all(
          proxies.map(async ({ proxy, token }) => {
            proxy.upstream.clear();
            proxy.upstream.onCall = (_, response) => {
              response.writeHead(201, { 'Content-Type': 'application/json', 'Retry-After': '7' }).end(TEXT);
            };
            const response = await fetch(proxy.url + path + text, {
              method: endpoint.method,
              headers: {
                Authorization: `Bearer ${token}`,
                'Idempotency-Key': 'key-1',
                'Accept-Language': 'de',
                ...(body !== undefined && { 'Content-Type': 'application/json' }),
              },
              body: body ?? null,
            });
            const { method, target, headers, body: sent } = proxy.upstream.calls.at(-1)!;
            const { authorization: _token, host: _host, ...same } = headers;
            return [method, target, same, sent, response.status, await response.text()];
          }),
        );
        expect(mapped).toEqual(plain);
      }
    },
  );
});
