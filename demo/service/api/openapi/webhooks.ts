import { creations, changes } from '../../events/endpoint-events.ts';
import { moment, ownEvents, text, textOrNull, type OwnEvent, type Trigger } from '../../events/own-events.ts';
import { ownTriggers } from '../../events/publish.ts';
import { reference, type Schemas } from './components.ts';
import { propertiesOf, type JsonSchema } from './json-schema.ts';

/** The requests that the service sends to webhooks, by the trigger of the webhook: the section `webhooks` of the document. */
export function documentWebhooks(schemas: Schemas): Record<string, JsonSchema> {
  return Object.fromEntries(
    ownTriggers.map((trigger) => [trigger, { post: operationOf(trigger, ownEvents[trigger], schemas) }]),
  );
}

function operationOf(trigger: Trigger, { when, data, also = {} }: OwnEvent, schemas: Schemas): JsonSchema {
  return {
    operationId: `webhook.${trigger}`,
    tags: ['automation'],
    summary: trigger,
    description: `${when} Signed as Standard Webhooks 1.0.0; any 2xx confirms the delivery.`,
    'x-assumption': true,
    security: [],
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: messageOf(trigger, data ?? recordOf(trigger, schemas), also) },
      },
    },
    responses: {
      '2XX': { description: 'The delivery is confirmed.' },
      '4XX': { description: 'The delivery is tried again later, as `retry_hourly` and `retry_daily` say.' },
    },
  };
}

/** The message of an event. */
function messageOf(
  trigger: Trigger,
  data: Required<OwnEvent>['data'] | JsonSchema,
  also: Required<OwnEvent>['also'],
): JsonSchema {
  const owner = {
    ...also,
    profile_id: { ...textOrNull, description: 'The profile that the event belongs to.' },
  };
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
