import { sql } from 'kysely';
import { day, decimalKinds, isMomentKind } from '../../../src/services/contract/kinds.ts';
import type { Field } from '../../../src/services/contract/fields.ts';
import type { AnyShape, Reading } from '../../../src/services/contract/shape.ts';
import { mayUse, type Principal } from '../auth/principal.ts';
import {
  column,
  jsonField,
  type Attribute,
  type AttributeKind,
  type Attributes,
} from '../api/query/attribute.ts';
import { timestamp } from '../api/formats.ts';
import { translatedBy } from '../languages/in-language.ts';
import type { ComputedFields } from './resource.ts';
import { textIds, type Table, type Values } from './tables.ts';

/** Whether answers to the principal contain the field. */
const isShown = (field: Field, principal: Principal): boolean =>
  field.presence !== 'never' && (principal.kind === 'machine' || field.customers !== 'nothing');

/** A record of a shape, as answers contain it. */
export type View<Shape extends AnyShape = AnyShape> = Reading<Shape> & { [field: string]: unknown };

/** The view of a record for a principal: all fields of the shape that it may see, null without a value. */
export function viewOf<Shape extends AnyShape, Stored extends object>(
  { fields }: Shape,
  record: Stored,
  principal: Principal,
  computed: ComputedFields<Stored> = {},
): View<Shape> {
  const view: Values =
    'translations' in fields ? { ...translatedBy(Reflect.get(record, 'translations')) } : {};
  for (const [name, field] of Object.entries(fields)) {
    if (!isShown(field, principal)) continue;
    const value: unknown = computed[name] ? computed[name](record) : Reflect.get(record, name);
    view[name] = field.scope && !mayUse(principal, field.scope) ? null : shown(field, value);
  }
  // The loop fills in the fields of the shape one by one, which the compiler cannot follow.
  return view as View<Shape>;
}

function shown({ kind, none }: Field, value: unknown): unknown {
  if (value === undefined || value === null) return none ?? null;
  if (value instanceof Date) return timestamp(value);
  // Some ids of the spec are text (2.8), though all are numbers in the database.
  return typeof value === 'number' && kind.read.type === 'string' ? String(value) : value;
}

/** The fields of a body that the principal may write. Others are ignored, like unknown ones. */
export function writable({ fields }: AnyShape, body: Readonly<Values>, principal: Principal): Values {
  const values: Values = {};
  for (const [name, value] of Object.entries(body)) {
    const field = fields[name];
    if (!field || value === undefined) continue;
    if (principal.kind === 'customer' && field.customers !== 'write') continue;
    values[name] = isMomentKind(field.kind) && typeof value === 'string' ? inUtc(value) : value;
  }
  return values;
}

/** Moments are stored as they are shown, in UTC. One without an offset is in UTC. */
function inUtc(text: string): string {
  const zoned = /(Z|[+-]\d\d:\d\d)$/.test(text) || !/[T ]/.test(text) ? text : `${text}Z`;
  return timestamp(new Date(zoned.replace(' ', 'T')));
}

/** Attributes for filters and sorting: scalar fields, and lists by their elements. */
export function attributesOf({ fields }: AnyShape, table: Table<unknown>): Attributes {
  const found = new Map<string, Attribute>();
  for (const [name, field] of Object.entries(fields)) {
    const kind = columnKind(table, name) ?? attributeKind(name, field);
    // Filters would reveal the value of a field that is not shown.
    if (!kind || field.presence === 'never' || field.scope) continue;
    // Such a table stores no field without a column.
    if (table.withoutFields && !table.columns.includes(name)) continue;
    const { refersTo } = field;
    const words = wordsOf(field);
    found.set(name, {
      ...(table.columns.includes(name)
        ? column(kind, `${table.name}.${name}`)
        : jsonField(kind, `${table.name}.fields`, name)),
      ...(refersTo && { refersTo }),
      ...(words && { words }),
    });
  }
  return found;
}

/** The attributes without the fields that customers may not see. */
export function customerAttributes({ fields }: AnyShape, all: Attributes): Attributes {
  return new Map([...all].filter(([name]) => fields[name]?.customers !== 'nothing'));
}

/** The kind of a column whose type differs from the one in the interface. */
function columnKind({ name: table, numbers = [] }: Table<unknown>, name: string): AttributeKind | undefined {
  if (numbers.includes(name)) return 'number';
  return name === 'id' && textIds.includes(table) ? 'text' : undefined;
}

function attributeKind(name: string, { kind }: Field): AttributeKind | undefined {
  // A list of records cannot be compared with a single value.
  if (isListOfRecords(kind.read)) return undefined;
  if (isMomentKind(kind)) return 'moment';
  if (kind === day) return 'day';
  // Amounts are texts, so that none is rounded, and are compared as numbers.
  if (name === 'id' || decimalKinds.has(kind)) return 'number';
  const types: Readonly<Record<string, AttributeKind>> = {
    string: 'text',
    number: 'number',
    boolean: 'boolean',
    array: 'items',
  };
  return types[kind.read.type];
}

/** The words of a field that takes no others. */
const wordsOf = ({ kind }: Field): readonly string[] | undefined =>
  'options' in kind.write && Array.isArray(kind.write.options) ? kind.write.options.map(String) : undefined;

const isListOfRecords = (schema: object): boolean =>
  'item' in schema && typeof schema.item === 'object' && schema.item !== null
    ? 'type' in schema.item && String(schema.item.type).endsWith('object')
    : false;

/** The attribute of the parent's id: 5 if `parent` is `list:5`. */
export const parentAttribute = (field: string): Attributes =>
  new Map([[field, { kind: 'number', sql: sql`nullif(split_part(records.parent, ':', 2), '')::numeric` }]]);
