import { day, decimal, timestamp as moment } from '../../../src/services/contract/shapes/kinds.ts';
import type { AnyShape, Field } from '../../../src/services/contract/shapes/shape.ts';
import { mayUse, type Principal } from '../platform/auth/principal.ts';
import { column, jsonField, type AttributeKind, type Attributes } from '../api/query/attribute.ts';
import { timestamp } from '../api/views.ts';
import { textIds, type Stored, type Table } from './table.ts';

/** Whether an answer to this principal has the field: some are never shown, some not to customers. */
const isShown = (field: Field, principal: Principal): boolean =>
  field.presence !== 'never' && (principal.kind === 'machine' || field.customers !== 'nothing');

/** A record as its shape says, for who asks: every field, null where there is no value (G25), no other. */
export function viewOf(
  { fields }: AnyShape,
  record: Stored,
  principal: Principal,
  computed: Readonly<Record<string, (record: Stored) => unknown>> = {},
): Record<string, unknown> {
  const view: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    if (!isShown(field, principal)) continue;
    const value = computed[name] ? computed[name](record) : record[name];
    view[name] = field.scope && !mayUse(principal, field.scope) ? null : shown(field, value);
  }
  return view;
}

function shown({ kind, none }: Field, value: unknown): unknown {
  if (value === undefined || value === null) return none ?? null;
  if (value instanceof Date) return timestamp(value);
  // Some ids of the spec are text (2.8), though all are numbers in the database.
  return typeof value === 'number' && kind.read.type === 'string' ? String(value) : value;
}

/** What a customer may not write is as unknown to them as any other field: ignored (G36). */
export function writable(
  { fields }: AnyShape,
  body: Readonly<Record<string, unknown>>,
  principal: Principal,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body)) {
    const field = fields[name];
    if (!field || value === undefined) continue;
    if (principal.kind === 'customer' && field.customers !== 'write') continue;
    values[name] = field.kind === moment && typeof value === 'string' ? normal(value) : value;
  }
  return values;
}

/** Moments are stored as they are shown, in UTC (G2): one without an offset is in UTC already. */
function normal(text: string): string {
  const zoned = /(Z|[+-]\d\d:\d\d)$/.test(text) || !/[T ]/.test(text) ? text : `${text}Z`;
  return timestamp(new Date(zoned.replace(' ', 'T')));
}

/** What records of a shape can be filtered and sorted by: the scalar fields, and lists by their elements (G27, G32). */
export function attributesOf({ fields }: AnyShape, table: Table): Attributes {
  const found = new Map();
  for (const [name, field] of Object.entries(fields)) {
    const kind = columnKind(table, name) ?? attributeKind(name, field);
    // What nobody is shown, nobody may probe by filters (rule R72).
    if (!kind || field.presence === 'never' || field.scope) continue;
    // What has no column in a table without jsonb is stored nowhere.
    if (table.plain && !table.columns.includes(name)) continue;
    found.set(
      name,
      table.columns.includes(name)
        ? column(kind, `${table.name}.${name}`)
        : jsonField(kind, `${table.name}.fields`, name),
    );
  }
  return found;
}

/** As `attributesOf`, without what customers are not shown. */
export function customerAttributes({ fields }: AnyShape, all: Attributes): Attributes {
  return new Map([...all].filter(([name]) => fields[name]?.customers !== 'nothing'));
}

/** Where the database has another type than the interface shows. */
function columnKind({ name: table, numbers = [] }: Table, name: string): AttributeKind | undefined {
  if (numbers.includes(name)) return 'number';
  return name === 'id' && textIds.includes(table) ? 'text' : undefined;
}

function attributeKind(name: string, { kind }: Field): AttributeKind | undefined {
  // A list of records has nothing that one value could equal.
  const { item } = kind.read as { item?: { type: string } };
  if (item?.type.endsWith('object')) return undefined;
  if (kind === moment) return 'moment';
  if (kind === day) return 'day';
  // Amounts are text so that none is rounded; they are compared as numbers all the same.
  if (name === 'id' || kind === decimal) return 'number';
  const types: Readonly<Record<string, AttributeKind>> = {
    string: 'text',
    number: 'number',
    boolean: 'boolean',
    array: 'items',
  };
  return types[kind.read.type];
}
