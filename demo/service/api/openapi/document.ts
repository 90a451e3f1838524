import {
  acts,
  allEndpoints,
  baseOf,
  contractOf,
  descriptionOf,
  needsToken,
  sectionOf,
  sections,
  summaryOfSection,
  takesForm,
} from '../../../../src/services/contract/catalogue.ts';
import type { Assumed, Contract } from '../../../../src/services/contract/contract.ts';
import type { ListedEndpoint } from '../../../../src/services/contract/endpoint.ts';
import { isOpenToCustomers } from '../access.ts';
import { type Route, success } from '../route.ts';
import { publicAddress } from '../../settings.ts';
import { createSchemas, type Schemas } from './components.ts';
import { exampleOf } from './examples.ts';
import { failureResponses, failureSchemas, failuresOf } from './failures.ts';
import { propertiesOf, type JsonSchema } from './json-schema.ts';
import {
  browseParameters,
  filterOperators,
  ownParameters,
  pathParameters,
  sharedParameters,
} from './parameters.ts';
import { documentWebhooks } from './webhooks.ts';
import { documentPaths } from './paths.ts';
import { DOCUMENT_VERSION, introduction, RELEASE } from './introduction.ts';
import { neededScope, securityOf, securitySchemes } from './security.ts';

/** An OpenAPI 3.1 document; only the parts that code and tests read have a type. */
export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: { readonly version: string; readonly [name: string]: unknown };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  /** What the service sends, by the trigger of a webhook. */
  readonly webhooks: Readonly<Record<string, JsonSchema>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly [name: string]: unknown;
  };
  readonly [name: string]: unknown;
}
export interface Operation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, JsonSchema>>;
  readonly [name: string]: unknown;
}

/**
 * The document of all endpoints (spec 4, 9.3), created from the contracts that client and service use, so that it cannot
 * differ from them. `routes` define who may call which endpoint.
 */
export function createDocument(baseUrl: string, routes: readonly Route[]): OpenApiDocument {
  const schemas = createSchemas();
  const routeOf = new Map(routes.map((route) => [route.endpoint.id, route]));
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [path, endpoints] of documentPaths(allEndpoints)) {
    paths[path] = Object.fromEntries(
      endpoints.map((endpoint) => [
        endpoint.method.toLowerCase(),
        operationOf(endpoint, path, routeOf.get(endpoint.id), schemas),
      ]),
    );
  }
  const webhooks = documentWebhooks(schemas);
  const address = publicAddress(baseUrl);
  const parts = {
    ...schemas.components,
    ...failureSchemas,
    FilterOperators: filterOperators,
  };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Loyalty and Customer Data Service',
      version: DOCUMENT_VERSION,
      'x-release': RELEASE,
      summary: 'The complete interface of the reference service.',
      description: introduction,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: address, description: 'This service.' }],
    tags: sections.map((name) => ({ name, description: summaryOfSection(name) })),
    security: [{ bearer: [] }],
    paths,
    webhooks,
    components: {
      schemas: used([paths, webhooks], parts),
      parameters: sharedParameters,
      responses: failureResponses,
      securitySchemes: securitySchemes(address),
    },
  };
}

/** Short lists that are always answered as a whole, without pages and filters. */
const SHORT_LISTS: ReadonlySet<string> = new Set([
  'auth.scopes.index',
  'profiles.group_orders',
  'profiles.group_transactions',
  'profiles.attributes.validation-rules.show',
]);

function operationOf(
  endpoint: ListedEndpoint,
  path: string,
  route: Route | undefined,
  schemas: Schemas,
): Operation {
  const { id, method } = endpoint;
  const example = exampleOf(id);
  const body = schemas.bodyOf(id);
  const reply = schemas.replyOf(id) ?? {};
  const token = needsToken(endpoint);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
  const isBrowse = method === 'GET' && isPage(reply) && !SHORT_LISTS.has(id);
  const parameters = [
    ...pathParameters(endpoint, names, example?.path),
    ...(isBrowse ? browseParameters(endpoint) : []),
    ...(ownParameters[id] ?? []),
    ...(token && acts(endpoint) && !route?.secretAnswer
      ? [{ $ref: '#/components/parameters/IdempotencyKey' }]
      : []),
    ...(token && route && isOpenToCustomers(route)
      ? [{ $ref: '#/components/parameters/AcceptLanguage' }]
      : []),
  ];
  const contract = contractOf(endpoint);
  if (!contract) throw new Error(`The catalogue has no endpoint ${id}.`);
  const proxy = baseOf(endpoint) === 'proxy';
  return {
    operationId: id,
    tags: [sectionOf(endpoint)],
    summary: titleOf(contract),
    description: [descriptionOf(contract), ...factsOf(endpoint, route)].join('\n\n'),
    ...assumedParts(contract),
    ...(proxy && { servers: [proxyServer] }),
    security: [...securityOf(endpoint), ...(route?.byLink ? [{}] : [])],
    ...(parameters.length && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          [takesForm(endpoint) ? 'application/x-www-form-urlencoded' : 'application/json']: {
            schema: body,
            ...(example?.body !== undefined && { example: example.body }),
          },
        },
      },
    }),
    responses: {
      ...successOf(route, reply, example?.reply),
      ...failuresOf(endpoint, { token, body: Boolean(body) }),
    },
  };
}

const proxyServer = {
  url: 'https://{host}',
  description: 'A proxy that the shop runs (spec 5.4).',
  variables: { host: { default: 'loyalty.shop.example', description: 'Host of the proxy.' } },
};

/** The summary as far as its first semicolon or colon, without numbers of assumptions. */
const titleOf = ({ summary }: Contract): string =>
  summary.replace(/ \((ASSUMPTION|[GJ]\d)[^)]*\)/g, '').replace(/[;:] .*$/, '');

const PARTS = ['verb', 'path', 'payload'] as const satisfies readonly (keyof Assumed)[];
/** Sections of the interface that show the payload of an endpoint. */
const SHOWS_PAYLOAD = /^(4\.[123]|5\.[34])\b/;

/** The parts of an operation that the interface does not show: ASSUMPTION. */
export function assumedParts({ shown, assumed = {} }: Pick<Contract, 'shown' | 'assumed'>) {
  const parts = PARTS.filter(
    (part) => assumed[part] !== undefined || (part === 'payload' && !SHOWS_PAYLOAD.test(shown)),
  );
  return parts.length ? { 'x-assumption': true, 'x-assumed': parts } : {};
}

/** Sentences on who may call an endpoint and on its effects. */
function factsOf(endpoint: ListedEndpoint, route: Route | undefined): string[] {
  const scope = neededScope(endpoint);
  const facts = [
    scope && `Needs the scope \`${scope}\`.`,
    route?.administrators && 'Only administrators may call it.',
    route && scope && isOpenToCustomers(route) && 'A customer may call it with their own token.',
    endpoint.method === 'GET' &&
      acts(endpoint) &&
      'This GET request changes data: never repeat or prefetch it.',
    route?.secretAnswer && 'The response contains a secret, which is shown only once.',
    !route && baseOf(endpoint) !== 'proxy' && 'This service does not implement it yet.',
  ];
  return facts.filter((fact) => typeof fact === 'string');
}

function successOf(route: Route | undefined, reply: JsonSchema, example: unknown) {
  if (Object.keys(reply).length === 0)
    return { [success.nothing]: { description: 'Done. The response has no body.' } };
  const later = JSON.stringify(reply).includes('#/components/schemas/Accepted"');
  const status = route?.status ?? (later ? success.accepted : success.body);
  const description =
    status === success.accepted
      ? 'Accepted. The service processes it in the background.'
      : 'The result of the request.';
  return {
    [status]: {
      description,
      content: { 'application/json': { schema: reply, ...(example !== undefined && { example }) } },
    },
  };
}

const isPage = (reply: JsonSchema): boolean => propertiesOf(reply)['data']?.['type'] === 'array';

/** The components that a path refers to, directly or through others. */
function used(paths: unknown, parts: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
  const found = new Set<string>(['Error', 'ValidationError']);
  const walk = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      walk(parts[name] ?? {});
    }
  };
  walk(paths);
  return Object.fromEntries(
    Object.entries(parts)
      .filter(([name]) => found.has(name))
      .sort(),
  );
}
