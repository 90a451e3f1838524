import { invalid } from '../../api/problem.ts';
import { sql, type RawBuilder } from 'kysely';
import { compiledStatement } from '../database/compiled-statement.ts';
import type { Database } from '../database/tables.ts';
import { jobInsert } from '../jobs/boss.ts';

/** Names of events that the service raises by itself: ASSUMPTION G17. Nobody else raises these. */
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
  'reward.expiring',
  'date.reached',
  'list-item.price-changed',
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

/** Events that customers raise themselves: what they say of themselves, and nobody else. */
export const CUSTOMER_NAMESPACE = 'customer';

export interface NewEvent {
  readonly trigger: string;
  /** Where it comes from: `loyalty`, `custom`, `customer`, `extension`. */
  readonly namespace: string;
  /** Null for what is about no profile. */
  readonly profileId: string | null;
  /** What is told about it, as JSON. */
  readonly payload: Readonly<Record<string, unknown>>;
  /** It happened before and is sent once more: webhooks get it, triggers do not run again. */
  readonly isResent?: boolean;
}

/** Set while the actions of an event run: what they raise is one step further from its first cause. */
const DEPTH = 'loyalty.event_depth';

/**
 * Writes down that something happened, and that someone has to be told, in the transaction in which it happens: both are
 * there or neither. Who listens is found out later, so a slow or wrong listener stops nobody.
 */
export async function publish(work: Database, happening: NewEvent): Promise<number> {
  const [row] = await insertWithJob(work, eventValues(happening));
  return row?.id ?? 0;
}

/** A `NewEvent` as the statement below takes it. */
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
  isResent = false,
}: NewEvent): EventValues => ({ trigger, namespace, profileId, payload: JSON.stringify(payload), isResent });

/** The names of the values, for a `compiledStatement`. */
export const eventValueNames = ['trigger', 'namespace', 'profileId', 'payload', 'isResent'] as const;

/** `event` and `job` of a `with`: inserts the event with the job that handles it. Without the condition there is neither. */
export const eventWithJob = (
  { trigger, namespace, profileId, payload, isResent }: EventValues,
  condition = sql<boolean>`true`,
): RawBuilder<unknown> => sql`
    event as (
      insert into events (trigger, namespace, profile_id, payload, is_resent, depth)
      -- A record may name a profile that is not, or no longer, here.
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

/** From here to the end of the transaction, what is raised has this depth. */
export async function setEventDepth(work: Database, depth: number): Promise<void> {
  await sql`select set_config(${DEPTH}, ${String(depth)}, true)`.execute(work);
}

/** The name of an event of one's own. Throws 422 for a name that only the service gives: nobody fakes a claim. */
export function checkName(name: unknown): string {
  if (typeof name !== 'string' || name === '') throw invalid({ name: ['The name field is required.'] });
  if ((ownTriggers as readonly string[]).includes(name) || name.startsWith('extension.')) {
    throw invalid({ name: ['Events of this name are raised by the service itself.'] });
  }
  return name;
}
