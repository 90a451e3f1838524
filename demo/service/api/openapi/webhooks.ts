import { creations, changes } from '../../platform/events/endpoint-events.ts';
import { ownTriggers } from '../../platform/events/publish.ts';
import { reference, type Schemas } from './components.ts';
import { propertiesOf, type JsonSchema } from './json-schema.ts';

type Trigger = (typeof ownTriggers)[number];

/** An event: when it is published, and its data where that is not the record of an endpoint. */
interface Described {
  readonly when: string;
  readonly data?: Readonly<Record<string, JsonSchema>> | string;
}

const id: JsonSchema = { type: 'integer' };
const text: JsonSchema = { type: 'string' };
const textOrNull: JsonSchema = { type: ['string', 'null'] };
const points: JsonSchema = { type: 'integer' };
const day: JsonSchema = { type: 'string', format: 'date' };
const moment: JsonSchema = { type: 'string', format: 'date-time' };
const named: JsonSchema = { type: 'object', properties: { id, name: text, handle: text } };
const namedOrNull: JsonSchema = { ...named, type: ['object', 'null'] };

/** The events of the service. Data of one field may be missing in an event that has another cause. */
const events: Readonly<Record<Trigger, Described>> = {
  'profile.created': {
    when: 'A profile was added: by a request, a batch, an import or the enrolment of a customer.',
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
    when: 'A refund was applied to its purchases.',
    data: {
      id: text,
      external_id: text,
      total: { type: 'number' },
      transactions: { type: 'array', items: text },
      points_taken: points,
    },
  },
  'reward.claimed': { when: 'A customer has claimed a reward.' },
  'reward.issued': { when: 'Staff, an action or an achievement has issued a reward.' },
  'reward.revoked': {
    when: 'A reward was withdrawn: with its achievement after a refund, or because staff have undone the claim.',
    data: { id, reward_definition_id: id },
  },
  'reward.expiring': {
    when: 'An unused reward expires soon: by default 30, 7 and 1 days ahead.',
    data: { id, reward_definition_id: id, name: text, code: text, expires_at: day, days_left: points },
  },
  'benefit.issued': { when: 'A benefit was issued.', data: { id, benefit_definition_id: id } },
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
    data: { id, list_id: id, product_id: text },
  },
  'list-item.price-changed': {
    when: 'The price of a product on a list has changed.',
    data: {
      list_id: id,
      list_item_id: id,
      product_id: text,
      name: text,
      was: textOrNull,
      price: textOrNull,
      currency: textOrNull,
      changed_at: moment,
    },
  },
  'reservation.created': { when: 'An item of a list was reserved.' },
  'reservation.cancelled': { when: 'A reservation was cancelled.', data: 'Reservation' },
  'reminder.due': {
    when: 'The time of a reminder has come, and it is not done.',
    data: { id, subject: text, note: textOrNull, due_at: moment },
  },
};

/** The requests that the service sends to webhooks, by the trigger of the webhook: the section `webhooks` of the document. */
export function documentWebhooks(schemas: Schemas): Record<string, JsonSchema> {
  return Object.fromEntries(
    ownTriggers.map((trigger) => [trigger, { post: operationOf(trigger, events[trigger], schemas) }]),
  );
}

function operationOf(trigger: Trigger, { when, data }: Described, schemas: Schemas): JsonSchema {
  return {
    operationId: `webhook.${trigger}`,
    tags: ['automation'],
    summary: trigger,
    description: `${when} Signed as Standard Webhooks 1.0.0; any 2xx confirms the delivery.`,
    'x-assumption': true,
    security: [],
    requestBody: {
      required: true,
      content: { 'application/json': { schema: messageOf(trigger, data ?? recordOf(trigger, schemas)) } },
    },
    responses: {
      '2XX': { description: 'The delivery is confirmed.' },
      '4XX': { description: 'The delivery is tried again later, as `retry_hourly` and `retry_daily` say.' },
    },
  };
}

/** The message of an event. */
function messageOf(trigger: Trigger, data: Required<Described>['data'] | JsonSchema): JsonSchema {
  const owner = { profile_id: { ...textOrNull, description: 'The profile that the event belongs to.' } };
  return {
    type: 'object',
    required: ['type', 'timestamp', 'namespace', 'event_namespace', 'origin', 'data'],
    properties: {
      type: { type: 'string', const: trigger },
      timestamp: moment,
      namespace: { ...text, description: 'The namespace of the webhook.' },
      event_namespace: { ...text, description: 'The namespace of the event.' },
      origin: { type: 'string', enum: ['customer', 'staff', 'system'], description: 'Who has caused it.' },
      data:
        typeof data === 'string'
          ? recordData(reference(data), owner)
          : '$ref' in data
            ? recordData(data, owner)
            : {
                type: 'object',
                required: [...Object.keys(data), 'profile_id'],
                properties: { ...data, ...owner },
              },
    },
  };
}

/** A record as its event shows it: without secrets, and for a credit without the fields for staff. */
const recordData = (record: JsonSchema, owner: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  description: 'The record, without secrets.',
  anyOf: [record, { type: 'object', required: ['profile_id'], properties: owner }],
});

/** The record in the answer of the endpoint that publishes the event. */
function recordOf(trigger: Trigger, schemas: Schemas): JsonSchema {
  const endpoints = Object.entries({ ...creations, ...changes });
  const [operationId = ''] = endpoints.find(([, published]) => published === trigger) ?? [];
  const reply = schemas.replyOf(operationId);
  const [, component = ''] = /([^/]*)$/.exec(String(reply?.['$ref'])) ?? [];
  const data = propertiesOf(reply?.['$ref'] === undefined ? reply : schemas.components[component])['data'];
  if (!data) throw new Error(`No endpoint answers the record of ${trigger}.`);
  return data;
}
