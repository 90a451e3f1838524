import * as of from '../../../src/services/shapes/records/automation.ts';
import { actionTypes } from '../automation/actions.ts';
import { faultOfSchedule, nextTime } from '../automation/cron.ts';
import { profilesOfQuery } from '../automation/profiles.ts';
import { faultOfConditions } from '../events/conditions.ts';
import { checkUrl, webhookResource } from '../events/webhooks.ts';
import { invalid } from '../http/problem.ts';
import type { KnownCall } from '../http/route.ts';
import type { Resource, Values } from '../records/resource.ts';
import { timestamp } from '../views.ts';

/** Plain resources of the section Automation (spec 6). */
export const automationResources: readonly Resource[] = [
  webhookResource,
  {
    id: 'targets',
    model: 'target',
    shape: of.targetShape,
    defaults: { is_default: false },
    adding: async (call, values) => withReachableUrl(call, values),
    editing: async (call, _, values) => withReachableUrl(call, values),
  },
  {
    id: 'triggers',
    model: 'trigger',
    shape: of.triggerShape,
    defaults: { is_active: true },
    adding: async (_, values) => withReadableConditions(values),
    editing: async (_, __, values) => withReadableConditions(values),
  },
  {
    id: 'triggers.actions',
    model: 'trigger-action',
    shape: of.triggerActionShape,
    parent: { model: 'trigger', field: 'trigger_id' },
    ...action(),
  },
  {
    id: 'automations',
    model: 'automation',
    shape: of.automationShape,
    defaults: { is_active: true },
    adding: async (call, values) => withTimes(call, values),
    editing: async (call, _, values) => withTimes(call, values),
  },
  {
    id: 'automations.actions',
    model: 'automation-action',
    shape: of.automationActionShape,
    parent: { model: 'automation', field: 'automation_id' },
    ...action(),
  },
];

/** What actions of triggers and of automations have in common. */
function action() {
  return {
    defaults: { is_active: true, position: 0 },
    adding: async (call: KnownCall, values: Values) => onBehalf(call, withKnownType(values)),
    editing: async (call: KnownCall, _: unknown, values: Values) => onBehalf(call, withKnownType(values)),
  };
}

/** An action runs with the rights of the token that wrote it last: automation.write alone issues no points. */
const onBehalf = ({ principal }: KnownCall, values: Values): Values => ({
  ...values,
  ...{ user_id: principal.userId, scopes: [...principal.scopes] },
});

function withKnownType(values: Values): Values {
  const { type } = values;
  if (type !== undefined && !Object.hasOwn(actionTypes, String(type))) {
    throw invalid({ type: [`There is no such action: one of ${Object.keys(actionTypes).join(', ')}.`] });
  }
  return values;
}

async function withReachableUrl(call: KnownCall, values: Values): Promise<Values> {
  if (typeof values['url'] === 'string') await checkUrl('url', values['url'], call.settings);
  return values;
}

function withReadableConditions(values: Values): Values {
  const { condition } = values;
  const fault = Array.isArray(condition) ? faultOfConditions(condition as string[]) : undefined;
  if (fault) throw invalid({ condition: [fault] });
  return values;
}

/** An automation knows when it runs next, and its query can be asked. */
function withTimes(call: KnownCall, values: Values): Values {
  const { schedule, query } = values;
  if (typeof query === 'object' && query !== null) profilesOfQuery(call.db, query as Values);
  if (typeof schedule !== 'string') return values;
  const fault = faultOfSchedule(schedule);
  if (fault) throw invalid({ schedule: [fault] });
  return { ...values, next_run_at: timestamp(nextTime(schedule, new Date()) ?? null) };
}
