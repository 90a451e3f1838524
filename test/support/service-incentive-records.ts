import type { Database } from '../../demo/service/database/tables.ts';
import { book } from '../../demo/service/incentives/credit-book.ts';
import { credit } from '../../demo/service/incentives/credits.ts';
import { givePoints } from '../../demo/service/incentives/give-points.ts';
import { issueReward } from '../../demo/service/incentives/issue-reward.ts';
import { redeemPoints } from '../../demo/service/incentives/redeem.ts';
import { addRecord } from '../../demo/service/records/store.ts';
import { tableOf } from '../../demo/service/records/tables.ts';
import type { Endpoint } from '../../src/services/endpoints/index.ts';
import type { Sent } from './service-open.ts';

/** A till: a user that may do everything. */
const till = (db: Database) =>
  ({
    db,
    note: () => {},
    principal: { kind: 'machine', tokenId: 0, userId: 0, clientId: null, scopes: ['*'], permissions: ['*'] },
  }) as const;

let made = 0;

/** A published definition with a handle of its own. */
export async function definitionOf(
  db: Database,
  model: 'credit' | 'benefit' | 'point' | 'achievement',
  values: Readonly<Record<string, unknown>> = {},
): Promise<number> {
  const name = `${model} ${++made}`;
  const record = await addRecord(db, tableOf(`${model}-definition`), {
    ...{ name, handle: name.replace(' ', '-'), is_published: true },
    ...values,
  });
  return Number(record.id);
}

/** One of each that a profile can have; answers their ids. */
export async function incentivesOf(db: Database, profileId: string) {
  const creditDefinition = await definitionOf(db, 'credit', { value: 25 });
  const benefitDefinition = await definitionOf(db, 'benefit', { uses: 2, points_cost: 0 });
  const achievementDefinition = await definitionOf(db, 'achievement', { points_required: 1_000_000 });
  const point = await givePoints(db, { profileId, value: 500, reason: 'Test' });
  const values = { profile_id: profileId, credit_definition_id: creditDefinition };
  const issued = await addRecord(db, tableOf('credit'), await credit.adding(till(db), values));
  await book(db, issued, 'issue', '25', 'Credit issued');
  const { id: reward } = await issueReward(db, { profileId, definitionId: 1 });
  const benefit = await addRecord(db, tableOf('benefit'), {
    ...{ profile_id: profileId, benefit_definition_id: benefitDefinition, uses_left: 2 },
  });
  const redemption = await redeemPoints(till(db), profileId, { points: 100 });
  const achievement = await db
    .selectFrom('achievements')
    .select('id')
    .where('profile_id', '=', profileId)
    .where('achievement_definition_id', '=', achievementDefinition)
    .executeTakeFirstOrThrow();
  return {
    ...{ creditDefinition, benefitDefinition, achievementDefinition, point, reward, redemption },
    ...{ credit: Number(issued.id), benefit: Number(benefit.id), achievement: achievement.id },
  };
}

const SECTION = /^profiles\.(rewards|benefits|points|credits|tiers|achievements|ledgers|redemptions|linked)/;

/** What a call of the section below a profile needs, with records of that profile; undefined for other sections. */
export async function incentiveNeed(
  db: Database,
  { id, method }: Endpoint,
  profileId: string,
): Promise<Pick<Sent, 'path' | 'body'> | undefined> {
  if (!SECTION.test(id)) return undefined;
  const one = await incentivesOf(db, profileId);
  const paths: Readonly<Record<string, Record<string, number | string>>> = {
    'profiles.rewards.show': { rewardId: one.reward },
    'profiles.points.show': { point: one.point },
    'profiles.ledgers.show': { ledger: one.point },
    'profiles.achievements.show': { achievement: one.achievement },
    'profiles.achievements.achievement-points.index': { definition: one.achievementDefinition },
    'profiles.redemptions.count': { type: 'credit', id: one.creditDefinition },
  };
  const bodies: Readonly<Record<string, unknown>> = {
    'profiles.benefits.claim': { benefit_definition_id: one.benefitDefinition },
    'profiles.benefits.claim-and-redeem': { benefit_definition_id: one.benefitDefinition },
    'profiles.redemptions.benefit.store': { benefit_id: one.benefit },
    'profiles.redemptions.reward.store': { reward_id: one.reward },
    'profiles.redemptions.credit.store': { credit_id: one.credit, value: '1.00' },
    'profiles.redemptions.point.store': { points: 1 },
  };
  const path = Object.entries(paths[id] ?? {}).map(([name, value]) => [name, String(value)]);
  const body = bodies[id];
  if (method !== 'GET' && body === undefined) return undefined;
  return { path: Object.fromEntries(path), ...(body !== undefined && { body }) };
}
