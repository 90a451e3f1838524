import { sql } from 'kysely';
import type { AnyShape } from '../../../src/services/contract/shape.ts';
import type { Database } from '../database/tables.ts';
import { rowsWithin, type RecordScope } from './store.ts';
import { fromRow, type Table, type Values } from './tables.ts';

interface Place {
  readonly shape: AnyShape;
  readonly table: Table;
  readonly scope: RecordScope;
}

/** Adds a handle if none was sent: the name, with a number if another record has that handle. */
export async function handleFor(
  work: Database,
  { shape, table, scope }: Place,
  values: Values,
): Promise<Values> {
  const field = shape.fields['handle'];
  if (!field || field.write !== 'optional' || field.presence !== 'always' || values['handle']) return values;
  const base = slug(String(values['name'] ?? '')) || 'record';
  const sameBase = table.columns.includes('handle')
    ? sql<boolean>`handle = ${base} or handle like ${`${base}-%`}`
    : sql<boolean>`fields ->> 'handle' = ${base} or fields ->> 'handle' like ${`${base}-%`}`;
  const rows = await rowsWithin(work, table, scope)
    .where(sql<boolean>`(${sameBase})`)
    .execute();
  const taken = new Set(rows.map((row) => String(fromRow(row)['handle'])));
  let handle = base;
  for (let number = 2; taken.has(handle); number++) handle = `${base}-${number}`;
  return { ...values, handle };
}

/** `Café Noir & Co.` → `cafe-noir-co`. */
const slug = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
