import { sql } from 'kysely';
import type { Database } from '../database/tables.ts';
import { send } from '../jobs/boss.ts';

/** Recounts the progress of all profiles in a definition that was added or changed, by a job. */
export const recountDefinition = (work: Database, definitionId: number): Promise<void> =>
  send(work, 'achievements', { definitionId, after: null });

/** Recounts what counts the category of a new product, where it was bought before it was in the catalogue: its lines have that category now. */
export async function recountBoughtBefore(
  work: Database,
  { id, category }: { readonly id: string; readonly category?: string | null | undefined },
): Promise<void> {
  if (!category) return;
  const { rows } = await sql<{ id: number }>`
    select id from records
    where resource = 'achievement-definition' and fields @> '{"criterion": "category"}'
      and exists (
        select from jsonb_array_elements_text(fields -> 'criterion_values') as named
        where lower(named) = lower(${category}))
      and exists (select from transaction_items where product_id = ${id})`.execute(work);
  for (const definition of rows) await recountDefinition(work, definition.id);
}
