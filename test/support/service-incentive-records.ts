import type { Database } from '../../demo/service/database/tables.ts';
import { writeEntry } from '../../demo/service/credits/credit-ledger.ts';
import { issueCredit } from '../../demo/service/credits/credits.ts';
import { creditTable } from '../../demo/service/credits/credit-view.ts';
import { givePoints } from '../../demo/service/points/give-points.ts';
import { issueReward } from '../../demo/service/rewards/issue-reward.ts';
import { redeemPoints } from '../../demo/service/redemptions/redeem.ts';
import { addRecord } from '../../demo/service/crud/store.ts';
import { tableOf } from '../../demo/service/crud/tables.ts';

/** A call by a machine user with all rights. */
const machineCall = (db: Database) =>
  ({
    db,
    note: () => {},
    principal: { kind: 'machine', tokenId: 0, userId: 0, clientId: null, scopes: ['*'], permissions: ['*'] },
  }) as const;

let definitions = 0;

/** Adds a published definition with a unique handle. */
export async function definitionOf(
  db: Database,
  model: 'credit' | 'benefit' | 'point' | 'achievement',
  values: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  const name = `${model} ${++definitions}`;
  const record = await addRecord(db, tableOf(`${model}-definition`), {
    name,
    handle: name.replace(' ', '-'),
    is_published: true,
    ...values,
  });
  return Number(record.id);
}

/** Adds one record of each incentive to a profile and returns their ids. */
export async function incentivesOf(db: Database, profileId: string) {
  const creditDefinition = await definitionOf(db, 'credit', { value: 25 });
  const benefitDefinition = await definitionOf(db, 'benefit', { uses: 2, points_cost: 0 });
  const achievementDefinition = await definitionOf(db, 'achievement', { points_required: 1_000_000 });
  const point = await givePoints(db, { profileId, value: 500, reason: 'Test' });
  const values = { profile_id: profileId, credit_definition_id: creditDefinition };
  const issued = await addRecord(db, creditTable, await issueCredit({ db }, values));
  await writeEntry(db, issued, 'issue', '25', 'Credit issued');
  const reward = (await issueReward(db, { profileId, definitionId: 1 }))?.id;
  const benefit = await addRecord(db, tableOf('benefit'), {
    profile_id: profileId,
    benefit_definition_id: benefitDefinition,
    uses_left: 2,
  });
  const redemption = await redeemPoints(machineCall(db), profileId, { points: 100 });
  const achievement = await db
    .selectFrom('achievements')
    .select('id')
    .where('profile_id', '=', profileId)
    .where('achievement_definition_id', '=', achievementDefinition)
    .executeTakeFirstOrThrow();
  return {
    creditDefinition,
    benefitDefinition,
    achievementDefinition,
    point,
    reward,
    redemption,
    credit: issued.id,
    benefit: benefit.id,
    achievement: achievement.id,
  };
}
