import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Row } from '../database/tables.ts';
import { invalid } from '../http/problem.ts';
import { definitionsFor } from './definitions.ts';
import { eligibilityOf } from './eligibility.ts';
import { isDue, lockBalance, settle } from './settle.ts';
import { spend } from './spend.ts';

export interface Claim {
  readonly reward: Row<'rewards'>;
  readonly definition: Row<'reward_definitions'>;
}

/**
 * Issues a reward to a profile for its points. The balance is locked first: of a hundred claims at once, each sees
 * what the one before has left. Throws 422 with the reason; the transaction around it then keeps nothing.
 */
export async function claim(work: Database, profileId: string, definitionId: number): Promise<Claim> {
  await lockBalance(work, profileId);
  if (await isDue(work, profileId)) await settle(work, profileId);
  const definition = Number.isSafeInteger(definitionId)
    ? await definitionsFor(work, profileId).where('definition.id', '=', definitionId).executeTakeFirst()
    : undefined;
  if (!definition) throw refused('There is no such reward.');
  const { claimable, message } = eligibilityOf(definition, definition);
  if (!claimable) throw refused(`${message}.`);
  await takeFromStock(work, definition);

  const reward = await work
    .insertInto('rewards')
    .values({
      profile_id: profileId,
      reward_definition_id: definition.id,
      code: rewardCode(),
      points_spent: definition.points_cost,
      expires_at: sql`now() + ${definition.valid_days}::integer * interval '1 day'`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await spend(work, {
    profileId,
    amount: definition.points_cost,
    reason: definition.name,
    rewardId: reward.id,
  });
  return { reward, definition };
}

/** Other profiles claim the same reward at the same time: only the row itself knows what is left. */
async function takeFromStock(work: Database, { id, stock }: Row<'reward_definitions'>): Promise<void> {
  if (stock === null) return;
  const { numUpdatedRows } = await work
    .updateTable('reward_definitions')
    .set({ stock: sql`stock - 1` })
    .where('id', '=', id)
    .where('stock', '>', 0)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw refused('All gone.');
}

const refused = (message: string) => invalid({ reward_definition_id: [message] });

/** Letters and digits that are hard to mistake for each other; 60 bits, such as `7K2M-QX9D-4HTB`. */
const CODE_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

function rewardCode(): string {
  const group = () =>
    Array.from({ length: 4 }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');
  return [group(), group(), group()].join('-');
}
