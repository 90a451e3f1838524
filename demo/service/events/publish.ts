import { invalid } from '../api/problem.ts';
import { sql, type RawBuilder } from 'kysely';
import { compiledStatement } from '../database/compiled-statement.ts';
import type { Database } from '../database/tables.ts';
import { jobInsert } from '../jobs/boss.ts';

/** Names of events that only the service publishes: ASSUMPTION. */
export const ownTriggers = [
  'reward.claimed',
  'reward.issued',
  'reward.revoked',
  'benefit.issued',
  'benefit.claimed',
  'credit.issued',
  'credit.released',
  'credit.expiring',
  'credit.expired',
  'credit.extended',
  'redemption.created',
  'redemption.returned',
  'redemption.reversed',
  'tier.changed',
  'points.released',
  'points.expired',
  'achievement.completed',
  'achievement.revoked',
  'points.earned',
  'points.expiring',
  'tier.expiring',
  'tier.at-risk',
  'reward.expiring',
  'date.reached',
  'list-item.price-changed',
  'list-item.sold-out',
  'list-item.back-in-stock',
  'alert.price-dropped',
  'alert.back-in-stock',
  'reminder.due',
  'reservation.created',
  'reservation.cancelled',
  'list-item.added',
  'list-item.removed',
  'profile.created',
  'profile.updated',
  'profile.merged',
  'profile.deleted',
  'order.created',
  'order.updated',
  'transaction.created',
  'transaction.triggered',
  'transaction.refunded',
] as const;

const ownNames: ReadonlySet<string> = new Set(ownTriggers);

export interface NewEvent {
  readonly trigger: string;
  /** Its source: `loyalty`, `custom`, `customer`, `extension`. */
  readonly namespace: string;
  /** Null for an event without a profile. */
  readonly profileId: string | null;
  /** Its data, as JSON. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** Names of fields that its data, and all records inside it, are stored without. */
  readonly without?: ReadonlySet<string>;
  /** An earlier event that is sent again: webhooks get it, triggers do not run again. */
  readonly isResent?: boolean;
}

/** Setting of the transaction while the actions of an event run: events of those actions are one level deeper. */
const DEPTH = 'loyalty.event_depth';

/**
 * Stores an event and its job in the transaction of its cause: both exist or neither. The job looks up webhooks and triggers,
 * so that a slow or misconfigured receiver does not affect the request.
 */
export async function publish(work: Database, event: NewEvent): Promise<number> {
  const [row] = await insertWithJob(work, eventValues(event));
  return row?.id ?? 0;
}

/** The parameters of `eventWithJob`. */
export interface EventValues {
  readonly trigger: string;
  readonly namespace: string;
  readonly profileId: string | null;
  readonly payload: string;
  readonly isResent: boolean;
}

export const eventValues = ({
  trigger,
  namespace,
  profileId,
  payload,
  without,
  isResent = false,
}: NewEvent): EventValues => ({
  trigger,
  namespace,
  profileId,
  payload: JSON.stringify(
    payload,
    without && ((name, value: unknown) => (without.has(name) ? undefined : value)),
  ),
  isResent,
});

/** Names of the parameters, for a `compiledStatement`. */
export const eventValueNames = ['trigger', 'namespace', 'profileId', 'payload', 'isResent'] as const;

/** The parts `event` and `job` of a `with` clause: insert the event and the job that handles it, if the condition is true. */
export const eventWithJob = (
  { trigger, namespace, profileId, payload, isResent }: EventValues,
  condition = sql<boolean>`true`,
): RawBuilder<unknown> => sql`
    event as (
      insert into events (trigger, namespace, profile_id, payload, is_resent, depth)
      -- A record may name a profile that does not exist, or no longer.
      select ${trigger}, ${namespace}, (select id from profiles where id = ${profileId}), ${payload}::jsonb,
        ${isResent}::boolean,
        coalesce(nullif(current_setting(${DEPTH}, true), '')::integer, 0)
      where ${condition}
      returning id
    ), job as (${jobInsert('events', sql`select jsonb_build_object('eventId', id) as subject from event`)})`;

const insertWithJob = compiledStatement<EventValues, { id: number }>(
  eventValueNames,
  (values) => sql`with ${eventWithJob(values)} select id from event`,
);

/** Events that are published from here to the end of the transaction get this depth. */
export async function setEventDepth(work: Database, depth: number): Promise<void> {
  await sql`select set_config(${DEPTH}, ${String(depth)}, true)`.execute(work);
}

/** The name of a custom event. Throws 422 for a name of the service's own events: they could be faked otherwise. */
export function checkName(name: unknown): string {
  if (typeof name !== 'string' || name === '') throw invalid({ name: ['The name field is required.'] });
  if (ownNames.has(name) || name.startsWith('extension.')) {
    throw invalid({ name: ['Only the service itself publishes events of this name.'] });
  }
  return name;
}
