import * as v from 'valibot';
import {
  boolean,
  count,
  integer,
  namedValues,
  oneOf,
  reference,
  text,
  texts,
  timestamp,
  webAddress,
} from '../kinds.ts';
import { always, defaulted, given, optional, required, shape, type Reading } from '../shape.ts';
import { dated, named, numbered, switched } from './common.ts';

// Records of the section Automation (spec 6) but for the webhook, which the spec shows: ASSUMPTION G4.

/** Fires when something happens. */
export const triggerShape = shape({
  ...numbered,
  ...named,
  /** What happens, such as `transaction.created` or the name of an event of one's own: G17. */
  event: required(text()),
  /** All must hold, in the form of a webhook's: G19. */
  condition: optional(texts),
  ...switched,
  ...dated,
});
export type Trigger = Reading<typeof triggerShape>;

const action = {
  ...numbered,
  /** What is done, such as `issue-reward`, `add-tag` or `webhook`. */
  type: required(text(50)),
  /** Where to, for what is sent. */
  target_id: optional(reference),
  settings: optional(namedValues),
  position: defaulted(count(0, 1_000)),
  ...switched,
  ...dated,
};
export const triggerActionShape = shape({ ...action, trigger_id: always(reference) });
export type TriggerAction = Reading<typeof triggerActionShape>;
export const automationActionShape = shape({ ...action, automation_id: always(reference) });
export type AutomationAction = Reading<typeof automationActionShape>;

/** Runs at its times, for the profiles that its query finds. */
export const automationShape = shape({
  ...numbered,
  ...named,
  /** Cron of five fields, in the time zone of the programme. */
  schedule: required(text(100)),
  /** Filters of 4.2.1 on profiles, by what they are, have and did: G70. */
  query: optional(namedValues),
  /** How often it finds the same profile: once, or once in a calendar day, week, month or year of the programme. */
  frequency: defaulted(oneOf('always', 'once', 'daily', 'weekly', 'monthly', 'yearly')),
  ...switched,
  last_run_at: given(timestamp),
  next_run_at: given(timestamp),
  ...dated,
});
export type Automation = Reading<typeof automationShape>;

/** Where messages go. */
export const targetShape = shape({
  ...numbered,
  ...named,
  type: required(oneOf('webhook', 'email', 'sms', 'push')),
  url: optional(webAddress),
  settings: optional(namedValues),
  is_default: defaulted(boolean),
  ...dated,
});
export type Target = Reading<typeof targetShape>;

export const sampleQuery = v.object({ query: namedValues.write, limit: v.optional(count(1, 100).write) });
export type SampleQuery = v.InferInput<typeof sampleQuery>;

/** Work that was accepted and goes on by itself: a batch, a queue, a run (spec 1 rule 8, G53): ASSUMPTION G11. */
export const accepted = v.looseObject({
  id: v.string(),
  /** `accepted`, `running`, `done` or `failed`: accepted is not saved (rule R22). */
  status: v.string(),
});
export type Accepted = v.InferOutput<typeof accepted>;
export const batchShape = shape({
  id: always(text()),
  status: always(text()),
  resource: given(text()),
  total: given(integer),
  done: given(integer),
  failed: given(integer),
  /** What was wrong, by place in the array that was sent. */
  failures: given({
    ...namedValues,
    read: v.array(v.unknown()),
    sent: v.array(v.looseObject({ index: v.number(), message: v.string() })),
  }),
  ...dated,
});
export type Batch = Reading<typeof batchShape>;
