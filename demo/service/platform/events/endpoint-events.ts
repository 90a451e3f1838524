import type { Route } from '../../api/route.ts';
import type { NewEvent, ownTriggers } from './publish.ts';

type TriggerByEndpoint = Readonly<Record<string, (typeof ownTriggers)[number]>>;

/** What is told of every record that is added, whichever way: by its endpoint, a batch, an import or an action. */
const creations: TriggerByEndpoint = {
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
const changes: TriggerByEndpoint = {
  'profiles.update': 'profile.updated',
  'profiles.type.update': 'profile.updated',
  'profiles.merge': 'profile.merged',
  'orders.update': 'order.updated',
  'profiles.orders.update': 'order.updated',
};

/** What the answer of an endpoint means: of what was added, it does if this very transaction created it. */
export interface EndpointEvent {
  readonly event: NewEvent;
  /** As the interface shows it; without it the record was there before. */
  readonly createdAt?: string;
}

export function endpointEventOf(
  { endpoint }: Route,
  reply: unknown,
  profile: string | undefined,
): EndpointEvent | undefined {
  const creation = creations[endpoint.id];
  const trigger = creation ?? changes[endpoint.id];
  const record = (reply as { data?: Record<string, unknown> } | undefined)?.data;
  if (!trigger || !record) return undefined;
  const own = trigger.startsWith('profile.') ? record['id'] : (profile ?? record['profile_id']);
  const profileId = typeof own === 'string' ? own : null;
  const happening = { trigger, namespace: 'loyalty', profileId, payload: withoutCodes(record) };
  if (!creation) return { event: happening };
  const createdAt = record['created_at'];
  return typeof createdAt === 'string' ? { event: happening, createdAt } : undefined;
}

/** Codes and secrets are for whom they were answered to; receivers of the event have no use for them. */
const withoutCodes = (record: object): Record<string, unknown> =>
  JSON.parse(
    JSON.stringify(record, (name, value: unknown) =>
      name === 'security_code' || name === 'secret' ? undefined : value,
    ),
  );
