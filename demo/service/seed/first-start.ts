import type { Database } from '../database/tables.ts';

/** Whether this is the first start that adds these records: those that a user deleted or changed later must not be restored. */
export async function isFirstStart(work: Database, name: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await work
    .insertInto('seed_positions')
    .values({ name, position: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}
