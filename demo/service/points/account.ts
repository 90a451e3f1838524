import type { Database } from '../platform/database/tables.ts';

/** Makes the balance and the tier of a profile that has none yet: every profile can have points. */
export async function openAccount(work: Database, profileId: string): Promise<void> {
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
