import * as v from 'valibot';
import * as on from './endpoints/automation.ts';
import * as kind from './kinds.ts';
import { accepted, dated, nameAndHandle, numbered, recordShape, switched } from './common.ts';
import { batch, clause, contract, crud, onlyNamed, verbsNotNamed, nothing } from './contract.ts';
import { data, page } from './envelope.ts';
import type { Kind } from './kinds.ts';
import { profileShape } from './profiles.ts';
import { always, containing, defaulted, given, optional, partOf, refersTo, required } from './fields.ts';
import { about, body, namedLike, shape, type Adding, type Reading } from './shape.ts';

// Records of the section Automation (spec 6) but for the webhook, which the spec shows: ASSUMPTION.
export const triggerShape = recordShape('Trigger', {
  [about]: 'Runs its actions when an event occurs.',
  ...nameAndHandle,
  event: required(kind.text(), 'Name of an event, such as `transaction.created` or a custom event.'),
  condition: optional(kind.texts, 'Conditions, as those of a webhook; all must be true.'),
  ...switched,
});
export type Trigger = Reading<typeof triggerShape>;

const action = {
  ...numbered,
  type: required(kind.text(50), 'What the action does: `issue-reward`, `add-tag`, `webhook` …'),
  target_id: refersTo('target')(optional(kind.reference, 'Receiver of messages.')),
  settings: containing({
    reward_definition_id: 'reward-definition',
    benefit_definition_id: 'benefit-definition',
    credit_definition_id: 'credit-definition',
    point_definition_id: 'point-definition',
  })(optional(kind.namedValues)),
  position: defaulted(kind.count(0, 1_000)),
  ...switched,
  ...dated,
};

export const triggerActionShape = shape('TriggerAction', {
  ...action,
  trigger_id: partOf('trigger')(always(kind.reference)),
});
export type TriggerAction = Reading<typeof triggerActionShape>;

export const automationActionShape = shape('AutomationAction', {
  ...action,
  automation_id: partOf('automation')(always(kind.reference)),
});
export type AutomationAction = Reading<typeof automationActionShape>;

export const automationShape = recordShape('Automation', {
  [about]: 'Runs at scheduled times for the profiles that its query finds.',
  ...nameAndHandle,
  schedule: required(kind.text(100), 'Cron expression of five fields, in the time zone of the programme.'),
  query: optional(kind.namedValues, 'Filters of 4.2.1 on profiles and their records.'),
  frequency: defaulted(
    kind.oneOf('always', 'once', 'daily', 'weekly', 'monthly', 'yearly'),
    'How often it includes the same profile: `daily` is once per calendar day in the time zone of the programme.',
  ),
  ...switched,
  last_run_at: given(kind.timestamp),
  next_run_at: given(kind.timestamp),
});
export type Automation = Reading<typeof automationShape>;

export const targetShape = recordShape('Target', {
  [about]: 'A receiver of messages.',
  ...nameAndHandle,
  type: required(kind.oneOf('webhook', 'email', 'sms', 'push')),
  url: optional(kind.webAddress),
  settings: optional(kind.namedValues),
  is_default: defaulted(kind.boolean),
});
export type Target = Reading<typeof targetShape>;

/**
 * Sends a delivery of this receiver again, by its `delivery_id` in the action history: the same message with the same id. 409 while attempts
 * follow.
 */
const resend = v.optional(kind.reference.write);
export const editTarget = body('TargetEdit', { ...targetShape.edit.entries, resend });

export const sampleQuery = body('SampleQuery', {
  query: kind.namedValues.write,
  limit: v.optional(kind.count(1, 100).write),
});
export type SampleQuery = v.InferInput<typeof sampleQuery>;

const URI_EXPECTED = 'has to be an address, such as https://hooks.example.com/loyalty.';

/** URI format (spec 2.1): a scheme, then an authority. Any port: ASSUMPTION. Delivery has rules of its own. */
const uri = {
  ...kind.text(2_000),
  write: v.pipe(
    v.string(),
    v.maxLength(2_000),
    v.regex(/^https?:\/\/[^\s/]/i, URI_EXPECTED),
    v.url(URI_EXPECTED),
  ),
};

/** Strings when written (spec 2.1), items of any type when read (2.2). */
const conditions = { ...kind.anyArray, write: kind.texts.write } satisfies Kind;

export const webhookShape = shape(
  'Webhook',
  {
    [about]:
      'A webhook (spec 2.1, 2.2): all 13 fields are always present in a response, also in those of a tenant, so a missing one is reported.',
    id: always(kind.integer),
    trigger: required(
      kind.text(),
      'Name of the trigger that fires it. Any text that is not empty: ASSUMPTION.',
    ),
    url: required(uri),
    namespace: required(kind.text()),
    user_id: given(kind.integer, 'The user who created it.'),
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

export const editWebhook = body('WebhookEdit', { ...webhookShape.edit.entries, resend });

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
    ...clause('4.6 Configuration', verbsNotNamed, [
      ...crud(on, 'automations', automationShape, { one: 'an automation', many: 'automations' }),
      ...crud(on, 'automations.actions', automationActionShape, {
        one: 'an action of an automation',
        many: 'actions of an automation',
      }),
      ...crud(on, 'targets', targetShape, { one: 'a target', many: 'targets', except: ['update'] }),
      contract(on.editTarget, 'Edits a target', { reply: data(targetShape.record), body: editTarget }),
      ...crud(on, 'triggers', triggerShape, { one: 'a trigger', many: 'triggers', except: ['update'] }),
      ...crud(on, 'triggers.actions', triggerActionShape, {
        one: 'an action of a trigger',
        many: 'actions of a trigger',
      }),
    ]),
    ...clause('4.6 Settings', [
      contract(on.editTrigger, 'Edits a trigger', { reply: data(triggerShape), body: triggerShape.edit }),
      contract(on.sampleAutomationQuery, 'Lists a sample of the profiles that a query finds', {
        reply: page(profileShape),
        body: sampleQuery,
      }),
      contract(on.triggerAutomation, 'Starts a run of an automation', { reply: data(accepted) }),
    ]),
    ...clause('4.6 Configuration', [batch(on.batchWebhooks, 'Adds webhooks in a batch', webhookShape.add)]),
    ...clause('4.6 Configuration', onlyNamed, [
      contract(on.deleteWebhook, 'Deletes a webhook', { reply: nothing }),
      contract(on.webhooks, 'Browses webhooks', { reply: page(webhook) }),
      contract(on.readWebhook, 'Reads a webhook', { reply: data(webhook) }),
      contract(on.editWebhook, 'Edits a webhook', { reply: data(webhook), body: editWebhook }),
    ]),
    ...clause('4.1', [
      contract(on.addWebhook, 'Adds a webhook', {
        more: ': body 2.1, success 200, reply 2.2.',
        reply: data(webhook),
        body: webhookShape.add,
      }),
    ]),
  ],
};
