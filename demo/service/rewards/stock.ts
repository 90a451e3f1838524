import { sql } from 'kysely';
import type { Database } from '../platform/database/tables.ts';

/**
 * Takes one of what is left of a reward, claimed or issued; others take at the same time, so only the row itself knows.
 * Answers what is left then: null where it does not run out, undefined where nothing was, or it is archived.
 */
export async function takeReward(work: Database, definitionId: number): Promise<number | null | undefined> {
  const row = await work
    .updateTable('reward_definitions')
    .set({ stock: sql`stock - 1` })
    .where('id', '=', definitionId)
    .where((where) => where.or([where('stock', 'is', null), where('stock', '>', 0)]))
    .where(sql<boolean>`not fields @> '{"is_archived": true}'`)
    .returning('stock')
    .executeTakeFirst();
  return row && row.stock;
}

/** Puts one of a reward back, where it runs out. */
export async function putBackReward(work: Database, definitionId: number): Promise<void> {
  await sql`
    update reward_definitions set stock = stock + 1 where id = ${definitionId} and stock is not null`.execute(
    work,
  );
}

/** The same of a benefit; false where nothing is left. */
export async function takeBenefit(work: Database, definitionId: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update records set fields = jsonb_set(fields, '{stock}', to_jsonb((fields ->> 'stock')::bigint - 1))
    where id = ${definitionId} and (fields ->> 'stock')::bigint > 0`.execute(work);
  return numAffectedRows > 0n;
}
