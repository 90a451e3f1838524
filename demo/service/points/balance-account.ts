import type { Database } from '../database/tables.ts';

/** Creates the balance and the tier of a profile that has none yet: every profile can have points. */
export async function openBalanceAccount(work: Database, profileId: string): Promise<void> {
  await work
    .insertInto('point_balances')
    .values({ profile_id: profileId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await work
    .insertInto('profile_tiers')
    .values({ profile_id: profileId, tier_definition_id: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Available points of a profile; the row stays locked until the transaction ends. */
export async function lockBalance(work: Database, profileId: string): Promise<number> {
  const row = await work
    .selectFrom('point_balances')
    .select('available')
    .where('profile_id', '=', profileId)
    .forUpdate()
    .executeTakeFirst();
  if (row) return row.available;
  await openBalanceAccount(work, profileId);
  return await lockBalance(work, profileId);
}
