import { sql } from 'kysely';
import type { AnyShape } from '../../../src/services/contract/shapes/shape.ts';
import type { Database } from '../platform/database/tables.ts';
import type { Values } from './resource.ts';
import { rowsWithin, type Bounds } from './store.ts';
import type { Table } from './table.ts';

interface Place {
  readonly shape: AnyShape;
  readonly table: Table;
  readonly bounds: Bounds;
}

/** Without a handle the service makes one of the name, with a number behind it where that is taken. */
export async function handleFor(
  work: Database,
  { shape, table, bounds }: Place,
  values: Values,
): Promise<Values> {
  const field = shape.fields['handle'];
  if (!field || field.write !== 'optional' || field.presence !== 'always' || values['handle']) return values;
  const base = slug(String(values['name'] ?? '')) || 'record';
  const ours = table.columns.includes('handle')
    ? sql<boolean>`handle = ${base} or handle like ${`${base}-%`}`
    : sql<boolean>`fields ->> 'handle' = ${base} or fields ->> 'handle' like ${`${base}-%`}`;
  const rows = await rowsWithin(work, table, bounds)
    .where(sql<boolean>`(${ours})`)
    .execute();
  const taken = new Set(
    rows.map((row) => String((row as Values)['handle'] ?? (row.fields as Values)['handle'])),
  );
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
