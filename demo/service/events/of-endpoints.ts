import { sql } from 'kysely';
import type { Route } from '../http/route.ts';
import type { Database } from '../database/tables.ts';
import { timestamp } from '../views.ts';
import type { ownTriggers } from './raise.ts';
import { raise } from './raise.ts';

/** What is told of every record that is added, whichever way: by its endpoint, a batch, an import or an action. */
const creations: Readonly<Record<string, (typeof ownTriggers)[number]>> = {
  'profiles.store': 'profile.created',
  'profiles.rewards.store': 'reward.claimed',
  'rewards.store': 'reward.issued',
  'profiles.redemptions.benefit.store': 'redemption.created',
  'profiles.redemptions.credit.store': 'redemption.created',
  'profiles.redemptions.point.store': 'redemption.created',
  'profiles.redemptions.reward.store': 'redemption.created',
  'profiles.lists.items.store': 'list-item.added',
  'orders.store': 'order.created',
  'profiles.orders.store': 'order.created',
  'transactions.store': 'transaction.created',
  'profiles.transactions.store': 'transaction.created',
  'transactions.create-update': 'transaction.created',
};

/** Raises what the answer of an endpoint means, in the transaction that made it. */
export async function raiseCreation(
  work: Database,
  { endpoint }: Route,
  reply: unknown,
  profile: string | undefined,
): Promise<void> {
  const trigger = creations[endpoint.id];
  const record = (reply as { data?: Record<string, unknown> } | undefined)?.data;
  if (!trigger || !record) return;
  // A repeated create answers what is there already (G54): only what this transaction made is new.
  const { rows } = await sql<{ began: Date }>`select now() as began`.execute(work);
  if (record['created_at'] !== timestamp(rows[0]?.began ?? null)) return;
  const own = trigger === 'profile.created' ? record['id'] : (profile ?? record['profile_id']);
  const profileId = typeof own === 'string' ? own : null;
  await raise(work, { trigger, namespace: 'loyalty', profileId, payload: record });
}
