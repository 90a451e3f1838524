import { sql } from 'kysely';
import type { Database, Row } from '../platform/database/tables.ts';
import { invalid } from '../api/problem.ts';
import { rowsWithin } from '../crud/store.ts';
import { fromRow, tableOf, type Stored } from '../crud/tables.ts';

/** The definition that a list was made by, or else the one of its type; a list may have none. */
export async function definitionOf(
  db: Database,
  { fields, type }: Row<'lists'>,
): Promise<Stored | undefined> {
  const id = fields['list_definition_id'];
  const rows = rowsWithin(db, tableOf('list-definition'), {});
  const row = await (
    typeof id === 'number'
      ? rows.where('id', '=', id)
      : rows.where(sql<boolean>`fields @> jsonb_build_object('type', ${type}::text)`).orderBy('id')
  ).executeTakeFirst();
  return row && fromRow(row);
}

/** Throws 422 for a list that holds as many items as its definition allows; others who add wait their turn. */
export async function checkRoom(work: Database, list: Row<'lists'>): Promise<void> {
  const max = (await definitionOf(work, list))?.['max_items'];
  if (typeof max !== 'number') return;
  await work.selectFrom('lists').select('id').where('id', '=', list.id).forUpdate().execute();
  const { items } = await work
    .selectFrom('list_items')
    .select(({ fn }) => fn.countAll<number>().as('items'))
    .where('list_id', '=', list.id)
    .executeTakeFirstOrThrow();
  if (items >= max) throw invalid({ product_id: [`This list holds at most ${max} items.`] });
}
