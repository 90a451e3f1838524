import { contracts } from '../../../../src/services/contract/catalogue.ts';
import { MAX_RECORDS } from '../../../../src/services/contract/envelope.ts';
import type { Field } from '../../../../src/services/contract/fields.ts';
import { nameOf, type AnySchema, type Named } from '../../../../src/services/contract/shape.ts';
import { formatOf, propertiesOf, toJsonSchemas, type JsonSchema } from './json-schema.ts';

/** The schemas of a document: components by name, and the body and reply of each endpoint. */
export interface Schemas {
  readonly components: Readonly<Record<string, JsonSchema>>;
  bodyOf(operationId: string): JsonSchema | undefined;
  replyOf(operationId: string): JsonSchema | undefined;
}

/** Suffix of the schema of records that the service sends: the component combines it with the schema that clients read. */
const SENT = '!sent';

/** The schema of the records in a batch. */
const recordOf = (schema: AnySchema & { readonly record?: AnySchema }): AnySchema | undefined =>
  schema.record;

export function createSchemas(): Schemas {
  const named = namedSchemas();
  const definitions: Record<string, AnySchema> = {};
  // Where a record has checks beyond its shape, replies refer to the schema with the checks.
  const hasOwnChecks = (schema: AnySchema) => !Object.values(nameOf(schema)?.shape ?? {}).includes(schema);
  const checkedFirst = [...named].sort(([a], [b]) => Number(hasOwnChecks(b)) - Number(hasOwnChecks(a)));
  for (const [schema, name] of checkedFirst) definitions[name] ??= schema;
  const places = new Map<string, JsonSchema>();
  /** A reference if the schema has a name; otherwise it is converted under the key, which is no name of a component. */
  const place = (key: string, schema: AnySchema): void => {
    const name = named.get(schema);
    if (name !== undefined) places.set(key, reference(name));
    else definitions[key] = schema;
  };
  for (const { endpoint, reply, body } of contracts) {
    place(`reply ${endpoint.id}`, reply);
    const record = body && recordOf(body);
    if (record) place(`record ${endpoint.id}`, record);
    else if (body) place(`body ${endpoint.id}`, body);
  }
  const converted = toJsonSchemas(definitions);
  const at = (key: string) => places.get(key) ?? converted[key];
  return {
    components: componentsOf([...named.keys()], converted),
    bodyOf: (id) => {
      const record = at(`record ${id}`);
      return record ? { type: 'array', maxItems: MAX_RECORDS, items: record } : at(`body ${id}`);
    },
    replyOf: (id) => at(`reply ${id}`),
  };
}

export const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/** The components by name. A record is described by its shape, also if it has checks beyond it. */
function componentsOf(
  schemas: readonly AnySchema[],
  converted: Readonly<Record<string, JsonSchema>>,
): Record<string, JsonSchema> {
  const components: Record<string, JsonSchema> = {};
  const all = schemas.flatMap((schema) => nameOf(schema) ?? []);
  for (const { name, text, shown, shape } of all) {
    if (!shape) components[name] = withAssumption(described(converted[name] ?? {}, text), shown);
  }
  for (const one of all) {
    const { name, shape, part, shown } = one;
    if (!shape || part === 'sent') continue;
    const component =
      part === 'record'
        ? recordComponent(one, converted[name + SENT] ?? {})
        : withFieldTexts(converted[name] ?? {}, one);
    components[name] = withAssumption(component, shown);
  }
  return components;
}

/** Marks what the interface does not show. */
const withAssumption = (schema: JsonSchema, shown: boolean): JsonSchema =>
  shown ? schema : { ...schema, 'x-assumption': true };

/**
 * A record as this service sends it: every field that the caller may see is present, null where it has no value.
 */
function recordComponent(one: Named, sent: JsonSchema): JsonSchema {
  const { fields = {} } = one.shape ?? {};
  if (!('properties' in sent)) return described(sent, one.text);
  const required = Object.entries(fields)
    .filter(([, field]) => field.presence !== 'never' && field.customers !== 'nothing')
    .map(([name]) => name);
  const { required: _, ...rest } = withFieldTexts(sent, one, formatOf);
  return described({ ...rest, ...(required.length && { required }) }, one.text);
}

/** The schema with the descriptions of its fields, and a format where one is known. */
function withFieldTexts(
  schema: JsonSchema,
  { shape }: Pick<Named, 'shape'>,
  formatOfField: (field: Field) => JsonSchema = () => ({}),
): JsonSchema {
  const properties = Object.entries(propertiesOf(schema)).map(([name, property]) => {
    const field = shape?.fields[name];
    const text = [field?.text, field?.customers === 'nothing' && 'Not shown to customers.'];
    const format = field && !('$ref' in property) ? withNull(formatOfField(field), property) : {};
    return [name, described({ ...property, ...format }, text.filter(Boolean).join(' '))];
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** The values of an enum include null if the field is nullable. */
const withNull = (format: JsonSchema, { type }: JsonSchema): JsonSchema =>
  Array.isArray(format['enum']) && Array.isArray(type)
    ? { ...format, enum: [...format['enum'], null] }
    : format;

const described = (schema: JsonSchema, description: string | undefined): JsonSchema =>
  description ? { description, ...schema } : schema;

/** The components that are records of this service. */
export const recordNames = (): readonly string[] =>
  [...namedSchemas().keys()].flatMap((schema) => {
    const named = nameOf(schema);
    return named?.part === 'record' ? [named.name] : [];
  });

/** The properties of a valibot schema that contain other schemas. */
interface Parts {
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly item?: unknown;
  readonly wrapped?: unknown;
  readonly value?: unknown;
  readonly options?: readonly unknown[];
  readonly record?: unknown;
  readonly pipe?: readonly unknown[];
}

const isValibotSchema = (value: unknown): value is AnySchema & Parts =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema';

/** Every named schema in the body or reply of an endpoint. */
function namedSchemas(): ReadonlyMap<AnySchema, string> {
  const found = new Map<AnySchema, string>();
  const seen = new Set<unknown>();
  const walk = (schema: unknown): void => {
    if (!isValibotSchema(schema) || seen.has(schema)) return;
    seen.add(schema);
    const named = nameOf(schema);
    if (named) found.set(schema, named.part === 'sent' ? named.name + SENT : named.name);
    const { entries = {}, item, wrapped, value, options = [], record, pipe = [] } = schema;
    for (const part of [...Object.values(entries), item, wrapped, value, ...options, record, ...pipe])
      walk(part);
    if (named?.shape) for (const part of ['record', 'sent', 'add', 'edit'] as const) walk(named.shape[part]);
  };
  for (const { reply, body } of contracts) {
    walk(reply);
    walk(body);
  }
  return found;
}
