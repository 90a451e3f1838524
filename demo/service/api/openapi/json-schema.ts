import { toJsonSchemaDefs } from '@valibot/to-json-schema';
import * as kinds from '../../../../src/services/contract/kinds.ts';
import type { Field } from '../../../../src/services/contract/fields.ts';
import type { AnySchema } from '../../../../src/services/contract/shape.ts';

/** A JSON Schema of draft 2020-12, as OpenAPI 3.1 has it. */
export type JsonSchema = { [keyword: string]: unknown };

/** Whether the value of a keyword is a schema, or an object of schemas. */
const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The schemas in the value of a keyword such as `anyOf`. */
const schemasIn = (value: unknown): readonly JsonSchema[] =>
  Array.isArray(value) ? value.filter(isSchema) : [];

/** The properties of a schema; none if it is not of an object. */
export function propertiesOf(schema: JsonSchema | undefined): Readonly<Record<string, JsonSchema>> {
  const properties = schema?.['properties'];
  return isSchema(properties)
    ? Object.fromEntries(
        Object.entries(properties).flatMap(([name, property]) =>
          isSchema(property) ? [[name, property]] : [],
        ),
      )
    : {};
}

/** Schemas by name as JSON Schemas. A schema inside another one becomes a reference to `#/components/schemas/…`. */
export function toJsonSchemas(schemas: Readonly<Record<string, AnySchema>>): Record<string, JsonSchema> {
  const definitions = toJsonSchemaDefs(
    { ...schemas },
    {
      target: 'draft-2020-12',
      typeMode: 'input',
      // JSON Schema cannot express every check, such as calendar days; the descriptions explain those.
      errorMode: 'ignore',
      overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId.replace(/!.*$/, '')}`,
      overrideAction: ({ valibotAction, jsonSchema }) => {
        // A pattern has no flags in JSON Schema: one that ignores case would refuse values that the service accepts.
        const pattern = 'requirement' in valibotAction ? valibotAction.requirement : undefined;
        if (valibotAction.type !== 'regex' || !(pattern instanceof RegExp) || !pattern.flags)
          return undefined;
        const { pattern: _, ...rest } = jsonSchema;
        return rest;
      },
    },
  );
  return Object.fromEntries(
    Object.entries(definitions).map(([name, schema]) => [name, simplified({ ...schema })]),
  );
}

const simplifiedValue = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(simplifiedValue);
  return isSchema(value) ? simplified(value) : value;
};

/** The same schema, shorter: `["string", "null"]`, no limits that every whole number meets, no empty `required`. */
function simplified(value: JsonSchema): JsonSchema {
  const schema: JsonSchema = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, simplifiedValue(inner)]),
  );
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  if (Array.isArray(schema['required']) && schema['required'].length === 0) delete schema['required'];
  delete schema['propertyNames'];
  // A version may add fields (ASSUMPTION), so none is forbidden.
  if (schema['additionalProperties'] === false) delete schema['additionalProperties'];
  if (Array.isArray(schema['oneOf'])) {
    const { oneOf, ...rest } = schema;
    return { ...rest, anyOf: withDisjointTypes(schemasIn(oneOf)) };
  }
  const [first, second, ...others] = schemasIn(schema['anyOf']);
  const isNullable = second?.['type'] === 'null' && others.length === 0;
  if (isNullable && typeof first?.['type'] === 'string' && !('const' in first)) {
    const { anyOf: _, ...rest } = schema;
    const { enum: values } = first;
    const nullable = Array.isArray(values) && { enum: [...values, null] };
    return { ...first, ...rest, type: [first['type'], 'null'], ...nullable };
  }
  return schema;
}

/** Excludes the types that have a variant of their own from the general variants, so that a record matches one variant. */
function withDisjointTypes(options: readonly JsonSchema[]): JsonSchema[] {
  const types = options.map((option) => propertiesOf(option)['type']);
  const special = types.flatMap((type) => (type && 'const' in type ? [type['const']] : []));
  return options.map((option, index) => {
    const type = types[index];
    if (!type || 'const' in type || special.length === 0) return option;
    return {
      ...option,
      properties: { ...propertiesOf(option), type: { ...type, not: { enum: special } } },
    };
  });
}

const formats = new Map<unknown, JsonSchema>([
  [kinds.timestamp, { format: 'date-time' }],
  [kinds.pastTimestamp, { format: 'date-time' }],
  [kinds.day, { format: 'date' }],
  // Pictures and pages of the shop itself are stored as paths.
  [kinds.webAddress, { format: 'uri-reference' }],
  ...[...kinds.decimalKinds].map((kind) => [kind, { pattern: String.raw`^-?\d+(\.\d+)?$` }] as const),
  [kinds.booleanText, { enum: ['0', '1'] }],
]);

/** The keywords of a field's format in addition to its type, for dates, amounts and addresses. */
export const formatOf = ({ kind }: Field): JsonSchema => formats.get(kind) ?? {};
