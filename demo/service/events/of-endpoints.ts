import { sql } from 'kysely';
import type { Route } from '../http/route.ts';
import type { Database } from '../database/tables.ts';
import { timestamp } from '../views.ts';
import type { ownTriggers } from './raise.ts';
import { raise } from './raise.ts';

type Told = Readonly<Record<string, (typeof ownTriggers)[number]>>;

/** What is told of every record that is added, whichever way: by its endpoint, a batch, an import or an action. */
const creations: Told = {
  'profiles.store': 'profile.created',
  'profiles.rewards.store': 'reward.claimed',
  'rewards.store': 'reward.issued',
  'profiles.benefits.claim': 'benefit.claimed',
  'profiles.benefits.claim-and-redeem': 'redemption.created',
  'credits.redeem': 'redemption.created',
  'profiles.redemptions.benefit.store': 'redemption.created',
  'profiles.redemptions.credit.store': 'redemption.created',
  'profiles.redemptions.point.store': 'redemption.created',
  'profiles.redemptions.reward.store': 'redemption.created',
  'profiles.redemptions.returns.store': 'redemption.returned',
  'profiles.redemptions.reversals.store': 'redemption.reversed',
  'profiles.lists.items.store': 'list-item.added',
  'list.items.reservations.store': 'reservation.created',
  'orders.store': 'order.created',
  'profiles.orders.store': 'order.created',
  'transactions.store': 'transaction.created',
  'profiles.transactions.store': 'transaction.created',
  'transactions.create-update': 'transaction.created',
};

/** What is told of records that were there, as they are then. */
const changes: Told = {
  'profiles.update': 'profile.updated',
  'profiles.type.update': 'profile.updated',
  'profiles.merge': 'profile.merged',
  'orders.update': 'order.updated',
  'profiles.orders.update': 'order.updated',
};

/** Raises what the answer of an endpoint means, in the transaction that made it. */
export async function raiseCreation(
  work: Database,
  { endpoint }: Route,
  reply: unknown,
  profile: string | undefined,
): Promise<void> {
  const trigger = creations[endpoint.id] ?? changes[endpoint.id];
  const record = (reply as { data?: Record<string, unknown> } | undefined)?.data;
  if (!trigger || !record) return;
  if (creations[endpoint.id] && !(await isNew(work, record))) return;
  const own = trigger.startsWith('profile.') ? record['id'] : (profile ?? record['profile_id']);
  const profileId = typeof own === 'string' ? own : null;
  await raise(work, { trigger, namespace: 'loyalty', profileId, payload: withoutCodes(record) });
}

/** A repeated create answers what is there already (ASSUMPTION G54): only what this transaction made is new. */
async function isNew(work: Database, record: Readonly<Record<string, unknown>>): Promise<boolean> {
  const { rows } = await sql<{ began: Date }>`select now() as began`.execute(work);
  return record['created_at'] === timestamp(rows[0]?.began ?? null);
}

/** Who redeems a credit shows its code; who hears of it has no use for it. */
const withoutCodes = (record: object): Record<string, unknown> =>
  JSON.parse(
    JSON.stringify(record, (name, value: unknown) => (name === 'security_code' ? undefined : value)),
  );
