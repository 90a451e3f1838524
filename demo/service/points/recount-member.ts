import type { Database } from '../database/tables.ts';
import { countTowardsAchievements } from '../achievements/achievements.ts';
import { lockBalance } from './balance-account.ts';
import { assignTier } from './settle.ts';

/**
 * Counts everything again that follows from the records of a profile: achievements with their rewards, and the tier. Call it after each
 * change of what belongs to the profile, such as a purchase that left it. Aggregations are calculated when they are read.
 */
export async function recountMember(work: Database, profileId: string, description: string): Promise<void> {
  await lockBalance(work, profileId);
  // The tier first: achievements count it.
  await assignTier(work, profileId);
  await countTowardsAchievements(work, profileId, { description });
}
