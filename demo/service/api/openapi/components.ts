import type * as v from 'valibot';
import { contracts } from '../../../../src/services/contract/catalogue.ts';
import { MAX_RECORDS } from '../../../../src/services/contract/envelope.ts';
import { nameOf, type AnySchema, type Field, type Named } from '../../../../src/services/contract/shape.ts';
import { formatOf, toJsonSchemas, type JsonSchema } from './json-schema.ts';

/** The schemas of a document: components by name, and what each endpoint takes and answers. */
export interface Schemas {
  readonly components: Readonly<Record<string, JsonSchema>>;
  bodyOf(operationId: string): JsonSchema | undefined;
  replyOf(operationId: string): JsonSchema | undefined;
}

/** Suffix of the schema that a service sends, beside the one that a client reads: one component comes from both. */
const SENT = '!sent';

/** The schema of the records in a batch. */
const recordOf = (schema: AnySchema): AnySchema | undefined => (schema as { record?: AnySchema }).record;

export function makeSchemas(): Schemas {
  const named = namedSchemas();
  const definitions: Record<string, AnySchema> = {};
  // Where a record has checks beside its shape, replies refer to those.
  const isBeside = (schema: AnySchema) => !Object.values(nameOf(schema)?.shape ?? {}).includes(schema);
  const besideFirst = [...named].sort(([a], [b]) => Number(isBeside(b)) - Number(isBeside(a)));
  for (const [schema, name] of besideFirst) definitions[name] ??= schema;
  const places = new Map<string, JsonSchema>();
  /** A reference where the schema has a name; else it is converted under a name that no component has. */
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

/** The components by name. Where a record has checks of its own beside its shape, the shape describes it. */
function componentsOf(
  schemas: readonly AnySchema[],
  converted: Readonly<Record<string, JsonSchema>>,
): Record<string, JsonSchema> {
  const components: Record<string, JsonSchema> = {};
  const all = schemas.flatMap((schema) => nameOf(schema) ?? []);
  for (const { name, text, shown, shape } of all) {
    if (!shape) components[name] = marked(described(converted[name] ?? {}, text), shown);
  }
  for (const one of all) {
    const { name, shape, part, shown } = one;
    if (!shape || part === 'sent') continue;
    const component =
      part === 'record'
        ? recordComponent(one, converted[name + SENT] ?? {})
        : withFieldTexts(converted[name] ?? {}, one);
    components[name] = marked(component, shown);
  }
  return components;
}

/** Marks what the interface does not show (G1). */
const marked = (schema: JsonSchema, shown: boolean): JsonSchema =>
  shown ? schema : { ...schema, 'x-assumption': true };

/**
 * A record as this service sends it: every field that the caller may see is present, null where it has no value
 * (G25).
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
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>).map(
    ([name, property]) => {
      const field = shape?.fields[name];
      const text = [field?.text, field?.customers === 'nothing' && 'Customers are not shown it.'];
      const format = field && !('$ref' in property) ? nullableToo(formatOfField(field), property) : {};
      return [name, described({ ...property, ...format }, text.filter(Boolean).join(' '))];
    },
  );
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** A list of words has null among them where the field may be without a value. */
const nullableToo = (format: JsonSchema, { type }: JsonSchema): JsonSchema =>
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

/** Where a schema holds others. */
interface Parts {
  readonly entries?: Readonly<Record<string, AnySchema>>;
  readonly item?: AnySchema;
  readonly wrapped?: AnySchema;
  readonly value?: AnySchema;
  readonly options?: readonly unknown[];
  readonly record?: AnySchema;
  readonly pipe?: readonly (AnySchema | v.GenericPipeItem)[];
}

/** Every schema with a name that an endpoint takes or answers, itself or inside another. */
function namedSchemas(): ReadonlyMap<AnySchema, string> {
  const found = new Map<AnySchema, string>();
  const seen = new Set<unknown>();
  const walk = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null || seen.has(schema)) return;
    seen.add(schema);
    if ((schema as { kind?: unknown }).kind !== 'schema') return;
    const named = nameOf(schema as AnySchema);
    if (named) found.set(schema as AnySchema, named.part === 'sent' ? named.name + SENT : named.name);
    const { entries = {}, item, wrapped, value, options = [], record, pipe = [] } = schema as Parts;
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
