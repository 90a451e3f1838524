import type { Row } from '../database/tables.ts';
import { timestamp } from '../../api/formats.ts';

/** The body of a delivery, in the form of Standard Webhooks: ASSUMPTION G18. Conditions and templates read it by paths. */
export interface Message {
  readonly type: string;
  readonly timestamp: string;
  readonly namespace: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The message of an event. A delivery has the namespace of its webhook; conditions and templates see that of the event. */
export function messageOf(event: Row<'events'>, namespace = event.namespace): Message {
  return {
    type: event.trigger,
    timestamp: timestamp(event.created_at),
    namespace,
    data: { ...event.payload, profile_id: event.profile_id },
  };
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
