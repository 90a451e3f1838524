import { record } from '../../../src/services/transport/read.ts';
import type { Route } from '../api/route.ts';
import type { NewEvent, ownTriggers } from './publish.ts';

type TriggerByEndpoint = Readonly<Record<string, (typeof ownTriggers)[number]>>;

/** Events of endpoints that create a record, whether for a request, a batch, an import or an action. */
export const creations: TriggerByEndpoint = {
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

/** Events of endpoints that change a record; they have its new values. */
export const changes: TriggerByEndpoint = {
  'profiles.update': 'profile.updated',
  'profiles.type.update': 'profile.updated',
  'profiles.merge': 'profile.merged',
  'orders.update': 'order.updated',
  'profiles.orders.update': 'order.updated',
};

/** An event to publish for the reply of an endpoint: of a created record only if this transaction created it. */
export interface EndpointEvent {
  readonly event: NewEvent;
  /** Creation time of the record, as the interface shows it; missing for a change. */
  readonly createdAt?: string;
}

export function endpointEventOf(
  { endpoint }: Route,
  reply: unknown,
  profile: string | undefined,
): EndpointEvent | undefined {
  const creation = creations[endpoint.id];
  const trigger = creation ?? changes[endpoint.id];
  const { data } = record(reply);
  if (!trigger || !data) return undefined;
  const { id, profile_id, created_at: createdAt } = record(data);
  const owner = trigger.startsWith('profile.') ? id : (profile ?? profile_id);
  const profileId = typeof owner === 'string' ? owner : null;
  const event = { trigger, namespace: 'loyalty', profileId, payload: record(data), without: SECRETS };
  if (!creation) return { event };
  return typeof createdAt === 'string' ? { event, createdAt } : undefined;
}

/** Security codes and secrets are only for the caller: receivers of events must not get them. */
const SECRETS: ReadonlySet<string> = new Set(['security_code', 'secret']);
