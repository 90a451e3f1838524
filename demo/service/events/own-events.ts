import { contractOf, allEndpoints } from '../../../src/services/contract/catalogue.ts';
import type { AnySchema } from '../../../src/services/contract/shape.ts';
import type { JsonSchema } from '../api/openapi/json-schema.ts';
import { partsOf } from '../api/schema-parts.ts';
import { shapesByModel } from '../crud/reference-fields.ts';
import { changes, creations } from './endpoint-events.ts';
import type { ownTriggers } from './publish.ts';

export type Trigger = (typeof ownTriggers)[number];

/** An event: when it is published, and its data where that is not the record of an endpoint. */
export interface OwnEvent {
  readonly when: string;
  /** The fields, or the name of the record. */
  readonly data?: Readonly<Record<string, JsonSchema>> | string;
  /** Further fields, which an event has only with some of its causes. */
  readonly also?: Readonly<Record<string, JsonSchema>>;
}

const id: JsonSchema = { type: 'integer' };
export const text: JsonSchema = { type: 'string' };
export const textOrNull: JsonSchema = { type: ['string', 'null'] };
const points: JsonSchema = { type: 'integer' };
const day: JsonSchema = { type: 'string', format: 'date' };
export const moment: JsonSchema = { type: 'string', format: 'date-time' };
const named: JsonSchema = { type: 'object', properties: { id, name: text, handle: text } };
const namedOrNull: JsonSchema = { ...named, type: ['object', 'null'] };

/** An item of a list whose product has changed in the catalogue. */
const changedItem = {
  list_id: id,
  list_item_id: id,
  product_id: text,
  variant_id: textOrNull,
  name: text,
  changed_at: moment,
};

const idOrNull: JsonSchema = { type: ['integer', 'null'] };

/** What only the events of alerts have. That of a guest has no list, and the id of the alert, not the address. */
const alertFields = {
  list_id: idOrNull,
  list_item_id: idOrNull,
  guest_alert_id: idOrNull,
  variant_name: textOrNull,
  url: textOrNull,
  stop_link: text,
};

/** The events of the service, with every field of their data. */
export const ownEvents: Readonly<Record<Trigger, OwnEvent>> = {
  'profile.created': {
    when: 'A profile was added: by a request, a batch, an import or the enrolment of a customer.',
    also: { platform: text, customer_id: text, consent: { type: 'boolean' } },
  },
  'profile.updated': { when: 'A profile was changed.' },
  'profile.merged': { when: 'Other profiles were merged into this one.' },
  'profile.deleted': { when: 'A profile was deleted.', data: { id: text } },
  'order.created': { when: 'An order was added.' },
  'order.updated': { when: 'An order was changed.' },
  'transaction.created': { when: 'A purchase or a refund was added.' },
  'transaction.triggered': {
    when: 'A request has asked for an event about a purchase.',
    data: 'Transaction',
  },
  'transaction.refunded': {
    when: 'A refund was applied to its purchases; again when purchases that arrived later cover more of it.',
    data: {
      id: text,
      external_id: text,
      total: { type: 'number' },
      transactions: { type: 'array', items: text },
      not_covered: { type: 'number' },
      points_taken: points,
    },
  },
  'reward.claimed': { when: 'A customer has claimed a reward.' },
  'reward.issued': { when: 'Staff, an action or an achievement has issued a reward.' },
  'reward.revoked': {
    when: 'A reward was withdrawn: with its achievement after a refund, or because staff have undone the claim.',
    data: { id, reward_definition_id: id, code: text, amount: textOrNull, currency: textOrNull },
    also: { achievement_id: id, points_returned: points, reason: textOrNull },
  },
  'reward.expiring': {
    when: 'An unused reward expires soon: by default 30, 7 and 1 days ahead.',
    data: {
      id,
      reward_definition_id: id,
      name: text,
      code: text,
      amount: textOrNull,
      currency: textOrNull,
      expires_at: day,
      days_left: points,
    },
  },
  'benefit.issued': { when: 'A benefit was issued.', data: 'Benefit' },
  'benefit.claimed': { when: 'A customer has claimed a benefit.' },
  'credit.issued': { when: 'A credit was issued.', data: 'Credit' },
  'credit.released': { when: 'A credit can be used from now on.', data: 'Credit' },
  'credit.expiring': { when: 'A credit expires soon (`notify_remind_offset_days`).', data: 'Credit' },
  'credit.expired': { when: 'A credit has expired with a balance left.', data: 'Credit' },
  'credit.extended': { when: 'The expiry of a credit was moved.', data: 'Credit' },
  'redemption.created': { when: 'Something was redeemed.' },
  'redemption.returned': { when: 'A part of a redemption was returned.' },
  'redemption.reversed': { when: 'A redemption was reversed as a whole.' },
  'tier.changed': {
    when: 'A profile has reached or lost a tier, or was given one.',
    data: { points, from: namedOrNull, to: namedOrNull },
  },
  'tier.expiring': {
    when: 'A profile loses its tier soon, because points expire or leave the qualifying period.',
    data: { tier: named, points, points_required: points, expires_at: day, days_left: points },
  },
  'tier.at-risk': {
    when: 'The points of a profile no longer reach its tier, which it keeps until the end of the grace period.',
    data: { tier: named, points, points_required: points, ends_at: moment },
  },
  'points.earned': {
    when: 'Points can be spent; once for each earning.',
    data: { value: points, description: text },
  },
  'points.released': { when: 'Pending points were released.', data: { points } },
  'points.expired': { when: 'Points were not spent in time.', data: { points } },
  'points.expiring': {
    when: 'Points expire soon: by default 30, 7 and 1 days ahead.',
    data: { value: points, expires_at: day, days_left: points },
  },
  'achievement.completed': {
    when: 'A profile has completed an achievement.',
    data: { id, achievement_definition_id: id, points, reward_id: { type: ['integer', 'null'] } },
  },
  'achievement.revoked': {
    when: 'A refund has opened an achievement again.',
    data: { id, achievement_definition_id: id, points, withdrawn_reward_id: { type: ['integer', 'null'] } },
  },
  'date.reached': {
    when: 'The day of a date of a profile has come.',
    data: {
      id: text,
      name: textOrNull,
      handle: textOrNull,
      date: day,
      is_recurring: textOrNull,
      day,
      years: points,
    },
  },
  'list-item.added': { when: 'A product was added to a list.' },
  'list-item.removed': {
    when: 'A product was removed from a list.',
    data: { id, list_id: id, product_id: text, variant_id: textOrNull },
  },
  'list-item.price-changed': {
    when: 'The price of a product on a list, or of its variant there, has changed.',
    data: { ...changedItem, was: textOrNull, price: textOrNull, currency: textOrNull },
  },
  'list-item.sold-out': {
    when: 'A product on a list, or its variant there, cannot be bought any more: no piece is left, or it is not published.',
    data: changedItem,
  },
  'list-item.back-in-stock': {
    when: 'A product on a list, or its variant there, can be bought again.',
    data: changedItem,
  },
  'alert.price-dropped': {
    when: 'A product costs less than its owner was told before, who asked for that (`alerts` of a list item); once for a product on several lists.',
    data: { ...changedItem, ...alertFields, was: text, price: text, currency: textOrNull },
  },
  'alert.back-in-stock': {
    when: 'A product can be bought again, and its owner asked for that. The alert ends with it.',
    data: { ...changedItem, ...alertFields },
  },
  'reservation.created': { when: 'An item of a list was reserved.' },
  'reservation.cancelled': { when: 'A reservation was cancelled.', data: 'Reservation' },
  'reminder.due': {
    when: 'The time of a reminder has come, and it is not done.',
    data: { id, subject: text, note: textOrNull, due_at: moment },
  },
};

/** Fields of every event's data beside its own. */
const SHARED = ['profile_id'];

/** The names of the fields in the data of an event of the service; undefined for an event whose data others choose. */
export function fieldsOfEvent(trigger: string): readonly string[] | undefined {
  if (!Object.hasOwn(ownEvents, trigger)) return undefined;
  const { data, also = {} } = ownEvents[trigger as Trigger];
  const own =
    typeof data === 'string'
      ? Object.keys(shapesByModel.get(data.toLowerCase()) ?? {})
      : data
        ? Object.keys(data)
        : recordFields(trigger);
  return [...new Set([...own, ...Object.keys(also), ...SHARED])];
}

/** The error of a path to a field that an event of the service never has; undefined for another one. */
export function faultOfField(path: string, trigger: string): string | undefined {
  const fields = fieldsOfEvent(trigger);
  const [top, field] = path.split('.');
  if (!fields || top !== 'data' || field === undefined || fields.includes(field)) return undefined;
  return `The data of ${trigger} has no ${field.slice(0, 60)}: it has ${fields.join(', ')}.`;
}

/** The fields of the records that the endpoints with this event answer. */
function recordFields(trigger: string): string[] {
  const ids = Object.entries({ ...creations, ...changes }).flatMap(([id, published]) =>
    published === trigger ? [id] : [],
  );
  return allEndpoints
    .filter(({ id }) => ids.includes(id))
    .flatMap((endpoint) => {
      const { reply } = contractOf(endpoint) ?? {};
      const record = reply && partsOf(reply).entries?.['data'];
      return record ? entriesOf(record) : [];
    });
}

function entriesOf(schema: AnySchema): string[] {
  const { wrapped, entries = {} } = partsOf(schema);
  return wrapped ? entriesOf(wrapped) : Object.keys(entries);
}
