import type { Row } from '../database/tables.ts';
import { timestamp } from '../../api/formats.ts';

/** What is delivered, in the form of Standard Webhooks: ASSUMPTION G18. */
export interface Message {
  readonly type: string;
  readonly timestamp: string;
  readonly namespace: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The message of an event. Conditions and templates see it with the event's own namespace. */
export function messageOf(event: Row<'events'>, namespace = event.namespace): Message {
  return {
    type: event.trigger,
    timestamp: timestamp(event.created_at),
    namespace,
    data: { ...event.payload, profile_id: event.profile_id },
  };
}
