import type { Database } from '../database/tables.ts';
import { publish, type NewEvent } from '../events/publish.ts';
import { countTowardsAchievements } from '../achievements/achievements.ts';

interface Earning {
  readonly amount: number;
  readonly reason: string;
}

export const earnedEvent = (profileId: string, { amount, reason }: Earning): NewEvent => ({
  trigger: 'points.earned',
  namespace: 'loyalty',
  profileId,
  payload: { value: amount, description: reason },
});

/** Runs when points were earned and can be spent: publishes `points.earned`, then recounts achievements, as `givePoints` does. */
export async function processEarnings(
  work: Database,
  profileId: string,
  earnings: readonly Earning[],
): Promise<void> {
  for (const { amount, reason } of earnings) {
    // A purchase can count towards tiers and achievements without points to spend.
    if (amount === 0) continue;
    await publish(work, earnedEvent(profileId, { amount, reason }));
  }
  const [first, ...more] = earnings;
  if (first)
    await countTowardsAchievements(work, profileId, {
      description: more.length ? 'Points released' : first.reason,
    });
}
