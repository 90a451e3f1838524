import * as v from 'valibot';
import * as on from './endpoints/automation.ts';
import * as kind from './kinds.ts';
import { accepted, dated, nameAndHandle, numbered, switched } from './common.ts';
import { contract, crud, G12, J15, nothing } from './contract.ts';
import { data, page, records } from './envelope.ts';
import type { Kind } from './kinds.ts';
import { profileShape } from './profiles.ts';
import {
  type Adding,
  always,
  defaulted,
  given,
  named,
  namedLike,
  optional,
  type Reading,
  required,
  shape,
} from './shape.ts';

// Records of the section Automation (spec 6) but for the webhook, which the spec shows: ASSUMPTION G4.
export const triggerShape = shape('Trigger', 'Fires when something happens.', {
  ...numbered,
  ...nameAndHandle,
  event: required(
    kind.text(),
    "What happens, such as `transaction.created` or the name of an event of one's own: G17.",
  ),
  condition: optional(kind.texts, "All must hold, in the form of a webhook's: G19."),
  ...switched,
  ...dated,
});
export type Trigger = Reading<typeof triggerShape>;

const action = {
  ...numbered,
  type: required(kind.text(50), 'What is done, such as `issue-reward`, `add-tag` or `webhook`.'),
  target_id: optional(kind.reference, 'Where to, for what is sent.'),
  settings: optional(kind.namedValues),
  position: defaulted(kind.count(0, 1_000)),
  ...switched,
  ...dated,
};

export const triggerActionShape = shape('TriggerAction', { ...action, trigger_id: always(kind.reference) });
export type TriggerAction = Reading<typeof triggerActionShape>;

export const automationActionShape = shape('AutomationAction', {
  ...action,
  automation_id: always(kind.reference),
});
export type AutomationAction = Reading<typeof automationActionShape>;

export const automationShape = shape(
  'Automation',
  'Runs at its times, for the profiles that its query finds.',
  {
    ...numbered,
    ...nameAndHandle,
    schedule: required(kind.text(100), 'Cron of five fields, in the time zone of the programme.'),
    query: optional(kind.namedValues, 'Filters of 4.2.1 on profiles, by what they are, have and did: G70.'),
    frequency: defaulted(
      kind.oneOf('always', 'once', 'daily', 'weekly', 'monthly', 'yearly'),
      'How often it finds the same profile: once, or once in a calendar day, week, month or year of the programme.',
    ),
    ...switched,
    last_run_at: given(kind.timestamp),
    next_run_at: given(kind.timestamp),
    ...dated,
  },
);
export type Automation = Reading<typeof automationShape>;

export const targetShape = shape('Target', 'Where messages go.', {
  ...numbered,
  ...nameAndHandle,
  type: required(kind.oneOf('webhook', 'email', 'sms', 'push')),
  url: optional(kind.webAddress),
  settings: optional(kind.namedValues),
  is_default: defaulted(kind.boolean),
  ...dated,
});
export type Target = Reading<typeof targetShape>;

export const sampleQuery = named(
  'SampleQuery',
  v.object({ query: kind.namedValues.write, limit: v.optional(kind.count(1, 100).write) }),
);
export type SampleQuery = v.InferInput<typeof sampleQuery>;

/** URI format (spec 2.1): a scheme, then an authority. Any port: ASSUMPTION G38. Delivery has rules of its own. */
const uri = {
  ...kind.text(2_000),
  write: v.pipe(v.string(), v.maxLength(2_000), v.regex(/^https?:\/\/[^\s/]/i), v.url()),
};

/** Strings when written (spec 2.1), items of any type when read (2.2). */
const conditions = { ...kind.anyArray, write: kind.texts.write } satisfies Kind;

export const webhookShape = shape(
  'Webhook',
  'A webhook (spec 2.1, 2.2): all 13 fields are always present in a response, also in those of a tenant, so a missing one is reported. Defaults: G3.',
  {
    id: always(kind.integer),
    trigger: required(
      kind.text(),
      'Name of the trigger that fires it. Any text (G17) that is not empty: ASSUMPTION G37.',
    ),
    url: required(uri),
    namespace: required(kind.text()),
    user_id: given(kind.integer, 'The user whose token made it.'),
    is_active: defaulted(kind.boolean),
    retry_daily: optional(kind.boolean),
    retry_hourly: optional(kind.boolean),
    created_at: always(kind.timestamp),
    updated_at: always(kind.timestamp),
    queue: optional(kind.oneOf('high', 'default', 'low')),
    condition: optional(conditions),
    extra_data_template: optional(kind.longText),
  },
  ['record', 'add'],
);

/** Response (spec 2.2): unlike other records every field has to be there. */
export const webhook = namedLike(
  webhookShape,
  v.looseObject({
    ...webhookShape.record.entries,
    user_id: v.nullable(webhookShape.fields.user_id.kind.read),
    retry_daily: v.nullable(v.boolean()),
    retry_hourly: v.nullable(v.boolean()),
    queue: v.nullable(v.string()),
    condition: v.nullable(conditions.read),
    extra_data_template: v.nullable(v.string()),
  }),
);
export type Webhook = v.InferOutput<typeof webhook>;
export type StoreWebhook = Adding<typeof webhookShape>;
export type StoredWebhook = Reading<typeof webhookShape>;

export const automationSection = {
  summary: 'Triggers, automations, their actions and targets, webhooks.',
  contracts: [
    ...crud(
      automationShape,
      [on.automations, on.addAutomation, on.readAutomation, on.editAutomation, on.deleteAutomation],
      '4.6 Configuration',
      { one: 'an automation', many: 'automations', assumed: J15 },
    ),
    ...crud(
      automationActionShape,
      [
        on.automationActions,
        on.addAutomationAction,
        on.readAutomationAction,
        on.editAutomationAction,
        on.deleteAutomationAction,
      ],
      '4.6 Configuration',
      { one: 'an action of an automation', many: 'actions of an automation', assumed: J15 },
    ),
    ...crud(
      targetShape,
      [on.targets, on.addTarget, on.readTarget, on.editTarget, on.deleteTarget],
      '4.6 Configuration',
      { one: 'a target', many: 'targets', assumed: J15 },
    ),
    ...crud(
      triggerShape,
      [on.triggers, on.addTrigger, on.readTrigger, on.deleteTrigger],
      '4.6 Configuration',
      { one: 'a trigger', many: 'triggers', assumed: J15 },
    ),
    ...crud(triggerShape, [on.editTrigger], '4.6 Settings', { one: 'a trigger' }),
    ...crud(
      triggerActionShape,
      [
        on.triggerActions,
        on.addTriggerAction,
        on.readTriggerAction,
        on.editTriggerAction,
        on.deleteTriggerAction,
      ],
      '4.6 Configuration',
      { one: 'an action of a trigger', many: 'actions of a trigger', assumed: J15 },
    ),
    contract(on.sampleAutomationQuery, '4.6 Settings', 'Shows some of the profiles that a query would find', {
      reply: page(profileShape.record),
      body: sampleQuery,
    }),
    contract(on.triggerAutomation, '4.6 Settings', 'Runs an automation by hand', { reply: data(accepted) }),
    contract(on.batchWebhooks, '4.6 Configuration', 'Adds webhooks in a batch', {
      reply: data(accepted),
      body: records(webhookShape.add),
    }),
    contract(on.deleteWebhook, '4.6 Configuration', 'Deletes a webhook', { assumed: G12, reply: nothing }),
    contract(on.webhooks, '4.6 Configuration', 'Browses webhooks', { assumed: G12, reply: page(webhook) }),
    contract(on.readWebhook, '4.6 Configuration', 'Reads a webhook', { assumed: G12, reply: data(webhook) }),
    contract(on.addWebhook, '4.1', 'Adds a webhook', {
      more: ': body 2.1, success 200, reply 2.2.',
      reply: data(webhook),
      body: webhookShape.add,
    }),
    contract(on.editWebhook, '4.6 Configuration', 'Edits a webhook', {
      assumed: G12,
      reply: data(webhook),
      body: webhookShape.edit,
    }),
  ],
};
