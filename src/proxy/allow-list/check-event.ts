import { Refusal } from '../guard/answer.ts';

/** Custom events that a page may send: by name, the fields that the event may have. */
export type EventFields = Readonly<Record<string, readonly string[]>>;

/** A text, a number or `true`, `false`: longer texts and nested values are not data of an event. */
const MAX_TEXT = 255;

/**
 * Checks a custom event of the page. The service runs triggers for its name, and these may give points, so a page can send only the
 * events that the settings of the proxy name. Returns the body for the service: written anew, because a name that the text has
 * twice could be read differently there.
 */
export function checkEvent(json: string, events: EventFields): string {
  const { name, data = {}, ...others } = JSON.parse(json) ?? {};
  const fields = typeof name === 'string' && Object.hasOwn(events, name) ? events[name] : undefined;
  if (!fields || Object.keys(others).length > 0) throw new Refusal(403, 'A page may not send this event.');
  if (typeof data !== 'object' || data === null || Array.isArray(data)) throw unknownField();
  for (const [field, value] of Object.entries(data))
    if (!fields.includes(field) || !isPlain(value)) throw unknownField();
  return JSON.stringify({ name, data });
}

const isPlain = (value: unknown): boolean =>
  typeof value === 'boolean' ||
  typeof value === 'number' ||
  (typeof value === 'string' && value.length <= MAX_TEXT);

const unknownField = () => new Refusal(400, 'The event does not take one of the fields that were sent.');
