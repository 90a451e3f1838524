import { sql, type RawBuilder } from 'kysely';
import type { Tables } from '../platform/database/tables.ts';

/** Where a resource keeps its records: named columns, and everything else in the jsonb column `fields`. */
export interface Table {
  readonly name: keyof Tables;
  readonly columns: readonly string[];
  /** Columns that are numbers, though the interface shows them as text. */
  readonly numbers?: readonly string[];
  /** What all its rows have in common. */
  readonly fixed: Readonly<Record<string, string>>;
  /** A column that hides the row once it has a value: for everyone outside it is gone. */
  readonly unless?: string;
  /** Deleting a record gives that column its value, and the row stays. */
  readonly hides?: boolean;
  /** It has no jsonb column: what has no column is not stored. */
  readonly plain?: boolean;
}

/** Most resources share one table: a new one needs a row of data, and no migration. */
export const recordsTable = (model: string): Table => ({
  name: 'records',
  columns: ['id', 'profile_id', 'parent', 'user_id', 'created_at', 'updated_at'],
  fixed: { resource: model },
});

/** A table of its own, with a jsonb column `fields` for what has no column. */
export const ownTable = (name: keyof Tables, columns: readonly string[]): Table => ({
  name,
  columns: ['id', 'created_at', 'updated_at', ...columns],
  fixed: {},
});

/** Tables whose ids came from outside as text. */
export const textIds: readonly (keyof Tables)[] = ['profiles', 'products'];

/** A record as it is stored, columns and fields side by side. */
export interface Stored {
  readonly id: number | string;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly [name: string]: unknown;
}

/** Values as the driver takes them for columns, and as JSON text for the rest. */
export function split(table: Table, values: Readonly<Record<string, unknown>>) {
  const entries = Object.entries(values).filter(([, value]) => value !== undefined);
  const isColumn = ([name]: [string, unknown]) => table.columns.includes(name);
  return {
    columns: Object.fromEntries(entries.filter(isColumn)),
    fields: Object.fromEntries(entries.filter((entry) => !isColumn(entry))),
  };
}

/** A row of the table as a record. */
export function join({ fields, ...columns }: Record<string, unknown>): Stored {
  return { ...(fields as Record<string, unknown>), ...columns } as Stored;
}

/** A row as `to_jsonb` answers it: its moments are text. */
export type StoredAsJson = Readonly<Record<string, unknown>>;

/** Columns that hold moments, by the house's naming. What `fields` holds is below them, and stays as it is. */
const MOMENT = /^(\w+_at|available_(from|until))$/;

/** The same row as the driver would have read it. Not for numeric columns: JSON has lost what they were. */
export const fromJson = (row: StoredAsJson): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' && MOMENT.test(name) ? new Date(value) : value,
    ]),
  );

/** `column = value and …`. Names are ours, values are bound. */
export function matching(where: Readonly<Record<string, unknown>>): RawBuilder<boolean> {
  const terms = Object.entries(where).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  return terms.length ? sql<boolean>`(${sql.join(terms, sql` and `)})` : sql<boolean>`true`;
}

/** All rows of the resource that are not hidden. */
export const belonging = ({ fixed, unless }: Table): RawBuilder<boolean> =>
  unless === undefined ? matching(fixed) : sql<boolean>`(${matching(fixed)} and ${sql.ref(unless)} is null)`;
