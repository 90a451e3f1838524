import { sql } from 'kysely';
import type { ClaimReward } from '../../../src/services/contract/incentives/rewards.ts';
import { compiledStatement } from '../database/compiled-statement.ts';
import type { Database, Row } from '../database/tables.ts';
import { invalid } from '../api/problem.ts';
import type { BalancesView } from '../points/balances.ts';
import { readUnderLock } from '../points/settle.ts';
import { spendOnReward } from '../points/spend.ts';
import { eligibilityOf } from '../programme/eligibility.ts';
import { endAfterDays } from '../programme/periods.ts';
import { definitionsFor, type DefinitionFor } from './definitions.ts';
import { takeReward } from './issue-reward.ts';
import { nameWithWorth, stepsOfClaim, worthOf } from './steps.ts';

export interface Claim {
  readonly reward: Row<'rewards'>;
  readonly definition: Row<'reward_definitions'>;
  /** Balances after the claim. */
  readonly balances: BalancesView;
}

/**
 * Issues a reward to a profile for its points. The balance is locked first: of a hundred claims at the same time, each
 * reads the balance after the one before. Throws 422 with the reason; the transaction is then rolled back.
 *
 * @param steps for a reward with steps; without it, the fewest
 */
export async function claim(
  work: Database,
  profileId: string,
  { reward_definition_id: definitionId, steps: named }: ClaimReward,
): Promise<Claim> {
  // An id that PostgreSQL cannot read is of no reward either.
  const id = Number.isSafeInteger(definitionId) ? definitionId : 0;
  const [definition] = await readUnderLock(
    work,
    profileId,
    definitionFor.of(work, { profileId, definitionId: id }),
  );
  if (!definition) throw refused('There is no such reward.');
  const { claimable, message } = eligibilityOf(definition, definition);
  if (!claimable) throw refused(`${message}.`);
  const steps = stepsOfClaim(definition, definition.available, named);
  const stock = definition.stock === null ? null : await takeReward(work, definition.id);
  if (stock === undefined) throw refused('Out of stock.');

  const { name, points_cost: cost, valid_days: days, zone } = definition;
  const worth = worthOf(definition, steps);
  const [reward, balances] = await spendOnReward(work, {
    profileId,
    definitionId: definition.id,
    points: cost * steps,
    ...worth,
    expiresAt: endAfterDays(days, zone),
    reason: nameWithWorth(name, worth),
  });
  return { reward, definition: { ...definition, stock }, balances };
}

const definitionFor = compiledStatement<
  { readonly profileId: string; readonly definitionId: number },
  DefinitionFor
>(
  ['profileId', 'definitionId'],
  ({ profileId, definitionId }, db) =>
    sql`${definitionsFor(db, profileId).where('definition.id', '=', definitionId)}`,
);

const refused = (message: string) => invalid({ reward_definition_id: [message] });
