import type { Route } from '../http/route.ts';
import type { Happening, ownTriggers } from './raise.ts';

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

/** What the answer of an endpoint may mean: it does if the record was created in this very transaction. */
export interface Creation {
  readonly happening: Happening;
  /** As the interface shows it. */
  readonly createdAt: string;
}

export function creationOf(
  { endpoint }: Route,
  reply: unknown,
  profile: string | undefined,
): Creation | undefined {
  const trigger = creations[endpoint.id];
  const record = (reply as { data?: Record<string, unknown> } | undefined)?.data;
  const createdAt = record?.['created_at'];
  if (!trigger || !record || typeof createdAt !== 'string') return undefined;
  const own = trigger === 'profile.created' ? record['id'] : (profile ?? record['profile_id']);
  const profileId = typeof own === 'string' ? own : null;
  return { happening: { trigger, namespace: 'loyalty', profileId, payload: record }, createdAt };
}
