import { toJsonSchemaDefs } from '@valibot/to-json-schema';
import * as kinds from '../../../../src/services/contract/kinds.ts';
import type { AnySchema, Field } from '../../../../src/services/contract/shape.ts';

/** A JSON Schema of draft 2020-12, as OpenAPI 3.1 has it. */
export type JsonSchema = { [keyword: string]: unknown };

/** Schemas by name as JSON Schemas; where one is inside another there is a reference to `#/components/schemas/…`. */
export function toJsonSchemas(schemas: Readonly<Record<string, AnySchema>>): Record<string, JsonSchema> {
  const definitions = toJsonSchemaDefs(schemas as never, {
    target: 'draft-2020-12',
    typeMode: 'input',
    // What JSON Schema cannot say, such as a day of the calendar, is checked all the same, and said in words.
    errorMode: 'ignore',
    overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId.replace(/!.*$/, '')}`,
    overrideAction: ({ valibotAction, jsonSchema }) => {
      const { type, requirement } = valibotAction as { type: string; requirement?: unknown };
      // A pattern that takes both cases has no counterpart: it would refuse what the service takes.
      if (type !== 'regex' || !(requirement as RegExp).flags) return undefined;
      const { pattern: _, ...rest } = jsonSchema as JsonSchema;
      return rest as never;
    },
  });
  return Object.fromEntries(
    Object.entries(definitions).map(([name, schema]) => [name, tidy(schema) as JsonSchema]),
  );
}

/** Shorter words for the same: `["string", "null"]`, no bounds that every whole number keeps, no empty `required`. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy);
  if (typeof value !== 'object' || value === null) return value;
  const schema: JsonSchema = Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, tidy(inner)]),
  );
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  if (Array.isArray(schema['required']) && schema['required'].length === 0) delete schema['required'];
  delete schema['propertyNames'];
  // More fields may come within the version (ASSUMPTION G24), so none is forbidden.
  if (schema['additionalProperties'] === false) delete schema['additionalProperties'];
  if (Array.isArray(schema['oneOf'])) {
    const { oneOf, ...rest } = schema;
    return { ...rest, anyOf: apart(oneOf as JsonSchema[]) };
  }
  const [first, second] = (schema['anyOf'] ?? []) as JsonSchema[];
  const isNullable = second?.['type'] === 'null' && (schema['anyOf'] as unknown[]).length === 2;
  if (isNullable && typeof first?.['type'] === 'string' && !('const' in first)) {
    const { anyOf: _, ...rest } = schema;
    const words = first['enum'] as unknown[] | undefined;
    return { ...first, ...rest, type: [first['type'], 'null'], ...(words && { enum: [...words, null] }) };
  }
  return schema;
}

/** A record of some type is none of those whose type has a form of its own. */
function apart(options: readonly JsonSchema[]): JsonSchema[] {
  const types = options.map(
    (option) => (option['properties'] as Record<string, JsonSchema> | undefined)?.['type'],
  );
  const special = types.flatMap((type) => (type && 'const' in type ? [type['const']] : []));
  return options.map((option, index) => {
    const type = types[index];
    if (!type || 'const' in type || special.length === 0) return option;
    const properties = { ...(option['properties'] as object), type: { ...type, not: { enum: special } } };
    return { ...option, properties };
  });
}

const formats = new Map<unknown, JsonSchema>([
  [kinds.timestamp, { format: 'date-time' }],
  [kinds.day, { format: 'date' }],
  // The shop's own pictures and pages are paths there.
  [kinds.webAddress, { format: 'uri-reference' }],
  [kinds.decimal, { pattern: String.raw`^-?\d+(\.\d+)?$` }],
  [kinds.booleanText, { enum: ['0', '1'] }],
]);

/** What a field holds in the words of JSON Schema, beside its type: dates, amounts, addresses. */
export const formatOf = ({ kind }: Field): JsonSchema => formats.get(kind) ?? {};
