import type { Client } from '../../../../../src/client/index.ts';
import { referenceFields } from '../../../../../demo/service/crud/reference-fields.ts';
import { resources } from '../../../../../demo/service/resources.ts';
import { routes } from '../../../../../demo/service/routes.ts';
import {
  contractOf,
  endpointOf,
  profileParameter,
  serviceEndpoints,
} from '../../../../../src/services/contract/catalogue.ts';
import type { Endpoint } from '../../../../../src/services/contract/endpoints/index.ts';
import {
  CUSTOMER,
  fixtures,
  recordCreators,
  namedSamples,
  type Input,
  type Values,
  type RecordFactory,
} from './conformance-fixtures.ts';
import { sampleFor } from './conformance-samples.ts';

const implemented = new Set(routes.map(({ endpoint }) => endpoint.id));
const at = (method: string, path: string) =>
  serviceEndpoints.find(
    (one) =>
      one.method === method && withoutNames(one.path) === withoutNames(path) && implemented.has(one.id),
  );
/** The path without names of parameters: they do not distinguish paths. */
const withoutNames = (path: string) => path.replace(/\{\w+\}/g, '{}');

export function createRecordFactory(client: Client, startAt = 5_000): RecordFactory {
  let last = startAt;
  const shared = new Map<string, Promise<Values>>();
  const call = (endpoint: Endpoint, { path, body }: Input): Promise<unknown> =>
    client.call(endpoint as never, { ...path, ...(body !== undefined && { body }) } as never);

  const factory: RecordFactory = {
    number: () => ++last,

    async ask(operationId, given) {
      const endpoint = endpointOf(operationId);
      if (!endpoint) throw new Error(`There is no operation ${operationId}.`);
      return ((await call(endpoint, given)) as { data: unknown }).data;
    },

    async create(operationId, fields) {
      const endpoint = endpointOf(operationId);
      if (!endpoint) throw new Error(`There is no operation ${operationId}.`);
      const { path, body } = await factory.inputFor(endpoint, false);
      const changed = fields ? { ...(body as Values), ...fields } : body;
      return (await factory.ask(operationId, { path, body: changed })) as Values;
    },

    async inputFor(endpoint, whole = true) {
      const fixture = fixtures[endpoint.id];
      const fixed = (await fixture?.path?.(factory)) ?? {};
      const path = { ...(await pathFor(endpoint, fixed)), ...fixed };
      const schema = contractOf(endpoint)?.body;
      if (!schema) return { path };
      const made = fixture?.body ? await fixture.body(factory, path) : undefined;
      return { path, body: made ?? (await sampleFor(schema, sampling(endpoint.id, whole))) };
    },

    record(collection, { fresh = false, path = {} } = {}) {
      const key = filled(collection, path);
      const existing = shared.get(key);
      if (existing && !fresh) return existing;
      const made = add(collection, path);
      if (!fresh) shared.set(key, made);
      return made;
    },
  };

  function sampling(id: string, whole: boolean) {
    const number = factory.number();
    const resource = resources.find((one) => id.startsWith(`${one.id}.`));
    return {
      number,
      whole,
      named: async (name: string) => {
        const sample = namedSamples[name]?.(number);
        if (sample !== undefined) return sample;
        const reference = referenceFields[resource?.model ?? '']?.[name];
        const by = reference?.by[0] ?? 'id';
        const isNamed = name.endsWith('_id') || reference?.mustExist;
        const collection = isNamed ? collectionOf(name) : undefined;
        if (!collection) return undefined;
        const value = (await factory.record(collection))[by];
        return value;
      },
    };
  }

  /** A new record, or the first existing one if none can be added. */
  async function add(collection: string, path: Input['path']): Promise<Values> {
    const made = await recordCreators[collection]?.(factory, path);
    if (made) return made;
    const adding = at('POST', collection);
    if (adding && contractOf(adding)?.body) {
      const places = renamed(adding, collection, path);
      const whole = await factory.inputFor(adding, true);
      const given = { ...whole, path: { ...whole.path, ...places } };
      const reply = await call(adding, given).catch(async () => {
        const required = await factory.inputFor(adding, false);
        return call(adding, { ...required, path: { ...required.path, ...places } });
      });
      return (reply as { data: Values }).data;
    }
    const browsing = at('GET', collection);
    if (!browsing) throw new Error(`Nothing answers ${collection}.`);
    const reply = (await call(browsing, { path: renamed(browsing, collection, path) })) as { data: Values[] };
    const [first] = reply.data;
    if (!first) throw new Error(`There is nothing in ${collection}.`);
    return first;
  }

  async function pathFor(endpoint: Endpoint, fixed: Input['path']): Promise<Record<string, string>> {
    const given: Record<string, string> = {};
    const segments = endpoint.path.split('/');
    const names = segments.flatMap((segment) => /^\{(\w+)\}$/.exec(segment)?.[1] ?? []);
    for (const [index, segment] of segments.entries()) {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      if (name === undefined) continue;
      if (fixed[name] !== undefined) {
        given[name] = fixed[name];
        continue;
      }
      // A deletion needs a record of its own, and so does a lookup by a name that other calls change.
      const fresh = (name === names.at(-1) && endpoint.method === 'DELETE') || !isId(name);
      if (name === profileParameter(endpoint) && !(fresh && name === names.at(-1))) {
        given[name] = CUSTOMER.profile;
        continue;
      }
      const before = segments.slice(0, index);
      while (before.length > 2 && !isCollection(before.join('/'))) before.pop();
      const record = await factory.record(before.join('/'), { fresh, path: given });
      given[name] = String(keyIn(record, name, before.join('/')));
    }
    return given;
  }

  return factory;
}

/** Whether records can be listed or added at an address. */
function isCollection(path: string): boolean {
  const browsing = at('GET', path);
  const data =
    browsing && (contractOf(browsing)?.reply as { entries?: { data?: { type: string } } }).entries?.data;
  return path in recordCreators || at('POST', path) !== undefined || data?.type === 'array';
}

const isId = (name: string): boolean =>
  !['handle', 'identifier', 'staffIdentifier', 'external_id'].includes(name);

/** The value of a path parameter for a record. */
function keyIn(record: Values, name: string, collection: string): unknown {
  const keys: Record<string, string> = { staffIdentifier: 'identifier', externalId: 'external_id' };
  const browsing = at('GET', collection) ?? at('POST', collection);
  const resource = resources.find(
    ({ id }) => browsing?.id === `${id}.index` || browsing?.id === `${id}.store`,
  );
  const key = keys[name] ?? (name in record && name !== 'profile' ? name : (resource?.key ?? 'id'));
  return record[key] ?? record['id'];
}

/** The values of a path under the parameter names of an endpoint. */
function renamed(endpoint: Endpoint, collection: string, path: Input['path']): Record<string, string> {
  const values = [...collection.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => path[name] ?? '');
  return Object.fromEntries(
    [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = ''], index) => [name, values[index] ?? '']),
  );
}

const filled = (path: string, values: Input['path']) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

const plural = (word: string) =>
  /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : word.endsWith('s') ? `${word}es` : `${word}s`;

/** `issue_target_id` → `/v3/targets`; `reward_definition_id` → `/v3/rewards/definitions`. */
function collectionOf(name: string): string | undefined {
  const words = name.replace(/_id$/, '').split('_');
  for (let from = 0; from < words.length; from++) {
    const rest = words.slice(from);
    const candidates = [
      ...(rest.length > 1 ? [`/v3/${plural(rest.slice(0, -1).join('-'))}/${plural(rest.at(-1) ?? '')}`] : []),
      `/v3/${plural(rest.join('-'))}`,
      `/v3/${rest.join('-')}`,
    ];
    const found = candidates.find((path) => at('POST', path) ?? at('GET', path));
    if (found) return found;
  }
  return undefined;
}
