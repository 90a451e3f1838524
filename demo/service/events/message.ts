import type { Row } from '../database/tables.ts';
import { timestamp } from '../api/formats.ts';
import { CUSTOMER_NAMESPACE, originOfEvent, type EventOrigin } from './customer-events.ts';

/** The body of a delivery, in the form of Standard Webhooks: ASSUMPTION. Conditions and templates read it by paths. */
export interface Message {
  readonly type: string;
  readonly timestamp: string;
  readonly namespace: string;
  /** Of the event itself: `namespace` of a delivery is that of its webhook. */
  readonly event_namespace: string;
  readonly origin: EventOrigin;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The message of an event. A delivery has the namespace of its webhook; conditions and templates see that of the event. */
export function messageOf(event: Row<'events'>, namespace = event.namespace): Message {
  return {
    type: event.trigger,
    timestamp: timestamp(event.created_at),
    namespace,
    event_namespace: event.namespace,
    origin: originOfEvent(event),
    data: { ...event.payload, profile_id: event.profile_id },
  };
}

/** What paths of conditions and templates begin with. */
export const MESSAGE_FIELDS: readonly string[] = [
  'type',
  'timestamp',
  'namespace',
  'event_namespace',
  'origin',
  'data',
] satisfies (keyof Message)[];

/** Namespaces of custom events, whose fields are in `data.data` of the message. */
const CUSTOM_NAMESPACES: readonly string[] = ['custom', CUSTOMER_NAMESPACE];

/**
 * The message as conditions and templates read it: fields of a custom event also have the path `data.stars`, not only `data.data.stars`,
 * unless the message has another field of that name.
 */
export function readableMessageOf(event: Row<'events'>): Message {
  const message = messageOf(event);
  const own = message.data['data'];
  const isCustom =
    CUSTOM_NAMESPACES.includes(event.namespace) && typeof own === 'object' && !Array.isArray(own);
  return isCustom ? { ...message, data: { ...own, ...message.data } } : message;
}

/** The error of a path that leads to nothing in any message; undefined for another one. */
export function faultOfPath(path: string, known: readonly string[] = MESSAGE_FIELDS): string | undefined {
  const leads = known.some((one) => path === one || path.startsWith(`${one}.`));
  return leads
    ? undefined
    : `There is no ${path.slice(0, 60)} in an event: a path begins with ${known.join(', ')}.`;
}

/** `data.items.0.name`: names of fields and indexes of lists, from the message down. */
const PATH = /^[A-Za-z_][\w-]*(\.[\w-]+){0,9}$/;
const MAX_PATH_CHARACTERS = 200;

export const isPath = (text: string): boolean => text.length <= MAX_PATH_CHARACTERS && PATH.test(text);

/** The value at a path; undefined if there is none. Inherited properties, such as `constructor`, are not read. */
export function valueAt(root: unknown, path: string): unknown {
  let value = root;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    if (Array.isArray(value) && !/^\d+$/.test(name)) return undefined;
    value = Reflect.get(value, name);
  }
  return value;
}
