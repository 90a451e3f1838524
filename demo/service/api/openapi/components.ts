import { MAX_RECORDS } from '../../../../src/services/contract/shapes/envelope.ts';
import { contracts } from '../../../../src/services/contract/shapes/contracts/index.ts';
import type { AnySchema, Field } from '../../../../src/services/contract/shapes/shape.ts';
import { markSchema } from './assumed.ts';
import type { Docstrings } from './docstrings.ts';
import { formatOf, toJsonSchemas, type JsonSchema } from './json-schema.ts';
import { named, plainConstants, SENT, shapes, type NamedShape } from './shape-names.ts';

/** The schemas of a document: components by name, and what each endpoint takes and answers. */
export interface Schemas {
  readonly components: Readonly<Record<string, JsonSchema>>;
  bodyOf(operationId: string): JsonSchema | undefined;
  replyOf(operationId: string): JsonSchema | undefined;
}

/** A batch says of what its records are. */
const recordOf = (schema: AnySchema): AnySchema | undefined => (schema as { record?: AnySchema }).record;

export function makeSchemas(docstrings: Docstrings): Schemas {
  const definitions: Record<string, AnySchema> = {};
  const places = new Map<string, JsonSchema>();
  /** A reference where the schema has a name; else it is converted under a name that no component has. */
  const place = (key: string, schema: AnySchema): void => {
    const name = named.get(schema);
    if (name !== undefined) places.set(key, reference(name));
    else definitions[key] = schema;
  };
  for (const [schema, name] of named) definitions[name] ??= schema;
  for (const { endpoint, reply, body } of contracts) {
    place(`reply ${endpoint.id}`, reply);
    const record = body && recordOf(body);
    if (record) place(`record ${endpoint.id}`, record);
    else if (body) place(`body ${endpoint.id}`, body);
  }
  const converted = toJsonSchemas(definitions);
  const at = (key: string) => places.get(key) ?? converted[key];

  const components: Record<string, JsonSchema> = {};
  for (const [name, schema] of Object.entries(converted)) {
    if (name.includes(' ') || name.endsWith(SENT)) continue;
    const constant = plainConstants.get(name);
    const text = constant && docstrings.ofShape(constant);
    components[name] = markSchema(described(schema, text), text);
  }
  for (const one of shapes) {
    const text = docstrings.ofShape(one.constant);
    components[one.name] = markSchema(
      recordComponent(one, converted[`${one.name}${SENT}`] ?? {}, docstrings),
      text,
    );
    for (const verb of ['Add', 'Edit'] as const) {
      const body = converted[one.name + verb];
      if (body) components[one.name + verb] = markSchema(withFieldTexts(body, one, docstrings), text, verb);
    }
  }
  return {
    components,
    bodyOf: (id) => {
      const record = at(`record ${id}`);
      return record ? { type: 'array', maxItems: MAX_RECORDS, items: record } : at(`body ${id}`);
    },
    replyOf: (id) => at(`reply ${id}`),
  };
}

export const reference = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` });

/**
 * A record as this service sends it: every field that whoever asks may see is there, null where it has no value
 * (G25).
 */
function recordComponent(one: NamedShape, sent: JsonSchema, docstrings: Docstrings): JsonSchema {
  const { fields } = one.shape;
  if (!fields || !('properties' in sent)) return described(sent, docstrings.ofShape(one.constant));
  const required = Object.entries(fields)
    .filter(([, field]) => field.presence !== 'never' && field.customers !== 'nothing')
    .map(([name]) => name);
  const { required: _, ...rest } = withFieldTexts(sent, one, docstrings, formatOf);
  return described({ ...rest, ...(required.length && { required }) }, docstrings.ofShape(one.constant));
}

/** The schema with what its docstrings say about its fields, and a format where one is known. */
function withFieldTexts(
  schema: JsonSchema,
  { constant, shape: { fields = {} } }: NamedShape,
  docstrings: Docstrings,
  more: (field: Field) => JsonSchema = () => ({}),
): JsonSchema {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>).map(
    ([name, property]) => {
      const field = fields[name];
      const text = [
        docstrings.ofField(constant, name),
        field?.customers === 'nothing' && 'Customers are not shown it.',
      ];
      const format = field && !('$ref' in property) ? nullableToo(more(field), property) : {};
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
